internal import Geometry
internal import Glibc

extension Layer {
  /// Returns the pixels that this layer can change on a canvas; `.zero` when no part of it is visible.
  ///
  /// When a layer moves or its texture changes, the union of its bounds before and after has to be redrawn.
  ///
  /// - Parameters:
  ///   - width: The canvas width, in pixels.
  ///   - height: The canvas height, in pixels.
  public func pixelBounds(width: Int, height: Int) -> PixelRect {
    let size = Size(width: Double(texture.width), height: Double(texture.height))
    guard alpha > 0, let (whole, _) = homography.roundedOutline(of: size) else { return .zero }
    let outline = whole.clipped(minX: 0, minY: 0, maxX: Double(width), maxY: Double(height))
    guard outline.count >= 3 else { return .zero }
    var (minX, minY) = (Double(width), Double(height))
    var (maxX, maxY) = (0.0, 0.0)
    for index in 0..<outline.count {
      let corner = outline[index]
      (minX, maxX) = (min(minX, corner.x), max(maxX, corner.x))
      (minY, maxY) = (min(minY, corner.y), max(maxY, corner.y))
    }
    return PixelRect(covering: Rect(x: minX, y: minY, width: maxX - minX, height: maxY - minY))
  }
}
