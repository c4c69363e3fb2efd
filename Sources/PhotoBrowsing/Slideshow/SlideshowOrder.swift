internal import PhotoLibrary

/// The order in which a slideshow shows its entries.
package enum SlideshowOrder: Hashable, Sendable {
  /// The order of the list. After the last entry follows the first one.
  case list
  /// Rounds, each of which shows every entry once. The order of a round follows from the seed and the keys of its entries. An entry
  /// that is added during a round has its place among the entries that are left. Two rounds do not meet at the same entry.
  case random(seed: UInt64)
}

/// An entry of a slideshow.
package struct SlideshowEntry<ID: Hashable & Sendable>: Hashable, Sendable {
  package let id: ID
  /// A number that the entry has in each run, from which its place in a random order follows.
  package let key: UInt64
  /// The time from the first frame of the entry to the first frame of the next one, in seconds; `nil` for the interval of the show.
  package let duration: Double?

  /// Creates an entry.
  ///
  /// - Parameter duration: In seconds, clamped as the interval of the show; `nil` for this interval.
  package init(_ id: ID, key: UInt64, duration: Double? = nil) {
    (self.id, self.key) = (id, key)
    self.duration = duration.map { Slideshow<ID>.Settings.valid($0) }
  }
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

  private(set) var entries: [SlideshowEntry<ID>] = []
  private var indexes: [ID: Int] = [:]
  private var place = Place.gap(before: 0)
  private var order: SlideshowOrder
  /// The number of the random round.
  private var round: UInt64 = 0
  /// The entries that the random round has shown or skipped.
  private var done: Set<ID> = []
  /// The indexes of the entries in the order of the round; empty before they are sorted.
  private var places: [Int] = []
  /// All entries before this one in ``places`` are done.
  private var firstOpen = 0
  /// The entries of a random order that were shown before the present one, the latest last.
  private var past: [ID] = []
  private static var longestPast: Int { 1000 }

  init(_ order: SlideshowOrder) { self.order = order }

  /// Changes the order. A random order begins a round at the shown entry.
  mutating func setOrder(_ order: SlideshowOrder) {
    self.order = order
    (round, done, places, firstOpen, past) = (0, [], [], 0, [])
    if case .entry(let index) = place, entries.indices.contains(index) { done.insert(entries[index].id) }
  }

  func contains(_ id: ID) -> Bool { indexes[id] != nil }

  /// The time for which an entry is shown, in seconds; `nil` if it states none.
  func duration(of id: ID) -> Double? { indexes[id].flatMap { entries[$0].duration } }

  /// Replaces the list. A second occurrence of an entry is ignored. New entries join the present random round.
  mutating func setEntries(_ new: [SlideshowEntry<ID>]) {
    let old = entries
    entries = []
    entries.reserveCapacity(new.count)
    indexes = [:]
    for entry in new where indexes[entry.id] == nil {
      indexes[entry.id] = entries.count
      entries.append(entry)
    }
    switch place {
    case .entry(let index):
      if let now = indexes[old[index].id] {
        place = .entry(now)
      } else {
        place = .gap(before: self.index(ofSurvivorIn: old, from: index + 1))
      }
    case .gap(let index): place = .gap(before: self.index(ofSurvivorIn: old, from: index))
    }
    done = done.filter { indexes[$0] != nil }
    (places, firstOpen) = ([], 0)
    past.removeAll { indexes[$0] == nil }
  }

  /// Returns the index of the first entry of the old list from an index on that is still in the list.
  private func index(ofSurvivorIn old: [SlideshowEntry<ID>], from first: Int) -> Int {
    guard first <= old.count else { return 0 }
    return old[first...].lazy.compactMap { indexes[$0.id] }.first ?? 0
  }

  /// Records that an entry is shown now.
  ///
  /// - Parameters:
  ///   - former: The entry that was shown before; `nil` if there was none.
  ///   - goesBack: Whether the entry is one that was shown before the former one, which is then the next one of a random order.
  mutating func move(to id: ID, from former: ID?, goesBack: Bool) {
    guard let index = indexes[id] else { return }
    place = .entry(index)
    done.insert(id)
    let former = former.flatMap { contains($0) ? $0 : nil }
    if goesBack {
      if let place = past.lastIndex(of: id) { past.removeSubrange(place...) }
      if let former { done.remove(former) }
      firstOpen = 0
    } else if let former {
      past.append(former)
      if past.count > Self.longestPast { past.removeFirst() }
    }
  }

  /// Records that a random round leaves an entry out.
  mutating func skip(_ id: ID) { if contains(id) { done.insert(id) } }

  /// Returns the entry that follows the place of the show; `nil` if none may follow. A random order may begin a new round.
  ///
  /// - Parameters:
  ///   - id: The entry that a list goes on from; `nil` for the one at which the show is.
  ///   - shown: The shown entry, which does not follow itself.
  ///   - mayFollow: Whether an entry may be shown.
  mutating func next(after id: ID?, shown: ID?, where mayFollow: (ID) -> Bool) -> ID? {
    guard case .random(let seed) = order else {
      return first(from: id.flatMap { indexes[$0] }.map { $0 + 1 } ?? nextIndex, by: 1, shown, mayFollow)
    }
    for _ in 0..<2 {
      sortRound(seed)
      // The entries at the start of a round are done first.
      while firstOpen < places.count, done.contains(entries[places[firstOpen]].id) { firstOpen += 1 }
      for place in places[firstOpen...] {
        let id = entries[place].id
        if id != shown, !done.contains(id), mayFollow(id) { return id }
      }
      guard entries.contains(where: { $0.id != shown && done.contains($0.id) && mayFollow($0.id) }) else {
        return nil
      }
      round += 1
      (done, places, firstOpen) = ([], [], 0)
    }
    return nil
  }

  /// Sorts the indexes of the entries by their places in the random round, unless they are sorted.
  private mutating func sortRound(_ seed: UInt64) {
    guard places.count != entries.count else { return }
    let start = StableHash.combined(seed, round)
    let ranks = entries.map { StableHash.combined(start, $0.key) }
    places = ranks.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
    firstOpen = 0
  }

  /// Returns the entry before the place of the show, or the one that a random order has shown before; `nil` if there is none.
  func previous(before id: ID?, shown: ID?, where mayFollow: (ID) -> Bool) -> ID? {
    guard case .random = order else {
      return first(from: (id.flatMap { indexes[$0] } ?? index) - 1, by: -1, shown, mayFollow)
    }
    let end = id.flatMap { past.lastIndex(of: $0) } ?? past.endIndex
    return past[..<end].last { $0 != shown && mayFollow($0) }
  }

  private var index: Int {
    switch place {
    case .entry(let index), .gap(before: let index): index
    }
  }

  private var nextIndex: Int { if case .entry(let index) = place { index + 1 } else { index } }

  /// Returns the first entry in a direction that may be shown.
  private func first(
    from start: Int, by step: Int, _ shown: ID?, _ mayFollow: (ID) -> Bool
  ) -> ID? {
    let count = entries.count
    for distance in 0..<count {
      let index = ((start + distance * step) % count + count) % count
      let id = entries[index].id
      if id != shown, mayFollow(id) { return id }
    }
    return nil
  }
}
