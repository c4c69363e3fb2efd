/// An edge that crosses a pixel from the top of the row to its bottom, and is the layer's only one in that
/// pixel.
struct RowEdge {
  /// The x coordinate at the top, in px from the pixel's left border.
  let atTop: Double
  /// The change of x from top to bottom.
  let slope: Double
  /// Whether the layer lies to the right of the edge.
  let isLeft: Bool

  private var minX: Double { slope < 0 ? atTop + slope : atTop }
  private var maxX: Double { slope < 0 ? atTop : atTop + slope }

  /// Whether a point lies inside the layer.
  private func contains(x: Double, y: Double) -> Bool {
    let depth = x - atTop - slope * y
    return (isLeft ? depth : -depth) > SubpixelPoints.margin * (1 + slope * slope).squareRoot()
  }

  /// Returns the share of this edge's layer that is visible behind the layer of `front`. At its points, the
  /// front layer transmits `transmission`.
  ///
  /// `nil` when the layer contains no point, or when the edges are so far apart or so slanted that testing all
  /// points is faster. Vertical edges may test up to 64 points: their result holds for many rows.
  func visibleShare(behind front: RowEdge, transmission: Double) -> Double? {
    // Outside the columns that the edges cross, a layer contains all points of a column or none, and no two
    // points share a column. The margin exceeds half a column, so that points close to an edge are tested.
    let (first, last) = (min(minX, front.minX) * 64 - 0.51, max(maxX, front.maxX) * 64 - 0.49)
    let start = first > 0 ? Int(first) + 1 : 0
    let end = last < 0 ? -1 : min(63, Int(last))
    guard end - start < 8 || slope == 0 && front.slope == 0 else { return nil }
    let areOpposite = isLeft != front.isLeft
    var count = isLeft ? 63 - end : start
    // Points that are hidden although the layers lie side by side, or visible although they overlap.
    var exceptions = 0
    var column = start
    while column <= end {
      let (x, y) = SubpixelPoints.point(inColumn: column)
      if contains(x: x, y: y) {
        count += 1
        if front.contains(x: x, y: y) == areOpposite { exceptions += 1 }
      }
      column += 1
    }
    guard count > 0 else { return nil }
    let share = Double(exceptions) / Double(count)
    return areOpposite ? 1 - share * (1 - transmission) : transmission + share * (1 - transmission)
  }
}

extension PreparedLayer {
  /// Returns the only edge that crosses pixel (`x`, `y`); `nil` when there are several or a corner.
  func onlyEdge(inPixelX x: Int, y: Int, sides: UnsafePointer<Side>) -> RowEdge? {
    let (upper, lower) = (Double(y), Double(y + 1))
    guard top <= upper, bottom >= lower else { return nil }
    let (left, right) = (Double(x), Double(x + 1))
    var edge: RowEdge?
    for index in firstSide..<(firstSide + sideCount) {
      let side = sides[index]
      if side.bottom <= upper || side.top >= lower { continue }
      let atTop = side.topX + (upper - side.top) * side.slope
      let atBottom = atTop + side.slope
      if side.winding > 0 ? max(atTop, atBottom) <= left : min(atTop, atBottom) >= right { continue }
      guard edge == nil, side.top <= upper, side.bottom >= lower else { return nil }
      edge = RowEdge(atTop: atTop - left, slope: side.slope, isLeft: side.winding > 0)
    }
    return edge
  }
}

extension SubpixelPoints {
  /// The row of points with the given offset to the right; the inverse of `shiftOfRow`.
  @inline(__always)
  private static var rowOfShift: SIMD8<Int> { SIMD8(5, 2, 3, 1, 6, 4, 7, 0) }

  /// Returns the point in one of the 64 columns of points, in px from the pixel's corner.
  fileprivate static func point(inColumn column: Int) -> (x: Double, y: Double) {
    let (i, shift) = (column &>> 3, column & 7)
    return ((Double(column) + 0.5) / 64, (Double(8 * rowOfShift[shift]) + shiftOfColumn[i] + 0.5) / 64)
  }
}
