import Foundation
import Photos

/// A folder for a test. It is removed when this object is released.
final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array((NSTemporaryDirectory() + "photos-test-XXXXXX").utf8CString)
    guard let made = mkdtemp(&template) else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    path = String(cString: made)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and returns it as a photo.
  @discardableResult
  func add(_ name: String, _ bytes: [UInt8] = [0xFF]) throws -> Photo {
    let file = path + "/" + name
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return Photo(path: file)
  }

  /// Creates a folder and its parents.
  func addFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: path + "/" + name, withIntermediateDirectories: true)
  }
}
