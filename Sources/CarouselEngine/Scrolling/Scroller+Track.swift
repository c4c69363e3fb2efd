/// Items of different widths: where the hand and motions meet the track.
extension Scroller {
  /// The track under the items, as long as it is theirs; `nil` where all are equally wide.
  var trackInForce: ItemTrack? {
    guard let track, track.ring == ring else { return nil }
    return track
  }

  /// Returns the offset that is `distance` nominal item widths along the track from `offset`.
  func offset(_ offset: Double, movedBy distance: Double) -> Double {
    guard distance != 0, let track = trackInForce else { return offset + distance }
    return track.offset(at: track.place(at: offset) + distance)
  }

  /// Returns the eased move from `start` to `end`, in items.
  func eased(from start: Double, to end: Double, duration: Double) -> any Motion {
    guard let track = trackInForce else { return EaseInOut(from: start, to: end, duration: duration) }
    return TrackMotion(
      from: start, to: end, along: track,
      EaseInOut(from: track.place(at: start), to: track.place(at: end), duration: duration))
  }

  /// Returns how far it is from `start` to where the carousel is, on a ring by the shortest way: by so much all that stands
  /// beside it comes nearer.
  func travel(from start: Double) -> Spot {
    let distance = ring.distance(from: start, to: offset)
    guard let track = trackInForce else { return Spot(offset: distance, itemWidth: 0) }
    return Spot(
      offset: distance, place: track.place(at: start + distance) - track.place(at: start), width: 0,
      centralWidth: track.width(at: start) - track.width(at: offset))
  }

  /// Returns where item or placeholder `index` stands.
  func spot(ofItem index: Int, itemWidth: Double) -> Spot {
    ItemPlaces(self, itemWidth: itemWidth).spot(ofItem: index)
  }
}
