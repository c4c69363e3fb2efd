/// An edge that runs through a pixel from the top of the row to its bottom, and is the layer's only one
/// there.
struct RowEdge {
  /// Where it enters at the top, in px from the pixel's left side.
  let atTop: Double
  /// How far it moves to the right on its way down.
  let slope: Double
  /// Whether the layer lies to the right of it.
  let isLeft: Bool

  private var minX: Double { slope < 0 ? atTop + slope : atTop }
  private var maxX: Double { slope < 0 ? atTop : atTop + slope }

  /// Whether a point lies inside the layer.
  private func contains(x: Double, y: Double) -> Bool {
    let depth = x - atTop - slope * y
    return (isLeft ? depth : -depth) > SubpixelPoints.margin * (1 + slope * slope).squareRoot()
  }

  /// Returns how much is seen of the layer of this edge through that of `front`, of whose points comes
  /// `transmission`; `nil` when it has no point, or the edges are so far apart or so slanted that all had
  /// better be counted. Upright ones may take longer, up to 64 points: behind an opaque layer, what they
  /// share is found once for many rows.
  func visibleShare(behind front: RowEdge, transmission: Double) -> Double? {
    // Left and right of both edges the layers have all points of a column or none, and no two points share a
    // column. A hair more than half a column: points that close to an edge are looked at.
    let (first, last) = (min(minX, front.minX) * 64 - 0.51, max(maxX, front.maxX) * 64 - 0.49)
    let start = first > 0 ? Int(first) + 1 : 0
    let end = last < 0 ? -1 : min(63, Int(last))
    guard end - start < 8 || slope == 0 && front.slope == 0 else { return nil }
    let areOpposite = isLeft != front.isLeft
    var count = isLeft ? 63 - end : start
    // Those that are hidden though the layers lie side by side, or seen though one lies upon the other.
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
  /// Returns the edge that alone runs through pixel (`x`, `y`), or `nil` when there are several or a corner.
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
  /// The row whose points are moved to the right by so much.
  @inline(__always)
  private static var rowOfShift: SIMD8<Int> { SIMD8(5, 2, 3, 1, 6, 4, 7, 0) }

  /// The point in one of the 64 columns, in px from the pixel's corner.
  fileprivate static func point(inColumn column: Int) -> (x: Double, y: Double) {
    let (i, shift) = (column &>> 3, column & 7)
    return ((Double(column) + 0.5) / 64, (Double(8 * rowOfShift[shift]) + shiftOfColumn[i] + 0.5) / 64)
  }
}
