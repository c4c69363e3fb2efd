import Foundation
import Glibc

/// A private folder for the sockets of a test run.
final class RuntimeFolder {
  let path: String

  init() throws(UsageError) {
    var name = Array((NSTemporaryDirectory() + "/headless-compositor-XXXXXX").utf8CString)
    guard let path = mkdtemp(&name) else {
      throw UsageError(
        "cannot create a folder in \(NSTemporaryDirectory()): \(String(cString: strerror(errno)))")
    }
    self.path = String(cString: path)
  }

  isolated deinit { remove() }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
