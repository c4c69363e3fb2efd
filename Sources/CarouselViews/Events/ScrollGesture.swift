public import CarouselEngine
public import Geometry

/// A turn of a wheel or a part of a touchpad scroll.
///
/// Wayland: `wl_pointer.axis`.
public struct ScrollGesture: Sendable {
  /// The part of the scroll.
  public enum Phase: Hashable, Sendable {
    /// A wheel turned. There is no end.
    case wheel
    /// Fingers on a touchpad move.
    case moved
    /// The fingers were lifted, or the scroll was lost.
    case ended
  }

  /// The part of the scroll.
  public let phase: Phase
  /// The distance since the last event, in points; positive scrolls toward the end of the content.
  public let distance: Point
  /// The turn of a wheel since the last event, in notches; may be a fraction.
  public let notches: Point
  /// The axis along which the fingers began to move on a touchpad; `nil` for a wheel and at the end.
  ///
  /// It is decided after a few points, before a view receives the scroll, and stays until the fingers are lifted.
  public let axis: Axis?
  /// The modifier keys that are held.
  public let modifiers: KeyPress.Modifiers
  /// The time of the event.
  public let timestamp: Timestamp
  /// The position of the pointer in the root view's coordinates.
  package let position: Point

  /// Creates a scroll, for passing it to ``View/scrolled(_:)``.
  ///
  /// - Parameters:
  ///   - phase: The part of the scroll.
  ///   - distance: In points; positive scrolls toward the end of the content.
  ///   - notches: The turn of a wheel.
  ///   - axis: The axis of a touchpad scroll; `nil` if it is not decided.
  ///   - position: The position of the pointer in the root view's coordinates.
  ///   - time: The time of the event.
  ///   - modifiers: The modifier keys that are held.
  public init(
    _ phase: Phase, distance: Point = .zero, notches: Point = .zero, axis: Axis? = nil, at position: Point,
    time: Timestamp, modifiers: KeyPress.Modifiers = []
  ) {
    (self.phase, self.distance, self.notches, self.axis) = (phase, distance, notches, axis)
    (self.position, timestamp, self.modifiers) = (position, time, modifiers)
  }

  /// Returns the position of the pointer in the coordinates of `view`; `nil` beyond the horizon of a tilted view.
  @MainActor
  public func location(in view: View) -> Point? { view.convert(position, from: nil) }
}

/// A pinch or a turn of two fingers on a touchpad.
///
/// Wayland: `zwp_pointer_gesture_pinch_v1`.
public struct PinchGesture: Sendable {
  /// The part of the gesture.
  public enum Phase: Hashable, Sendable {
    /// Two fingers came down.
    case began
    /// The fingers moved.
    case changed
    /// The fingers were lifted.
    case ended
    /// The gesture was canceled; its changes should be undone.
    case canceled
  }

  /// The part of the gesture.
  public let phase: Phase
  /// The distance of the fingers compared with the beginning; 2 is twice as far apart.
  public let scale: Double
  /// The turn since the beginning, in radians, clockwise on the screen.
  public let rotation: Double
  /// The time of the event.
  public let timestamp: Timestamp
  /// The position of the pointer in the root view's coordinates.
  package let position: Point

  /// Creates a pinch over `position`, in the root view's coordinates, for passing it to ``View/pinched(_:)``.
  public init(_ phase: Phase, scale: Double, rotation: Double = 0, at position: Point, time: Timestamp) {
    (self.phase, self.scale, self.rotation, timestamp, self.position) = (
      phase, scale, rotation, time, position
    )
  }

  /// Returns the position of the pointer in the coordinates of `view`; `nil` beyond the horizon of a tilted view.
  @MainActor
  public func location(in view: View) -> Point? { view.convert(position, from: nil) }
}
