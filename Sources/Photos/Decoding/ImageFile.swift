internal import Glibc

/// An image file that is open for reading.
final class ImageFile {
  let path: String
  let descriptor: Int32
  /// The size of the file when it was opened, in bytes.
  let byteCount: Int

  /// Opens a file. For a pipe it throws instead of blocking.
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
    // All properties are set, so `deinit` runs after a throw from here on and closes the descriptor.
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw .isAFolder(path: path)
    case S_IFREG: guard byteCount > 0 else { throw .empty(path: path) }
    default: throw .notAFile(path: path)
    }
  }

  deinit { close(descriptor) }
}
