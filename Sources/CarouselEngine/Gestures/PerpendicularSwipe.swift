internal import Geometry

/// A drag across the axis that begins on an item, and that the carousel does not follow.
///
/// Beyond iCarousel; Koloda: `koloda:draggedCardWithPercentage:inDirection:`.
public struct PerpendicularSwipe: Hashable, Sendable {
  /// How far a swipe has come.
  public enum Phase: Hashable, Sendable {
    /// The finger has moved far enough to tell.
    case began
    /// It has moved on.
    case changed
    /// It was lifted: whoever has followed decides by ``PerpendicularSwipe/progress`` and ``PerpendicularSwipe/velocity``.
    case ended
    /// It was taken away, or the item was, also by a reload: everything is as before.
    case cancelled
  }

  public var phase: Phase
  /// The item that it began on, wherever that is now, or was when it was taken away; never a placeholder.
  public var index: Int
  /// How far the finger has moved across the axis since it was told of, in points; on a horizontal carousel positive is
  /// downwards, on a vertical one to the right, and a turned axis turns that along.
  public var travelled: Double
  /// How fast it moves across the axis, in points per second; 0 when cancelled.
  public var velocity: Double
  /// ``travelled`` as a part of the item's size across the axis, in `-1...1`.
  public var progress: Double
}

/// Follows a finger across the axis.
struct PerpendicularDrag {
  private var index: Int
  /// Whether the item is still there.
  private(set) var hasItem = true
  /// The axis when it was decided that this is no drag of the carousel; it counts until the finger is lifted.
  private let axis: ScrollAxis
  private let extent: Double
  private var travelled = 0.0

  /// - Parameter size: The size of the item's view.
  init(index: Int, size: Size, axis: ScrollAxis) {
    self.index = index
    self.axis = axis
    extent = abs(axis.across(Point(x: size.width, y: 0))) + abs(axis.across(Point(x: 0, y: size.height)))
  }

  /// Goes along with changes of content.
  mutating func follow(_ edits: ContentEdits) {
    guard hasItem else { return }
    if case .kept(let index) = edits.fate(ofItem: index) { self.index = index } else { loseItem() }
  }

  /// Takes note that the item is gone.
  mutating func loseItem() { hasItem = false }

  /// Returns what to tell of a finger that has moved by `translation` points.
  mutating func swipe(
    _ phase: PerpendicularSwipe.Phase, translation: Point?, velocity: Point
  ) -> PerpendicularSwipe {
    if let translation { travelled = axis.across(translation).finite(or: travelled) }
    let progress = extent > 0 ? travelled / extent : 0
    return PerpendicularSwipe(
      phase: phase, index: index, travelled: travelled, velocity: axis.across(velocity).finite(or: 0),
      progress: min(max(progress.finite(or: 0), -1), 1))
  }
}
