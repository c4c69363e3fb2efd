package import Geometry

/// A motion along a track of items of different widths. On the screen its speed is as smooth as over items of
/// equal width.
package struct TrackMotion: ScrollMotion {
  package let start: Double
  package let end: Double?
  /// The motion in places along the track.
  private let places: any ScrollMotion
  private let track: ItemTrack

  /// Creates the motion from `start` to `end`, in items.
  ///
  /// - Parameter places: The same motion in places along `track` instead of offsets.
  package init(from start: Double, to end: Double?, along track: ItemTrack, _ places: any ScrollMotion) {
    self.start = start
    self.end = end
    self.track = track
    self.places = places
  }

  package var duration: Double? { places.duration }

  package func offset(at time: Double) -> Double {
    if let end, places.isOver(at: time) { return end }
    return track.offset(at: places.offset(at: time))
  }

  package func velocity(at time: Double) -> Double { places.velocity(at: time) }

  package func isOver(at time: Double) -> Bool { places.isOver(at: time) }
}
