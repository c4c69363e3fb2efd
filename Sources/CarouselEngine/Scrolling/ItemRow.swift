/// The indexes of a row of items: of a strip, which has two ends, or, if the row wraps, of a ring. This type
/// defines the meaning of an index out of range, and the distances between items.
package struct ItemRow: Hashable, Sendable {
  /// The number of items without placeholders.
  package var count: Int
  /// Whether the items form a ring, on which the first item follows the last.
  package var wraps: Bool
  /// Whether a strip may rest one position after its last item. A stack of cards does so when no card is
  /// left.
  package var restsPastLast = false

  package init(count: Int, wraps: Bool) { (self.count, self.wraps) = (count, wraps) }

  package var isEmpty: Bool { count == 0 }

  /// The last offset at which a strip may rest; 0 when there is no item.
  package var lastOffset: Double { max(0, Double(count) - (restsPastLast ? 0 : 1)) }

  /// Returns the index of the item that `index` means: wrapped on a ring, clamped on a strip; −1 when there
  /// is no item.
  package func index(_ index: Int) -> Int {
    guard count > 0 else { return -1 }
    guard wraps else { return min(max(0, index), count - 1) }
    let remainder = index % count
    return remainder < 0 ? remainder + count : remainder
  }

  /// Returns the item nearest to `offset`.
  package func index(nearestTo offset: Double) -> Int { index(Int(within: offset.rounded())) }

  /// Returns the offset that `offset` means: wrapped on a ring, clamped on a strip; −1 when there is no item.
  package func offset(_ offset: Double) -> Double {
    guard count > 0 else { return -1 }
    guard wraps else { return min(max(0, offset), lastOffset) }
    let around = offset - (offset / Double(count)).rounded(.down) * Double(count)
    // A tiny negative offset is rounded to the length of the ring, which is the same position as 0. A huge
    // offset has too little precision for a position on the ring.
    return around >= 0 && around < Double(count) ? around : 0
  }

  /// Returns the distance from `start` to `end`, in items. On a ring, one turn is removed if this makes the
  /// distance shorter; other turns remain. If both ways are equally long, returns `end - start`.
  package func distance(from start: Double, to end: Double) -> Double {
    let direct = end - start
    guard wraps else { return direct }
    let other = min(start, end) + Double(count) - max(start, end)
    let around = start < end ? -other : other
    return abs(direct) <= abs(around) ? direct : around
  }

  /// Returns the shortest distance from item `start` to item `end`. If both ways are equally long, returns
  /// `end - start`.
  package func distance(from start: Int, to end: Int) -> Int {
    Int(distance(from: Double(start), to: Double(end)))
  }

  /// Returns the distance around a ring from `start` to item `index` in a direction. It is less than a full
  /// turn.
  ///
  /// iCarousel has no equivalent: see `scrollByNumberOfItems:duration:`.
  package func distance(from start: Double, to index: Int, direction: ScrollDirection) -> Double {
    let target = Double(self.index(index))
    guard wraps, count > 0, direction != .shortest else { return distance(from: start, to: target) }
    let around = Double(count)
    var way = (target - start).truncatingRemainder(dividingBy: around)
    if way < 0 { way += around }
    // The offset is already at the item, except for rounding errors.
    if way < offsetMargin || around - way < offsetMargin { return distance(from: start, to: target) }
    return direction == .forward ? way : way - around
  }

  /// Returns the distance of item `index` from the center, in items, at `scrollOffset`.
  ///
  /// On a ring it is at most half of the ring's length.
  package func distance(ofItem index: Int, from scrollOffset: Double) -> Double {
    var direct = Double(index) - scrollOffset
    // At an offset slightly below ½, the distance of item 1 is rounded to ½. At that distance item 1 would
    // count as the current item.
    if direct == 0.5, scrollOffset < 0.5 { direct = direct.nextUp }
    guard wraps else { return direct }
    let half = Double(count) / 2
    if direct > half { return direct - Double(count) }
    if direct < -half { return direct + Double(count) }
    return direct
  }
}

/// Offsets that differ by less than this count as equal, in items.
let offsetMargin = 0.000001
