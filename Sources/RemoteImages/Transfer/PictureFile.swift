internal import CSystem
internal import Glibc

/// The bytes of a downloaded picture in a file without a name, which ends with its last user. They do not change.
final class PictureFile: Sendable {
  /// Open for reading only, so that a helper cannot change the bytes.
  let descriptor: Int32
  let byteCount: Int
  /// The SHA-256 of the bytes, in hexadecimal digits.
  let digest: String

  fileprivate init(descriptor: Int32, byteCount: Int, digest: String) {
    (self.descriptor, self.byteCount, self.digest) = (descriptor, byteCount, digest)
  }

  deinit { close(descriptor) }
}

/// Writes a ``PictureFile`` in parts, up to a limit. It is used by one thread at a time.
final class PictureFileWriter {
  /// The reason why bytes could not be written.
  enum Failure: Error {
    case tooManyBytes
    /// `code` is the `errno`.
    case system(code: Int32)
  }

  private let descriptor: Int32
  private let limit: Int
  private let digest = Digest()
  private(set) var byteCount = 0

  /// Creates an empty file.
  init(limit: Int) throws(Failure) {
    self.limit = limit
    descriptor = csystem_memfd("picture")
    if descriptor < 0 { throw .system(code: errno) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Adds bytes.
  func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    guard bytes.count <= limit - byteCount else { throw .tooManyBytes }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .system(code: errno) }
      rest = rest.dropFirst(count)
    }
    digest.update(bytes)
    byteCount += bytes.count
  }

  /// Makes the bytes final.
  func finish() throws(Failure) -> PictureFile {
    guard csystem_seal(descriptor) == 0 else { throw .system(code: errno) }
    let reader = open("/proc/self/fd/\(descriptor)", O_RDONLY | O_CLOEXEC)
    guard reader >= 0 else { throw .system(code: errno) }
    return PictureFile(descriptor: reader, byteCount: byteCount, digest: digest.finish())
  }
}
