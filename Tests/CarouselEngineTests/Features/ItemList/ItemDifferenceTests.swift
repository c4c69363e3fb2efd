import CarouselEngine
import TestSupport
import Testing

/// Tests of the edits that turn one list into another.
struct ItemDifferenceTests {
  /// Returns `old` with the edits applied. An inserted item is `nil`.
  private func applied(_ edits: [ContentEdit], to old: [Int]) -> [Int?] {
    var items: [Int?] = old
    for edit in edits {
      switch edit {
      case .insert(let index, _): items.insert(nil, at: index)
      case .remove(let index, _): items.remove(at: index)
      case .move(let from, let to, _): items.insert(items.remove(at: from), at: to)
      case .reload: break
      }
    }
    return items
  }

  private func counts(_ edits: [ContentEdit]) -> (inserts: Int, removals: Int, moves: Int) {
    var counts = (inserts: 0, removals: 0, moves: 0)
    for edit in edits {
      switch edit {
      case .insert: counts.inserts += 1
      case .remove: counts.removals += 1
      case .move: counts.moves += 1
      case .reload: break
      }
    }
    return counts
  }

  @Test(
    "The edits turn the old list into the new list",
    arguments: [
      ([], []), ([], [1, 2]), ([1, 2], []), ([1, 2, 3], [1, 2, 3]), ([1, 2, 3], [3, 2, 1]),
      ([1, 2, 3, 4], [4, 1, 2, 3]), ([1, 2, 3, 4], [2, 3, 4, 1]), ([1, 2, 3], [4, 3, 5, 1]),
    ])
  func small(old: [Int], new: [Int]) {
    let difference = ItemDifference(from: old, to: new, isAnimated: true)
    #expect(applied(difference.edits, to: old) == new.map { old.contains($0) ? $0 : nil })
  }

  @Test("If one item has moved, the difference contains only one move")
  func oneMove() {
    let old = Array(0..<100)
    for (from, to) in [(0, 99), (99, 0), (10, 60), (60, 10), (5, 6)] {
      var new = old
      new.insert(new.remove(at: from), at: to)
      #expect(counts(ItemDifference(from: old, to: new, isAnimated: true).edits) == (0, 0, 1))
    }
  }

  @Test(
    "For random lists, even with repeated identities, the edits produce the new list with the fewest possible moves"
  )
  func random() {
    var random = SplitMix(seed: 7)
    for _ in 1...2000 {
      let identities = 0...random.whole(1...30)
      let old = (0..<random.whole(0...20)).map { _ in random.whole(identities) }
      let new = (0..<random.whole(0...20)).map { _ in random.whole(identities) }
      let difference = ItemDifference(from: old, to: new, isAnimated: false)
      // Each occurrence of an identity is a separate item.
      func occurrences(_ list: [Int]) -> [[Int]] {
        var seen: [Int: Int] = [:]
        return list.map { id in
          seen[id, default: 0] += 1
          return [id, seen[id] ?? 0]
        }
      }
      let (oldItems, newItems) = (occurrences(old), occurrences(new))
      let result = applied(difference.edits, to: Array(old.indices)).map { $0.map { oldItems[$0] } }
      let kept = newItems.filter { oldItems.contains($0) }
      #expect(result == newItems.map { oldItems.contains($0) ? $0 : nil }, "\(old) → \(new)")
      let counts = counts(difference.edits)
      #expect(counts.removals == old.count - kept.count && counts.inserts == new.count - kept.count)
      let order = kept.map { item in oldItems.firstIndex(of: item) }
      #expect(counts.moves <= kept.count - longestIncrease(of: order).count)
    }
  }

  @Test("The longest increasing subsequence is as long as an exhaustive search finds")
  func increase() {
    var random = SplitMix(seed: 11)
    for _ in 1...300 {
      let numbers = (0..<random.whole(0...9)).map { _ -> Int? in
        random.once(in: 5) ? nil : random.whole(0...9)
      }
      let found = longestIncrease(of: numbers)
      let values = found.compactMap { numbers[$0] }
      #expect(found == found.sorted() && values.count == found.count)
      #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
      var longest = 0
      for mask in 0..<(1 << numbers.count) {
        let chosen = numbers.indices.filter { mask & (1 << $0) != 0 }.map { numbers[$0] }
        guard chosen.allSatisfy({ $0 != nil }) else { continue }
        let isIncreasing = zip(chosen, chosen.dropFirst()).allSatisfy { $0 ?? 0 < $1 ?? 0 }
        if isIncreasing { longest = max(longest, chosen.count) }
      }
      #expect(found.count == longest)
    }
  }

  @Test(
    "The remaining item nearest to a removed item is the next remaining item, or the previous one if no item follows"
  )
  func nearest() {
    let difference = ItemDifference(from: [1, 2, 3, 4, 5], to: [9, 8, 2, 4], isAnimated: false)
    #expect([0, 1, 2, 3, 4].map { difference.matching.newIndex(nearestTo: $0) } == [2, 2, 3, 3, 3])
    #expect(
      difference.matching.newIndex(nearestTo: -1) == nil
        && difference.matching.newIndex(nearestTo: .max) == nil)
    #expect(ItemDifference(from: [1], to: [2], isAnimated: false).matching.newIndex(nearestTo: 0) == nil)
  }

  @Test(
    "If one item of 1,000 is inserted, removed or replaced, each other item is compared or hashed at most three times",
    arguments: [0, 500, 999])
  func cost(place: Int) {
    let tally = IdentityTally()
    func list(_ numbers: [Int]) -> [CountedIdentity] {
      numbers.map { CountedIdentity(number: $0, tally: tally) }
    }
    let old = Array(0..<1000)
    let changes: [([ContentEdit], (inout [Int]) -> Void)] = [
      ([.insert(place, isAnimated: true)], { $0.insert(-1, at: place) }),
      ([.remove(place, isAnimated: true)], { $0.remove(at: place) }),
      ([.remove(place, isAnimated: true), .insert(place, isAnimated: true)], { $0[place] = -1 }),
    ]
    for (edits, change) in changes {
      var new = old
      change(&new)
      tally.count = 0
      let difference = ItemDifference(from: list(old), to: list(new), isAnimated: true)
      #expect(difference.edits == edits)
      // Each item is compared with its counterpart. The items after the change are searched for another
      // occurrence of the changed item, which takes a hash and at most one comparison each.
      #expect(tally.count <= 3100)
    }
  }
}

/// The number of comparisons and hashes.
private final class IdentityTally {
  var count = 0
}

/// An identity whose comparisons and hashes are counted.
private struct CountedIdentity: Hashable {
  let number: Int
  let tally: IdentityTally

  static func == (a: CountedIdentity, b: CountedIdentity) -> Bool {
    a.tally.count += 1
    return a.number == b.number
  }

  func hash(into hasher: inout Hasher) {
    tally.count += 1
    hasher.combine(number)
  }
}
