/// The offsets that a carousel can reach, and those at which it may rest.
package struct ScrollGeometry: Sendable {
  package var settings = ScrollSettings()
  package private(set) var ring = ItemRing(count: 0, wraps: false)
  /// The range of offsets at which a strip can rest; `nil` means from its first item to its last.
  package private(set) var reach: ClosedRange<Double>?
  /// Whether the number of items has changed, so that ``reach`` is unknown until the layout is resolved.
  private(set) var awaitsReach = false
  /// The track of items of different widths; `nil` if all items have the same width.
  private var knownTrack: ItemTrack?
  /// The number of items by which the carousel scrolls when a finger moves by one item width.
  private(set) var offsetMultiplier = 1.0

  // MARK: Changes

  /// Sets the number of items and whether they wrap.
  mutating func setRing(_ newRing: ItemRing) {
    if newRing.count != ring.count {
      awaitsReach = awaitsReach || reach != nil
      reach = nil
    }
    let restsPastLast = ring.restsPastLast
    ring = newRing
    ring.restsPastLast = restsPastLast
  }

  /// Sets whether a strip may rest one position after its last item.
  mutating func setRestsPastLast(_ rests: Bool) { ring.restsPastLast = rests }

  /// Sets what a resolved layout determines.
  mutating func resolve(reach newReach: ClosedRange<Double>?, track: ItemTrack?, offsetMultiplier: Double) {
    (reach, awaitsReach, knownTrack, self.offsetMultiplier) = (newReach, false, track, offsetMultiplier)
  }

  /// Returns the offset at which a carousel wishes to rest that rested at `offset` before its ends changed.
  ///
  /// A strip that rested at an end stays at that end. Any other carousel goes to the nearest allowed offset.
  ///
  /// - Parameter old: ``reach`` before the change.
  func rest(from offset: Double, whenReachWas old: ClosedRange<Double>?) -> Double {
    if offset == old?.lowerBound { return bounds.rest?.lowerBound ?? 0 }
    if offset == old?.upperBound { return bounds.rest?.upperBound ?? 0 }
    return settings.scrollToItemBoundary ? itemStops.nearest(to: offset) : bounds.resting(offset)
  }

  // MARK: Offsets

  /// The offsets at which the carousel may rest.
  package var stops: SnapPoints {
    stops(pageLength: settings.isPagingEnabled && !ring.restsPastLast ? settings.itemsPerPage : 1)
  }

  /// The offsets at which the carousel may rest without paging.
  package var itemStops: SnapPoints { SnapPoints(ring, reach: reach) }

  /// The offsets at which pages begin, even if paging is off.
  package var pages: SnapPoints { stops(pageLength: settings.itemsPerPage) }

  private func stops(pageLength: Int) -> SnapPoints {
    SnapPoints(
      ring, pageLength: pageLength, truncatesFinalPage: settings.truncatesFinalPage, reach: reach)
  }

  /// The bounds of the offset.
  package var bounds: ScrollBounds { ScrollBounds(stops, settings: settings) }

  /// Returns whether a strip at `offset` is on its last item or beyond an end. There covers follow the offset.
  func isPastEnd(_ offset: Double) -> Bool {
    !ring.wraps && (offset < 0 || offset >= Double(ring.count) - 1)
  }

  // MARK: Track

  /// The track if it is valid for the current items; `nil` if it is not, or if all items have the same width.
  package var track: ItemTrack? { knownTrack?.ring == ring ? knownTrack : nil }

  /// Returns the offset that is `distance` nominal item widths along the track from `offset`.
  func offset(_ offset: Double, movedBy distance: Double) -> Double {
    guard distance != 0, let track else { return offset + distance }
    return track.offset(at: track.place(at: offset) + distance)
  }

  /// Returns the motion between two offsets. `make` returns the same motion in places along the track.
  func along(
    from start: Double, to end: Double?, _ make: (_ place: (Double) -> Double) -> any Motion
  ) -> any Motion {
    guard let track else { return make { $0 } }
    return TrackMotion(from: start, to: end, along: track, make { track.place(at: $0) })
  }
}

/// Rounds `offset` to a whole item if the difference is only a rounding error of a sum.
func onItem(_ offset: Double) -> Double {
  abs(offset - offset.rounded()) < 1e-9 ? offset.rounded() : offset
}
