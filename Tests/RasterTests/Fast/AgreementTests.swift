import Geometry
import Raster
import Testing

/// Compares the fast renderer with the reference renderer. A level is one of the 256 values of a channel.
@Suite struct AgreementTests {
  /// The largest allowed difference of a channel, in levels, inside cards and at their edges.
  static let tolerance = 1

  @Test(
    "The fast renderer differs from the reference by at most one level", arguments: SceneMaker.Kind.allCases,
    RendererVariant.allCases)
  func agreement(kind: SceneMaker.Kind, variant: RendererVariant) {
    let renderer = variant.renderer
    var (drawn, pixels) = (0, 0)
    for seed in 0..<48 {
      var maker = SceneMaker(seed: seed)
      let scene = maker.scene(kind)
      let stride = scene.width * 4 + seed % 7
      let expected = scene.drawnByReference(stride: stride)
      var picture = Picture(width: scene.width, height: scene.height, stride: stride)
      picture.draw { renderer.render(scene, into: $0) }
      let worst = picture.largestDifference(to: expected)
      #expect(worst.levels <= Self.tolerance, "\(kind) \(seed): \(worst)")
      #expect(
        picture.padding.allSatisfy { $0 == Picture.untouched }, "\(kind) \(seed): wrote between the rows")
      #expect(picture.isPremultiplied, "\(kind) \(seed)")
      #expect(expected.isPremultiplied, "\(kind) \(seed), reference")
      let empty = Scene(width: scene.width, height: scene.height, background: scene.background)
      drawn += expected.countOfPixels(unlike: empty.drawn())
      pixels += scene.width * scene.height
    }
    #expect(
      Double(drawn) > Double(pixels) * (kind == .tiny || kind == .edgeOn ? 0.005 : 0.1), "nothing to compare")
  }

  @Test(
    "Layers of up to 32768 texels, far longer than the canvas, agree with the reference",
    arguments: [(8192, 24), (24, 8192), (32768, 8), (8, 32768)], [0.02, 0.5, 0.97])
  func longTextures(size: (Int, Int), center: Double) {
    let texture = Texture.noise(width: size.0, height: size.1, seed: 5, isOpaque: true)
    for scale in [1.0 / 200, 0.02, 0.3, 0.59, 0.93, 1, 1.7, 4.3] {
      for (turn, alpha) in [(0, 1), (0.5, 1), (0.5, 0.7)] {
        var scene = Scene(width: 96, height: 48, background: [9, 9, 9, 255])
        // The texel at the fraction `center` of both sides falls near the middle of the canvas.
        let shift = Point(
          x: 48.1 - Double(size.0) * scale * center, y: 24.3 - Double(size.1) * scale * center)
        var homography = Homography.scale(scale, offset: shift)
        homography.m6 = turn / Double(size.0)
        homography.m7 = -turn / Double(size.1)
        scene.layers.append(SceneLayer(texture: texture, homography: homography, alpha: alpha))
        let expected = scene.drawnByReference()
        for variant in RendererVariant.allCases {
          let worst = scene.drawn(variant).largestDifference(to: expected)
          #expect(worst.levels <= Self.tolerance, "scale \(scale), turn \(turn), \(variant): \(worst)")
        }
      }
    }
  }

  @Test("The rounding errors of thirty translucent layers on top of each other do not accumulate")
  func deepStack() {
    var scene = Scene(width: 40, height: 24, background: [255, 255, 255, 255])
    for index in 0..<30 {
      let texture = Texture.noise(width: 23, height: 19, seed: UInt64(index), isOpaque: index % 3 > 0)
      let homography = Homography.scale(1.4, offset: Point(x: Double(index) * 0.13, y: 0.4))
      scene.layers.append(
        SceneLayer(texture: texture, homography: homography, alpha: 0.02 + 0.03 * Double(index)))
    }
    let expected = scene.drawnByReference()
    for variant in RendererVariant.allCases {
      let worst = scene.drawn(variant).largestDifference(to: expected)
      #expect(worst.levels <= Self.tolerance, "\(variant): \(worst)")
    }
  }

  @Test(
    "With a clip, only pixels inside the clip are drawn; they differ from the whole scene by at most one level",
    arguments: [0, 1, 2, 3, 4, 5])
  func clip(seed: Int) {
    var maker = SceneMaker(seed: seed)
    for kind in [SceneMaker.Kind.tilted, .crossingTheEyePlane, .translucent] {
      let scene = maker.scene(kind)
      let whole = scene.drawn()
      let clip = PixelRect(x: 7 * seed - 9, y: 11 - 3 * seed, width: 30, height: 21)
      for picture in [scene.drawn(clip: clip), scene.drawnByReference(clip: clip)] {
        for y in 0..<scene.height {
          for x in 0..<scene.width {
            let inside = x >= clip.x && x < clip.maxX && y >= clip.y && y < clip.maxY
            guard inside else {
              #expect(picture[x, y] == 0xa5a5_a5a5, "outside, \(x) \(y)")
              continue
            }
            let distance = zip(picture.channels(x, y), whole.channels(x, y)).map { abs($0 - $1) }.max() ?? 0
            #expect(distance <= Self.tolerance, "inside, \(x) \(y)")
          }
        }
      }
      let again = scene.drawn(clip: PixelRect(x: 0, y: 0, width: 500, height: 500))
      #expect(again == whole)
    }
  }

  @Test("A reused renderer draws the same as a new one")
  func reuse() {
    let renderer = Renderer()
    for (width, height) in [(56, 40), (9, 3), (70, 20), (1, 1), (56, 40)] {
      var maker = SceneMaker(seed: width)
      let scene = maker.scene(.tilted, width: width, height: height)
      var picture = Picture(width: width, height: height)
      picture.draw { renderer.render(scene, into: $0) }
      #expect(picture == scene.drawn())
    }
  }

  @Test(
    "No homography makes a renderer crash, hang or write outside the buffer",
    arguments: RendererVariant.allCases)
  func wildHomographies(variant: RendererVariant) {
    let renderer = variant.renderer
    var random = Random(seed: 11)
    let texture = Texture.noise(width: 13, height: 7, seed: 1)
    let special = [
      0, -0.0, 1, -1, .nan, .infinity, -.infinity, 1e300, -1e300, 1e-300, .leastNonzeroMagnitude, 1e9, -1e9,
    ]
    for _ in 0..<1500 {
      func number() -> Double {
        random.next(below: 3) == 0 ? special[random.next(below: special.count)] : random.next(in: -3...3)
      }
      let homography = Homography(
        number(), number(), number() * 9, number(), number(), number() * 9, number(), number(), number())
      let alpha = random.next(below: 4) == 0 ? number() : 1
      let layer = SceneLayer(texture: texture, homography: homography, alpha: alpha)
      let scene = Scene(width: 11, height: 9, background: [1, 2, 3, 255], layers: [layer])
      var picture = Picture(width: 11, height: 9, stride: 47)
      picture.draw { renderer.render(scene, into: $0) }
      #expect(picture.padding.allSatisfy { $0 == Picture.untouched }, "\(homography)")
      let worst = picture.largestDifference(to: scene.drawnByReference(stride: 47))
      #expect(worst.levels <= Self.tolerance, "\(homography) \(worst)")
    }
  }
}
