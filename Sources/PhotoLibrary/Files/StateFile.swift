internal import Glibc

/// A file in the user's state folder (`XDG_STATE_HOME`), in which a program keeps what it shall know at its next start. Only the user
/// can read it.
package struct StateFile: Sendable {
  /// The path of the file.
  package let path: [UInt8]

  /// The largest file that is read, in bytes. The rest of a larger one is ignored.
  private static let limit = 64 << 20

  /// Creates a description of the file at a path.
  package init(path: [UInt8]) { self.path = path }

  /// Returns the file that the XDG base directory specification gives to a program; `nil` if the environment
  /// variables name no home folder.
  package static func ofUser(program: String, name: String) -> StateFile? {
    ofUser(program: program, name: name, environment: variable)
  }

  /// - Parameter environment: Returns the value of a variable as bytes.
  static func ofUser(program: String, name: String, environment: (String) -> [UInt8]?) -> StateFile? {
    let slash = UInt8(ascii: "/")
    // The specification says that relative paths are ignored.
    if let state = environment("XDG_STATE_HOME"), state.first == slash {
      return StateFile(path: state + Array("/\(program)/\(name)".utf8))
    }
    guard let home = environment("HOME"), home.first == slash else { return nil }
    return StateFile(path: home + Array("/.local/state/\(program)/\(name)".utf8))
  }

  static func variable(_ name: String) -> [UInt8]? {
    getenv(name).map { value in
      UnsafeBufferPointer(start: value, count: strlen(value)).map { UInt8(bitPattern: $0) }
    }
  }

  /// Reads the file; `nil` if it does not exist.
  ///
  /// - Throws: ``FileOperationError``.
  package func read() throws(FileOperationError) -> [UInt8]? {
    let descriptor = path.withCPath { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    if descriptor < 0, errno == ENOENT { return nil }
    guard descriptor >= 0 else { throw .from(errno, path, "opened") }
    defer { close(descriptor) }
    var (bytes, piece) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while bytes.count <= Self.limit {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .from(errno, path, "read") }
      if count == 0 { break }
      bytes += piece[..<count]
    }
    return bytes
  }

  /// Writes the file. It is replaced in one step, so that the previous file survives if the program is interrupted.
  ///
  /// - Throws: ``FileOperationError``.
  package func write(_ bytes: [UInt8]) throws(FileOperationError) {
    createFolders()
    let part = path + Array(".\(getpid()).part".utf8)
    let descriptor = part.withCPath { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600) }
    guard descriptor >= 0 else { throw .from(errno, part, "created") }
    var rest = bytes[...]
    var code: Int32 = 0
    while !rest.isEmpty, code == 0 {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { code = errno }
    }
    if code == 0, fsync(descriptor) != 0 { code = errno }
    close(descriptor)
    if code == 0, part.withCPath({ part in path.withCPath { rename(part, $0) } }) != 0 { code = errno }
    guard code != 0 else { return }
    _ = part.withCPath { unlink($0) }
    throw .from(code, path, "written")
  }

  private func createFolders() {
    for (index, byte) in path.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
      _ = Array(path[..<index]).withCPath { mkdir($0, 0o700) }
    }
  }
}
