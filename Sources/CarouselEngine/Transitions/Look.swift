internal import Geometry

/// How a carousel looks at a moment: all that poses follow from, but where the carousel is.
struct Look {
  var arrangement: Arrangement
  /// Whether the delegate decides on the transforms.
  var isCustom: Bool
  /// The point all items are placed about.
  var center: Point
  /// Whether the last item leads back to the first.
  var wraps: Bool
  /// How many placeholders are shown.
  var placeholders: Int

  /// Returns the scroller as it would be with this look: where items are depends on whether the carousel wraps.
  func scroller(like scroller: Scroller) -> Scroller {
    var scroller = scroller
    scroller.ring.wraps = wraps
    scroller.track = arrangement.track
    return scroller
  }

  /// Returns the items that are shown.
  ///
  /// - Parameter scroller: Where the carousel is, as it is with this look.
  func range(in scroller: Scroller) -> VisibleRange {
    arrangement.seen
      ?? VisibleRange(
        around: scroller.currentIndex,
        count: min(arrangement.numberOfVisibleItems, scroller.ring.count + placeholders),
        ring: scroller.ring, placeholders: placeholders, from: arrangement.loadsFrom)
  }
}

extension VisibleRange {
  /// Returns whether item `index` is in the range.
  func contains(_ index: Int, on ring: ItemRing) -> Bool {
    guard ring.wraps, !ring.isEmpty else { return (first..<(first + count)).contains(index) }
    return ring.index(index - first) < count
  }
}
