internal import Geometry

/// A side of a layer's outline that is not level, from its upper end to its lower.
struct Side: BitwiseCopyable {
  let top, bottom: Double
  let topX: Double
  /// How far x moves for each pixel downwards.
  let slope: Double
  let minX, maxX: Double
  /// 1 where the layer begins to the right of it, -1 where it ends.
  let winding: Double

  /// Returns where it is at height `y`, never beyond its ends, not even by a rounding error: they lie inside
  /// the canvas.
  @inline(__always)
  func x(at y: Double) -> Double {
    let x = topX + (y - top) * slope
    return x < minX ? minX : (x > maxX ? maxX : x)
  }
}

/// What the rows of a frame need to know of a layer, worked out once.
struct PreparedLayer: BitwiseCopyable {
  /// The sides of the outline, in the renderer's common list.
  let firstSide, sideCount: Int
  /// The outline's extent.
  let top, bottom: Double
  let sampler: LayerSampler
  /// Takes the sampler's place where the layer is translatedSampler and nothing else.
  let translatedSampler: TranslatedSampler?
  /// Alpha, 65536 for 1.
  let alpha: UInt64
  /// Whether each texel has alpha 255.
  let hasOpaqueTexels: Bool

  /// Whether nothing shows through where a pixel is wholly covered.
  var isOpaque: Bool { hasOpaqueTexels && alpha == 65536 }

  /// Prepares `layer`, whose sides are appended to `sides`; `nil` when it is too faint to be seen.
  ///
  /// Only what lies in `part` and is not hidden by `front` may be drawn. The result points into `memory` and
  /// into the levels that are added to `retained`: it is good while those live.
  init?(
    _ layer: Layer, _ placement: Placement, in part: DrawnPart, behind front: borrowing Occluders,
    usesVectors: Bool, sides: inout ScratchBuffer<Side>, memory: inout FrameArena, retained: inout [MipLevel]
  ) {
    let alpha = UInt64((min(layer.alpha, 1) * 65536).rounded())
    guard alpha > 0 else { return nil }
    self.alpha = alpha
    hasOpaqueTexels = layer.texture.isOpaque
    sampler = LayerSampler(
      layer, placement, in: part, behind: front, usesVectors: usesVectors, memory: &memory, retained: &retained)
    translatedSampler = TranslatedSampler(layer, usesVectors: usesVectors)

    let outline = placement.outline
    let winding: Double = outline.signedArea > 0 ? 1 : -1
    firstSide = sides.count
    var (top, bottom) = (Double.infinity, -Double.infinity)
    for index in 0..<outline.count {
      let (a, b) = (outline[index], outline[index + 1 == outline.count ? 0 : index + 1])
      top = min(top, a.y)
      bottom = max(bottom, a.y)
      guard a.y != b.y else { continue }
      // Clockwise on the screen, the left sides go up.
      let (upper, lower) = a.y < b.y ? (a, b) : (b, a)
      sides.append(
        Side(
          top: upper.y, bottom: lower.y, topX: upper.x, slope: (lower.x - upper.x) / (lower.y - upper.y),
          minX: min(a.x, b.x), maxX: max(a.x, b.x), winding: a.y < b.y ? -winding : winding))
    }
    sideCount = sides.count - firstSide
    self.top = top
    self.bottom = bottom
  }
}

extension PreparedLayer {
  /// Returns columns that are wholly covered in each of `rows`; nothing when `end` does not exceed `start`.
  func solidColumns(throughout rows: Range<Int>, sides: UnsafePointer<Side>) -> (start: Int, end: Int) {
    let (rowsTop, rowsBottom) = (Double(rows.lowerBound), Double(rows.upperBound))
    guard top <= rowsTop, bottom >= rowsBottom else { return (0, 0) }
    var (left, right) = (0.0, Double(Scene.maximumSide))
    for index in firstSide..<(firstSide + sideCount) {
      let side = sides[index]
      guard side.top < rowsBottom, side.bottom > rowsTop else { continue }
      let (first, last) = (side.x(at: max(side.top, rowsTop)), side.x(at: min(side.bottom, rowsBottom)))
      if side.winding > 0 {
        left = max(left, max(first, last))
      } else {
        right = min(right, min(first, last))
      }
    }
    return (Int(left.rounded(.up)), Int(right))
  }

  /// Returns the row, `end` at most, before which each row is covered as row `y` is: as long as all sides in
  /// it are upright and none begins or ends.
  func endOfEqualRows(from y: Int, to end: Int, sides: UnsafePointer<Side>) -> Int {
    let (upper, lower) = (Double(y), Double(y + 1))
    if top >= lower { return min(end, Int(top)) }
    var end = end
    for index in firstSide..<(firstSide + sideCount) {
      let side = sides[index]
      if side.bottom <= upper { continue }
      if side.top >= lower {
        end = min(end, Int(side.top))
        continue
      }
      guard side.slope == 0, side.top <= upper, side.bottom >= lower else { return y + 1 }
      end = min(end, Int(side.bottom))
    }
    return end
  }
}
