internal import CSystem
public import DecoderProtocol
public import Drawing
internal import Glibc
internal import Threads

extension DecoderPool {
  /// The pool that the initializers and methods of `Image` use. Its helpers start with the first image and
  /// end with the program.
  public static let shared = DecoderPool()
}

extension Image {
  /// Decodes an image file of any supported format in a helper process, upright, in sRGB.
  ///
  /// Blocks until the image is decoded. In a task, use ``load(contentsOf:fitting:)`` instead.
  ///
  ///     let logo = try Image(contentsOf: "logo.webp")
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - size: The box that the image fits into, in pixels. A larger image is decoded at a reduced size. With
  ///     `nil` the image is decoded at full size.
  /// - Throws: The reason why the image cannot be decoded.
  public init(contentsOf path: String, fitting size: TargetSize? = nil) throws(LoadingFailure) {
    self = try Self.decode(try InputDescriptor(path: path), size, Cancellation())
  }

  /// Decodes the content of an image file of any supported format in a helper process, upright, in sRGB.
  ///
  /// Blocks until the image is decoded. In a task, use ``load(data:fitting:)`` instead.
  ///
  /// - Parameters:
  ///   - data: The bytes of the file.
  ///   - size: The box that the image fits into, in pixels. A larger image is decoded at a reduced size. With
  ///     `nil` the image is decoded at full size.
  /// - Throws: The reason why the image cannot be decoded.
  public init(data: some Collection<UInt8>, fitting size: TargetSize? = nil) throws(LoadingFailure) {
    self = try Self.decode(try InputDescriptor(data: Array(data)), size, Cancellation())
  }

  /// Decodes an image file of any supported format in a helper process, upright, in sRGB. The caller's thread
  /// does not block. Canceling the task cancels the decoding.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - size: The box that the image fits into, in pixels; with `nil` the image is decoded at full size.
  /// - Throws: The reason why the image cannot be decoded.
  public static func load(
    contentsOf path: String, fitting size: TargetSize? = nil
  ) async throws(LoadingFailure) -> Image {
    try await onThread { cancellation throws(LoadingFailure) in
      try decode(try InputDescriptor(path: path), size, cancellation)
    }
  }

  /// Decodes the content of an image file of any supported format in a helper process, upright, in sRGB. The
  /// caller's thread does not block. Canceling the task cancels the decoding.
  ///
  /// - Parameters:
  ///   - data: The bytes of the file.
  ///   - size: The box that the image fits into, in pixels; with `nil` the image is decoded at full size.
  /// - Throws: The reason why the image cannot be decoded.
  public static func load(
    data: some Collection<UInt8> & Sendable, fitting size: TargetSize? = nil
  ) async throws(LoadingFailure) -> Image {
    try await onThread { cancellation throws(LoadingFailure) in
      try decode(try InputDescriptor(data: Array(data)), size, cancellation)
    }
  }

  /// Reads the header of an image file: format, size and number of frames. The caller's thread does not block. Canceling
  /// the task cancels the reading.
  package static func loadHeader(contentsOf path: String) async throws(LoadingFailure) -> ImageHeader {
    try await load(DecodeRequest(.header), contentsOf: path).result.header
  }

  /// Decodes a frame of an animation in a file. The caller's thread does not block. Canceling the task cancels the
  /// decoding.
  ///
  /// - Parameters:
  ///   - index: The index of the frame.
  ///   - path: The path of the file.
  ///   - size: The box that the frame fits into, in pixels; with `nil` the frame is decoded at full size.
  package static func loadFrame(
    _ index: Int, contentsOf path: String, fitting size: TargetSize?
  ) async throws(LoadingFailure) -> DecodedImage {
    try await load(DecodeRequest(size: size, frame: index), contentsOf: path)
  }

  private static func load(
    _ request: DecodeRequest, contentsOf path: String
  ) async throws(LoadingFailure) -> DecodedImage {
    try await onThread { cancellation throws(LoadingFailure) in
      let file = try InputDescriptor(path: path)
      return try DecoderPool.shared.decode(file.descriptor, request, cancellation: cancellation)
    }
  }

  private static func decode(
    _ file: borrowing InputDescriptor, _ size: TargetSize?, _ cancellation: Cancellation
  ) throws(LoadingFailure) -> Image {
    let decoded = try DecoderPool.shared.decode(
      file.descriptor, DecodeRequest(size: size), cancellation: cancellation)
    guard let image = decoded.image else {
      throw .content(.damaged(detail: "the decoder sent no pixels"))
    }
    return image
  }

  /// Runs `body` on a new thread, because `body` blocks and the threads that run tasks must not block. Each frame of an
  /// animation has a thread of its own: a start takes less time than a decode, and a thread that is kept for the next
  /// frame would remain when the program is at rest.
  private static func onThread<Value: Sendable>(
    _ body: @escaping @Sendable (Cancellation) throws(LoadingFailure) -> Value
  ) async throws(LoadingFailure) -> Value {
    let cancellation = Cancellation()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (waiting: CheckedContinuation<Result<Value, LoadingFailure>, Never>) in
        let isStarted = SystemThread.startDetached {
          waiting.resume(returning: Result { () throws(LoadingFailure) in try body(cancellation) })
        }
        if !isStarted { waiting.resume(returning: .failure(.lackOfResources(code: EAGAIN))) }
      }
    } onCancel: {
      cancellation.cancel()
    }
    return try result.get()
  }
}

/// An open file that a helper can map.
private struct InputDescriptor: ~Copyable {
  let descriptor: Int32

  /// Opens a regular file. For a pipe it throws instead of blocking.
  init(path: String) throws(LoadingFailure) {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { throw .content(.unreadable(code: errno)) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      throw .content(.notAnImage)
    }
    descriptor = file
  }

  /// Copies bytes into an anonymous file.
  init(data: [UInt8]) throws(LoadingFailure) {
    let file = csystem_memfd("image")
    guard file >= 0 else { throw .lackOfResources(code: errno) }
    var written = 0
    while written < data.count {
      let count = data.withUnsafeBytes { write(file, $0.baseAddress! + written, $0.count - written) }
      guard count > 0 else {
        let code = errno
        close(file)
        throw .lackOfResources(code: code)
      }
      written += count
    }
    // The pool refuses a writable descriptor, so the file is opened again for reading only.
    let reader = open("/proc/self/fd/\(file)", O_RDONLY | O_CLOEXEC)
    let code = errno
    close(file)
    guard reader >= 0 else { throw .lackOfResources(code: code) }
    descriptor = reader
  }

  deinit { close(descriptor) }
}
