internal import Geometry

/// The dismissals of a stack that can be undone.
struct DismissalHistory: Sendable {
  /// A dismissal.
  struct Dismissal: Sendable {
    /// The index of the card's item.
    fileprivate(set) var index: Int
    let direction: SwipeDirection
    /// The displacement of the card when it had left, in points.
    let exit: Point
    /// The point of the card that the finger held, relative to the card's center, in points.
    let grip: Point
  }

  /// The dismissals; the last dismissal is at the end.
  private var dismissals: [Dismissal] = []

  /// The maximum number of stored dismissals. Without a limit, the history of a stack that wraps could grow
  /// forever.
  private static let maximumCount = 10_000

  mutating func append(_ dismissal: Dismissal) {
    if dismissals.count == Self.maximumCount { dismissals.removeFirst() }
    dismissals.append(dismissal)
  }

  /// Returns the last dismissal of an item before `index`.
  func last(before index: Int) -> Dismissal? { dismissals.last { $0.index < index } }

  /// Removes and returns the last dismissal.
  mutating func pop() -> Dismissal? { dismissals.popLast() }

  /// Forgets the dismissals of items from `index` on.
  mutating func forget(from index: Int) { dismissals.removeAll { $0.index >= index } }

  /// Applies edits of content. Dismissals of removed items are forgotten.
  mutating func follow(_ edits: ContentEdits) {
    dismissals.removeAll { edits.keptIndex(ofItem: $0.index) == nil }
    for position in dismissals.indices {
      dismissals[position].index = edits.newIndex(ofItem: dismissals[position].index)
    }
  }
}
