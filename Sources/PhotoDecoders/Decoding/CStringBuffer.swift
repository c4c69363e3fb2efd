/// A buffer into which a C library writes a message.
final class CStringBuffer {
  /// The address of the 200 bytes; valid while this object exists.
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
