/// Keeps what was used last, up to a number of bytes, and not one byte more.
///
/// Room is made before something is put in; what alone is larger than the budget is not kept.
package struct PixelCache<Key: Hashable, Value> {
  private struct Entry {
    var value: Value
    let bytes: Int
    var newer: Key?
    var older: Key?
  }

  /// In bytes; what no longer fits when it is lowered leaves at once.
  package var budget: Int {
    didSet {
      budget = max(0, budget)
      makeRoom(for: 0)
    }
  }
  /// What the entries take, in bytes; at most ``budget``.
  package private(set) var bytes = 0
  /// The most that ``bytes`` ever was.
  package private(set) var peakBytes = 0
  private var entries: [Key: Entry] = [:]
  private var newest: Key?
  private var oldest: Key?

  package init(budget: Int) { self.budget = max(0, budget) }

  package var count: Int { entries.count }

  /// Returns what is kept under a key, and counts that as a use.
  package mutating func value(for key: Key) -> Value? {
    guard let entry = entries[key] else { return nil }
    if newest != key {
      unlink(key)
      linkAsNewest(key)
    }
    return entry.value
  }

  /// Keeps a value in the place of what is used least recently.
  package mutating func insert(_ value: Value, bytes size: Int, for key: Key) {
    remove(key)
    guard size <= budget else { return }
    makeRoom(for: size)
    entries[key] = Entry(value: value, bytes: size)
    linkAsNewest(key)
    bytes += size
    peakBytes = max(peakBytes, bytes)
  }

  package mutating func remove(_ key: Key) {
    guard let entry = entries[key] else { return }
    unlink(key)
    entries[key] = nil
    bytes -= entry.bytes
  }

  package mutating func removeAll(where matches: (Key) -> Bool) {
    for key in entries.keys.filter(matches) { remove(key) }
  }

  private mutating func makeRoom(for size: Int) {
    while bytes > budget - size, let oldest { remove(oldest) }
  }

  private mutating func unlink(_ key: Key) {
    guard let entry = entries[key] else { return }
    if let newer = entry.newer { entries[newer]?.older = entry.older } else { newest = entry.older }
    if let older = entry.older { entries[older]?.newer = entry.newer } else { oldest = entry.newer }
  }

  private mutating func linkAsNewest(_ key: Key) {
    entries[key]?.newer = nil
    entries[key]?.older = newest
    if let newest { entries[newest]?.newer = key }
    newest = key
    if oldest == nil { oldest = key }
  }
}
