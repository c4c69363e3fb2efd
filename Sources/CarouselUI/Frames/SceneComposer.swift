internal import CarouselViews
internal import Drawing
internal import Geometry
internal import Raster

/// Turns the layers of views into a scene of textured quads.
@MainActor
struct SceneComposer {
  let textures: TextureCache
  /// The window's size in pixels.
  let width: Int
  let height: Int
  /// Pixels per point.
  let scale: Double

  func scene(background: Color) -> Scene {
    Scene(width: width, height: height, background: background.premultipliedBGRA)
  }

  /// Adds a layer of views, unless it is transparent or outside of the window.
  func add(_ layer: ViewLayer, to scene: inout Scene) {
    let view = layer.view
    let clip = layer.clip.map { PixelClip($0, scale: scale) }
    guard layer.alpha > 0, isVisible(layer, in: clip),
      let texture = textures.texture(for: view, itemIndex: layer.item?.index ?? 0, scale: scale)
    else { return }
    let map = map(of: layer, texture: texture)
    var drawn = Layer(
      texture: texture, homography: map, alpha: layer.alpha, clip: clip?.bounds,
      clipCorners: clip?.corners ?? [])
    drawn.levelRevision = texture.levelRevision
    scene.layers.append(drawn)
  }

  /// Returns the projected corners of a layer in pixels, clipped near the eye; `nil` if it is not shown.
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

  /// Returns the place of a view in its pixels; `nil` if the view fills them.
  private func frame(of view: View) -> PixelFrame? {
    let outsets = view.effectOutsets
    return outsets == .zero ? nil : try? PixelFrame(of: view.size, outsets: outsets, scale: scale)
  }

  /// Returns the map from the texture's pixels to those of the window.
  private func map(of layer: ViewLayer, texture: Texture) -> Homography {
    let (size, texels) = (layer.view.size, texture.size)
    let toPoints =
      frame(of: layer.view).map { Homography($0.toPoints) }
      ?? Homography(size.width / texels.width, 0, 0, 0, size.height / texels.height, 0, 0, 0, 1)
    let map = toPoints.concatenated(with: toPixels(layer))
    // Layers at rest lie on whole pixels, also while others move.
    let isSnapped = !layer.isMoving || layer.item == nil && !layer.view.isLayered
    return (isSnapped ? map.snappedToPixels(textureSize: texels) : nil) ?? map
  }

  /// Whether a view with its effects intersects the window and its clip.
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
