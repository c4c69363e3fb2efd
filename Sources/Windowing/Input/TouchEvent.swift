public import Geometry

/// An event of a finger that touches a window.
///
/// Wayland: `wl_touch`.
public struct TouchEvent: Sendable {
  /// The kind of a touch event.
  public enum Kind: Hashable, Sendable {
    /// The finger touched the window.
    ///
    /// Wayland: `wl_touch.down`.
    case began
    /// The finger moved, possibly out of the window.
    ///
    /// Wayland: `wl_touch.motion`.
    case moved
    /// The finger was lifted.
    ///
    /// Wayland: `wl_touch.up`.
    case ended
    /// The compositor took over the touch, or the touchscreen was removed. The program should undo the effects of the
    /// touch.
    ///
    /// Wayland: `wl_touch.cancel`.
    case canceled
  }

  /// The kind of the event.
  public let kind: Kind
  /// Identifies the touch. The number is never used for another touch, pointer or tablet tool of the window system.
  public let id: Int
  /// The finger's position in points, from the window's top left corner. `ended` and `canceled` repeat the last
  /// position.
  public let position: Point
  /// The compositor's timestamp in milliseconds; wraps after 49.7 days. `canceled` repeats the last event's
  /// timestamp.
  public let milliseconds: UInt32
  /// The timestamp in seconds on the window system's clock; for `canceled` the time of arrival.
  public let time: Double
  /// The seat of the touchscreen; nil for an event that the program created.
  public let seat: SeatID?

  /// Creates an event, for tests and for programs that replay input.
  public init(
    kind: Kind, id: Int, position: Point, milliseconds: UInt32, time: Double, seat: SeatID? = nil
  ) {
    self.kind = kind
    self.id = id
    self.position = position
    self.milliseconds = milliseconds
    self.time = time
    self.seat = seat
  }
}
