/// The urgency of a request for a picture. Requests of a higher priority are served first.
package struct LoadPriority: Hashable, Sendable {
  /// The reason for a request, in ascending order of urgency.
  package enum Reason: Int, Comparable, Hashable, Sendable {
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

    package static func < (first: Reason, second: Reason) -> Bool { first.rawValue < second.rawValue }
  }

  /// The reason of the request.
  package var reason: Reason
  /// The distance from the current item, in items. Among requests with the same reason the nearest is served
  /// first.
  package var distance: Int

  /// Creates a priority.
  package init(_ reason: Reason, distance: Int = 0) {
    (self.reason, self.distance) = (reason, distance)
  }

  /// The picture in the middle of the screen.
  package static let current = LoadPriority(.current)
  /// A picture on screen.
  package static let visible = LoadPriority(.visible)
  /// A picture that is not visible yet.
  package static let prefetch = LoadPriority(.ahead)
}

extension LoadPriority: Comparable {
  package static func < (first: LoadPriority, second: LoadPriority) -> Bool {
    (first.reason, second.distance) < (second.reason, first.distance)
  }
}
