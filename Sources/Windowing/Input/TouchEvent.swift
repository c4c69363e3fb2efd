public import Geometry

/// Something a finger did in a window.
public struct TouchEvent: Sendable {
  public enum Kind: Hashable, Sendable {
    case began
    case moved
    case ended
    /// The compositor took the touch for itself: as if it had never been.
    case cancelled
  }

  public let kind: Kind
  /// Tells fingers that touch at the same time apart. Starts anywhere and is used again later.
  public let id: Int
  /// In points, from the window's top left corner; for the end, where the finger was last.
  public let position: Point
  /// The compositor's stamp; wraps after 49.7 days. Of no meaning when cancelled.
  public let milliseconds: UInt32
  /// The same in seconds on the window system's clock.
  public let time: Double

  public init(kind: Kind, id: Int, position: Point, milliseconds: UInt32, time: Double) {
    self.kind = kind
    self.id = id
    self.position = position
    self.milliseconds = milliseconds
    self.time = time
  }
}
