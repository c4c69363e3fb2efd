internal import CarouselEngine
internal import CarouselViews
internal import Drawing
internal import Geometry
internal import Raster

/// Turns the frames of carousels and the overlays into a scene of textured quads.
@MainActor
struct SceneComposer {
  let textures: TextureCache
  /// The window's size in pixels.
  let width: Int
  let height: Int
  /// Pixels per point.
  let scale: Double
  /// Whether nothing moves. At rest, upright items are snapped to whole pixels.
  let isAtRest: Bool

  func scene(background: Color) -> Scene {
    Scene(width: width, height: height, background: background.premultipliedBGRA)
  }

  /// Adds the items of `frame`. The carousel's top left corner is at `origin`, in the window's points.
  func add(_ frame: CarouselFrame, at origin: Point, to scene: inout Scene) {
    let toPixels = Homography.scale(scale, offset: origin * scale)
    for item in frame.items {
      guard let view = item.view as? View, item.alpha > 0 else { continue }
      let transform = item.homography.concatenated(with: toPixels)
      guard isVisible(transform, size: item.size) else { continue }
      add(
        view, itemIndex: item.index, size: item.size, transform: transform, alpha: item.alpha,
        isSnapped: isAtRest,
        to: &scene)
    }
  }

  /// Adds an overlay, once or as a pattern.
  func add(_ overlay: Overlay, to scene: inout Scene) {
    let size = Size(width: Double(width) / scale, height: Double(height) / scale)
    for origin in overlay.origins(in: size) {
      let transform = Homography.scale(scale, offset: origin * scale)
      add(
        overlay.view, itemIndex: 0, size: overlay.view.size, transform: transform, alpha: overlay.alpha,
        isSnapped: true, to: &scene)
    }
  }

  private func add(
    _ view: View, itemIndex: Int, size: Size, transform: Homography, alpha: Double, isSnapped: Bool,
    to scene: inout Scene
  ) {
    guard let texture = textures.texture(for: view, itemIndex: itemIndex, scale: scale) else { return }
    let texels = Size(width: Double(texture.width), height: Double(texture.height))
    let toPoints = Homography(size.width / texels.width, 0, 0, 0, size.height / texels.height, 0, 0, 0, 1)
    let map = toPoints.concatenated(with: transform)
    let snapped = isSnapped ? map.snappedToPixels(textureSize: texels) : nil
    scene.layers.append(Layer(texture: texture, homography: snapped ?? map, alpha: alpha))
  }

  /// Whether a view of `size` points intersects the window.
  private func isVisible(_ transform: Homography, size: Size) -> Bool {
    let outline = transform.projectedOutline(of: size)
    guard let first = outline.first else { return false }
    var (minX, maxX, minY, maxY) = (first.x, first.x, first.y, first.y)
    for corner in outline {
      (minX, maxX) = (min(minX, corner.x), max(maxX, corner.x))
      (minY, maxY) = (min(minY, corner.y), max(maxY, corner.y))
    }
    return maxX > 0 && maxY > 0 && minX < Double(width) && minY < Double(height)
  }
}
