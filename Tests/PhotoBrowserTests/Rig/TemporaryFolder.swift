import Foundation
import Glibc

/// A folder for a test, see ``withTemporaryFolder(_:)``.
struct TemporaryFolder {
  let path: String

  /// Creates a folder in `/tmp` that all users can enter.
  ///
  /// The path is short, because the path of a Wayland socket is limited to 108 bytes. An unprivileged user
  /// must be able to reach it.
  init() throws {
    var template = Array("/tmp/carousel-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw RigError("cannot create a folder in /tmp: \(String(cString: strerror(errno)))")
    }
    path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    chmod(path, 0o755)
  }

  /// Removes the folder and its contents.
  func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Returns the path of a file in this folder.
  func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// Creates a folder for XDG_RUNTIME_DIR. Only its owner can access it.
  func makeRuntimeFolder(ownedByNobody: Bool) throws -> String {
    let runtime = self("run")
    try FileManager.default.createDirectory(atPath: runtime, withIntermediateDirectories: true)
    chmod(runtime, 0o700)
    if ownedByNobody && geteuid() == 0 { chown(runtime, nobody, nobody) }
    return runtime
  }

  /// Creates a fifo that all users can read and write.
  func makeFifo(_ name: String) throws -> String {
    guard mkfifo(self(name), 0o666) == 0, chmod(self(name), 0o666) == 0 else {
      throw RigError("cannot create a fifo: \(String(cString: strerror(errno)))")
    }
    return self(name)
  }

  /// Writes a text file.
  func write(_ text: String, to name: String) throws {
    try text.write(toFile: self(name), atomically: false, encoding: .utf8)
  }
}

/// Runs `body` with a new folder, and removes it afterwards.
func withTemporaryFolder<Result>(_ body: (TemporaryFolder) throws -> Result) throws -> Result {
  let folder = try TemporaryFolder()
  defer { folder.remove() }
  return try body(folder)
}
