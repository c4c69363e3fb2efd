/// Where a strip of items stands along the axis, in points: which edge of it is flush with which of the view.
package struct StripGeometry: Sendable {
  /// The length of the view.
  package var length: Double
  /// The nominal width of an item.
  package var itemWidth: Double
  /// The nominal distance between the centers of neighbors.
  package var pitch: Double
  /// The number of items, placeholders not counted.
  package var count: Int
  package var alignment: SnapAlignment
  /// How items of different widths stand; `nil` if all are equally wide.
  package var track: ItemTrack?

  package init(
    length: Double, itemWidth: Double, pitch: Double, count: Int, alignment: SnapAlignment,
    track: ItemTrack? = nil
  ) {
    self.length = length
    self.itemWidth = itemWidth
    self.pitch = pitch
    self.count = count
    self.alignment = alignment
    self.track = track
  }

  /// Returns how far from the middle of the view what is at `offset` stands, positive towards the end.
  package func shift(at offset: Double) -> Double {
    switch alignment {
    case .start: (width(at: offset) - length) / 2
    case .center: 0
    case .end: (length - width(at: offset)) / 2
    }
  }

  /// The offsets between which the items leave no part of the view empty; `nil` if that cannot be told.
  ///
  /// A strip that is shorter than the view has one place: its first item at the start, its middle in the middle, or its
  /// last item at the end.
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
        // A width that is all but 0 leaves no digits to divide by.
        guard middle.isFinite else { return nil }
        return middle...middle
      case .end: return lastItem...lastItem
      }
    }
    let (first, last) = (offset(whenViewBeginsAt: beginning), offset(whenViewBeginsAt: end - length))
    guard first.isFinite, last.isFinite else { return nil }
    return first...max(first, last)
  }

  /// Returns where along the strip the view begins when it is at `offset`; it grows with the offset.
  private func beginning(at offset: Double) -> Double { place(at: offset) - length / 2 - shift(at: offset) }

  /// Returns the offset at which the view begins at `place`, or the nearest that shows an item in its place.
  ///
  /// - Complexity: O(log *n*) in the number of items where their widths differ, else O(1).
  private func offset(whenViewBeginsAt place: Double) -> Double {
    var (low, high) = (0, count - 1)
    guard beginning(at: 0) < place else { return 0 }
    guard beginning(at: Double(high)) > place else { return Double(high) }
    if track == nil { return whole((place - beginning(at: 0)) / pitch) }
    while low + 1 < high {
      let middle = (low + high) / 2
      if beginning(at: Double(middle)) <= place { low = middle } else { high = middle }
    }
    // Between two items it grows evenly.
    let (before, after) = (beginning(at: Double(low)), beginning(at: Double(high)))
    return whole(Double(low) + (after > before ? (place - before) / (after - before) : 0))
  }

  /// Returns how wide what stands at `offset` is.
  private func width(at offset: Double) -> Double { track?.width(at: offset) ?? itemWidth }

  /// Returns where along the strip `offset` is; the first item's center is at 0.
  private func place(at offset: Double) -> Double { (track?.place(at: offset) ?? offset) * pitch }

  /// Returns the offset that is at `place` along the strip.
  private func offset(at place: Double) -> Double { whole(track?.offset(at: place / pitch) ?? place / pitch) }

  /// Returns the item that `offset` is meant to be, if only rounding keeps it from being it.
  private func whole(_ offset: Double) -> Double {
    abs(offset - offset.rounded()) < offsetMargin ? offset.rounded() : offset
  }
}
