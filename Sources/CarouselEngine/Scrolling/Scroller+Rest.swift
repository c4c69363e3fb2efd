/// Rest: where it may be, and whether it has been told.
extension Scroller {
  /// Where the carousel may rest.
  package var stops: Stops {
    Stops(
      ring, pageLength: settings.isPagingEnabled ? settings.itemsPerPage : 1,
      truncatesFinalPage: settings.truncatesFinalPage, reach: reach)
  }

  /// Where the carousel may rest if pages do not matter.
  package var items: Stops { Stops(ring, reach: reach) }

  /// Where the pages begin, whether or not paging is on.
  package var pages: Stops {
    Stops(
      ring, pageLength: settings.itemsPerPage, truncatesFinalPage: settings.truncatesFinalPage, reach: reach)
  }

  /// Whether the offset lies beyond the ends of a row.
  var isOutside: Bool { abs(offset - stops.offset(offset)) > offsetMargin }

  /// Whether a carousel that has just stopped aligns: not where it moves on by itself.
  var alignsAtRest: Bool {
    settings.autoscroll == 0 && (settings.scrollToItemBoundary || isOutside)
  }

  /// Whether the carousel rests and nobody has been told yet.
  var hasRestToTell: Bool { isIdle && unrest != nil && !ring.isEmpty }

  /// Takes the rest that nobody has been told of, as what had set the carousel moving.
  mutating func takeRest() -> SettleReason? {
    guard hasRestToTell else { return nil }
    defer { unrest = nil }
    return unrest
  }
}
