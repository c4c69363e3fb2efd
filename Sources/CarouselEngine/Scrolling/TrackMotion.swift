internal import Geometry

/// A motion along a track of items of different widths. On the screen its speed is as smooth as over items of
/// equal width.
struct TrackMotion: ScrollMotion {
  let start: Double
  let end: Double?
  /// The motion in places along the track.
  let places: any ScrollMotion
  let track: ItemTrack

  var duration: Double? { places.duration }

  func offset(at time: Double) -> Double {
    if let end, places.isOver(at: time) { return end }
    return track.offset(at: places.offset(at: time))
  }

  func velocity(at time: Double) -> Double { places.velocity(at: time) }

  func isOver(at time: Double) -> Bool { places.isOver(at: time) }
}
