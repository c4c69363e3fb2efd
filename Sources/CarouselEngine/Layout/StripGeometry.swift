/// The geometry of a strip along the axis, in points. It relates the edges of the strip to the edges of the
/// view.
package struct StripGeometry: Sendable {
  /// The length of the view.
  package var length: Double
  /// The nominal width of an item.
  package var itemWidth: Double
  /// The nominal distance between the centers of neighbors.
  package var pitch: Double
  /// The number of items without placeholders.
  package var count: Int
  package var alignment: SnapAlignment
  /// The track of items of different widths; `nil` if all have the same width.
  package var track: ItemTrack?

  package init(
    length: Double, itemWidth: Double, pitch: Double, count: Int, alignment: SnapAlignment,
    track: ItemTrack? = nil
  ) {
    (self.length, self.itemWidth, self.pitch) = (length, itemWidth, pitch)
    (self.count, self.alignment, self.track) = (count, alignment, track)
  }

  /// Returns the distance from the middle of the view to the current item when the strip is at `offset`. The
  /// distance is positive toward the end of the view.
  package func shift(at offset: Double) -> Double {
    switch alignment {
    case .start: (width(at: offset) - length) / 2
    case .center: 0
    case .end: (length - width(at: offset)) / 2
    }
  }

  /// The range of offsets at which the strip fills the view; `nil` if it cannot be computed.
  ///
  /// A strip that is shorter than the view has only one rest position. According to the alignment, its first
  /// item is at the start, its middle in the middle, or its last item at the end of the view. If items
  /// overlap, the middle of the strip can be beyond the center of the first or the last item. The strip then
  /// rests on that item.
  package var ends: ClosedRange<Double>? {
    guard count > 0, itemWidth > 0, pitch > 0, length.isFinite else { return nil }
    let lastItem = Double(count - 1)
    let beginning = -width(at: 0) / 2
    let end = place(at: lastItem) + width(at: lastItem) / 2
    guard beginning.isFinite, end.isFinite, end < 1e15 else { return nil }
    if end - beginning <= length {
      switch alignment {
      case .start: return 0...0
      case .center:
        let middle = offset(at: (beginning + end) / 2)
        // After a division by a width of almost 0, the result may be infinite or NaN.
        guard middle.isFinite else { return nil }
        // The last item may be so wide that the middle of the strip is beyond the center of this item.
        let only = min(max(middle, 0), lastItem)
        return only...only
      case .end: return lastItem...lastItem
      }
    }
    let (first, last) = (offset(whenViewBeginsAt: beginning), offset(whenViewBeginsAt: end - length))
    guard first.isFinite, last.isFinite else { return nil }
    return first...max(first, last)
  }

  /// Returns the position along the strip at which the view begins if the carousel is at `offset`. The result
  /// increases with `offset`.
  private func beginning(at offset: Double) -> Double { place(at: offset) - length / 2 - shift(at: offset) }

  /// Returns the offset at which the view begins at `place` along the strip, clamped to the offsets of the
  /// first and the last item.
  ///
  /// - Complexity: O(log *n*) in the number of items if their widths differ, else O(1).
  private func offset(whenViewBeginsAt place: Double) -> Double {
    var (low, high) = (0, count - 1)
    guard beginning(at: 0) < place else { return 0 }
    guard beginning(at: Double(high)) > place else { return Double(high) }
    if track == nil { return onItem((place - beginning(at: 0)) / pitch, within: offsetMargin) }
    while low + 1 < high {
      let middle = (low + high) / 2
      if beginning(at: Double(middle)) <= place { low = middle } else { high = middle }
    }
    // Between two items the beginning of the view is a linear function of the offset.
    let (before, after) = (beginning(at: Double(low)), beginning(at: Double(high)))
    return onItem(
      Double(low) + (after > before ? (place - before) / (after - before) : 0), within: offsetMargin)
  }

  /// Returns the width at `offset`.
  private func width(at offset: Double) -> Double { track?.width(at: offset) ?? itemWidth }

  /// Returns the position of `offset` along the strip. The center of the first item is at position 0.
  private func place(at offset: Double) -> Double { (track?.place(at: offset) ?? offset) * pitch }

  /// Returns the offset at `place` along the strip.
  private func offset(at place: Double) -> Double {
    onItem(track?.offset(at: place / pitch) ?? place / pitch, within: offsetMargin)
  }
}
