import Geometry
import Raster
import Testing

/// A pixel depends on nothing but the layers that cover it: not on what else is drawn in its row, and not on
/// which part of the frame is asked for.
@Suite struct LocalityTests {
  @Test("Any part of a picture is drawn as in the whole, to the last bit", arguments: Way.allCases)
  func parts(way: Way) {
    let renderer = way.renderer
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
        var wanted = Picture(width: scene.width, height: scene.height, stride: stride)
        wanted.copy(region, from: whole)
        #expect(part == wanted, "\(kind) \(seed)")
        let clip = region.first ?? .zero
        part.draw { renderer.render(scene, into: $0, clip: clip) }
        #expect(part == wanted, "\(kind) \(seed), one clip")
      }
    }
  }

  @Test("Wide rows, in which vectors work in several runs, are drawn in parts as in the whole")
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
        scene.layers.insert(Layer(texture: texture, homography: shift), at: 0)
        let whole = scene.drawn()
        for _ in 0..<20 {
          let clip = random.rectangle(around: scene)
          var wanted = Picture(width: scene.width, height: scene.height)
          wanted.copy(DirtyRegion(clip), from: whole)
          #expect(scene.drawn(clip: clip) == wanted, "\(kind) \(seed)")
        }
      }
    }
  }

  @Test("A layer changes nothing outside its bounds, to the last bit", arguments: Way.allCases)
  func layers(way: Way) {
    let renderer = way.renderer
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

extension Random {
  /// A rectangle that meets the scene's canvas, or not quite.
  mutating func rectangle(around scene: Scene) -> PixelRect {
    let (x, y) = (next(below: scene.width + 8) - 8, next(below: scene.height + 8) - 8)
    return PixelRect(x: x, y: y, width: next(below: scene.width / 2), height: next(below: scene.height))
  }
}
