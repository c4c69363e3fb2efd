import Photos
import TestSupport

extension TemporaryFolder {
  /// Writes a file and returns it as a photo.
  @discardableResult
  func add(_ name: String, _ bytes: [UInt8] = [0xFF]) throws -> Photo {
    Photo(path: try write(bytes, to: name))
  }
}
