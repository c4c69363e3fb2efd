/// A cache that evicts the least recently used values and never exceeds a budget in bytes.
///
/// Values are evicted before a new one is inserted. A value larger than the budget is not cached.
package struct PixelCache<Key: Hashable, Value> {
  private struct Entry {
    var value: Value
    let bytes: Int
    var newer: Key?
    var older: Key?
  }

  /// The largest total size, in bytes. Lowering the value evicts values immediately. A negative value counts
  /// as 0.
  package var budget: Int {
    didSet {
      budget = max(0, budget)
      evict(toFit: 0)
    }
  }
  /// The total size of the cached values, in bytes; at most ``budget``.
  package private(set) var bytes = 0
  /// The largest value of ``bytes`` so far.
  package private(set) var peakBytes = 0
  private var entries: [Key: Entry] = [:]
  private var newest: Key?
  private var oldest: Key?

  /// Creates an empty cache with a budget in bytes.
  package init(budget: Int) { self.budget = max(0, budget) }

  /// The number of cached values.
  package var count: Int { entries.count }

  /// Returns the cached value of a key, and marks it as most recently used.
  ///
  /// - Parameter isUsable: Whether the caller uses a value. If not, the result is `nil`, and the order remains.
  package mutating func value(for key: Key, where isUsable: (Value) -> Bool = { _ in true }) -> Value? {
    guard let entry = entries[key], isUsable(entry.value) else { return nil }
    if newest != key {
      unlink(key)
      linkAsNewest(key)
    }
    return entry.value
  }

  /// Inserts a value of `size` bytes as the most recently used, and evicts others to stay within the budget.
  package mutating func insert(_ value: Value, bytes size: Int, for key: Key) {
    remove(key)
    guard size <= budget else { return }
    evict(toFit: size)
    entries[key] = Entry(value: value, bytes: size)
    linkAsNewest(key)
    bytes += size
    peakBytes = max(peakBytes, bytes)
  }

  /// Evicts the value of a key.
  package mutating func remove(_ key: Key) {
    guard let entry = entries[key] else { return }
    unlink(key)
    entries[key] = nil
    bytes -= entry.bytes
  }

  /// Evicts the values of all matching keys.
  package mutating func removeAll(where matches: (Key) -> Bool) {
    for key in entries.keys.filter(matches) { remove(key) }
  }

  private mutating func evict(toFit size: Int) {
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
