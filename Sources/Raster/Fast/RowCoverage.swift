internal import Glibc

/// The exact area of each pixel in a row that lies inside an outline, without clipping to single pixels.
///
/// Each side adds, to the columns it crosses, its height within the row times the part of the pixel to its
/// right; in later columns its height counts in full. The running sum over the columns is the area.
struct RowCoverage: ~Copyable {
  /// The differences between neighboring columns; all zero between rows.
  private var steps = ScratchBuffer<Double>()

  /// The columns of a row that a layer covers.
  struct Extent {
    /// All touched pixels.
    let start, end: Int
    /// The fully covered pixels; empty at `end` when there are none.
    let solidStart, solidEnd: Int
  }

  /// Prepares for rows of `width` pixels.
  mutating func prepare(width: Int) {
    // A side at the right border of the canvas falls into column `width` and writes one column further.
    let needed = width + 2
    steps.reserve(needed)
    steps.elements.update(repeating: 0, count: steps.capacity)
  }

  /// Computes the coverage of one row.
  ///
  /// - Parameters:
  ///   - row: The number of the row.
  ///   - layer: The layer.
  ///   - sides: The shared list of sides; the outline lies inside the canvas.
  ///   - width: The canvas width, in pixels.
  ///   - values: Receives the coverage of the pixels before `solidStart` and from `solidEnd` on, in 1/65536;
  ///     the first value is that of column `start`. Has room for `width` values.
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

  /// Adds a part of a side that runs from `left` to `right` and spans `height` of the row; the sign is the
  /// winding.
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
