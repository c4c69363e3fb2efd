internal import Geometry

/// The smallest rectangle of pixels that contains all pixels a layer may touch.
struct PixelExtent: BitwiseCopyable {
  let startColumn, endColumn, startRow, endRow: Int

  /// Rounds the bounds of an outline inside the canvas outwards to whole pixels.
  init(_ outline: ConvexPolygon) {
    let bounds = LayerBounds(outline)
    startColumn = Int(bounds.left)
    endColumn = Int(bounds.right.rounded(.up))
    startRow = Int(bounds.top)
    endRow = Int(bounds.bottom.rounded(.up))
  }
}

/// The bounds of a layer, in canvas pixels, not clipped to the canvas.
struct LayerBounds {
  let left, right, top, bottom: Double

  /// Computes the bounds from the projected corners. Returns `nil` if a corner lies behind the near plane or
  /// is not finite.
  ///
  /// This takes a twentieth of the time of creating a ``Placement``. It is done for each layer, and in a
  /// crowded scene most layers are hidden.
  @inline(__always)
  init?(_ layer: borrowing SceneLayer) {
    let m = layer.homography
    let (width, height) = (Double(layer.texture.width), Double(layer.texture.height))
    let u = SIMD4(0, width, width, 0)
    let v = SIMD4(0, 0, height, height)
    let w = m.m6 * u + (m.m7 * v + m.m8)
    guard w.minLane >= Placement.nearPlaneW else { return nil }
    let r = 1 / w
    let x = (m.m0 * u + (m.m1 * v + m.m2)) * r
    let y = (m.m3 * u + (m.m4 * v + m.m5)) * r
    (left, right, top, bottom) = (x.minLane, x.maxLane, y.minLane, y.maxLane)
    // Comparisons with NaN are false.
    guard left > -1e9, right < 1e9, top > -1e9, bottom < 1e9 else { return nil }
  }

  /// The bounds of a polygon with at least one corner.
  init(_ polygon: ConvexPolygon) {
    var (lowest, highest) = (polygon[0], polygon[0])
    for index in 1..<polygon.count {
      let corner = polygon[index]
      lowest = Point(x: min(lowest.x, corner.x), y: min(lowest.y, corner.y))
      highest = Point(x: max(highest.x, corner.x), y: max(highest.y, corner.y))
    }
    (left, right, top, bottom) = (lowest.x, highest.x, lowest.y, highest.y)
  }

  /// Whether the bounds do not intersect `area`.
  func isOutside(_ area: PixelRect) -> Bool {
    right < Double(area.x) || left > Double(area.maxX) || bottom < Double(area.y) || top > Double(area.maxY)
  }

  /// Whether the bounds do not intersect `part`.
  func isOutside(_ part: DrawnPart) -> Bool {
    isOutside(part.area) || !part.clips.isEmpty && part.clips.allSatisfy(isOutside)
  }
}

extension SIMD4<Double> {
  // Replacements for `min()` and `max()`, which the compiler does not inline.
  fileprivate var minLane: Double {
    let (a, b) = (x < y ? x : y, z < w ? z : w)
    return a < b ? a : b
  }
  fileprivate var maxLane: Double {
    let (a, b) = (x > y ? x : y, z > w ? z : w)
    return a > b ? a : b
  }
}

/// The outlines of opaque layers, for a quick test whether one of them completely hides another layer.
///
/// Only the largest few are kept. Layers hidden in other ways, for example by several layers together, are
/// detected later, row by row.
struct Occluders: ~Copyable {
  /// The largest number of outlines. It is small, because every layer of a scene is tested against all of
  /// them.
  private static let maxCount = 8

  /// The half-plane inside a side: the points with `x · across + y · down >= threshold`.
  private struct HalfPlane: BitwiseCopyable {
    let across, down, threshold: Double
  }

  private struct Outline: BitwiseCopyable {
    let area: Double
    var sideCount = 0
  }

  private var outlines = ScratchBuffer<Outline>(capacity: maxCount)
  /// `ConvexPolygon.capacity` entries for each outline.
  private let sides = UnsafeMutablePointer<HalfPlane>.allocate(
    capacity: maxCount * ConvexPolygon.capacity)

  deinit { sides.deallocate() }

  mutating func removeAll() { outlines.count = 0 }

  /// Adds the outline of an opaque layer on a canvas of `width` × `height` pixels, if it is among the largest
  /// outlines.
  mutating func add(_ polygon: ConvexPolygon, width: Int, height: Int) {
    let area = polygon.signedArea
    var slot = outlines.count
    if slot == Self.maxCount {
      slot = 0
      for other in 1..<Self.maxCount where outlines.elements[other].area < outlines.elements[slot].area {
        slot = other
      }
      guard outlines.elements[slot].area < abs(area) else { return }
    } else {
      outlines.count += 1
    }
    var outline = Outline(area: abs(area))
    // With clockwise corners on the screen, the inside is to the right of each side.
    let sign: Double = area > 0 ? 1 : -1
    let (right, bottom) = (Double(width), Double(height))
    for index in 0..<polygon.count {
      let (a, b) = (polygon[index], polygon[index + 1 == polygon.count ? 0 : index + 1])
      // A side on the border of the canvas is not tested, because nothing is visible beyond it.
      if a.x == b.x, a.x == 0 || a.x == right { continue }
      if a.y == b.y, a.y == 0 || a.y == bottom { continue }
      let (across, down) = ((a.y - b.y) * sign, (b.x - a.x) * sign)
      // A pixel that the bounds touch may extend up to 1 px beyond them in each direction. The factor 1 +
      // 1/1024 allows for corners that were rounded.
      let margin = (abs(across) + abs(down)) * (1 + 1.0 / 1024)
      sides[slot * ConvexPolygon.capacity + outline.sideCount] = HalfPlane(
        across: across, down: down, threshold: across * a.x + down * a.y + margin)
      outline.sideCount += 1
    }
    outlines.elements[slot] = outline
  }

  /// Whether a single outline covers all pixels that a shape within `bounds` may touch.
  @inline(__always)
  func occludes(_ bounds: LayerBounds) -> Bool {
    for number in 0..<outlines.count where contains(bounds, number) { return true }
    return false
  }

  @inline(__always)
  private func contains(_ bounds: LayerBounds, _ number: Int) -> Bool {
    let sides = UnsafePointer(sides + number * ConvexPolygon.capacity)
    for index in 0..<outlines.elements[number].sideCount {
      let side = sides[index]
      // The corner of the bounds that is farthest outside this side.
      let x = side.across > 0 ? bounds.left : bounds.right
      let y = side.down > 0 ? bounds.top : bounds.bottom
      guard x * side.across + y * side.down >= side.threshold else { return false }
    }
    return true
  }
}
