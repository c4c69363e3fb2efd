internal import Geometry

/// The pixels that a layer may touch: a rectangle of columns and rows.
struct LayerExtent: BitwiseCopyable {
  var startColumn, endColumn, startRow, endRow: Int

  /// Returns the part inside `area`.
  func intersection(_ area: PixelRect) -> LayerExtent {
    LayerExtent(
      startColumn: max(startColumn, area.x), endColumn: min(endColumn, area.maxX),
      startRow: max(startRow, area.y), endRow: min(endRow, area.maxY))
  }

  var isEmpty: Bool { startColumn >= endColumn || startRow >= endRow }
}

extension LayerExtent {
  /// Rounds an outline inside the canvas outwards to whole pixels.
  init(_ outline: ConvexPolygon) {
    var (least, most) = (outline[0], outline[0])
    for index in 1..<outline.count {
      let corner = outline[index]
      least = Point(x: min(least.x, corner.x), y: min(least.y, corner.y))
      most = Point(x: max(most.x, corner.x), y: max(most.y, corner.y))
    }
    self.init(
      startColumn: Int(least.x), endColumn: Int(most.x.rounded(.up)), startRow: Int(least.y),
      endRow: Int(most.y.rounded(.up)))
  }

  /// Finds what `layer` may touch, on a canvas without end, from its corners alone; `nil` when they do not say, as
  /// where the layer reaches to the eye.
  ///
  /// A tenth of the work of a ``Placement``: it is asked of each layer, and most of many are hidden.
  init?(quickly layer: borrowing Layer) {
    let m = layer.homography
    let (width, height) = (Double(layer.texture.width), Double(layer.texture.height))
    let u = SIMD4(0, width, width, 0)
    let v = SIMD4(0, 0, height, height)
    let w = m.m6 * u + (m.m7 * v + m.m8)
    guard w.least >= Placement.nearestW else { return nil }
    let x = (m.m0 * u + (m.m1 * v + m.m2)) / w
    let y = (m.m3 * u + (m.m4 * v + m.m5)) / w
    let (left, right, top, bottom) = (x.least, x.most, y.least, y.most)
    // No number compares with nothing.
    guard left >= -1e9, right <= 1e9, top >= -1e9, bottom <= 1e9 else { return nil }
    self.init(
      startColumn: Int(left.rounded(.down)), endColumn: Int(right.rounded(.up)),
      startRow: Int(top.rounded(.down)), endRow: Int(bottom.rounded(.up)))
  }
}

extension SIMD4<Double> {
  // As `min()` and `max()`, which are calls.
  fileprivate var least: Double {
    let (a, b) = (x < y ? x : y, z < w ? z : w)
    return a < b ? a : b
  }
  fileprivate var most: Double {
    let (a, b) = (x > y ? x : y, z > w ? z : w)
    return a > b ? a : b
  }
}

/// Outlines of opaque layers, to tell quickly whether one of them hides a layer wholly.
///
/// It keeps the largest few: who is hidden by none of them, or only by several together, is found out row by row.
struct OpaqueOutlines: ~Copyable {
  /// How many are kept: each layer of a scene is compared with all of them.
  private static let mostOutlines = 8

  /// What lies to the inner side of a line: where `x · across + y · down + offset` is not negative.
  private struct HalfPlane: BitwiseCopyable {
    let across, down, offset: Double
  }

  private struct Outline: BitwiseCopyable {
    let extent: LayerExtent
    let area: Double
    let sideCount: Int
  }

  private var outlines = Scratch<Outline>(capacity: mostOutlines)
  /// Of each outline as many as it may have.
  private let sides = UnsafeMutablePointer<HalfPlane>.allocate(
    capacity: mostOutlines * ConvexPolygon.capacity)

  deinit { sides.deallocate() }

  mutating func removeAll() { outlines.count = 0 }

  /// Takes note of a layer that hides what is behind it.
  mutating func add(_ outline: ConvexPolygon, _ extent: LayerExtent) {
    let area = outline.signedArea
    var place = outlines.count
    if place == Self.mostOutlines {
      place = 0
      for other in 1..<Self.mostOutlines where outlines.elements[other].area < outlines.elements[place].area {
        place = other
      }
      guard outlines.elements[place].area < abs(area) else { return }
    } else {
      outlines.count += 1
    }
    outlines.elements[place] = Outline(extent: extent, area: abs(area), sideCount: outline.count)
    // Clockwise on the screen, the inner side is to the right of each side.
    let sign: Double = area > 0 ? 1 : -1
    for index in 0..<outline.count {
      let (a, b) = (outline[index], outline[index + 1 == outline.count ? 0 : index + 1])
      let (across, down) = ((a.y - b.y) * sign, (b.x - a.x) * sign)
      sides[place * ConvexPolygon.capacity + index] = HalfPlane(
        across: across, down: down, offset: -(across * a.x + down * a.y))
    }
  }

  /// Whether one outline holds all pixels of `extent`.
  func hide(_ extent: LayerExtent) -> Bool {
    for index in 0..<outlines.count {
      let outer = outlines.elements[index].extent
      guard
        extent.startColumn >= outer.startColumn, extent.endColumn <= outer.endColumn,
        extent.startRow >= outer.startRow, extent.endRow <= outer.endRow
      else { continue }
      if holds(extent, index) { return true }
    }
    return false
  }

  private func holds(_ extent: LayerExtent, _ outline: Int) -> Bool {
    for index in 0..<outlines.elements[outline].sideCount {
      let side = sides[outline * ConvexPolygon.capacity + index]
      // The corner that is farthest out.
      let x = Double(side.across > 0 ? extent.startColumn : extent.endColumn)
      let y = Double(side.down > 0 ? extent.startRow : extent.endRow)
      guard x * side.across + y * side.down + side.offset >= 0 else { return false }
    }
    return true
  }
}
