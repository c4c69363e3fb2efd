public import Geometry

/// A swipe or a hold of several fingers on a touchpad.
///
/// Wayland: `zwp_pointer_gesture_swipe_v1`, `zwp_pointer_gesture_hold_v1`.
public struct TouchpadGesture: Equatable, Sendable {
  /// The part of the gesture. A hold does not change.
  public var phase: PinchGesture.Phase
  /// The number of fingers.
  public var fingerCount: Int
  /// The movement of the fingers since the beginning, in points; zero for a hold.
  public var translation: Point

  /// Creates a gesture.
  public init(_ phase: PinchGesture.Phase, fingerCount: Int, translation: Point = .zero) {
    (self.phase, self.fingerCount, self.translation) = (phase, fingerCount, translation)
  }
}
