public import Geometry
public import Input

/// An event of a gesture with several fingers on a touchpad.
///
/// Wayland: `zwp_pointer_gestures_v1`.
public struct GestureEvent: Sendable {
  /// The kind of a gesture.
  public enum Kind: Hashable, Sendable {
    /// Three or more fingers move together. Two fingers scroll instead.
    ///
    /// Wayland: `zwp_pointer_gesture_swipe_v1`.
    case swipe
    /// Two or more fingers move apart, together or around their center.
    ///
    /// Wayland: `zwp_pointer_gesture_pinch_v1`.
    case pinch
    /// Fingers rest on the touchpad. The gesture ends when they move or are lifted. A program can stop a kinetic
    /// scroll when a hold begins.
    ///
    /// Wayland: `zwp_pointer_gesture_hold_v1`.
    case hold
  }

  /// The phase of a gesture.
  public enum Phase: Hashable, Sendable {
    /// The gesture was recognized.
    case began
    /// The fingers moved. A hold has no such events.
    case changed
    /// The gesture ended.
    case ended
    /// The compositor took over the gesture, the fingers began another gesture, or the touchpad was removed. The
    /// program should undo the effects of the gesture.
    case canceled
  }

  /// Whether the fingers swipe, pinch or rest.
  public let kind: Kind
  /// The phase.
  public let phase: Phase
  /// The number of fingers.
  public let fingerCount: Int
  /// The pointer's position, in points from the window's top left corner. The pointer does not move during a gesture.
  public let position: Point
  /// How far the center of the fingers moved since the gesture began, in points.
  public let translation: Point
  /// The current distance between the fingers / their distance when the gesture began; 1 for a swipe or a hold.
  public let scale: Double
  /// How far the fingers turned since the gesture began, in degrees clockwise; 0 for a swipe or a hold.
  public let rotation: Double
  /// The compositor's timestamp in milliseconds; wraps after 49.7 days. If the end of a gesture has no timestamp, the
  /// last event's timestamp is repeated.
  public let milliseconds: UInt32
  /// The timestamp in seconds on the window system's clock.
  public let time: Double
  /// The modifiers in effect on the same seat.
  public let modifiers: KeyModifiers
  /// Identifies the gesture. The number is never used for another gesture, pointer, touch or tool.
  public let contactID: Int
  /// The pointer of the touchpad, with the same number as `PointerEvent.contactID`.
  public let pointerID: Int
  /// The seat of the touchpad; nil for an event that the program created.
  public let seat: SeatID?

  /// Creates an event, for tests and for programs that replay input.
  public init(
    kind: Kind, phase: Phase, fingerCount: Int, position: Point, translation: Point = .zero,
    scale: Double = 1,
    rotation: Double = 0, milliseconds: UInt32, time: Double, modifiers: KeyModifiers = [],
    contactID: Int = -1, pointerID: Int = -1, seat: SeatID? = nil
  ) {
    self.kind = kind
    self.phase = phase
    self.fingerCount = fingerCount
    self.position = position
    self.translation = translation
    self.scale = scale
    self.rotation = rotation
    self.milliseconds = milliseconds
    self.time = time
    self.modifiers = modifiers
    self.contactID = contactID
    self.pointerID = pointerID
    self.seat = seat
  }
}
