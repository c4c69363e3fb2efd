internal import Foundation

/// A fifo with which a process that a test started reports an event. The folder of the fifo removes it.
public final class Fifo: Sendable {
  public let path: String

  /// Creates a fifo. Its folder must exist.
  public init(_ path: String) throws {
    guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    self.path = path
  }

  /// Waits until a process has written to the fifo and closed it, for at most 60 s. Returns the first line; an empty text
  /// if no process has written.
  public func readLine() -> String {
    // A blocking open could not have a time limit.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(descriptor) }
    var text: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 256)
    var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&input, 1, 60_000) == 1 {
      let count = read(descriptor, &part, part.count)
      if count == 0 { break }
      if count > 0 { text += part[..<count] }
    }
    return String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
