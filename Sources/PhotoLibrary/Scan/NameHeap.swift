/// Returns names in natural order without sorting all of them first.
///
/// It is a binary heap. Building it takes O(n), so the first names of a folder of 100,000 are available long before a
/// full sort would finish.
struct NameHeap {
  private var heap: [FolderListing.Name]

  /// Creates a heap of `names`.
  ///
  /// - Complexity: O(n).
  init(_ names: [FolderListing.Name]) {
    heap = names
    for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(index) }
  }

  /// Whether all names were removed.
  var isEmpty: Bool { heap.isEmpty }

  /// Removes and returns the next `count` names in natural order, or fewer if fewer are left.
  ///
  /// - Complexity: O(count · log n).
  mutating func removeFirst(_ count: Int) -> [FolderListing.Name] {
    var names: [FolderListing.Name] = []
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
      if child + 1 < heap.count, NaturalOrder.precedes(heap[child + 1].bytes, heap[child].bytes) {
        child += 1
      }
      guard NaturalOrder.precedes(heap[child].bytes, heap[parent].bytes) else { return }
      heap.swapAt(parent, child)
      parent = child
    }
  }
}
