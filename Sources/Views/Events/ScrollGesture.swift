public import Geometry
public import Input

/// An event of a scroll: a turn of a wheel, or a movement of fingers on a touchpad.
///
/// Wayland: `wl_pointer.axis`.
public struct ScrollGesture: Sendable {
  /// The kind of the event.
  public enum Phase: Hashable, Sendable {
    /// A wheel was turned. No `ended` event follows.
    case wheel
    /// Fingers on a touchpad move.
    case moved
    /// The fingers were lifted, or the scroll was canceled.
    case ended
  }

  /// The kind of the event.
  public let phase: Phase
  /// The distance since the last event, in points; positive scrolls toward the end of the content.
  public let distance: Point
  /// The turn of the wheel since the last event, in notches. High-resolution wheels report fractions.
  public let notches: Point
  /// The axis along which a touchpad scroll began; `nil` for a wheel and at the end.
  ///
  /// The window decides it after the first few points, before a view receives the scroll. It stays the same
  /// until the fingers are lifted.
  public let axis: Axis?
  /// The modifier keys that are held.
  public let modifiers: KeyModifiers
  /// The time of the event.
  public let timestamp: Timestamp
  /// The position of the pointer in the root view's coordinates.
  package let position: Point

  /// Creates an event, for passing it to ``Responder/scrolled(_:)``.
  ///
  /// - Parameters:
  ///   - phase: The kind of the event.
  ///   - distance: In points; positive scrolls toward the end of the content.
  ///   - notches: The turn of a wheel.
  ///   - axis: The axis of a touchpad scroll; `nil` if it is not known.
  ///   - position: The position of the pointer in the root view's coordinates.
  ///   - time: The time of the event.
  ///   - modifiers: The modifier keys that are held.
  public init(
    _ phase: Phase, distance: Point = .zero, notches: Point = .zero, axis: Axis? = nil, at position: Point,
    time: Timestamp, modifiers: KeyModifiers = []
  ) {
    (self.phase, self.distance, self.notches, self.axis) = (phase, distance, notches, axis)
    (self.position, timestamp, self.modifiers) = (position, time, modifiers)
  }

  /// Returns the position of the pointer in the coordinates of `view`; `nil` if the point lies beyond the
  /// horizon of a tilted view.
  @MainActor
  public func location(in view: View) -> Point? { view.convert(position, from: nil) }

  /// Returns the events of a scroll for views: a turn of a wheel, a movement, an end, or a movement and an end.
  ///
  /// - Parameter point: The pointer, in the root view's coordinates.
  static func events(of scroll: Scroll, at point: InputPoint) -> [ScrollGesture] {
    func event(_ phase: Phase, distance: Point = .zero, notches: Point = .zero) -> ScrollGesture {
      ScrollGesture(
        phase, distance: distance, notches: notches, at: point.position, time: point.timestamp,
        modifiers: point.modifiers)
    }
    let motions = [scroll.horizontal, scroll.vertical].compactMap { $0 }
    let distance = Point(x: scroll.horizontal?.distance ?? 0, y: scroll.vertical?.distance ?? 0)
    switch scroll.source {
    case .wheel, .wheelTilt:
      let notches = Point(x: scroll.horizontal?.notches ?? 0, y: scroll.vertical?.notches ?? 0)
      return [event(.wheel, distance: distance, notches: notches)]
    case .finger, .continuous:
      let isEnd = !motions.isEmpty && motions.allSatisfy(\.isStop)
      return (distance != .zero ? [event(.moved, distance: distance)] : []) + (isEnd ? [event(.ended)] : [])
    }
  }
}

/// A pinch or a rotation of two fingers on a touchpad.
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
    /// The gesture was canceled. Its changes should be undone.
    case canceled
  }

  /// The part of the gesture.
  public let phase: Phase
  /// The distance between the fingers divided by the distance at the beginning.
  public let scale: Double
  /// The rotation since the beginning, in radians, clockwise on the screen.
  public let rotation: Double
  /// The time of the event.
  public let timestamp: Timestamp
  /// The position of the pointer in the root view's coordinates.
  package let position: Point

  /// Creates a pinch over `position`, in the root view's coordinates, for passing it to ``Responder/pinched(_:)``.
  public init(_ phase: Phase, scale: Double, rotation: Double = 0, at position: Point, time: Timestamp) {
    (self.phase, self.scale, self.rotation, timestamp, self.position) = (
      phase, scale, rotation, time, position
    )
  }

  /// Returns the position of the pointer in the coordinates of `view`; `nil` if the point lies beyond the
  /// horizon of a tilted view.
  @MainActor
  public func location(in view: View) -> Point? { view.convert(position, from: nil) }

  /// Returns the event with another position of the pointer.
  func at(_ position: Point) -> PinchGesture {
    PinchGesture(phase, scale: scale, rotation: rotation, at: position, time: timestamp)
  }
}
