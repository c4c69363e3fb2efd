/// The urgency of a request for a picture. Requests of a higher priority are served first.
public struct LoadPriority: Hashable, Sendable {
  /// The reason for a request, in ascending order of urgency.
  public enum Reason: Int, Comparable, Hashable, Sendable {
    /// A thumbnail for the cache, made in idle time.
    case thumbnail
    /// A picture that the carousel has scrolled past.
    case behind
    /// A picture that the carousel moves toward.
    case ahead
    /// A picture on screen.
    case visible
    /// The picture in the middle of the screen.
    case current

    public static func < (first: Reason, second: Reason) -> Bool { first.rawValue < second.rawValue }
  }

  /// The reason of the request.
  public var reason: Reason
  /// The distance from the current item, in items. Among requests with the same reason the nearest is served
  /// first.
  public var distance: Int

  /// Creates a priority.
  public init(_ reason: Reason, distance: Int = 0) {
    (self.reason, self.distance) = (reason, distance)
  }

  /// The picture in the middle of the screen.
  public static let current = LoadPriority(.current)
  /// A picture on screen.
  public static let visible = LoadPriority(.visible)
  /// A picture that is not visible yet.
  public static let prefetch = LoadPriority(.ahead)
}

extension LoadPriority: Comparable {
  public static func < (first: LoadPriority, second: LoadPriority) -> Bool {
    (first.reason, second.distance) < (second.reason, first.distance)
  }
}
