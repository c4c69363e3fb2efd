internal import Glibc

/// How much of each pixel in a row lies inside an outline: the exact area, without looking at pixels one by
/// one.
///
/// Each side adds, to the columns it runs through, the height it takes times the part of the pixel to its
/// right; from there on the height counts in full. The running sum over the columns is the area.
struct RowCoverage: ~Copyable {
  /// What changes from column to column; all zero between rows.
  private var steps = ScratchBuffer<Double>()

  /// What a layer covers of a row, in columns.
  struct Extent {
    /// Every pixel that is touched.
    let start, end: Int
    /// Those wholly covered; empty at `end` when there are none.
    let solidStart, solidEnd: Int
  }

  /// Prepares for rows of `width` pixels.
  mutating func prepare(width: Int) {
    // A side at the right end of the canvas falls into column `width` and reaches one further.
    let needed = width + 2
    steps.reserve(needed)
    steps.elements.update(repeating: 0, count: steps.capacity)
  }

  /// Works out row `y`.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - layer: Whose coverage.
  ///   - sides: Its sides; the outline lies inside the canvas.
  ///   - width: Of the canvas, in pixels.
  ///   - values: Gets the coverage of the pixels before `solidStart` and from `solidEnd` on, 65536 for a
  ///     whole pixel; the first value is that of column `start`. Room for `width` values.
  /// - Returns: `nil` when no pixel is touched.
  func measure(
    row: Int, of layer: UnsafePointer<PreparedLayer>, sides: UnsafePointer<Side>, width: Int,
    into values: UnsafeMutablePointer<UInt32>
  ) -> Extent? {
    let steps = steps.elements
    let (rowTop, rowBottom) = (Double(row), Double(row + 1))
    var (leftmost, rightmost) = (Double(width), 0.0)
    var (leftEnd, rightStart) = (0.0, Double(width))
    for index in 0..<layer.pointee.sideCount {
      let side = sides[layer.pointee.firstSide + index]
      let top = side.top > rowTop ? side.top : rowTop
      let bottom = side.bottom < rowBottom ? side.bottom : rowBottom
      guard bottom > top else { continue }
      let (xTop, xBottom) = (side.x(at: top), side.x(at: bottom))
      let (left, right) = xTop < xBottom ? (xTop, xBottom) : (xBottom, xTop)
      if left < leftmost { leftmost = left }
      if right > rightmost { rightmost = right }
      if side.winding > 0 {
        if right > leftEnd { leftEnd = right }
      } else if left < rightStart {
        rightStart = left
      }
      add(from: left, to: right, height: (bottom - top) * side.winding, steps)
    }
    let start = Int(leftmost)
    let end = min(Int(rightmost.rounded(.up)), width)
    guard start < end else {
      clear(steps, from: Int(leftmost), to: Int(rightmost) + 2)
      return nil
    }

    let isWholeRow = layer.pointee.top <= rowTop && layer.pointee.bottom >= rowBottom
    var solidStart = isWholeRow ? Int(leftEnd.rounded(.up)) : end
    var solidEnd = isWholeRow ? Int(rightStart) : end
    if solidStart >= solidEnd { (solidStart, solidEnd) = (end, end) }
    var area = 0.0
    for column in start..<solidStart {
      area += steps[column]
      values[column - start] = fixed(area)
    }
    area = 1
    for column in solidEnd..<end {
      area += steps[column]
      values[column - start] = fixed(area)
    }
    clear(steps, from: start, to: solidStart + 1)
    clear(steps, from: solidEnd, to: Int(rightmost) + 2)
    return Extent(start: start, end: end, solidStart: solidStart, solidEnd: solidEnd)
  }

  /// Adds a piece of a side that runs from `left` to `right` and takes `height` of the row, signed.
  @inline(__always)
  private func add(
    from left: Double, to right: Double, height: Double, _ steps: UnsafeMutablePointer<Double>
  ) {
    let (first, last) = (Int(left), Int(right))
    if first == last {
      let share = height * (Double(first + 1) - (left + right) / 2)
      steps[first] += share
      steps[first + 1] += height - share
      return
    }
    let heightPerColumn = height / (right - left)
    var from = left
    for column in first...last {
      let to = column == last ? right : Double(column + 1)
      let part = (to - from) * heightPerColumn
      let share = part * (Double(column + 1) - (from + to) / 2)
      steps[column] += share
      steps[column + 1] += part - share
      from = to
    }
  }

  private func clear(_ steps: UnsafeMutablePointer<Double>, from: Int, to: Int) {
    guard from < to else { return }
    (steps + from).update(repeating: 0, count: to - from)
  }

  /// Returns `area` in 1/65536, in `0...65536`.
  @inline(__always)
  private func fixed(_ area: Double) -> UInt32 {
    UInt32(area <= 0 ? 0 : (area >= 1 ? 65536 : area * 65536 + 0.5))
  }
}
