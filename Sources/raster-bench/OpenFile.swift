import Glibc

/// A regular file, open for reading.
struct OpenFile {
  let path: String
  let descriptor: Int32
  let byteCount: Int

  /// Reads from the current position until `memory` is full.
  ///
  /// - Throws: `SystemError` when the file ends early.
  func read(into memory: UnsafeMutableRawBufferPointer) throws {
    var filled = 0
    while filled < memory.count {
      let count = Glibc.read(descriptor, memory.baseAddress! + filled, memory.count - filled)
      guard count > 0 else {
        if count < 0, errno == EINTR { continue }
        throw count < 0 ? SystemError(path, code: errno) : SystemError("\(path): ended early")
      }
      filled += count
    }
  }
}

/// Opens a file while `body` runs.
///
/// - Throws: `SystemError` if the file cannot be opened or is not a regular file, because reading other kinds
///   of files may never end; errors of `body`.
func withOpenFile<Result>(_ path: String, _ body: (OpenFile) throws -> Result) throws -> Result {
  let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
  guard descriptor >= 0 else { throw SystemError(path, code: errno) }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw SystemError(path, code: errno) }
  guard status.st_mode & S_IFMT == S_IFREG else { throw SystemError("\(path): not a regular file") }
  return try body(OpenFile(path: path, descriptor: descriptor, byteCount: Int(status.st_size)))
}

/// A failed system call or invalid input.
struct SystemError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  init(_ what: String, code: Int32) { description = "\(what): \(String(cString: strerror(code)))" }
}
