internal import Geometry
internal import Glibc

extension SceneLayer {
  /// Returns the rectangle of canvas pixels that this layer may cover, or `.zero` if no part of it is
  /// visible.
  ///
  /// When a layer moves or its texture changes, redraw the union of its bounds before and after the change.
  ///
  /// - Parameters:
  ///   - width: The canvas width, in pixels.
  ///   - height: The canvas height, in pixels.
  public func pixelBounds(width: Int, height: Int) -> PixelRect {
    let size = Size(width: Double(texture.width), height: Double(texture.height))
    return pixelBounds(of: size, mappedBy: homography, width: width, height: height)
  }

  /// Returns a rectangle that contains all canvas pixels that change when the given texels change.
  func pixelBounds(of texels: PixelRect, width: Int, height: Int) -> PixelRect {
    guard let placement = Placement(self, width: width, height: height) else { return .zero }
    let (acrossReach, downReach) = reach(of: placement.levels)
    let origin = Point(x: Double(texels.x) - acrossReach, y: Double(texels.y) - downReach)
    let size = Size(
      width: Double(texels.width) + 2 * acrossReach, height: Double(texels.height) + 2 * downReach)
    let map = Homography.scale(1, offset: origin).concatenated(with: homography)
    let bounds = pixelBounds(of: size, mappedBy: map, width: width, height: height)
    guard !bounds.isEmpty else { return .zero }
    // The center of a pixel at the layer's edge may lie outside the layer.
    let spread = PixelRect(
      x: bounds.x - 2, y: bounds.y - 2, width: bounds.width + 4, height: bounds.height + 4)
    return pixelBounds(width: width, height: height).intersection(spread)
  }

  /// Returns the largest horizontal and vertical distance at which a texel of the base level can affect a sample, in
  /// texels of the base level.
  private func reach(of levels: LevelSelector) -> (across: Double, down: Double) {
    var narrowest = LevelSize.base
    levels.forEachSize { size in
      let shown = shownLevel(of: size)
      narrowest = LevelSize(x: max(narrowest.x, shown.x), y: max(narrowest.y, shown.y))
    }
    return (
      reach(from: texture.width, to: texture.widths[narrowest.x]),
      reach(from: texture.height, to: texture.heights[narrowest.y])
    )
  }

  /// A sample interpolates between texels of a level. Each texel of a smaller level is a mean of the base
  /// level's texels within the filter's window.
  private func reach(from base: Int, to length: Int) -> Double {
    let ratio = Double(base) / Double(length)
    return ratio + (length < base ? DownscalingWeights.reach(ratio: ratio) + 1 : 0)
  }

  private func pixelBounds(of size: Size, mappedBy map: Homography, width: Int, height: Int) -> PixelRect {
    guard alpha > 0, let (whole, _) = map.roundedOutline(of: size) else { return .zero }
    let outline = visiblePart(of: whole, width: width, height: height)
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
