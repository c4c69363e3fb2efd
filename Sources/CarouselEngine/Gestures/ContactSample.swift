public import Geometry

/// A position of a contact at one time.
public struct ContactSample: Equatable, Codable, Sendable {
  /// The position, in the carousel's points.
  public var point: Point
  /// The time of the event.
  public var time: Timestamp

  /// Creates a position of a contact.
  ///
  /// - Parameters:
  ///   - point: The position, in the carousel's points.
  ///   - time: The time of the event.
  public init(_ point: Point, at time: Timestamp) { (self.point, self.time) = (point, time) }
}
