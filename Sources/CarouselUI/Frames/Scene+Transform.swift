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

extension Scene {
  /// Returns the scene for a smaller buffer, which the compositor enlarges to the size of this scene.
  func scaled(toWidth newWidth: Int, height newHeight: Int) -> Scene {
    guard (newWidth, newHeight) != (width, height), width > 0, height > 0 else { return self }
    let (across, down) = (Double(newWidth) / Double(width), Double(newHeight) / Double(height))
    let map = Homography(across, 0, 0, 0, down, 0, 0, 0, 1)
    var small = self
    (small.width, small.height) = (newWidth, newHeight)
    for index in small.layers.indices {
      small.layers[index].homography = layers[index].homography.concatenated(with: map)
      small.layers[index].clip = layers[index].clip.map { $0.scaled(across, down) }
      small.layers[index].clipCorners = layers[index].clipCorners.map {
        Point(x: $0.x * across, y: $0.y * down)
      }
    }
    return small
  }
}

extension Scene {
  /// Returns a part of the scene in a rectangle of another canvas. Outside of the rectangle, the canvas has the background.
  ///
  /// - Parameters:
  ///   - part: In pixels of this scene; not empty.
  ///   - target: The rectangle in which the part is shown.
  ///   - newWidth: The width of the canvas.
  ///   - newHeight: The height of the canvas.
  func placed(_ part: Rect, in target: PixelRect, width newWidth: Int, height newHeight: Int) -> Scene {
    let across = Double(target.width) / part.size.width
    let down = Double(target.height) / part.size.height
    let offset = Point(x: Double(target.x) - part.minX * across, y: Double(target.y) - part.minY * down)
    let map = Homography(across, 0, offset.x, 0, down, offset.y, 0, 0, 1)
    var placed = self
    (placed.width, placed.height) = (newWidth, newHeight)
    for index in placed.layers.indices {
      placed.layers[index].homography = layers[index].homography.concatenated(with: map)
      let clip = layers[index].clip.map {
        $0.scaled(across, down, offset: offset).intersection(target)
      }
      placed.layers[index].clip = clip ?? target
      placed.layers[index].clipCorners = layers[index].clipCorners.map {
        Point(x: $0.x * across + offset.x, y: $0.y * down + offset.y)
      }
    }
    return placed
  }
}

extension PixelRect {
  /// Returns the scaled rectangle with sides rounded to whole pixels, so that adjacent rectangles stay adjacent.
  fileprivate func scaled(_ across: Double, _ down: Double, offset: Point = .zero) -> PixelRect {
    // A rectangle far outside of any canvas is clamped.
    func whole(_ value: Double) -> Int { Int(min(max(value.rounded(), -1e9), 1e9)) }
    let (left, top) = (whole(Double(x) * across + offset.x), whole(Double(y) * down + offset.y))
    return PixelRect(
      x: left, y: top, width: whole(Double(maxX) * across + offset.x) - left,
      height: whole(Double(maxY) * down + offset.y) - top)
  }

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
