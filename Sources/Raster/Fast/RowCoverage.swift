internal import Glibc

/// Computes, for each pixel of a row, the exact area that lies inside an outline, without clipping the
/// outline to each pixel.
///
/// The area of a column is the sum over all sides, computed as a running sum of `steps`. To a column that a
/// side crosses, the side adds the height of its part in the column × the mean fraction of the column to the
/// right of this part. To each column farther right, this part adds its full height. The heights of right
/// sides are negative.
struct RowCoverage: ~Copyable {
  /// For each column, its area minus the area of the column before it. All values are zero before and after
  /// `measure`.
  private var steps = ScratchBuffer<Double>()

  /// The columns of a row that a layer covers.
  struct Extent {
    /// All touched pixels.
    let start, end: Int
    /// The fully covered pixels; empty at `end` when there are none.
    let solidStart, solidEnd: Int
  }

  /// Allocates memory for rows of `width` pixels.
  mutating func prepare(width: Int) {
    // A side at the right border of the canvas lies in column `width`, and the remainder of its height is
    // added to column `width + 1`.
    let needed = width + 2
    steps.reserve(needed)
    steps.elements.update(repeating: 0, count: steps.capacity)
  }

  /// Computes the coverage of one row.
  ///
  /// - Parameters:
  ///   - row: The number of the row.
  ///   - layer: The layer.
  ///   - sides: The list of the sides of all layers. The outlines are clipped to the canvas.
  ///   - width: The canvas width, in pixels.
  ///   - values: Memory for `width` values. Receives the coverage of the pixels in `start..<solidStart` and
  ///     `solidEnd..<end`, in 1/65536. The first value is the coverage of column `start`.
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

  /// Adds the part of a side within the row. The part lies between the x coordinates `left` and `right`; its
  /// `height` is negative for right sides.
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
