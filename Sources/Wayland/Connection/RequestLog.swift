/// The last requests of a connection, from which a protocol error gets the name of its request.
struct RequestLog {
  private struct Entry {
    let object: UInt32
    let name: StaticString
  }

  /// The largest number of entries. An error follows its request after at most some frames.
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

  /// Returns the name of the last request to `object`; nil if it is older than the last 256 requests.
  func lastRequest(to object: UInt32) -> String? {
    for age in 1...max(1, entries.count) where entries.count >= age {
      let entry = entries[(next - age + Self.capacity) % Self.capacity]
      if entry.object == object { return "\(entry.name)" }
    }
    return nil
  }
}
