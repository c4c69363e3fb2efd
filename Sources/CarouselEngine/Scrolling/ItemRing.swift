/// What index −1 means, and how far it is from one item to another: a row of items with two ends, or a ring.
package struct ItemRing: Hashable, Sendable {
  /// The number of items, placeholders not counted.
  package var count: Int
  /// Whether the last item leads back to the first.
  package var wraps: Bool

  package init(count: Int, wraps: Bool) {
    self.count = count
    self.wraps = wraps
  }

  package var isEmpty: Bool { count == 0 }

  /// The last offset that shows an item in the center; 0 when there is none.
  package var lastOffset: Double { max(0, Double(count) - 1) }

  /// Returns the item that `index` means: round the ring, or the nearest end; −1 when there is none.
  ///
  /// iCarousel: `clampedIndex:`.
  package func index(_ index: Int) -> Int {
    guard count > 0 else { return -1 }
    guard wraps else { return min(max(0, index), count - 1) }
    let rest = index % count
    return rest < 0 ? rest + count : rest
  }

  /// Returns the item nearest to `offset`.
  package func index(nearestTo offset: Double) -> Int { index(Int(within: offset.rounded())) }

  /// Returns the offset in the row that `offset` means: round the ring, or the nearest end; −1 when there is no item.
  ///
  /// iCarousel: `clampedOffset:`.
  package func offset(_ offset: Double) -> Double {
    guard count > 0 else { return -1 }
    guard wraps else { return min(max(0, offset), lastOffset) }
    let around = offset - (offset / Double(count)).rounded(.down) * Double(count)
    // A tiny negative offset rounds to the whole ring, which is its beginning; a huge one has no digits left for it.
    return around >= 0 && around < Double(count) ? around : 0
  }

  /// Returns the shortest way from `start` to `end`, in items; the direct one on a tie.
  ///
  /// iCarousel: `minScrollDistanceFromOffset:toOffset:`.
  package func distance(from start: Double, to end: Double) -> Double {
    let direct = end - start
    guard wraps else { return direct }
    let other = min(start, end) + Double(count) - max(start, end)
    let around = start < end ? -other : other
    return abs(direct) <= abs(around) ? direct : around
  }

  /// Returns the shortest way from item `start` to item `end`; the direct one on a tie.
  ///
  /// iCarousel: `minScrollDistanceFromIndex:toIndex:`.
  package func distance(from start: Int, to end: Int) -> Int {
    let direct = end - start
    guard wraps else { return direct }
    let other = min(start, end) + count - max(start, end)
    let around = start < end ? -other : other
    return abs(direct) <= abs(around) ? direct : around
  }

  /// Returns the way round a ring from `start` to item `index` in a direction: less than once round.
  ///
  /// iCarousel has none: see `scrollByNumberOfItems:duration:`.
  package func distance(from start: Double, to index: Int, direction: ScrollDirection) -> Double {
    let target = Double(self.index(index))
    guard wraps, count > 0, direction != .shortest else { return distance(from: start, to: target) }
    let around = Double(count)
    var way = (target - start).truncatingRemainder(dividingBy: around)
    if way < 0 { way += around }
    // There already, but for rounding.
    if way < offsetMargin || around - way < offsetMargin { return distance(from: start, to: target) }
    return direction == .forward ? way : way - around
  }

  /// Returns how far item `index` is from the center, in items, when the carousel is at `scrollOffset`.
  ///
  /// On a ring it is within half the ring.
  ///
  /// iCarousel: `offsetForItemAtIndex:`.
  package func distance(ofItem index: Int, from scrollOffset: Double) -> Double {
    var direct = Double(index) - scrollOffset
    // A hair below ½ the difference to item 1 rounds to ½, which is how far the current item may be; it is not.
    if direct == 0.5, scrollOffset < 0.5 { direct = direct.nextUp }
    guard wraps else { return direct }
    let half = Double(count) / 2
    if direct > half { return direct - Double(count) }
    if direct < -half { return direct + Double(count) }
    return direct
  }
}
