/// The order in which a slideshow shows its entries.
package enum SlideshowOrder: Hashable, Sendable {
  /// The order of the list. After the last entry follows the first one.
  case list
  /// Rounds, each of which shows every entry once. The order follows from the seed, and two rounds do not meet at the same entry.
  case random(seed: UInt64)
}

/// The entries of a slideshow, and the one that follows each of them.
struct SlideshowSequence<ID: Hashable & Sendable>: Sendable {
  /// The place of the show in the list.
  private enum Place: Hashable, Sendable {
    /// At an entry; its index.
    case entry(Int)
    /// The entry was removed. The next one of the list has this index.
    case gap(before: Int)
  }

  private(set) var entries: [ID] = []
  private var indexes: [ID: Int] = [:]
  private var place = Place.gap(before: 0)
  private let order: SlideshowOrder
  private var random: SeededGenerator
  /// The entries of a random round that are still to come, the next one last.
  private var rest: [ID] = []
  /// The entries of a random order that were shown before the present one, the latest last.
  private var past: [ID] = []
  private static var longestPast: Int { 1000 }

  init(_ order: SlideshowOrder) {
    self.order = order
    if case .random(let seed) = order {
      random = SeededGenerator(seed: seed)
    } else {
      random = SeededGenerator(seed: 0)
    }
  }

  private var isRandom: Bool { if case .random = order { true } else { false } }

  func contains(_ id: ID) -> Bool { indexes[id] != nil }

  /// Replaces the list. A second occurrence of an entry is ignored. New entries join the present random round.
  mutating func setEntries(_ new: [ID]) {
    let (old, known) = (entries, indexes)
    entries = []
    entries.reserveCapacity(new.count)
    indexes = [:]
    for id in new where indexes[id] == nil {
      indexes[id] = entries.count
      entries.append(id)
    }
    switch place {
    case .entry(let index):
      if let now = indexes[old[index]] {
        place = .entry(now)
      } else {
        place = .gap(before: self.index(ofSurvivorIn: old, from: index + 1))
      }
    case .gap(let index): place = .gap(before: self.index(ofSurvivorIn: old, from: index))
    }
    guard isRandom else { return }
    rest.removeAll { indexes[$0] == nil }
    past.removeAll { indexes[$0] == nil }
    let added = entries.filter { known[$0] == nil }
    guard !added.isEmpty else { return }
    rest = (rest + added).shuffled(using: &random)
  }

  /// Returns the index of the first entry of the old list from an index on that is still in the list.
  private func index(ofSurvivorIn old: [ID], from first: Int) -> Int {
    guard first <= old.count else { return 0 }
    return old[first...].lazy.compactMap { indexes[$0] }.first ?? 0
  }

  /// Records that an entry is shown now.
  ///
  /// - Parameters:
  ///   - former: The entry that was shown before; `nil` if there was none.
  ///   - goesBack: Whether the entry is one that was shown before the former one, which is then the next one of a random order.
  mutating func move(to id: ID, from former: ID?, goesBack: Bool) {
    guard let index = indexes[id] else { return }
    place = .entry(index)
    guard isRandom else { return }
    rest.removeAll { $0 == id }
    let former = former.flatMap { contains($0) ? $0 : nil }
    if goesBack {
      if let place = past.lastIndex(of: id) { past.removeSubrange(place...) }
      if let former { putBack(former) }
    } else if let former {
      past.append(former)
      if past.count > Self.longestPast { past.removeFirst() }
    }
  }

  /// Returns the entry that follows another one in the list, or in the present random round.
  ///
  /// - Parameters:
  ///   - id: The entry; `nil` for the one at which the show is.
  ///   - shown: The entry with which a new round does not begin.
  mutating func next(after id: ID?, shown: ID?) -> ID? {
    guard !entries.isEmpty else { return nil }
    guard isRandom else {
      if let index = id.flatMap({ indexes[$0] }) { return entries[(index + 1) % entries.count] }
      switch place {
      case .entry(let index): return entries[(index + 1) % entries.count]
      case .gap(let index): return entries[index % entries.count]
      }
    }
    if rest.isEmpty {
      rest = entries.shuffled(using: &random)
      if rest.count > 1, rest.last == shown { rest.swapAt(0, rest.count - 1) }
    }
    return rest.popLast()
  }

  /// Returns the entry before another one in the list, or the one that a random order has shown before; `nil` if there is none.
  ///
  /// - Parameter id: The entry; `nil` for the one at which the show is.
  func previous(before id: ID?) -> ID? {
    guard !entries.isEmpty else { return nil }
    guard isRandom else {
      var index =
        switch place {
        case .entry(let index), .gap(before: let index): index
        }
      if let known = id.flatMap({ indexes[$0] }) { index = known }
      return entries[(index + entries.count - 1) % entries.count]
    }
    let end = id.flatMap { past.lastIndex(of: $0) } ?? past.endIndex
    return end > 0 ? past[end - 1] : nil
  }

  /// Returns an entry that was chosen but not shown to the random round, as its next one.
  mutating func putBack(_ id: ID) {
    guard isRandom, contains(id) else { return }
    rest.removeAll { $0 == id }
    rest.append(id)
  }
}

/// A random number generator that returns the same numbers for the same seed (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator.
  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
