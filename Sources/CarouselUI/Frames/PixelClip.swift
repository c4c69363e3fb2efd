internal import Geometry
internal import Raster
internal import Views

/// The clip of a layer, in the window's pixels.
struct PixelClip {
  /// The rectangle of whole pixels that contains the clip.
  let bounds: PixelRect
  /// The corners of a convex polygon inside the bounds; empty if the clip is an axis-aligned rectangle.
  let corners: [Point]

  /// Creates a clip of whole pixels.
  init(bounds: PixelRect) { (self.bounds, corners) = (bounds, []) }

  private init(bounds: PixelRect, corners: [Point]) { (self.bounds, self.corners) = (bounds, corners) }

  /// Returns the part of the clip inside `other`.
  func intersection(_ other: PixelRect) -> PixelClip {
    PixelClip(bounds: bounds.intersection(other), corners: corners)
  }

  /// Converts a clip from points to pixels. The sides of axis-aligned clips are rounded to whole pixels.
  init(_ clip: LayerClip, scale: Double) {
    guard !clip.corners.isEmpty else {
      (bounds, corners) = (PixelRect(rounding: clip.bounds, scale: scale), [])
      return
    }
    guard clip.isUpright else {
      bounds = PixelRect(rounding: clip.bounds.inset(by: -1 / scale), scale: scale)
      corners = clip.corners.map { $0 * scale }
      return
    }
    let (old, new) = (clip.bounds, PixelRect(rounding: clip.bounds, scale: scale))
    let (across, down) = (Double(new.width) / old.size.width, Double(new.height) / old.size.height)
    bounds = new
    corners = clip.corners.map {
      Point(x: Double(new.x) + ($0.x - old.minX) * across, y: Double(new.y) + ($0.y - old.minY) * down)
    }
  }

  /// Whether a convex polygon lies inside of ``corners``, at least a pixel from each side.
  func contains(_ polygon: [Point]) -> Bool {
    guard !corners.isEmpty else { return true }
    let area = corners.indices.reduce(0) { sum, index in
      let (a, b) = (corners[index], corners[(index + 1) % corners.count])
      return sum + a.x * b.y - a.y * b.x
    }
    return corners.indices.allSatisfy { index in
      let (a, b) = (corners[index], corners[(index + 1) % corners.count])
      let side = (b - a) * (area < 0 ? -1 : 1)
      let length = side.distance(to: .zero)
      return length == 0
        || polygon.allSatisfy { side.x * ($0.y - a.y) - side.y * ($0.x - a.x) >= length }
    }
  }
}

extension PixelRect {
  /// Creates the rectangle of whole pixels nearest to `rect`, which is in points. Its sides are clamped to
  /// ±10⁹.
  fileprivate init(rounding rect: Rect, scale: Double) {
    func pixel(_ value: Double) -> Int {
      value.isNaN ? 0 : Int(min(max((value * scale).rounded(), -1e9), 1e9))
    }
    let (left, top) = (pixel(rect.minX), pixel(rect.minY))
    self.init(x: left, y: top, width: pixel(rect.maxX) - left, height: pixel(rect.maxY) - top)
  }
}
