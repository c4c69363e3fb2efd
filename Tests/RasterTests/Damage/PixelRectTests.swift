import Geometry
import Raster
import Testing

@Suite struct PixelRectTests {
  @Test(
    "The pixel rectangle that covers a rectangle contains every pixel it touches; covering an empty one, it is empty"
  )
  func covering() {
    #expect(
      PixelRect(covering: Rect(x: 1.2, y: -0.5, width: 2, height: 1))
        == PixelRect(x: 1, y: -1, width: 3, height: 2))
    #expect(
      PixelRect(covering: Rect(x: 2, y: 3, width: 4, height: 5)) == PixelRect(x: 2, y: 3, width: 4, height: 5)
    )
    #expect(PixelRect(covering: .zero).isEmpty)
    #expect(PixelRect(covering: Rect(x: -1e300, y: 0, width: .infinity, height: 1)).width == 2_000_000_000)
  }

  @Test(
    "The intersection of separate pixel rectangles is empty, and their union is the rectangle around both")
  func combining() {
    let (a, b) = (PixelRect(x: 0, y: 0, width: 4, height: 4), PixelRect(x: 3, y: 2, width: 5, height: 5))
    #expect(a.intersection(b) == PixelRect(x: 3, y: 2, width: 1, height: 2))
    #expect(a.union(b) == PixelRect(x: 0, y: 0, width: 8, height: 7))
    #expect(a.intersection(PixelRect(x: 9, y: 9, width: 1, height: 1)) == .zero)
    #expect(a.union(.zero) == a && PixelRect.zero.union(a) == a)
  }

  @Test("A layer changes no pixel outside its bounds")
  func layerBounds() {
    for seed in 0..<40 {
      var maker = SceneMaker(seed: seed)
      for kind in [SceneMaker.Kind.tilted, .crossingTheEyePlane, .tiny] {
        var scene = maker.scene(kind)
        scene.background = .zero
        var layer = scene.layers[0]
        layer.alpha = 1
        layer.texture = .plain(.max, width: layer.texture.width, height: layer.texture.height)
        scene.layers = [layer]
        let bounds = layer.pixelBounds(width: scene.width, height: scene.height)
        let picture = scene.drawn()
        for y in 0..<scene.height {
          for x in 0..<scene.width where picture[x, y] != 0 {
            #expect(x >= bounds.x && x < bounds.maxX && y >= bounds.y && y < bounds.maxY, "\(kind) \(seed)")
          }
        }
        #expect(
          bounds.intersection(PixelRect(x: 0, y: 0, width: scene.width, height: scene.height)) == bounds)
      }
    }
    #expect(
      SceneLayer(texture: .plain(.max), homography: .identity, alpha: 0).pixelBounds(width: 9, height: 9)
        .isEmpty)
    let beyond = Homography.scale(1, offset: Point(x: 9, y: 0))
    #expect(SceneLayer(texture: .plain(.max), homography: beyond).pixelBounds(width: 9, height: 9).isEmpty)
    let whole = Homography.scale(1, offset: Point(x: 0.5, y: -3))
    #expect(
      SceneLayer(texture: .plain(.max), homography: whole).pixelBounds(width: 20, height: 20)
        == PixelRect(x: 0, y: 0, width: 9, height: 5))
  }
}
