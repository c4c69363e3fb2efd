internal import Drawing
internal import Geometry
internal import Raster
@_spi(Subclassing) internal import Views

/// Converts the layers of views to a scene of textured quads.
@MainActor
struct SceneComposer {
  let textures: TextureCache
  /// The window's size in pixels.
  let width: Int
  let height: Int
  /// Pixels per point.
  let scale: Double
  /// Whether the renderer makes the mip levels that it lacks. Otherwise it uses those that exist when a layer is added.
  var makesLevels = true

  func scene(background: Color) -> Scene {
    Scene(width: width, height: height, background: background.premultipliedBGRA)
  }

  /// Adds a layer to the scene, unless the layer is transparent or outside of the window.
  func add(_ layer: ViewLayer, to scene: inout Scene) {
    let view = layer.view
    let clip = clip(of: layer)
    guard layer.alpha > 0, isVisible(layer, in: clip),
      let texture = textures.texture(for: view, itemIndex: layer.item?.index ?? 0, scale: scale)
    else { return }
    let map = layer.tile.map { self.map(of: $0, layer, texture: texture) } ?? map(of: layer, texture: texture)
    // In a window with round corners, most layers are far from the corners and need no polygon.
    let isInside = clip.map { $0.contains(map.projectedOutline(of: texture.size)) } ?? true
    var drawn = SceneLayer(
      texture: texture, homography: map, alpha: layer.alpha, clip: clip?.bounds,
      clipCorners: isInside ? [] : clip?.corners ?? [])
    if !makesLevels { drawn.existingLevels = texture.existingLevels }
    scene.layers.append(drawn)
  }

  /// Adds layers of the last scene, with the mip levels that exist now.
  func add(_ former: ArraySlice<SceneLayer>, to scene: inout Scene) {
    for var layer in former {
      if !makesLevels { layer.existingLevels = layer.texture.existingLevels }
      scene.layers.append(layer)
    }
  }

  /// Whether a layer is visible, and the cache lacks the pixels of its view's current content.
  func lacksPixels(of layer: ViewLayer) -> Bool {
    layer.alpha > 0 && !layer.view.size.isEmpty
      && !textures.holdsCurrent(layer.view, itemIndex: layer.item?.index ?? 0, scale: scale)
      && isVisible(layer, in: clip(of: layer))
  }

  /// Returns the projected corners of a layer in pixels, clipped near the viewer; `nil` if the layer is
  /// invisible.
  func outline(of layer: ViewLayer) -> [Point]? {
    let clip = layer.clip.map { PixelClip($0, scale: scale) }
    guard layer.alpha > 0, isVisible(layer, in: clip),
      let texture = textures.shownTexture(of: layer.view)
    else { return nil }
    let map = map(of: layer, texture: texture)
    guard let frame = frame(of: layer.view) else { return map.projectedOutline(of: texture.size) }
    let corner = Homography.scale(1, offset: Point(x: Double(frame.left), y: Double(frame.top)))
    return corner.concatenated(with: map).projectedOutline(
      of: Size(width: Double(frame.width), height: Double(frame.height)))
  }

  private func toPixels(_ layer: ViewLayer) -> Homography {
    layer.map.concatenated(with: .scale(scale))
  }

  /// Returns the frame of a view with effects in its pixels; `nil` if the view has no effects around it.
  private func frame(of view: View) -> PixelFrame? {
    let outsets = view.effectOutsets
    return outsets == .zero ? nil : try? PixelFrame(of: view.size, outsets: outsets, scale: scale)
  }

  /// Returns the map from the texture's pixels to the window's pixels.
  private func map(of layer: ViewLayer, texture: Texture) -> Homography {
    let (size, texels) = (layer.view.size, texture.size)
    let toPoints =
      frame(of: layer.view).map { Homography($0.toPoints) }
      ?? Homography(size.width / texels.width, 0, 0, 0, size.height / texels.height, 0, 0, 0, 1)
    let map = toPoints.concatenated(with: toPixels(layer))
    // Layers at rest are aligned to whole pixels, even while other layers move.
    return (isSnapped(layer) ? map.snappedToPixels(textureSize: texels) : nil) ?? map
  }

