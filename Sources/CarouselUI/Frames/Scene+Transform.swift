internal import Geometry
internal import Raster
internal import Windowing

extension Scene {
  /// Returns the scene for a transformed buffer: each layer is projected to its position in the transformed
  /// picture.
  ///
  /// The layers are already snapped to whole pixels and have their textures. The transform changes neither
  /// the alignment nor the textures.
  func applying(_ transform: BufferTransform) -> Scene {
    guard transform != .normal else { return self }
    let size = Size(width: Double(width), height: Double(height))
    let map = transform.map(of: size)
    var turned = self
    if transform.swapsAxes { (turned.width, turned.height) = (height, width) }
    for index in turned.layers.indices {
      turned.layers[index].homography = layers[index].homography.concatenated(with: map)
      turned.layers[index].clip = layers[index].clip.map { $0.mapped(by: map) }
      turned.layers[index].clipCorners = layers[index].clipCorners.map { map.project($0) ?? $0 }
    }
    return turned
  }
}

extension PixelRect {
  /// Returns the image of the rectangle. `map` must consist of swaps or mirrorings of the axes and a
  /// translation by whole pixels.
  fileprivate func mapped(by map: Homography) -> PixelRect {
    guard let a = map.project(Point(x: Double(x), y: Double(y))),
      let b = map.project(Point(x: Double(maxX), y: Double(maxY)))
    else { return .zero }
    return PixelRect(
      covering: Rect(x: min(a.x, b.x), y: min(a.y, b.y), width: abs(a.x - b.x), height: abs(a.y - b.y)))
  }
}
