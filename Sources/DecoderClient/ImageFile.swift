internal import CSystem
internal import DecoderProtocol
internal import Glibc
package import Threads

/// An image file that is open for reading, so that a helper can map it.
package final class ImageFile: Sendable {
  /// The path for display; empty for a file without a name.
  package let path: String
  /// The identity of the content when the file was opened; `nil` if the system does not tell.
  let content: FileContent?
  /// The path, if its mount may stall.
  let stallingPath: FileCalls.StallingPath?
  private let file: OpenFile
  private let calls: FileCalls

  package var descriptor: Int32 { file.descriptor }

  /// Opens a file. For a pipe it throws instead of blocking.
  ///
  /// - Parameters:
  ///   - pathBytes: The path, which need not be UTF-8.
  ///   - calls: Opens the file. If its mount stalls, this method waits for a limited time.
  ///   - cancellation: Ends the wait. It reports a file that takes long to open.
  package init(
    _ pathBytes: [UInt8], by calls: FileCalls = .shared, cancellation: Cancellation = Cancellation()
  ) throws(PhotoError) {
    path = String(decoding: pathBytes, as: UTF8.self)
    (self.calls, stallingPath) = (calls, calls.stallingPath(pathBytes))
    switch try calls.perform(on: stallingPath, cancellation, { OpenFile.open(pathBytes) }) {
    case .success(let opened): (file, content) = opened
    case .failure(let failure): throw failure.of(path)
    }
  }

  /// Opens a file of a folder by a closure, which returns a descriptor. On a mount that may stall, one file of the folder is opened at
  /// a time, so that a folder that does not answer is waited for once. Fails if the closure returns `nil`, and if the folder
  /// does not answer.
  package init?(
    in folder: [UInt8], by calls: FileCalls, cancellation: Cancellation,
    opening open: @escaping @Sendable () -> Int32?
  ) {
    path = String(decoding: folder, as: UTF8.self)
    (self.calls, stallingPath) = (calls, calls.stallingPath(folder))
    let opened = try? calls.perform(on: stallingPath, cancellation) {
      open().map { (file: OpenFile($0), content: FileContent(of: $0)) }
    }
    guard let opened = opened ?? nil else { return nil }
    (file, content) = opened
  }

  /// Copies bytes into an anonymous file.
  package init(data: [UInt8]) throws(PhotoError) {
    path = ""
    (calls, stallingPath) = (.shared, nil)
    let file = csystem_memfd("image")
    var written = 0
    while file >= 0, written < data.count {
      let count = data.withUnsafeBytes { write(file, $0.baseAddress! + written, $0.count - written) }
      if count <= 0 { break }
      written += count
    }
    // The pool refuses a writable descriptor, so the file is opened again for reading only.
    let isWritten = file >= 0 && written == data.count
    let descriptor = isWritten ? open("/proc/self/fd/\(file)", O_RDONLY | O_CLOEXEC) : -1
    let code = errno
    if file >= 0 { close(file) }
    self.file = OpenFile(descriptor)
    content = FileContent(of: descriptor)
    if descriptor < 0 { throw PhotoError(.system(operation: "decoded", code: code)) }
  }

  deinit {
    // FUSE tells its program that a file is closed, and waits for the answer.
    calls.end(on: stallingPath) { [file] in file.close() }
  }

  /// Reads the whole file, in pieces, so that the limit of time of ``FileCalls`` applies to each one.
  ///
  /// - Throws: The reason why it cannot be read, or `DecodeFailure.fileTooLong` if it has more bytes than `limit`.
  package func bytes(atMost limit: Int) throws(PhotoError) -> [UInt8] {
    let cancellation = Cancellation()
    var bytes: [UInt8] = []
    while true {
      let start = bytes.count
      switch try calls.perform(on: stallingPath, cancellation, { [file] in file.bytes(from: start) }) {
      case .success(let piece) where piece.isEmpty: return bytes
      case .success(let piece): bytes += piece
      case .failure(let failure): throw failure.of(path)
      }
      if bytes.count > limit {
        throw PhotoError(path, .content(.fileTooLong(bytes: bytes.count, limit: limit)))
      }
    }
  }
}

/// A descriptor that is closed when it is released. It may be released on the thread of an abandoned call.
private final class OpenFile: Sendable {
  let descriptor: Int32
  private let isOpen: Monitor<Bool>

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    isOpen = Monitor(descriptor >= 0)
  }

  deinit { close() }

  func close() {
    let wasOpen = isOpen.withLock { isOpen in
      defer { isOpen = false }
      return isOpen
    }
    if wasOpen { Glibc.close(descriptor) }
  }

  /// The largest number of bytes that are read by one call.
  private static let pieceBytes = 1 << 20

  /// Reads the bytes from a position; none at the end of the file.
  func bytes(from start: Int) -> Result<[UInt8], PhotoError> {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.pieceBytes) { buffer, count in
      let read = pread(descriptor, buffer.baseAddress, buffer.count, start)
      if read < 0 { code = errno }
      count = max(0, read)
    }
    return code == 0 ? .success(bytes) : .failure(PhotoError(.content(.unreadable(code: code))))
  }

  /// Opens a regular file, and reads the identity of its content.
  static func open(_ path: [UInt8]) -> Result<(OpenFile, FileContent?), PhotoError> {
    let descriptor = (path + [0]).withUnsafeBytes { bytes in
      Glibc.open(
        bytes.assumingMemoryBound(to: CChar.self).baseAddress!, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    }
    guard descriptor >= 0 else {
      return .failure(PhotoError(errno == ENXIO ? .notAFile : .content(.unreadable(code: errno))))
    }
    let file = OpenFile(descriptor)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      return .failure(PhotoError(.content(.unreadable(code: errno))))
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .failure(PhotoError(.isAFolder))
    case S_IFREG where status.st_size > 0: return .success((file, FileContent(status)))
    case S_IFREG: return .failure(PhotoError(.empty))
    default: return .failure(PhotoError(.notAFile))
    }
  }
}
