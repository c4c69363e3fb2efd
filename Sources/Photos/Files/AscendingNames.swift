/// Hands out names in natural order without sorting them all first.
///
/// A binary heap: making it costs about as much as looking at each name once, so the first names of a
/// folder of 100,000 are ready long before a full sort would be.
struct AscendingNames {
  private var heap: [[UInt8]]

  /// - Complexity: O(n).
  init(_ names: [[UInt8]]) {
    heap = names
    for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(index) }
  }

  var isEmpty: Bool { heap.isEmpty }

  /// Removes and returns the first `count` names that are left, in natural order.
  ///
  /// - Complexity: O(count · log n).
  mutating func removeFirst(_ count: Int) -> [[UInt8]] {
    var names: [[UInt8]] = []
    names.reserveCapacity(min(count, heap.count))
    while names.count < count, let first = heap.first {
      names.append(first)
      let last = heap.removeLast()
      if !heap.isEmpty {
        heap[0] = last
        sink(0)
      }
    }
    return names
  }

  private mutating func sink(_ start: Int) {
    var parent = start
    while true {
      var child = 2 * parent + 1
      guard child < heap.count else { return }
      if child + 1 < heap.count, NaturalOrder.precedes(heap[child + 1], heap[child]) { child += 1 }
      guard NaturalOrder.precedes(heap[child], heap[parent]) else { return }
      heap.swapAt(parent, child)
      parent = child
    }
  }
}
