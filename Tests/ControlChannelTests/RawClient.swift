import ControlChannel
import Glibc

/// A client that sends any bytes.
final class RawClient: Sendable {
  private let descriptor: Int32

  /// Connects; `nil` if the server refuses.
  init?(_ path: String) {
    descriptor = SocketAddress.makeSocket(isBlocking: true)
    guard let address = SocketAddress(path: path), address.call({ connect(descriptor, $0, $1) }) == 0 else {
      close(descriptor)
      return nil
    }
  }

  deinit { close(descriptor) }

  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  func readSome() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(descriptor, &bytes, bytes.count)
    return count > 0 ? Array(bytes[..<count]) : []
  }

  /// Reads until the server closes the connection.
  func readAll() -> [UInt8] {
    var all: [UInt8] = []
    while true {
      let bytes = readSome()
      if bytes.isEmpty { return all }
      all += bytes
    }
  }

  /// Creates a socket that no program listens on, as after a crash.
  static func leaveSocket(at path: String) -> Bool {
    let descriptor = SocketAddress.makeSocket(isBlocking: true)
    defer { close(descriptor) }
    return SocketAddress(path: path)?.call { bind(descriptor, $0, $1) } == 0
  }
}
