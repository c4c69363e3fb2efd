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
    let kind = status.st_mode & S_IFMT
    if kind != S_IFREG || byteCount == 0 {
      close(descriptor)
      throw kind == S_IFDIR
        ? .isAFolder(path: path) : kind != S_IFREG ? .notAFile(path: path) : .empty(path: path)
    }
  }

  deinit { close(descriptor) }
}
