/// A subtree of a ``LengthList``: a leaf with lengths, or a branch with smaller subtrees.
///
/// All leaves have the same depth. A node never changes: an edit creates new nodes on the path from the root
/// to one leaf, and shares all other nodes with the former tree. Each sum is computed from the entries of its
/// node, and never by subtraction, so that rounding errors do not accumulate.
struct LengthNode: Sendable {
  private enum Content: Sendable {
    case leaf([Double])
    case branch([LengthNode])
  }

  private let content: Content
  /// The number of lengths.
  let count: Int
  /// The sum of the lengths.
  let sum: Double

  // In measurements with 10⁶ lengths, these were the fastest capacities: of 32, 64 and 128 for leaves, and of
  // 8, 16 and 32 for branches.
  private static let leafCapacity = 64
  private static let branchCapacity = 16
  /// A node with fewer entries than capacity / leastFill is merged with a sibling.
  private static let leastFill = 3

  private init(leaf lengths: [Double]) {
    content = .leaf(lengths)
    count = lengths.count
    sum = lengths.reduce(0, +)
  }

  private init(branch children: [LengthNode]) {
    content = .branch(children)
    count = children.reduce(0) { $0 + $1.count }
    sum = children.reduce(0) { $0 + $1.sum }
  }

  /// Creates the tree of `lengths`.
  ///
  /// - Complexity: O(*n*).
  init(_ lengths: [Double]) { self = Self.tree(of: Self.leaves(lengths)) }

  /// Returns the tree with the roots `nodes` below it. There must be at least one node, and all must have the
  /// same depth.
  private static func tree(of nodes: [LengthNode]) -> LengthNode {
    var nodes = nodes
    while nodes.count > 1 { nodes = branches(nodes) }
    var root = nodes[0]
    while case .branch(let children) = root.content, children.count == 1 { root = children[0] }
    return root
  }
}

// MARK: - Reading

extension LengthNode {
  /// Returns the length at `index`.
  func length(at index: Int) -> Double {
    switch content {
    case .leaf(let lengths): return lengths[index]
    case .branch(let children):
      let (child, rest) = Self.child(with: index, of: children)
      return children[child].length(at: rest)
    }
  }

  /// Returns the sum of the lengths before `index` and half of the length at `index`.
  ///
  /// The result never decreases from one index to the next, and never exceeds ``sum``, even with rounding
  /// errors. The reason: the sum within a child is computed before the sum of the preceding children is
  /// added.
  func middle(of index: Int) -> Double {
    switch content {
    case .leaf(let lengths): return lengths[..<index].reduce(0, +) + lengths[index] / 2
    case .branch(let children):
      let (child, rest) = Self.child(with: index, of: children)
      return children[..<child].reduce(0) { $0 + $1.sum } + children[child].middle(of: rest)
    }
  }

  /// Returns the index of the length that contains `place`, up to rounding errors. If `place` is outside the
  /// tree, returns the nearest index.
  func index(at place: Double) -> Int {
    switch content {
    case .leaf(let lengths):
      var end = 0.0
      for (index, length) in lengths.enumerated() {
        end += length
        if place < end { return index }
      }
      return max(0, lengths.count - 1)
    case .branch(let children):
      var (first, start) = (0, 0.0)
      for child in children.dropLast() {
        let end = start + child.sum
        if place < end { return first + child.index(at: place - start) }
        (first, start) = (first + child.count, end)
      }
      return first + children[children.count - 1].index(at: place - start)
    }
  }

  /// Returns the child that contains the length at `index`, and its index within the child. If `index` is the
  /// number of lengths, returns the last child.
  private static func child(with index: Int, of children: [LengthNode]) -> (child: Int, rest: Int) {
    var (child, rest) = (0, index)
    while child + 1 < children.count, rest >= children[child].count {
      rest -= children[child].count
      child += 1
    }
    return (child, rest)
  }
}

// MARK: - Changing

extension LengthNode {
  /// Returns the tree with the length at `index` replaced by `length`.
  func replacing(at index: Int, with length: Double) -> LengthNode {
    switch content {
    case .leaf(var lengths):
      lengths[index] = length
      return LengthNode(leaf: lengths)
    case .branch(var children):
      let (child, rest) = Self.child(with: index, of: children)
      children[child] = children[child].replacing(at: rest, with: length)
      return LengthNode(branch: children)
    }
  }

  /// Returns the tree with `length` inserted at `index`.
  func inserting(_ length: Double, at index: Int) -> LengthNode {
    Self.tree(of: parts(inserting: length, at: index))
  }

