/// A list of lengths with fast copies, fast edits, and fast sums of the lengths before each index.
///
/// The list is a balanced tree. A copy is O(1). An edit is O(log *n*) in time and memory, even if copies
/// share nodes of the tree. The engine uses lists for the widths of items in points, and for the lengths of
/// items on an ``ItemTrack``.
package struct LengthList: Sendable {
  private var root: LengthNode

  /// Creates a list of `lengths`, each at least 0.
  ///
  /// - Complexity: O(*n*).
  package init(_ lengths: some Sequence<Double>) { root = LengthNode(Array(lengths)) }

  package init() { root = LengthNode([]) }

  private init(root: LengthNode) { self.root = root }

  package var count: Int { root.count }
  package var isEmpty: Bool { root.count == 0 }
  package var indices: Range<Int> { 0..<root.count }

  /// The sum of all lengths.
  package var sum: Double { root.sum }

  /// Whether the tree is balanced well enough for O(log *n*). For tests.
  ///
  /// - Complexity: O(*n*).
  package var isBalanced: Bool { root.balancedHeight != nil }

  /// The length at `index`.
  ///
  /// - Complexity: O(log *n*).
  /// - Precondition: `index` is in ``indices``.
  package subscript(index: Int) -> Double {
    get {
      precondition(indices.contains(index), "no such length")
      return root.length(at: index)
    }
    set {
      precondition(indices.contains(index), "no such length")
      root = root.replacing(at: index, with: newValue)
    }
  }

  /// Inserts `length` before the length at `index`, or at the end.
  ///
  /// - Complexity: O(log *n*).
  /// - Precondition: `index` is in `0...count`.
  package mutating func insert(_ length: Double, at index: Int) {
    precondition((0...count).contains(index), "no such index")
    root = root.inserting(length, at: index)
  }

  /// Removes and returns the length at `index`.
  ///
  /// - Complexity: O(log *n*).
  /// - Precondition: `index` is in ``indices``.
  @discardableResult
  package mutating func remove(at index: Int) -> Double {
    let length = self[index]
    root = root.removing(at: index)
    return length
  }

  /// Moves the length at `index` to index `destination`.
  ///
  /// - Complexity: O(log *n*).
  /// - Precondition: Both indexes are in ``indices``.
  package mutating func move(from index: Int, to destination: Int) {
    precondition(indices.contains(destination), "no such index")
    insert(remove(at: index), at: destination)
  }

  /// Returns the list of the results of `transform` for each length.
  ///
  /// - Complexity: O(*n*).
  package func mapped(_ transform: (Double) -> Double) -> LengthList {
    LengthList(root: root.mapped(transform))
  }

  /// Returns the sum of the lengths before `index` and half of the length at `index`. The result never
  /// decreases from one index to the next, and never exceeds ``sum``.
  ///
  /// - Complexity: O(log *n*).
  /// - Precondition: `index` is in ``indices``.
  package func middle(of index: Int) -> Double {
    precondition(indices.contains(index), "no such length")
    return root.middle(of: index)
  }

  /// Returns the index of the length that contains `place`, up to rounding errors. If `place` is outside the
  /// list, returns the nearest index.
  ///
  /// - Complexity: O(log *n*).
  /// - Precondition: The list is not empty.
  package func index(at place: Double) -> Int {
    precondition(!isEmpty, "no length")
    return root.index(at: place)
  }
}

extension LengthList: Sequence {
  package struct Iterator: IteratorProtocol, Sendable {
    private var base: LengthNode.Iterator

    fileprivate init(_ root: LengthNode) { base = LengthNode.Iterator(root) }

    package mutating func next() -> Double? { base.next() }
  }

  package var underestimatedCount: Int { count }
  package func makeIterator() -> Iterator { Iterator(root) }
}
