internal import Glibc

/// An image file that is open for reading.
final class ImageFile {
  let path: String
  let descriptor: Int32
  /// The size of the file when it was opened, in bytes.
  let byteCount: Int

  /// Opens a file. Opening a pipe throws; it does not block.
  ///
  /// - Throws: ``PhotoError/notFound(path:)``, ``PhotoError/notPermitted(path:)``,
  ///   ``PhotoError/isAFolder(path:)``,
  ///   ``PhotoError/notAFile(path:)``, ``PhotoError/empty(path:)``, ``PhotoError/system(path:operation:code:)``.
  init(_ photo: Photo) throws(PhotoError) {
    path = photo.path
    descriptor = photo.withCPath { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    guard descriptor >= 0 else {
      throw errno == ENXIO ? .notAFile(path: path) : .from(errno: errno, operation: "opened", path: path)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let code = errno
      close(descriptor)
      throw .from(errno: code, operation: "read", path: path)
    }
    byteCount = Int(status.st_size)
    let kind = status.st_mode & S_IFMT
    if kind != S_IFREG || byteCount == 0 {
      close(descriptor)
      throw kind == S_IFDIR
        ? .isAFolder(path: path) : kind != S_IFREG ? .notAFile(path: path) : .empty(path: path)
    }
  }

  deinit { close(descriptor) }

  /// Reads up to `count` bytes from `offset`; fewer at the end of the file.
  ///
  /// The file is not mapped: reading from a mapped file that was truncated would end the process with a signal.
  ///
  /// - Throws: ``PhotoError/system(path:operation:code:)`` if reading fails or memory is exhausted.
  func read(_ count: Int, from offset: Int = 0) throws(PhotoError) -> ByteSlice {
    let buffer = try ByteBuffer(count: count, for: path)
    var filled = 0
    while filled < count {
      let part = pread(descriptor, buffer.start + filled, count - filled, offset + filled)
      if part == 0 { break }
      if part < 0 {
        if errno == EINTR { continue }
        throw .from(errno: errno, operation: "read", path: path)
      }
      filled += part
    }
    return ByteSlice(buffer: buffer, count: filled)
  }
}
