package import Geometry

/// What a replay of recorded behaviour asks for beyond the public interface.
extension Carousel {
  /// Figures that follow from content, type, bounds and options.
  package struct Derived: Equatable {
    /// The number of placeholders that are shown; none on a carousel that wraps.
    package var numberOfPlaceholdersShown: Int
    /// The number of places on a ring; elsewhere the number of items and placeholders shown.
    package var circularItemCount: Int
  }

  package var derived: Derived {
    Derived(
      numberOfPlaceholdersShown: numberOfPlaceholdersShown, circularItemCount: arrangement.circularItemCount)
  }

  /// Returns where an item `offset` items from the centre goes, with `toggle` in force.
  package func transform(forOffset offset: Double, toggle: Double) -> Transform3D {
    Posing(arrangement, toggle: toggle)
      .transform(at: Spot(offset: offset, itemWidth: arrangement.stage.itemWidth))
  }

  /// Returns the opacity of an item `offset` items from the centre.
  package func alpha(forOffset offset: Double) -> Double { arrangement.fade.alpha(at: offset) }

  /// Returns whether an item is left out because it shows its back.
  package func isHidden(transform: Transform3D, isDoubleSided: Bool) -> Bool {
    arrangement.backs.hide(transform, isDoubleSided: isDoubleSided)
  }

  /// The indexes of all loaded items, back to front, hidden ones included.
  package var depthOrder: [Int] {
    let current = pose(of: scroller.currentIndex).transform
    let measure = DepthOrder.Measure(current: current, axis: scrollAxis)
    return loader.loaded.map {
      (DepthOrder(pose(of: $0.index).transform, by: measure, index: $0.index), $0.index)
    }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// The number of views waiting for reuse, of items and of placeholders.
  package var poolCounts: (items: Int, placeholders: Int) {
    (loader.itemPools.count, loader.placeholderPool.count)
  }

  /// Whether something moves by itself; the turn of the toggle counts also where it is not seen.
  package var isMoving: Bool { scroller.isMoving }

  /// The speed of the hand when it last moved, in items per second.
  package var startVelocity: Double? { scroller.velocity }

  /// Where the current motion began, in items.
  package var startOffset: Double? { scroller.motion?.start }

  /// Where the current motion ends, in items.
  package var endOffset: Double? { scroller.motion?.end }

  /// How long the current motion lasts, in seconds.
  package var scrollDuration: Double? { scroller.motion?.duration }
}
