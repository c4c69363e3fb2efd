import CarouselEngine
import Geometry

/// Internal state that is compared with the recorded behavior of iCarousel, beyond the public interface.
extension Carousel {
  /// Values that the carousel computes from content, type, bounds and options.
  struct Derived: Equatable {
    /// The number of placeholders that can be visible; 0 on a carousel that wraps.
    var numberOfPlaceholdersShown: Int
    /// The number of positions on a ring. For other layouts, the number of items plus the number of
    /// placeholders.
    var circularItemCount: Int
  }

  var derived: Derived {
    Derived(
      numberOfPlaceholdersShown: core.numberOfPlaceholdersShown,
      circularItemCount: core.layout.snapshot.geometry.positionsOnRing
        ?? numberOfItems + core.numberOfPlaceholdersShown)
  }

  private func poses(toggle: Double) -> PoseSolver {
    layOutIfNeeded()
    return PoseSolver(core.layout.snapshot, toggle: toggle) { offset, base in
      self.delegate?.carousel(self, itemTransformForOffset: offset, baseTransform: base) ?? base
    }
  }

  /// Returns the transform of an item `offset` items from the center, with the given `toggle`.
  func transform(forOffset offset: Double, toggle: Double) -> Transform3D {
    poses(toggle: toggle)
      .transform(at: ItemPosition(offset: offset, itemWidth: core.layout.snapshot.context.itemWidth))
  }

  /// Returns the opacity of an item `offset` items from the center.
  func alpha(forOffset offset: Double) -> Double {
    layOutIfNeeded()
    return core.layout.snapshot.fade.alpha(at: offset)
  }

  /// Returns whether an item is hidden because its back faces the viewer.
  func isHidden(transform: Transform3D, isDoubleSided: Bool) -> Bool {
    layOutIfNeeded()
    return core.layout.snapshot.backfaces.hides(transform, isDoubleSided: isDoubleSided)
  }

  /// The indexes of all loaded items, back to front, including hidden items.
  var depthOrder: [Int] {
    let poses = poses(toggle: toggle)
    let positions = core.positions
    func transform(_ index: Int) -> Transform3D {
      poses.pose(at: positions.position(ofItem: index), isDoubleSided: true).transform
    }
    let measure = DepthOrder.Measure(
      current: transform(core.scroller.currentIndex), axis: core.layout.settings.axis)
    return core.loader.loaded.map {
      (DepthOrder(transform($0.index), by: measure, index: $0.index), $0.index)
    }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// The numbers of views that wait for reuse: views of items, and views of placeholders.
  var poolCounts: (items: Int, placeholders: Int) {
    layOutIfNeeded()
    return (core.loader.itemPool.count, core.loader.placeholderPool.count)
  }

  /// Whether the carousel moves without input. A cover turn counts even if the layout does not show it.
  var isMoving: Bool { core.scroller.isMoving }

  /// The velocity of the last drag event, in items per second.
  var startVelocity: Double? { core.scroller.velocity }

  /// The offset where the current motion began, in items.
  var startOffset: Double? { core.scroller.activity.motion?.start }

  /// The duration of the current motion, in seconds.
  var scrollDuration: Double? { core.scroller.activity.motion?.duration }
}

extension Scroller {
  /// The reason why the carousel must not rest at the current offset; `nil` if it may rest there. Valid only
  /// while nothing moves.
  var illegalRest: String? {
    guard isIdle, !row.isEmpty, autoscroll.speed == 0, !isOffsetSet else { return nil }
    return bounds.isOutside(offset) ? "rests at \(offset), beyond the ends" : nil
  }
}
