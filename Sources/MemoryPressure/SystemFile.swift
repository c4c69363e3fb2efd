internal import Glibc

/// Reads files in which the kernel reports its state.
package enum SystemFile {
  private static let largestSize = 4096  // bytes; one page

  /// Returns the first 4096 bytes of a file; `nil` if it is empty or cannot be read.
  package static func text(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: largestSize)
    let count = read(file, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}
