internal import DecoderProtocol
internal import Glibc

/// A file that is mapped read-only. If another program truncates the file, a signal ends this process, not
/// its caller.
final class InputFile {
  /// The content; valid while this object exists.
  let bytes: UnsafeRawBufferPointer

  /// Maps a file, and closes its descriptor.
  ///
  /// - Throws: ``DecodeFailure/fileTooLong(bytes:limit:)``, ``DecodeFailure/unreadable(code:)``,
  ///   ``DecodeFailure/notAnImage`` for an empty file.
  init(_ descriptor: Int32, limits: DecodingLimits) throws(DecodeFailure) {
    defer { close(descriptor) }
    // The sandbox refuses fstat(), because the C library implements it with newfstatat().
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