  /// Returns the tree without the length at `index`.
  func removing(at index: Int) -> LengthNode { Self.tree(of: [part(removing: index)]) }

  /// Returns the tree in which `transform` has been applied to each length.
  ///
  /// - Complexity: O(*n*).
  func mapped(_ transform: (Double) -> Double) -> LengthNode {
    switch content {
    case .leaf(let lengths): LengthNode(leaf: lengths.map(transform))
    case .branch(let children): LengthNode(branch: children.map { $0.mapped(transform) })
    }
  }

  /// Returns the one or two nodes that replace this node.
  private func parts(inserting length: Double, at index: Int) -> [LengthNode] {
    switch content {
    case .leaf(var lengths):
      lengths.insert(length, at: index)
      return Self.leaves(lengths)
    case .branch(var children):
      let (child, rest) = Self.child(with: index, of: children)
      children.replaceSubrange(child...child, with: children[child].parts(inserting: length, at: rest))
      return Self.branches(children)
    }
  }

  /// Returns the node that replaces this node. The new node can have fewer entries than the minimum.
  private func part(removing index: Int) -> LengthNode {
    switch content {
    case .leaf(var lengths):
      lengths.remove(at: index)
      return LengthNode(leaf: lengths)
    case .branch(var children):
      let (child, rest) = Self.child(with: index, of: children)
      children[child] = children[child].part(removing: rest)
      if children[child].isUnderfull {
        let left = max(0, child - 1)
        let merged = children[left].merged(with: children[left + 1])
        children.replaceSubrange(left...(left + 1), with: merged)
      }
      return LengthNode(branch: children)
    }
  }

  private var isUnderfull: Bool {
    switch content {
    case .leaf(let lengths): lengths.count < Self.leafCapacity / Self.leastFill
    case .branch(let children): children.count < Self.branchCapacity / Self.leastFill
    }
  }

  /// Returns the one or two nodes that contain the entries of this node and of its sibling `next`.
  private func merged(with next: LengthNode) -> [LengthNode] {
    switch (content, next.content) {
    case (.leaf(let lengths), .leaf(let others)): Self.leaves(lengths + others)
    case (.branch(let children), .branch(let others)): Self.branches(children + others)
    default: preconditionFailure("siblings have different depths")
    }
  }

  private static func leaves(_ lengths: [Double]) -> [LengthNode] {
    lengths.count <= leafCapacity
      ? [LengthNode(leaf: lengths)]
      : evenParts(of: lengths, capacity: leafCapacity).map { LengthNode(leaf: Array($0)) }
  }

  private static func branches(_ children: [LengthNode]) -> [LengthNode] {
    children.count <= branchCapacity
      ? [LengthNode(branch: children)]
      : evenParts(of: children, capacity: branchCapacity).map { LengthNode(branch: Array($0)) }
  }

  /// Divides `entries` into as few parts as possible, each with at most `capacity` entries. Their sizes
  /// differ by at most 1.
  private static func evenParts<Entry>(of entries: [Entry], capacity: Int) -> [ArraySlice<Entry>] {
    let parts = (entries.count + capacity - 1) / capacity
    return (0..<parts).map { entries[($0 * entries.count / parts)..<(($0 + 1) * entries.count / parts)] }
  }
}

// MARK: - Invariants

extension LengthNode {
  /// The number of levels above the leaves; `nil` if the tree is not balanced.
  ///
  /// In a balanced tree all leaves have the same depth, and all nodes except the root have a valid number of
  /// entries.
  var balancedHeight: Int? {
    switch content {
    case .leaf(let lengths): return lengths.count <= Self.leafCapacity ? 0 : nil
    case .branch(let children):
      let height = children[0].balancedHeight
      guard let height, children.count <= Self.branchCapacity, !children.contains(where: \.isUnderfull),
        children.allSatisfy({ $0.balancedHeight == height })
      else { return nil }
      return height + 1
    }
  }
}

// MARK: - Iterating

extension LengthNode {
  /// Iterates over all lengths.
  struct Iterator: IteratorProtocol, Sendable {
    private var leaf: [Double] = []
    private var position = 0
    /// The nodes that have not been visited yet; the next node is last.
    private var pending: [LengthNode]

    init(_ root: LengthNode) { pending = [root] }

    mutating func next() -> Double? {
      while position == leaf.count {
        guard let node = pending.popLast() else { return nil }
        switch node.content {
        case .leaf(let lengths): (leaf, position) = (lengths, 0)
        case .branch(let children): pending.append(contentsOf: children.reversed())
        }
      }
      position += 1
      return leaf[position - 1]
    }
  }
}
