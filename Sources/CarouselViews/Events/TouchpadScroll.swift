internal import CarouselEngine
internal import Geometry

/// The scroll of fingers on a touchpad, from their first motion until they are lifted.
@MainActor
struct TouchpadScroll {
  /// The view that the scroll belongs to.
  weak var owner: View?
  /// The axis of the scroll, once it is known.
  private var axis: Axis?
  private var distance = Point.zero

  /// The distance that decides on the axis, in points. The first millimeter of a swipe is often askew.
  private static let decidingDistance = 4.0

  /// Adds a motion. Returns the scroll that views may receive; `nil` while the axis is unknown.
  mutating func add(_ gesture: ScrollGesture) -> ScrollGesture? {
    guard gesture.distance.x.isFinite, gesture.distance.y.isFinite else { return nil }
    if let axis { return gesture.along(axis, distance: gesture.distance) }
    distance = distance + gesture.distance
    guard distance.distance(to: .zero) >= Self.decidingDistance else { return nil }
    let axis: Axis = abs(distance.x) > abs(distance.y) ? .horizontal : .vertical
    self.axis = axis
    return gesture.along(axis, distance: distance)
  }
}

extension ScrollGesture {
  fileprivate func along(_ axis: Axis, distance: Point) -> ScrollGesture {
    ScrollGesture(
      phase, distance: distance, notches: notches, axis: axis, at: position, time: timestamp,
      modifiers: modifiers)
  }
}
