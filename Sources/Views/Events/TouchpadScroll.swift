internal import Geometry

/// A touchpad scroll, from the first movement of the fingers until they are lifted.
@MainActor
struct TouchpadScroll {
  /// The view that receives the scroll; `nil` until a view has used an event of the scroll.
  weak var owner: View?
  /// The axis of the scroll, once it is known.
  private var axis: Axis?
  private var distance = Point.zero

  /// The distance after which the axis is decided, in points. The first millimeter of a swipe often has the
  /// wrong direction.
  private static let decidingDistance = 4.0

  /// Adds a movement. Returns the event for the views; `nil` while the axis is not known.
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
