public import DecoderProtocol
public import Drawing

extension DecoderPool {
  /// The pool that the initializers and methods of `Image` use for files on fixed disks. Its helpers start with the first image and
  /// end with the program.
  public static let shared = DecoderPool()

  /// The pool for files on removable media, so that a file on a memory card cannot change the pictures of fixed disks.
  package static let removable = DecoderPool(Options(), sharingHelpersOf: .shared)

  /// Returns the pool for the file at a path, which need not be UTF-8.
  package static func shared(for path: [UInt8], media: MediaTable = .system) -> DecoderPool {
    media.medium(of: path)?.isRemovable == true ? removable : shared
  }

  /// The pool for bytes of any origin, and for pictures of servers: also a helper of `carousel-decoder-extra` reads one.
  package static let untrusted: DecoderPool = {
    var options = Options()
    options.filesPerExtraHelper = 1
    return DecoderPool(options, sharingHelpersOf: .shared)
  }()
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
  public init(contentsOf path: String, fitting size: TargetSize? = nil) throws(PhotoError) {
    let path = Array(path.utf8)
    self = try Self.decode(try ImageFile(path), size, Cancellation(), in: .shared(for: path))
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
  public init(data: some Collection<UInt8>, fitting size: TargetSize? = nil) throws(PhotoError) {
    self = try Self.decode(try ImageFile(data: Array(data)), size, Cancellation(), in: .untrusted)
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
  ) async throws(PhotoError) -> Image {
    try await onThread { cancellation throws(PhotoError) in
      let path = Array(path.utf8)
      let file = try ImageFile(path, cancellation: cancellation)
      return try decode(file, size, cancellation, in: .shared(for: path))
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
  ) async throws(PhotoError) -> Image {
    try await onThread { cancellation throws(PhotoError) in
      try decode(try ImageFile(data: Array(data)), size, cancellation, in: .untrusted)
    }
  }

  private static func decode(
    _ file: ImageFile, _ size: TargetSize?, _ cancellation: Cancellation, in pool: DecoderPool
  ) throws(PhotoError) -> Image {
    try pool.decode(file, DecodeRequest(size: size), cancellation).pixels(of: file.path)
  }

  /// Runs `body` on a new thread, because `body` blocks and the threads that run tasks must not block.
  private static func onThread<Value: Sendable>(
    _ body: @escaping @Sendable (Cancellation) throws(PhotoError) -> Value
  ) async throws(PhotoError) -> Value {
    let cancellation = Cancellation()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (waiting: CheckedContinuation<Result<Value, PhotoError>, Never>) in
        DecodeThread.run { () throws(PhotoError) in
          try body(cancellation)
        } completion: {
          waiting.resume(returning: $0)
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
    return try result.get()
  }
}
