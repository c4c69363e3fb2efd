/// The offsets at which the carousel may rest: those of its items, or of the starts of its pages. On a strip
/// they lie between the ends.
///
/// These offsets are called *stops* and are numbered. Stop 0 is the first item or page. On a ring the numbers
/// continue in both directions.
package struct SnapPoints: Hashable, Sendable {
  package var row: ItemRow
  /// The number of items from one stop to the next; at least 1.
  package var pageLength: Int
  /// Whether the last page of a strip begins earlier, so that it has as many items as the other pages.
  package var truncatesFinalPage: Bool
  /// The range of offsets at which a strip can rest; `nil` means from its first item to its last.
  package var restRange: ClosedRange<Double>?

  package init(
    _ row: ItemRow, pageLength: Int = 1, truncatesFinalPage: Bool = false,
    restRange: ClosedRange<Double>? = nil
  ) {
    self.row = row
    self.pageLength = max(1, pageLength)
    self.truncatesFinalPage = truncatesFinalPage
    self.restRange = row.wraps ? nil : restRange
  }

  /// The first offset of a strip.
  package var first: Double { restRange?.lowerBound ?? 0 }

  /// The last offset of a strip.
  package var last: Double {
    let end = restRange?.upperBound ?? row.lastOffset
    guard truncatesFinalPage, pageLength > 1, !row.wraps else { return end }
    return min(end, max(first, Double(max(0, row.count - pageLength))))
  }

  /// The number of pages.
  package var count: Int { row.isEmpty ? 0 : (row.count - 1) / pageLength + 1 }

  /// Returns the offset that `offset` means: wrapped on a ring, clamped on a strip; −1 when there is no item.
  package func offset(_ offset: Double) -> Double {
    guard !row.isEmpty, !row.wraps else { return row.offset(offset) }
    return min(max(first, offset), last)
  }

  /// Returns the stop nearest to `offset`, or the later of two equally near stops; −1 when there is no item.
  package func nearest(to offset: Double) -> Double {
    if row.restsPastLast, isEveryItem, !row.isEmpty { return row.offset(offset.rounded()) }
    guard !isEveryItem, !row.isEmpty else { return Double(row.index(nearestTo: offset)) }
    return self.offset(closest(to: offset))
  }

  /// Returns the stop nearest to `offset`. On a ring its number is in the same turn.
  private func closest(to offset: Double) -> Double {
    if isEveryItem { return row.wraps ? offset.rounded() : self.offset(offset.rounded()) }
    let number = number(atOrBefore: offset)
    let (before, after) = (stop(number), stop(number + 1))
    return offset - before < after - offset ? before : after
  }

  /// Returns the first stop at or beyond `offset` in a direction. Beyond the ends of a strip, returns the
  /// next whole item.
  package func next(from offset: Double, forwards: Bool) -> Double {
    let whole = offset.rounded(forwards ? .up : .down)
    guard !isEveryItem, !row.isEmpty, offset.isFinite else { return whole }
    if !row.wraps, forwards ? offset > last : offset < first { return whole }
    return stop(forwards ? number(atOrAfter: offset) : number(atOrBefore: offset))
  }

  /// Returns the stop that is `steps` stops from the stop nearest to `offset`.
  ///
  /// If `offset` is inside a page, the start of that page (backward) or of the next page (forward) counts as
  /// one step. A ring continues without end, and so does a strip without pages or restricted ends.
  package func stop(_ steps: Int, near offset: Double) -> Double {
    guard !row.isEmpty else { return -1 }
    var start = closest(to: offset)
    guard !isEveryItem, steps != 0 else { return start + Double(steps) }
    if pageLength > 1, abs(start - offset) > offsetMargin { start = offset }
    return stop((steps > 0 ? number(atOrBefore: start) : number(atOrAfter: start)) + Double(steps))
  }

  /// Returns the stop at which item `index` is visible: the item itself, or the start of its page.
  package func stop(showing index: Int) -> Double {
    guard !isEveryItem, !row.isEmpty else { return Double(index) }
    return stop((Double(index) / Double(pageLength)).rounded(.down))
  }

  /// Returns the number of the page at `offset`. If several pages begin at the end of a strip, returns the
  /// last of them.
  package func page(at offset: Double) -> Int {
    guard !row.isEmpty else { return -1 }
    let number = number(atOrBefore: nearest(to: offset))
    return Int(within: min(max(number, 0), Double(count - 1)))
  }

  /// Whether the stops are exactly the items.
  private var isEveryItem: Bool { pageLength == 1 && restRange == nil }

  /// Returns the offset of stop `number`.
  package func stop(_ number: Double) -> Double {
    guard !row.isEmpty else { return -1 }
    let length = Double(pageLength)
    guard row.wraps else { return offset(min(max(number, 0), Double(count - 1)) * length) }
    guard pageLength > 1 else { return number }
    // The last page of a ring may have fewer items.
    let turn = (number / Double(count)).rounded(.down)
    return turn * Double(row.count) + (number - turn * Double(count)) * length
  }

  /// Returns the last stop at or before `offset`.
  private func number(atOrBefore offset: Double) -> Double {
    let length = Double(pageLength)
    guard row.wraps else {
      if offset >= last { return Double(count - 1) }
      return min(max((offset / length).rounded(.down), 0), Double(count - 1))
    }
    let turn = (offset / Double(row.count)).rounded(.down)
    let number = ((offset - turn * Double(row.count)) / length).rounded(.down)
    return turn * Double(count) + min(max(number, 0), Double(count - 1))
  }

  /// Returns the first stop at or after `offset`.
  private func number(atOrAfter offset: Double) -> Double {
    guard row.wraps else {
      if offset <= first { return 0 }
      return min(max((offset / Double(pageLength)).rounded(.up), 0), Double(count - 1))
    }
    let before = number(atOrBefore: offset)
    return stop(before) < offset ? before + 1 : before
  }
}
