public import Geometry
public import Input

/// The device, the position and the time of an event.
public struct InputPoint: Equatable, Sendable {
  /// Identifies the pointer, the pen, the touch or the drag. A number identifies one of them until it leaves the window or
  /// ends.
  public var id: Int
  /// The position in the window, in points from the top left corner.
  public var position: Point
  /// The time of the event.
  public var timestamp: Timestamp
  /// The modifier keys that are held.
  public var modifiers: KeyModifiers

  /// Creates the point of an event.
  ///
  /// - Parameters:
  ///   - id: Identifies the pointer, the pen or the touch.
  ///   - position: The position in the window, in points from the top left corner.
  ///   - time: The time of the event.
  ///   - modifiers: The modifier keys that are held.
  public init(
    id: Int = 0, at position: Point, time: Timestamp, modifiers: KeyModifiers = []
  ) {
    (self.id, self.position, timestamp, self.modifiers) = (id, position, time, modifiers)
  }
}
