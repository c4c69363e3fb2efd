/// Memory for a message that a C library writes.
final class CStringBuffer {
  /// 200 bytes; valid as long as the buffer.
  let start: UnsafeMutablePointer<CChar>

  init() {
    start = .allocate(capacity: 200)
    start.initialize(repeating: 0, count: 200)
  }

  deinit { start.deallocate() }

  /// Whether there is no message.
  var isEmpty: Bool { start[0] == 0 }

  /// The message.
  var text: String { String(cString: start) }
}
