package import PhotoLibrary

/// A time of a photo, which the library knows without decoding.
package struct PhotoTime: Hashable, Sendable {
  /// Seconds since 1970.
  package let seconds: Int64
  /// Whether the seconds count in the local time of the camera, and not in universal time.
  package let isLocal: Bool

  /// Creates the time at which a photo was taken, in the local time of the camera.
  package init(taken seconds: Int64) { (self.seconds, isLocal) = (seconds, true) }

  /// Reads the time at which the file of a photo was changed. Fails if it is not known.
  ///
  /// - Parameter prefersTaken: Whether the time at which the photo was taken is used instead, if it is known.
  package init?(_ photo: LibraryPhoto, prefersTaken: Bool) {
    if prefersTaken, let taken = photo.metadata?.taken {
      (seconds, isLocal) = (taken, true)
    } else if let revision = photo.revision {
      (seconds, isLocal) = (revision.modified / 1_000_000_000, false)
    } else {
      return nil
    }
  }
}
