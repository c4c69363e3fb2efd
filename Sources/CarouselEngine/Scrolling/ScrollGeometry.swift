internal import Geometry

/// The offsets that a carousel can reach, and those at which it may rest.
///
/// A ``ScrollPhysics`` reads the geometry. On a ring, offsets may be less than 0, or the number of items or
/// more. A *stop* is an offset at which the carousel may rest: that of an item, or of the start of a page.
///
/// Beyond iCarousel.
public struct ScrollGeometry: Sendable {
  package var settings = ScrollSettings()
  package private(set) var row = ItemRow(count: 0, wraps: false)
  /// The range of offsets at which a strip can rest; `nil` means from its first item to its last.
  package private(set) var restRange: ClosedRange<Double>?
  /// Whether the number of items has changed, so that ``restRange`` is unknown until the layout is resolved.
  private(set) var awaitsRestRange = false
  /// The track of items of different widths; `nil` if all items have the same width.
  private var knownTrack: ItemTrack?
  /// The number of items by which the carousel scrolls when a finger moves by one item width.
  public private(set) var offsetMultiplier = 1.0

  package init() {}

  /// Creates the geometry of items that all have the same width.
  package init(_ row: ItemRow, settings: ScrollSettings) { (self.row, self.settings) = (row, settings) }

  // MARK: Changes

  /// Sets the number of items and whether they wrap.
  mutating func setRow(_ newRow: ItemRow) {
    if newRow.count != row.count {
      awaitsRestRange = awaitsRestRange || restRange != nil
      restRange = nil
    }
    let restsPastLast = row.restsPastLast
    row = newRow
    row.restsPastLast = restsPastLast
  }

  /// Sets whether a strip may rest one position after its last item.
  mutating func setRestsPastLast(_ rests: Bool) { row.restsPastLast = rests }

  /// Sets what a resolved layout determines.
  mutating func resolve(restRange: ClosedRange<Double>?, track: ItemTrack?, offsetMultiplier: Double) {
    (self.restRange, awaitsRestRange) = (restRange, false)
    (knownTrack, self.offsetMultiplier) = (track, offsetMultiplier)
  }

  /// Returns the offset at which a carousel wishes to rest that rested at `offset` before its ends changed.
  ///
  /// A strip that rested at an end stays at that end. Any other carousel goes to the nearest allowed offset.
  ///
  /// - Parameter old: ``restRange`` before the change.
  func restingOffset(from offset: Double, whenRestRangeWas old: ClosedRange<Double>?) -> Double {
    if offset == old?.lowerBound { return bounds.restRange?.lowerBound ?? 0 }
    if offset == old?.upperBound { return bounds.restRange?.upperBound ?? 0 }
    return settings.scrollToItemBoundary ? itemStop(nearestTo: offset) : bounds.resting(offset)
  }

  // MARK: Offsets

  /// The offsets at which the carousel may rest.
  package var stops: SnapPoints {
    stops(pageLength: settings.isPagingEnabled && !row.restsPastLast ? settings.itemsPerPage : 1)
  }

  /// Returns the offset nearest to `offset` at which the carousel may rest if the program has scrolled to an item
  /// inside a page.
  func itemStop(nearestTo offset: Double) -> Double {
    // A truncated final page ends a strip before its last item.
    bounds.resting(SnapPoints(row, restRange: restRange).nearest(to: offset))
  }

  /// The offsets at which pages begin, even if paging is off.
  package var pages: SnapPoints { stops(pageLength: settings.itemsPerPage) }

  private func stops(pageLength: Int) -> SnapPoints {
    SnapPoints(
      row, pageLength: pageLength, truncatesFinalPage: settings.truncatesFinalPage, restRange: restRange)
  }

  /// The bounds of the offset.
  package var bounds: ScrollBounds { ScrollBounds(stops, settings: settings) }

  /// Returns the offset to which a scroll by the program to `offset` goes: clamped to the ends of a strip.
  func attainable(_ offset: Double) -> Double { row.wraps ? offset : bounds.resting(offset) }

  /// Returns whether a strip at `offset` is on its last item or beyond an end. There covers follow the offset.
  func isPastEnd(_ offset: Double) -> Bool {
    !row.wraps && (offset < 0 || offset >= Double(row.count) - 1)
  }

  // MARK: Track

  /// Returns the place of `offset` along the track. A place is the distance from the first item in nominal item
  /// distances. If all items have the same width, places equal offsets.
  public func place(at offset: Double) -> Double { track?.place(at: offset) ?? offset }

  /// Returns the offset at a place along the track.
  public func offset(at place: Double) -> Double { track?.offset(at: place) ?? place }

  /// The track if it is valid for the current items; `nil` if it is not, or if all items have the same width.
  package var track: ItemTrack? { knownTrack?.row == row ? knownTrack : nil }

  /// Returns the offset that is `distance` nominal item distances along the track from `offset`.
  public func offset(_ offset: Double, movedBy distance: Double) -> Double {
    guard distance != 0, let track else { return offset + distance }
    return track.offset(at: track.place(at: offset) + distance)
  }

  /// Returns a motion between two offsets that is as smooth over items of different widths as over items of
  /// equal width.
  ///
  /// - Parameters:
  ///   - end: The offset where the motion ends; `nil` if it never ends.
  ///   - make: Returns the motion in places along the track. Its argument converts an offset to a place.
  public func along(
    from start: Double, to end: Double?, _ make: (_ place: (Double) -> Double) -> any ScrollMotion
  ) -> any ScrollMotion {
    guard let track else { return make { $0 } }
    return TrackMotion(start: start, end: end, places: make { track.place(at: $0) }, track: track)
  }

  // MARK: Questions of an application's physics

  /// The first and the last offset at which a strip rests; `nil` on a ring or if there is no item.
  public var ends: ClosedRange<Double>? { bounds.restRange }

  /// The maximum distance of the offset beyond ``ends``, in items: 0 or ``Carousel/bounceDistance``.
  public var overshoot: Double { bounds.overshoot }

  /// ``Carousel/decelerationRate``, in `0...1`.
  public var decelerationRate: Double { settings.decelerationRate }

  /// ``Carousel/scrollSpeed``.
  public var scrollSpeed: Double { settings.scrollSpeed }

  /// Whether a release may scroll by at most one page: ``Carousel/isPagingEnabled``.
  public var isPagingEnabled: Bool { settings.isPagingEnabled }

  /// Returns the stop nearest to `offset`, on a ring in the same turn; −1 if there is no item.
  public func stop(nearestTo offset: Double) -> Double { stops.stop(0, near: offset) }

  /// Returns the first stop at or beyond `offset` in a direction.
  public func stop(from offset: Double, forward: Bool) -> Double {
    stops.next(from: offset, forwards: forward)
  }
}

/// Rounds `offset` to a whole item if the difference is only a rounding error of a sum.
func onItem(_ offset: Double, within margin: Double = 1e-9) -> Double {
  abs(offset - offset.rounded()) < margin ? offset.rounded() : offset
}
