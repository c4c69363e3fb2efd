public import Foundation

/// A folder for a test. It is removed when this object is released.
public final class TemporaryFolder: Sendable {
  public let path: String

  /// Creates an empty folder.
  public init() throws {
    var template = Array((NSTemporaryDirectory() + "carousel-test-XXXXXX").utf8CString)
    guard let made = mkdtemp(&template) else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    path = String(cString: made)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file, and creates its folders. Returns the path of the file.
  @discardableResult
  public func write(_ bytes: some DataProtocol, to name: String) throws -> String {
    let file = URL(fileURLWithPath: path + "/" + name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file.path
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
