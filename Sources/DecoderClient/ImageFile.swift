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
  private let file: OpenFile
  /// The mount that may stall, and the calls that close the file; `nil` for a local file.
  private let closing: (mount: Mount, calls: FileCalls)?

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
    let mount = calls.stallingMount(of: pathBytes)
    let opened = calls.perform(on: mount, cancellation) { OpenFile.open(pathBytes) }
    switch opened {
    case .success(let opened)?:
      (file, content) = opened
      closing = mount.map { ($0, calls) }
    case .failure(let failure)?: throw PhotoError(path, failure.reason)
    case nil:
      try cancellation.check()
      throw PhotoError(path, .stalled(seconds: calls.limits.seconds))
    }
  }

  /// Copies bytes into an anonymous file.
  package init(data: [UInt8]) throws(PhotoError) {
    path = ""
    closing = nil
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
    guard let closing else { return file.close() }
    // FUSE tells its program that a file is closed, and waits for the answer.
    let file = file
    _ = closing.calls.begin(on: closing.mount) { file.close() }
  }
}

/// A descriptor that is closed when it is released. It may be released on the thread of an abandoned call.
private final class OpenFile: Sendable {
  struct Failure: Error {
    let reason: PhotoError.Reason
  }

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

  /// Opens a regular file, and reads the identity of its content.
  static func open(_ path: [UInt8]) -> Result<(OpenFile, FileContent?), Failure> {
    let descriptor = (path + [0]).withUnsafeBytes { bytes in
      Glibc.open(
        bytes.assumingMemoryBound(to: CChar.self).baseAddress!, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    }
    guard descriptor >= 0 else {
      return .failure(Failure(reason: errno == ENXIO ? .notAFile : .content(.unreadable(code: errno))))
    }
    let file = OpenFile(descriptor)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      return .failure(Failure(reason: .content(.unreadable(code: errno))))
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .failure(Failure(reason: .isAFolder))
    case S_IFREG where status.st_size > 0: return .success((file, FileContent(status)))
    case S_IFREG: return .failure(Failure(reason: .empty))
    default: return .failure(Failure(reason: .notAFile))
    }
  }
}
