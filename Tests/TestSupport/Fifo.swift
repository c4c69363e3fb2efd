internal import Foundation

/// A fifo with which a process that a test started reports an event. The folder of the fifo removes it.
public final class Fifo: Sendable {
  public let path: String

  /// Creates a fifo. Its folder must exist.
  public init(_ path: String) throws {
    guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    self.path = path
  }

  /// Waits until a process writes to the fifo and closes it, and returns the first line.
  public func readLine() -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    var text: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 256)
    while case let count = read(descriptor, &part, part.count), count > 0 { text += part[..<count] }
    return String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
