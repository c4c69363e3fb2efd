/// A set of columns of a row, stored as disjoint intervals from left to right. Adjacent intervals are merged.
struct ColumnSet: ~Copyable {
  struct Interval {
    var start, end: Int
  }

  private var intervals = ScratchBuffer<Interval>()

  mutating func removeAll() { intervals.count = 0 }

  /// Whether the set contains all of `start..<end`.
  func contains(from start: Int, to end: Int) -> Bool {
    for i in 0..<intervals.count where intervals.elements[i].end > start {
      return intervals.elements[i].start <= start && intervals.elements[i].end >= end
    }
    return start >= end
  }

  /// Returns the leftmost interval of `start..<end` that is not in the set, or `nil` if the set contains all
  /// of `start..<end`.
  func firstMissing(from start: Int, to end: Int) -> Interval? {
    var piece = Interval(start: start, end: end)
    for i in 0..<intervals.count {
      let interval = intervals.elements[i]
      if interval.end <= piece.start { continue }
      if interval.start > piece.start {
        piece.end = min(interval.start, end)
        break
      }
      piece.start = interval.end
    }
    return piece.start < piece.end ? piece : nil
  }

  /// Adds `start..<end`.
  mutating func insert(from start: Int, to end: Int) {
    guard start < end else { return }
    intervals.reserve(intervals.count + 1)
    let elements = intervals.elements
    var first = 0
    while first < intervals.count && elements[first].end < start { first += 1 }
    var next = first
    var merged = Interval(start: start, end: end)
    while next < intervals.count && elements[next].start <= end {
      merged.start = min(merged.start, elements[next].start)
      merged.end = max(merged.end, elements[next].end)
      next += 1
    }
    // `first..<next` are replaced by the merged interval.
    let moved = intervals.count - next
    if next != first + 1 { (elements + first + 1).update(from: elements + next, count: moved) }
    elements[first] = merged
    intervals.count = first + 1 + moved
  }
}
