import Foundation
import Glibc
import TestSupport

extension TemporaryFolder {
  /// Creates a folder for a session of a compositor.
  ///
  /// It is in `/tmp` because its path must be short, and an unprivileged user must be able to reach it.
  static func forSession() throws -> TemporaryFolder { try TemporaryFolder(in: "/tmp", mode: 0o755) }

  /// Creates a folder for XDG_RUNTIME_DIR. Only its owner can access it.
  func makeRuntimeFolder(ownedByNobody: Bool) throws -> String {
    try addFolder("run")
    let runtime = self("run")
    chmod(runtime, 0o700)
    if ownedByNobody && geteuid() == 0 { chown(runtime, nobody, nobody) }
    return runtime
  }

  /// Writes a text file.
  func write(_ text: String, to name: String) throws { try write(Data(text.utf8), to: name) }
}

/// Runs `body` with a new folder, and removes it afterwards.
func withTemporaryFolder<Result>(_ body: (TemporaryFolder) throws -> Result) throws -> Result {
  let folder = try TemporaryFolder.forSession()
  defer { folder.remove() }
  return try body(folder)
}