  private func isSnapped(_ layer: ViewLayer) -> Bool {
    !layer.isMoving || layer.item == nil && !layer.view.wantsLayer
  }

  /// Returns the map from the pixels of a large layer to those of the window.
  private func wholeMap(of tile: TilePlace, _ layer: ViewLayer) -> Homography {
    let pixels = Size(width: Double(tile.width), height: Double(tile.height))
    let toPoints = Homography(
      tile.size.width / pixels.width, 0, 0, 0, tile.size.height / pixels.height, 0, 0, 0, 1)
    let map = toPoints.concatenated(with: tile.map).concatenated(with: .scale(scale))
    return (isSnapped(layer) ? map.snappedToPixels(textureSize: pixels) : nil) ?? map
  }

  /// Returns the map from the pixels of a tile to those of the window. It follows from the map of the whole layer, so that
  /// all tiles lie on the same pixels.
  private func map(of tile: TilePlace, _ layer: ViewLayer, texture: Texture) -> Homography {
    let painted = tile.painted
    // A texture that was painted at another scale is shown until it is replaced.
    let toPixels = Homography(
      Double(painted.right - painted.left) / texture.size.width, 0, Double(painted.left), 0,
      Double(painted.bottom - painted.top) / texture.size.height, Double(painted.top), 0, 0, 1)
    return toPixels.concatenated(with: wholeMap(of: tile, layer))
  }

  /// Returns the clip of a layer. Adjacent tiles have exactly the same line between them.
  private func clip(of layer: ViewLayer) -> PixelClip? {
    guard let tile = layer.tile else { return layer.clip.map { PixelClip($0, scale: scale) } }
    let map = wholeMap(of: tile, layer)
    guard map.isUpright else { return PixelClip(tile.clip(layer.clip), scale: scale) }
    let shown = tile.shown
    func pixel(_ x: Int, _ y: Int) -> (x: Int, y: Int) {
      let point = map.project(Point(x: Double(x), y: Double(y))) ?? .zero
      func whole(_ value: Double) -> Int { value.isNaN ? 0 : Int(min(max(value.rounded(), -1e9), 1e9)) }
      return (whole(point.x), whole(point.y))
    }
    let (start, end) = (pixel(shown.left, shown.top), pixel(shown.right, shown.bottom))
    let own = PixelRect(x: start.x, y: start.y, width: end.x - start.x, height: end.y - start.y)
    return layer.clip.map { PixelClip($0, scale: scale) }?.intersection(own) ?? PixelClip(bounds: own)
  }

  /// Whether a view with its effects intersects the window and the clip.
  private func isVisible(_ layer: ViewLayer, in clip: PixelClip?) -> Bool {
    let window = PixelRect(x: 0, y: 0, width: width, height: height)
    let area = clip.map { $0.bounds.intersection(window) } ?? window
    guard !area.isEmpty else { return false }
    let painted = frame(of: layer.view)?.area ?? Rect(origin: .zero, size: layer.view.size)
    let transform = Homography.scale(1, offset: painted.origin).concatenated(with: toPixels(layer))
    let outline = transform.projectedOutline(of: painted.size)
    guard let first = outline.first else { return false }
    var (minX, maxX, minY, maxY) = (first.x, first.x, first.y, first.y)
    for corner in outline {
      (minX, maxX) = (min(minX, corner.x), max(maxX, corner.x))
      (minY, maxY) = (min(minY, corner.y), max(maxY, corner.y))
    }
    return maxX > Double(area.x) && maxY > Double(area.y) && minX < Double(area.maxX)
      && minY < Double(area.maxY)
  }
}

extension Texture {
  fileprivate var size: Size { Size(width: Double(width), height: Double(height)) }
}
