/// The names of a connection's last requests. With them, a protocol error can state which request caused it.
struct RequestLog {
  private struct Entry {
    let object: UInt32
    let name: StaticString
  }

  /// The largest number of entries. It is enough because an error arrives at most a few frames after its request.
  private static let capacity = 256

  private var entries: [Entry] = []
  private var next = 0

  /// Records that a request was sent to `object`.
  mutating func add(_ request: OutgoingRequest, to object: UInt32) {
    let entry = Entry(object: object, name: request.name)
    if entries.count < Self.capacity {
      entries.append(entry)
    } else {
      entries[next] = entry
    }
    next = (next + 1) % Self.capacity
  }

  /// Returns the name of the last request to `object`; nil if that request is not among the last 256 requests.
  func lastRequest(to object: UInt32) -> String? {
    for age in 1...max(1, entries.count) where entries.count >= age {
      let entry = entries[(next - age + Self.capacity) % Self.capacity]
      if entry.object == object { return "\(entry.name)" }
    }
    return nil
  }
}
