internal import CSystem
internal import DecoderProtocol
internal import Glibc

/// An image file that is open for reading, so that a helper can map it.
package final class ImageFile: Sendable {
  /// The path for display; empty for a file without a name.
  package let path: String
  package let descriptor: Int32

  /// Opens a file. For a pipe it throws instead of blocking.
  ///
  /// - Parameter pathBytes: The path, which need not be UTF-8.
  package init(_ pathBytes: [UInt8]) throws(PhotoError) {
    path = String(decoding: pathBytes, as: UTF8.self)
    descriptor = (pathBytes + [0]).withUnsafeBytes { bytes in
      open(
        bytes.assumingMemoryBound(to: CChar.self).baseAddress!, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    }
    guard descriptor >= 0 else {
      throw PhotoError(path, errno == ENXIO ? .notAFile : .content(.unreadable(code: errno)))
    }
    var status = stat()
    // All properties are set, so `deinit` runs after a throw from here on and closes the descriptor.
    guard fstat(descriptor, &status) == 0 else {
      throw PhotoError(path, .content(.unreadable(code: errno)))
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw PhotoError(path, .isAFolder)
    case S_IFREG: guard status.st_size > 0 else { throw PhotoError(path, .empty) }
    default: throw PhotoError(path, .notAFile)
    }
  }

  /// Copies bytes into an anonymous file.
  package init(data: [UInt8]) throws(PhotoError) {
    path = ""
    let file = csystem_memfd("image")
    var written = 0
    while file >= 0, written < data.count {
      let count = data.withUnsafeBytes { write(file, $0.baseAddress! + written, $0.count - written) }
      if count <= 0 { break }
      written += count
    }
    // The pool refuses a writable descriptor, so the file is opened again for reading only.
    let isWritten = file >= 0 && written == data.count
    descriptor = isWritten ? open("/proc/self/fd/\(file)", O_RDONLY | O_CLOEXEC) : -1
    let code = errno
    if file >= 0 { close(file) }
    if descriptor < 0 { throw PhotoError(.system(operation: "decoded", code: code)) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
