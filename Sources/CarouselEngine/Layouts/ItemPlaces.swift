/// Where each item stands while the carousel is at one offset.
struct ItemPlaces {
  let ring: ItemRing
  private let offset: Double
  private let itemWidth: Double
  /// The track under the items, and where its centre is.
  private let track: ItemTrack?
  private let (place, centralWidth): (Double, Double)

  /// Takes what all items have in common.
  ///
  /// - Parameter itemWidth: How wide they are where all are equally wide.
  init(_ scroller: Scroller, itemWidth: Double) {
    ring = scroller.ring
    offset = scroller.offset
    self.itemWidth = itemWidth
    track = scroller.trackInForce
    place = track?.place(at: offset) ?? offset
    centralWidth = track?.width(at: offset) ?? itemWidth
  }

  /// Returns where item or placeholder `index` stands.
  ///
  /// On a ring it stands on the side where it is nearer.
  @inline(__always)
  func spot(ofItem index: Int) -> Spot {
    guard let track else {
      return Spot(offset: ring.distance(ofItem: index, from: offset), itemWidth: itemWidth)
    }
    var spot = Spot(
      offset: Double(index) - offset, place: track.place(at: Double(index)) - place,
      width: track.width(of: index), centralWidth: centralWidth)
    guard ring.wraps else { return spot }
    let half = track.length / 2
    if spot.place > half {
      spot.place -= track.length
      spot.offset -= Double(ring.count)
    } else if spot.place < -half {
      spot.place += track.length
      spot.offset += Double(ring.count)
    }
    return spot
  }
}
