internal import Geometry

/// A drag across the axis that begins on an item and does not scroll the carousel.
///
/// Beyond iCarousel; Koloda: `koloda:draggedCardWithPercentage:inDirection:`.
public struct PerpendicularSwipe: Hashable, Sendable {
  /// The phase of a swipe.
  public enum Phase: Hashable, Sendable {
    /// The finger has moved far enough to recognize the swipe.
    case began
    /// The finger has moved further.
    case changed
    /// The finger was lifted. With ``PerpendicularSwipe/progress`` and ``PerpendicularSwipe/velocity`` the
    /// delegate decides what the swipe does.
    case ended
    /// The contact was canceled, or the item was removed or reloaded with all content. The swipe must have no
    /// effect.
    case canceled
  }

  /// The phase of the swipe.
  public var phase: Phase
  /// The current index of the item on which the swipe began, or its last index if the item was removed. The
  /// item is never a placeholder.
  public var index: Int
  /// The distance that the finger has moved across the axis since the swipe began, in points. It is positive
  /// downward on a horizontal carousel, and to the right on a vertical carousel. If the axis is turned, this
  /// direction is turned by the same angle.
  public var travelled: Double
  /// The velocity across the axis, in points per second; 0 if the swipe was canceled.
  public var velocity: Double
  /// ``travelled`` as a fraction of the item's size across the axis, in `-1...1`.
  public var progress: Double
}

/// Tracks a finger that swipes across the axis.
struct PerpendicularDrag {
  private var index: Int
  /// Whether the item still exists.
  private(set) var hasItem = true
  /// The axis when the swipe began. It is used until the finger is lifted, even if the carousel's axis
  /// changes.
  private let axis: ScrollAxis
  private let extent: Double
  private var travelled = 0.0

  /// - Parameter size: The width and height of the item's view, in points.
  init(index: Int, size: Size, axis: ScrollAxis) {
    (self.index, self.axis) = (index, axis)
    extent = abs(axis.across(Point(x: size.width, y: 0))) + abs(axis.across(Point(x: 0, y: size.height)))
  }

  /// Applies edits of content.
  mutating func follow(_ edits: ContentEdits) {
    guard hasItem else { return }
    if let index = edits.keptIndex(ofItem: index) { self.index = index } else { loseItem() }
  }

  /// Records that the item was removed.
  mutating func loseItem() { hasItem = false }

  /// Returns the event for a finger that has moved by `translation` points.
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
