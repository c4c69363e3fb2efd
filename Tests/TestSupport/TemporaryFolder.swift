public import Foundation

/// A folder for a test. It is removed when this object is released.
public final class TemporaryFolder: Sendable {
  public let path: String

  /// Creates an empty folder.
  ///
  /// - Parameters:
  ///   - parent: The folder that contains it; `nil` for the folder of temporary files. The path of a Wayland socket is
  ///     limited to 108 bytes.
  ///   - mode: The permissions of the folder.
  public init(in parent: String? = nil, mode: mode_t = 0o700) throws {
    let parent = URL(fileURLWithPath: parent ?? NSTemporaryDirectory())
    var template = Array(parent.appendingPathComponent("carousel-test-XXXXXX").path.utf8CString)
    guard let made = mkdtemp(&template), chmod(made, mode) == 0 else {
      throw POSIXError(.init(rawValue: errno) ?? .EIO)
    }
    path = String(cString: made)
  }

  deinit { remove() }

  /// Removes the folder and its content now.
  public func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// Returns the path of a file in this folder.
  public func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// Writes a file, and creates its folders. Returns the path of the file.
  @discardableResult
  public func write(_ bytes: some DataProtocol, to name: String) throws -> String {
    let file = URL(fileURLWithPath: path + "/" + name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file.path
  }

  /// Writes a script for `/bin/sh`, and returns its path.
  ///
  /// A shell writes the file. If this process had the script open for writing, a process that another test starts at that
  /// moment would inherit the descriptor, and the script could not be executed until it closes it.
  public func writeScript(_ text: String, to name: String) throws -> String {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = [
      "-c", "printf '#!/bin/sh\\n%s\\n' \"$1\" > \"$0\" && chmod 700 \"$0\"", self(name), text,
    ]
    try shell.run()
    guard shell.waitForExit() == 0 else { throw POSIXError(.EIO) }
    return self(name)
  }

  /// Creates a fifo that all users can read and write.
  public func makeFifo(_ name: String) throws -> String {
    guard mkfifo(self(name), 0o666) == 0, chmod(self(name), 0o666) == 0 else {
      throw RigError("cannot create a fifo: \(String(cString: strerror(errno)))")
    }
    return self(name)
  }

  /// Creates a folder and its parents.
  public func addFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: path + "/" + name, withIntermediateDirectories: true)
  }

  public func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path + "/" + name) }

  public func rename(_ name: String, to newName: String) throws {
    guard Glibc.rename(path + "/" + name, path + "/" + newName) == 0 else {
      throw POSIXError(.init(rawValue: errno) ?? .EIO)
    }
  }
}
