public import Geometry

extension Carousel {
  public func touchDown(at time: Timestamp) {}
  public func release(at time: Timestamp) {}
  public func panShouldBegin(translation: Point) -> Bool { true }
  public func panBegan(translation: Point, velocity: Point, at time: Timestamp) {}
  public func panChanged(translation: Point, velocity: Point, at time: Timestamp) {}
  public func panEnded(translation: Point, velocity: Point, at time: Timestamp) {}
  public func panCancelled(translation: Point, velocity: Point, at time: Timestamp) {}
  @discardableResult
  public func tap(at point: Point, time: Timestamp) -> TapResult { .notTaken }
  public func contactBegan(id: Int, at point: Point, time: Timestamp) {}
  public func contactMoved(id: Int, to point: Point, time: Timestamp) {}
  @discardableResult
  public func contactEnded(id: Int, at point: Point, time: Timestamp) -> TapResult? { nil }
  public func contactCancelled(id: Int, time: Timestamp) {}
  public func wheel(notches: Double, time: Timestamp) {}
  public func touchpadScroll(by points: Double, time: Timestamp) {}
  public func touchpadScrollEnded(time: Timestamp) {}
}

extension Carousel {
  /// What the golden replay asks for beyond the public interface.
  package struct Derived: Equatable {
    package var numberOfPlaceholdersShown = 0
    package var circularItemCount = 0
  }

  /// The figures that follow from content, type, bounds and options.
  package var derived: Derived { Derived() }
  /// Returns where an item `offset` items from the centre goes, with `toggle` in force.
  package func transform(forOffset offset: Double, toggle: Double) -> Transform3D { .identity }
  /// Returns the opacity of an item `offset` items from the centre.
  package func alpha(forOffset offset: Double) -> Double { 1 }
  /// Returns whether an item is left out because it shows its back.
  package func isHidden(transform: Transform3D, isDoubleSided: Bool) -> Bool { false }
  /// The indexes of the loaded items, back to front.
  package var depthOrder: [Int] { [] }
  /// The number of views waiting for reuse, of items and of placeholders.
  package var poolCounts: (items: Int, placeholders: Int) { (0, 0) }
  /// The velocity of the current motion at its start, in items per second, if it decelerates.
  package var startVelocity: Double? { nil }
  /// Where the current motion began, in items.
  package var startOffset: Double? { nil }
  /// Where the current motion ends, in items.
  package var endOffset: Double? { nil }
  /// How long the current motion lasts, in seconds.
  package var scrollDuration: Double? { nil }
  /// The time that actions without a time of their own count from; `nil` means the next `advance(to:)`.
  package var clock: Timestamp? {
    get { nil }
    set {}
  }
  /// Catches up with changes of bounds, delegate and data, as the next `advance(to:)` or `frame()` would.
  package func layOutIfNeeded() {}
}
