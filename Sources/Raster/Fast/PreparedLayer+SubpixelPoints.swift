internal import Geometry

extension PreparedLayer {
  /// Returns a mask of the subpixel points of pixel (`x`, `y`) that lie inside the outline. Point (`i`, `j`)
  /// is bit 8 `i` + `j`.
  func points(inPixelX x: Int, y: Int, sides: UnsafePointer<Side>) -> UInt64 {
    let (left, upper) = (Double(x), Double(y))
    let margin = SubpixelPoints.margin
    var mask = UInt64.max
    // The horizontal sides.
    if upper - top < margin { mask &= SubpixelPoints.mask(x: 0, y: 1, offset: upper - top - margin) }
    if bottom - upper - 1 < margin {
      mask &= SubpixelPoints.mask(x: 0, y: -1, offset: bottom - upper - margin)
    }
    for index in firstSide..<(firstSide + sideCount) {
      let side = sides[index]
      // The distance of the pixel's upper left corner from the side, positive inside, times √(1 + slope²).
      let offset = (left - side.topX + (side.top - upper) * side.slope) * side.winding
      let (stepX, stepY) = (side.winding, -side.slope * side.winding)
      let steepness = 1 + abs(side.slope)
      // Skips the side if all four corners of the pixel are inside it by more than the margin.
      if offset + (stepX + stepY - steepness) / 2 > margin * steepness { continue }
      guard side.isLongEnough else { continue }
      let length = (1 + side.slope * side.slope).squareRoot()
      mask &= SubpixelPoints.mask(x: stepX, y: stepY, offset: offset - margin * length)
    }
    return mask
  }

  /// Returns the centroid of the part of pixel (`x`, `y`) inside the outline.
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
  /// Whether the side is so long that rounding its ends cannot have changed its direction much.
  fileprivate var isLongEnough: Bool {
    let (width, height) = (maxX - minX, bottom - top)
    return width * width + height * height >= 4 * SubpixelPoints.margin * SubpixelPoints.margin
  }

  /// Returns the horizontal distance of `point` from the side, positive inside.
  fileprivate func depth(of point: Point) -> Double {
    (point.x - topX - (point.y - top) * slope) * winding
  }
}

extension SubpixelPoints {
  /// Returns a mask of the points (X, Y), relative to the pixel's upper left corner, at which `x` · X + `y` ·
  /// Y + `offset` is positive. Point (`i`, `j`) is bit 8 `i` + `j`.
  fileprivate static func mask(x: Double, y: Double, offset: Double) -> UInt64 {
    // The sum has one term for each column `i` and one for each row `j` of the points.
    let ofColumn = (cells * x + shiftOfColumn * y) * (1.0 / 64)
    let ofRow = (shiftOfRow * x + cells * y) * (1.0 / 64) + offset
    // For each column `i`, the bits of the rows in which the sum is negative. These points are outside.
    var outside = SIMD8<UInt64>()
    for j in 0..<8 {
      outside &+= outside
      outside |= unsafeBitCast(ofColumn + ofRow[7 - j], to: SIMD8<UInt64>.self) &>> 63
    }
    var mask: UInt64 = 0
    for i in 0..<8 { mask |= outside[i] &<< UInt64(8 * i) }
    return ~mask
  }

  /// The centers of the cells along one axis, in 1/64 px.
  @inline(__always)
  private static var cells: SIMD8<Double> { SIMD8(0.5, 8.5, 16.5, 24.5, 32.5, 40.5, 48.5, 56.5) }
}
