import Glibc

/// An ordinary file, open for reading.
struct OpenFile {
  let path: String
  let descriptor: Int32
  let byteCount: Int

  /// Fills `memory` from where the file stands.
  ///
  /// - Throws: `SystemError` when the file ends before.
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

/// Opens a file for as long as `body` runs.
///
/// - Throws: `SystemError` when it cannot be opened or is no ordinary file (others may never end); what `body` throws.
func withOpenFile<Result>(_ path: String, _ body: (OpenFile) throws -> Result) throws -> Result {
  let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
  guard descriptor >= 0 else { throw SystemError(path, code: errno) }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw SystemError(path, code: errno) }
  guard status.st_mode & S_IFMT == S_IFREG else { throw SystemError("\(path): no ordinary file") }
  return try body(OpenFile(path: path, descriptor: descriptor, byteCount: Int(status.st_size)))
}

/// What the system refused, or was given.
struct SystemError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  init(_ what: String, code: Int32) { description = "\(what): \(String(cString: strerror(code)))" }
}
