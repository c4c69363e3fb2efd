import Foundation
import Glibc

/// A folder that exists for the length of one test.
struct TemporaryFolder {
  let path: String

  /// Makes a folder that everybody may enter, directly under the system's folder for such.
  ///
  /// Not elsewhere: the path of a Wayland socket has to fit in 108 bytes, and `nobody` has to get there.
  init() throws {
    var template = Array("/tmp/carousel-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw RigError("no folder under /tmp: \(String(cString: strerror(errno)))")
    }
    path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    chmod(path, 0o755)
  }

  func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of something in this folder.
  func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// Makes a folder for the sockets of a session, as XDG_RUNTIME_DIR has to be: its owner's alone.
  func makeRuntimeFolder(ownedByNobody: Bool) throws -> String {
    let runtime = self("run")
    try FileManager.default.createDirectory(atPath: runtime, withIntermediateDirectories: true)
    chmod(runtime, 0o700)
    if ownedByNobody && geteuid() == 0 { chown(runtime, nobody, nobody) }
    return runtime
  }

  /// Makes a fifo that any user may use.
  func makeFifo(_ name: String) throws -> String {
    guard mkfifo(self(name), 0o666) == 0, chmod(self(name), 0o666) == 0 else {
      throw RigError("no fifo: \(String(cString: strerror(errno)))")
    }
    return self(name)
  }

  func write(_ text: String, to name: String) throws {
    try text.write(toFile: self(name), atomically: false, encoding: .utf8)
  }
}

/// Gives `body` a folder of its own and removes it afterwards.
func withTemporaryFolder<Result>(_ body: (TemporaryFolder) throws -> Result) throws -> Result {
  let folder = try TemporaryFolder()
  defer { folder.remove() }
  return try body(folder)
}
