import Geometry
import Raster
import Testing

/// A pixel depends only on the layers that cover it. It does not depend on other content of its row, or on
/// which part of the frame is drawn.
@Suite struct LocalityTests {
  @Test(
    "A part of a scene is drawn with the same pixels as the whole scene, to the last bit",
    arguments: RendererVariant.allCases)
  func parts(variant: RendererVariant) {
    let renderer = variant.renderer
    var random = Random(seed: 3)
    for seed in 0..<24 {
      for kind in SceneMaker.Kind.allCases {
        var maker = SceneMaker(seed: seed)
        let scene = maker.scene(kind)
        let stride = scene.width * 4 + seed % 5
        var whole = Picture(width: scene.width, height: scene.height, stride: stride)
        whole.draw { renderer.render(scene, into: $0) }
        var region = DirtyRegion()
        for _ in 0..<(1 + seed % 9) { region.insert(random.rectangle(around: scene)) }
        var part = Picture(width: scene.width, height: scene.height, stride: stride)
        part.draw { renderer.render(scene, into: $0, region: region) }
        var expected = Picture(width: scene.width, height: scene.height, stride: stride)
        expected.copy(region, from: whole)
        #expect(part == expected, "\(kind) \(seed)")
        let clip = region.first ?? .zero
        part.draw { renderer.render(scene, into: $0, clip: clip) }
        #expect(part == expected, "\(kind) \(seed), one clip")
      }
    }
  }

  @Test(
    "If rows are longer than a run of the vector kernels, parts of rows have the same pixels as whole rows")
  func wideRows() {
    var random = Random(seed: 4)
    for seed in 0..<6 {
      for kind in [SceneMaker.Kind.tilted, .translucent, .moved, .crossingTheEyePlane] {
        var maker = SceneMaker(seed: seed)
        var scene = maker.scene(kind, width: 1700, height: 5)
        for index in scene.layers.indices {
          scene.layers[index].homography = scene.layers[index].homography
            .concatenated(with: Homography(30, 0, 0, 0, 1, 0, 0, 0, 1))
        }
        let texture = Texture.noise(width: 1500, height: 9, seed: 1)
        let shift = Homography.scale(1, offset: Point(x: 20.3, y: -2.4))
        scene.layers.insert(SceneLayer(texture: texture, homography: shift), at: 0)
        let whole = scene.drawn()
        for _ in 0..<20 {
          let clip = random.rectangle(around: scene)
          var expected = Picture(width: scene.width, height: scene.height)
          expected.copy(DirtyRegion(clip), from: whole)
          #expect(scene.drawn(clip: clip) == expected, "\(kind) \(seed)")
        }
      }
    }
  }

  @Test(
    "Rows with equal coverage have the same pixels whether they are drawn together or one by one",
    arguments: RendererVariant.allCases)
  func uprightEdges(variant: RendererVariant) {
    let renderer = variant.renderer
    for seed in 0..<24 {
      let scene = Scene.uprightCards(seed: seed)
      var (together, alone) = (scene.drawn(), scene.drawn())
      together.draw { renderer.render(scene, into: $0) }
      for y in 0..<scene.height {
        let row = PixelRect(x: 0, y: y, width: scene.width, height: 1)
        alone.draw { renderer.render(scene, into: $0, clip: row) }
      }
      #expect(together == alone, "\(seed)")
      // The region has two rectangles that begin and end in different rows.
      var region = DirtyRegion(PixelRect(x: 3, y: 5 + seed, width: 30, height: 20))
      region.insert(PixelRect(x: 50, y: 11, width: 30, height: 9 + seed))
      var part = Picture(width: scene.width, height: scene.height)
      var expected = part
      part.draw { renderer.render(scene, into: $0, region: region) }
      expected.copy(region, from: together)
      #expect(part == expected, "\(seed)")
    }
  }

  @Test("A layer changes nothing outside its bounds, to the last bit", arguments: RendererVariant.allCases)
  func layers(variant: RendererVariant) {
    let renderer = variant.renderer
    for seed in 0..<24 {
      for kind in SceneMaker.Kind.allCases {
        var maker = SceneMaker(seed: seed)
        let scene = maker.scene(kind)
        var fewer = scene
        let layer = fewer.layers.remove(at: seed % scene.layers.count)
        var (with, without) = (scene.drawn(), scene.drawn())
        with.draw { renderer.render(scene, into: $0) }
        without.draw { renderer.render(fewer, into: $0) }
        without.copy(DirtyRegion(layer.pixelBounds(width: scene.width, height: scene.height)), from: with)
        #expect(with == without, "\(kind) \(seed)")
      }
    }
  }
}

extension Scene {
  /// Cards that touch or overlap at fractions of a pixel, all with vertical sides: translated, scaled, or
  /// rotated about a vertical axis; some are translucent.
  fileprivate static func uprightCards(seed: Int) -> Scene {
    var random = Random(seed: UInt64(seed) &+ 500)
    var scene = Scene(width: 96, height: 64, background: [40, 50, 60, 255])
    var x = random.next(in: -8...0)
    while x < 90 {
      let size = Size(width: Double(8 + random.next(below: 24)), height: Double(20 + random.next(below: 40)))
      let texture = Texture.noise(
        width: Int(size.width), height: Int(size.height), seed: random.next(),
        isOpaque: random.next(below: 3) > 0)
      let y = Double(random.next(below: 20)) + (seed % 3 == 0 ? 0 : random.next(in: 0...1))
      var homography = Homography.scale(1, offset: Point(x: x, y: y))
      switch random.next(below: 4) {
      case 0: homography.m0 = random.next(in: 0.5...1.5)
      case 1: homography.m4 = random.next(in: 0.5...1.5)
      case 2:
        var transform = Transform3D.identity
        transform.m34 = -1.0 / 200
        transform = transform.rotated(by: random.next(in: -1...1), y: 1)
        homography = Homography(placing: transform, size: size, center: Point(x: x + size.width / 2, y: 32))
      default: break
      }
      let alpha = random.next(below: 4) > 0 ? 1 : random.next(in: 0...1)
      scene.layers.append(SceneLayer(texture: texture, homography: homography, alpha: alpha))
      // On average, two of three cards touch the card before them.
      x += size.width - (random.next(below: 3) > 0 ? 0 : random.next(in: 0...size.width))
    }
    return scene
  }
}

extension Random {
  /// Returns a rectangle that intersects the scene's canvas or lies just beside it.
  mutating func rectangle(around scene: Scene) -> PixelRect {
    let (x, y) = (next(below: scene.width + 8) - 8, next(below: scene.height + 8) - 8)
    return PixelRect(x: x, y: y, width: next(below: scene.width / 2), height: next(below: scene.height))
  }
}
