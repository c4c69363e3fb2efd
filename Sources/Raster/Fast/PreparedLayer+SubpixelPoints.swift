internal import Geometry

extension PreparedLayer {
  /// Returns which points of pixel (`x`, `y`) lie inside the outline: of point (`i`, `j`) bit 8 `i` + `j`.
  func points(inPixelX x: Int, y: Int, sides: UnsafePointer<Side>) -> UInt64 {
    let (left, upper) = (Double(x), Double(y))
    let margin = SubpixelPoints.margin
    var mask = UInt64.max
    // The level sides.
    if upper - top < margin { mask &= SubpixelPoints.mask(x: 0, y: 1, offset: upper - top - margin) }
    if bottom - upper - 1 < margin { mask &= SubpixelPoints.mask(x: 0, y: -1, offset: bottom - upper - margin) }
    for index in firstSide..<(firstSide + sideCount) {
      let side = sides[index]
      // The distance to the right of the side, times the length of what the side goes through while it sinks
      // by 1.
      let offset = (left - side.topX + (side.top - upper) * side.slope) * side.winding
      let (stepX, stepY) = (side.winding, -side.slope * side.winding)
      let steepness = 1 + abs(side.slope)
      // All four corners of the pixel are inside, and far enough.
      if offset + (stepX + stepY - steepness) / 2 > margin * steepness { continue }
      guard side.isLongEnough else { continue }
      let length = (1 + side.slope * side.slope).squareRoot()
      mask &= SubpixelPoints.mask(x: stepX, y: stepY, offset: offset - margin * length)
    }
    return mask
  }

  /// Returns the centre of gravity of what the outline covers of pixel (`x`, `y`).
  func centroid(inPixelX x: Int, y: Int, sides: UnsafePointer<Side>) -> Point? {
    let (left, upper) = (Double(x), Double(y))
    var polygon = ConvexPolygon()
    polygon.append(Point(x: left, y: max(upper, top)))
    polygon.append(Point(x: left + 1, y: max(upper, top)))
    polygon.append(Point(x: left + 1, y: min(upper + 1, bottom)))
    polygon.append(Point(x: left, y: min(upper + 1, bottom)))
    for index in firstSide..<(firstSide + sideCount) where sides[index].isLongEnough {
      polygon = polygon.clipped(by: sides[index].depth)
    }
    return polygon.centroid
  }

  /// Whether `point` lies inside the outline.
  func contains(_ point: Point, sides: UnsafePointer<Side>) -> Bool {
    guard point.y > top, point.y < bottom else { return false }
    for index in firstSide..<(firstSide + sideCount) where sides[index].isLongEnough {
      if sides[index].depth(of: point) <= 0 { return false }
    }
    return true
  }
}

extension Side {
  /// Whether the side is so long that rounding cannot have turned it.
  fileprivate var isLongEnough: Bool {
    let (width, height) = (maxX - minX, bottom - top)
    return width * width + height * height >= 4 * SubpixelPoints.margin * SubpixelPoints.margin
  }

  /// How far `point` lies inside, to the left or to the right.
  fileprivate func depth(of point: Point) -> Double {
    (point.x - topX - (point.y - top) * slope) * winding
  }
}

extension SubpixelPoints {
  /// Returns where `x` · X + `y` · Y + `offset` is positive at (X, Y), counted from the pixel's corner: of
  /// point (`i`, `j`) bit 8 `i` + `j`.
  fileprivate static func mask(x: Double, y: Double, offset: Double) -> UInt64 {
    // What depends on the column and what depends on the row.
    let ofColumn = (cells * x + shiftOfColumn * y) * (1.0 / 64)
    let ofRow = (shiftOfRow * x + cells * y) * (1.0 / 64) + offset
    // Of column i the bits of the rows in which the sign says: outside.
    var outside = SIMD8<UInt64>()
    for j in 0..<8 {
      outside &+= outside
      outside |= unsafeBitCast(ofColumn + ofRow[7 - j], to: SIMD8<UInt64>.self) &>> 63
    }
    var mask: UInt64 = 0
    for i in 0..<8 { mask |= outside[i] &<< UInt64(8 * i) }
    return ~mask
  }

  /// Where the points of cell (`i`, `i`) begin, in 1/64 px.
  @inline(__always)
  private static var cells: SIMD8<Double> { SIMD8(0.5, 8.5, 16.5, 24.5, 32.5, 40.5, 48.5, 56.5) }
}
