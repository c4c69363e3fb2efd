/// An edge that crosses a pixel from the top of the row to the bottom, and is the only edge of its layer in
/// that pixel.
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

  /// Returns which fraction of this edge's layer is visible in the pixel, behind the layer of the edge
  /// `front`. The front layer transmits the fraction `transmission` of what is behind it.
  ///
  /// Returns `nil` if the layer contains no subpixel point, or if the edges are so far apart or so slanted
  /// that testing all 64 points of the pixel is faster. For two vertical edges up to 64 points are tested,
  /// because the result applies to many rows.
  func visibleShare(behind front: RowEdge, transmission: Double) -> Double? {
    // Each of the 64 points has its own column of 1/64 px. Columns that the edges do not cross need no test:
    // each of them lies completely inside or completely outside each layer. The margin of 0.51 and 0.49
    // columns ensures that points close to an edge are tested.
    let (first, last) = (min(minX, front.minX) * 64 - 0.51, max(maxX, front.maxX) * 64 - 0.49)
    let start = first > 0 ? Int(first) + 1 : 0
    let end = last < 0 ? -1 : min(63, Int(last))
    guard end - start < 8 || slope == 0 && front.slope == 0 else { return nil }
    let areOpposite = isLeft != front.isLeft
    var count = isLeft ? 63 - end : start
    // The points for which the assumption below is wrong. If the edges face each other, a point is assumed to
    // be visible; otherwise it is assumed to be behind the front layer.
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
  /// Returns the only edge that crosses pixel (`x`, `y`), or `nil` if several edges cross the pixel or it
  /// contains a corner.
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
  /// For each offset to the right, in 1/64 px, the row of points that has this offset: the inverse of
  /// `shiftOfRow`.
  @inline(__always)
  private static var rowOfShift: SIMD8<Int> { SIMD8(5, 2, 3, 1, 6, 4, 7, 0) }

  /// Returns the only point in one of the 64 columns of a pixel, in px from the pixel's upper left corner.
  fileprivate static func point(inColumn column: Int) -> (x: Double, y: Double) {
    let (i, shift) = (column &>> 3, column & 7)
    return ((Double(column) + 0.5) / 64, (Double(8 * rowOfShift[shift]) + shiftOfColumn[i] + 0.5) / 64)
  }
}
