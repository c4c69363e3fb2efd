internal import Geometry

/// A scroll with a wheel: turns in quick succession. All of them go to the view that has used the first one, also
/// when this view reaches its end.
///
/// Chromium: `MouseWheelPhaseHandler`.
@MainActor
struct WheelScroll {
  private var last: ScrollGesture?
  private(set) weak var owner: View?

  /// After this time without a turn, the next turn begins a new scroll, in seconds.
  private static let timeout = 0.5
  /// After a movement of the pointer by this distance, the next turn begins a new scroll, in points.
  private static let slop = 10.0

  /// Returns the view that receives `gesture` because the gesture continues a scroll; `nil` if it begins a new one.
  mutating func continuing(_ gesture: ScrollGesture) -> View? {
    guard let last, let owner, let axis = gesture.wheelAxis, axis == last.wheelAxis,
      gesture.modifiers == last.modifiers,
      (0..<Self.timeout).contains(gesture.timestamp - last.timestamp),
      gesture.position.distance(to: last.position) <= Self.slop
    else { return nil }
    self.last = gesture
    return owner
  }

  /// Begins a scroll that `owner` receives; `nil` if no view has used the turn.
  mutating func begin(_ gesture: ScrollGesture, owner: View?) { (last, self.owner) = (gesture, owner) }
}

extension ScrollGesture {
  /// The axis of the wheel that was turned; `nil` if the distance is not finite.
  fileprivate var wheelAxis: Axis? {
    guard notches.x.isFinite, notches.y.isFinite else { return nil }
    return abs(notches.x) > abs(notches.y) ? .horizontal : .vertical
  }
}
