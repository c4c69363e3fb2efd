internal import Geometry

/// A side of a layer's outline, described from its upper to its lower end. Horizontal sides are not stored.
struct Side: BitwiseCopyable {
  let top, bottom: Double
  let topX: Double
  /// The change of x per pixel downwards.
  let slope: Double
  let minX, maxX: Double
  /// 1 for a left side, -1 for a right side of the layer.
  let winding: Double

  /// Returns the x coordinate of the side at height `y`. It is clamped to the range of the side's ends, so
  /// that rounding does not move it outside the canvas.
  @inline(__always)
  func x(at y: Double) -> Double {
    let x = topX + (y - top) * slope
    return x < minX ? minX : (x > maxX ? maxX : x)
  }
}

/// The properties of a layer that drawing its rows needs, computed once per frame.
struct PreparedLayer: BitwiseCopyable {
  /// The position of the outline's sides in the list that all layers share.
  let firstSide, sideCount: Int
  /// The vertical extent of the outline.
  let top, bottom: Double
  let sampler: LayerSampler
  /// Replaces `sampler` if the layer is translated and not scaled, rotated or tilted; otherwise `nil`.
  let translatedSampler: TranslatedSampler?
  /// Alpha in 1/65536.
  let alpha: UInt64
  /// Whether each texel that is drawn has alpha 255.
  let hasOpaqueTexels: Bool

  /// Whether a pixel that the layer fully covers hides all layers behind it.
  var isOpaque: Bool { hasOpaqueTexels && alpha == 65536 }

  /// Prepares `layer` and appends its sides to `sides`. Returns `nil` if its alpha rounds to 0.
  ///
  /// With `isOpaque`, the visible texels are opaque, although other texels of the texture may not be.
  ///
  /// Afterwards, only pixels inside `part` that `front` does not occlude may be drawn. The result points into
  /// `memory` and into the mip levels appended to `retained`. It is valid as long as both exist.
  init?(
    _ layer: SceneLayer, _ placement: Placement, isOpaque: Bool, in part: DrawnPart,
    behind front: borrowing Occluders, usesVectors: Bool, sides: inout ScratchBuffer<Side>,
    memory: inout FrameArena,
    retained: inout [MipLevel]
  ) {
    let alpha = UInt64((min(layer.alpha, 1) * 65536).rounded())
    guard alpha > 0 else { return nil }
    self.alpha = alpha
    hasOpaqueTexels = isOpaque || layer.texture.isOpaque
    sampler = LayerSampler(
      layer, placement, in: part, behind: front, usesVectors: usesVectors, memory: &memory,
      retained: &retained)
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
      // With clockwise corners on the screen, the left sides go up.
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
  /// Returns the columns that the layer fully covers in all of `rows`. There are none if `end <= start`.
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

  /// Returns the end of the range of rows, beginning with `y`, in which the layer's coverage is the same; at
  /// most `end`. In these rows all sides are vertical, and no side begins or ends.
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
