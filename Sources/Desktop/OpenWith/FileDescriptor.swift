internal import Glibc

/// An open file. It is closed when the object is deallocated.
final class FileDescriptor: Sendable {
  let number: Int32

  struct OpenError: Error {
    let reason: String
  }

  private init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  /// Opens a file or folder for reading. If it is not readable, opens it as a reference that cannot be read.
  ///
  /// It runs outside the main actor, because a network file system may block. Opening a pipe without a writer does not
  /// block.
  @concurrent
  nonisolated static func open(path: [UInt8]) async throws(OpenError) -> FileDescriptor {
    let path = path.map { CChar(bitPattern: $0) } + [0]
    var number = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    if number < 0, errno == EACCES { number = Glibc.open(path, __O_PATH | O_CLOEXEC) }
    guard number >= 0 else { throw OpenError(reason: String(cString: strerror(errno))) }
    return FileDescriptor(number)
  }
}
