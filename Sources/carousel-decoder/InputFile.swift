import DecoderProtocol
import Glibc

/// A file, mapped for reading. If it is truncated meanwhile, the process ends with a signal; the caller's is not hurt.
final class InputFile {
  /// The content; valid as long as the object.
  let bytes: UnsafeRawBufferPointer

  /// Maps a file, and closes its descriptor.
  ///
  /// - Throws: ``DecodeFailure/fileTooLong(bytes:limit:)``, ``DecodeFailure/unreadable(code:)``,
  ///   ``DecodeFailure/notAnImage`` for an empty file.
  init(_ descriptor: Int32, limits: DecodingLimits) throws(DecodeFailure) {
    defer { close(descriptor) }
    // The lock refuses fstat(), because the C library calls newfstatat() for it.
    let count = lseek(descriptor, 0, SEEK_END)
    guard count >= 0 else { throw .unreadable(code: errno) }
    guard count <= limits.fileBytes else { throw .fileTooLong(bytes: count, limit: limits.fileBytes) }
    guard count > 0 else { throw .notAnImage }
    guard let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED else {
      throw errno == ENOMEM ? .outOfMemory : .unreadable(code: errno)
    }
    bytes = UnsafeRawBufferPointer(start: start, count: count)
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}
