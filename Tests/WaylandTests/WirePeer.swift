import Foundation

/// A peer that reads and writes the wire format directly. It can send event sequences that a compositor would not
/// send.
struct WirePeer {
  /// The client's end of the socket pair. `Connection(descriptor:)` takes ownership of it.
  let clientDescriptor: Int32
  private let descriptor: Int32

  init() throws {
    var ends: [Int32] = [0, 0]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0
    else {
      throw POSIXError(.init(rawValue: errno) ?? .EIO)
    }
    clientDescriptor = ends[0]
    descriptor = ends[1]
  }

  /// Sends one event. A string is sent with its length before it and padding after it.
  func send(object: UInt32, opcode: UInt32, _ values: [Value]) {
    var body: [UInt8] = []
    for value in values { body += value.bytes }
    var message = Value.word(object).bytes
    message += Value.word(UInt32(body.count + 8) << 16 | opcode).bytes
    send(bytes: message + body)
  }

  /// Sends raw bytes. It blocks when the socket is full, after about 250 unread messages.
  func send(bytes: [UInt8]) { _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } }

  /// Reads and discards all pending bytes, and returns their number.
  func drain() -> Int {
    var total = 0
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT)), count > 0 {
      total += count
    }
    return total
  }

  /// Closes the connection immediately. shutdown() takes effect even if a child process still has a copy of the
  /// socket.
  func hangUp() {
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }

  enum Value {
    case word(UInt32)
    case text(String)

    var bytes: [UInt8] {
      switch self {
      case .word(let value): return withUnsafeBytes(of: value) { Array($0) }
      case .text(let text):
        let content = Array(text.utf8) + [0]
        let padding = [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
        return Value.word(UInt32(content.count)).bytes + content + padding
      }
    }
  }
}
