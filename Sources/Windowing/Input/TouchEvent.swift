public import Geometry

/// Something a finger did in a window.
///
/// Wayland: `wl_touch`.
public struct TouchEvent: Sendable {
  /// What the finger did.
  public enum Kind: Hashable, Sendable {
    /// It came down in the window.
    ///
    /// Wayland: `wl_touch.down`.
    case began
    /// It is elsewhere, perhaps outside the window it began in.
    ///
    /// Wayland: `wl_touch.motion`.
    case moved
    /// It was lifted.
    ///
    /// Wayland: `wl_touch.up`.
    case ended
    /// The compositor took the touch for itself: as if it had never been.
    ///
    /// Wayland: `wl_touch.cancel`.
    case cancelled
  }

  /// What the finger did.
  public let kind: Kind
  /// Tells fingers that touch at the same time apart. Starts anywhere and is used again later.
  public let id: Int
  /// In points, from the window's top left corner; for the end, where the finger was last.
  public let position: Point
  /// The compositor's stamp; wraps after 49.7 days. Of no meaning when cancelled.
  public let milliseconds: UInt32
  /// The same in seconds on the window system's clock.
  public let time: Double

  /// Creates an event, for tests and for programs that play input.
  public init(kind: Kind, id: Int, position: Point, milliseconds: UInt32, time: Double) {
    self.kind = kind
    self.id = id
    self.position = position
    self.milliseconds = milliseconds
    self.time = time
  }
}
