import Geometry
import Raster
import Testing

/// Textures that are opaque in the middle and transparent outside, such as a card with round corners in a margin.
@Suite struct ShapedTextureTests {
  /// The parts of a texture that are transparent.
  enum Shape: CaseIterable, Sendable {
    case margins, roundCorners, softEdges, hole, transparent

    /// Returns the alpha of a texel, in 0...255.
    func alpha(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Int {
      let (side, top) = (min(x, width - 1 - x), min(y, height - 1 - y))
      switch self {
      case .margins: return side < 5 || y < 3 || height - y <= 7 ? 0 : 255
      case .roundCorners: return side + top < 6 ? 0 : side + top < 8 ? 100 : 255
      case .softEdges: return min(255, 40 * min(side, top))
      case .hole: return (x - width / 2) * (x - width / 2) + y * y < 30 ? 0 : 255
      case .transparent: return 0
      }
    }

    func pixels(width: Int, height: Int, seed: UInt64) -> [UInt32] {
      var random = Random(seed: seed)
      return (0..<width * height).map { index in
        let alpha = alpha(index % width, index / width, width, height)
        func channel() -> UInt32 { UInt32(random.next(below: alpha + 1)) }
        return UInt32(alpha) << 24 | channel() << 16 | channel() << 8 | channel()
      }
    }
  }

  private static let offsets: [Point] = [
    Point(x: 3, y: 5), Point(x: -20, y: -9), Point(x: 6.5, y: 2), Point(x: 4, y: 7.25),
    Point(x: 11.3, y: 3.8),
    Point(x: 30, y: 20),
    // Just inside and outside of the tolerance of a whole pixel.
    Point(x: 3.00005, y: 4.99995), Point(x: 3.00015, y: 4.99985),
  ]

  @Test(
    "A translated texture of any shape is drawn as by the reference, with clips, an opacity and layers behind it",
    arguments: Shape.allCases, RendererVariant.allCases)
  func agreement(shape: Shape, variant: RendererVariant) {
    let renderer = variant.renderer
    let texture = Texture(shape.pixels(width: 61, height: 52, seed: 4), width: 61, height: 52)
    let behind = Texture.noise(width: 70, height: 60, seed: 8, isOpaque: false)
    for (number, offset) in Self.offsets.enumerated() {
      for alpha in [1, 0.6] {
        for clip in [nil, PixelRect(x: 10, y: 8, width: 41, height: 33)] {
          var scene = Scene(width: 80, height: 66, background: [200, 100, 50, 255])
          scene.layers = [
            SceneLayer(texture: behind, homography: .scale(1, offset: Point(x: 2.5, y: 1))),
            SceneLayer(
              texture: texture, homography: .scale(1, offset: offset), alpha: alpha, clip: clip,
              clipCorners: number == 3 ? [Point(x: 40, y: 0), Point(x: 80, y: 40), Point(x: 20, y: 66)] : []),
          ]
          var picture = Picture(width: 80, height: 66)
          picture.draw { renderer.render(scene, into: $0) }
          let worst = picture.largestDifference(to: scene.drawnByReference())
          #expect(worst.levels <= AgreementTests.tolerance, "\(shape), \(offset), \(alpha): \(worst)")
        }
      }
    }
  }

  @Test("A part that is drawn alone has the same pixels as in the whole", arguments: Shape.allCases)
  func locality(shape: Shape) {
    let texture = Texture(shape.pixels(width: 61, height: 52, seed: 4), width: 61, height: 52)
    var scene = Scene(width: 80, height: 66, background: [200, 100, 50, 255])
    for offset in [Point(x: 2, y: 3), Point(x: 9.5, y: 8)] {
      scene.layers.append(SceneLayer(texture: texture, homography: .scale(1, offset: offset)))
    }
    let (renderer, clip) = (Renderer(), PixelRect(x: 7, y: 5, width: 30, height: 29))
    var (whole, part) = (Picture(width: 80, height: 66), Picture(width: 80, height: 66))
    whole.draw { renderer.render(scene, into: $0) }
    part.draw { renderer.render(scene, into: $0, clip: clip) }
    for y in clip.y..<clip.maxY {
      for x in clip.x..<clip.maxX { #expect(whole[x, y] == part[x, y], "\(x), \(y)") }
    }
  }

  @Test(
    "Several rectangles, and a tilted layer in front, are drawn as in the whole and as by the reference",
    arguments: Shape.allCases)
  func regions(shape: Shape) {
    let texture = Texture(shape.pixels(width: 61, height: 52, seed: 4), width: 61, height: 52)
    var tilted = Homography.scale(0.6, offset: Point(x: 20, y: 12))
    (tilted.m1, tilted.m3) = (0.2, -0.15)
    var scene = Scene(width: 80, height: 66, background: [200, 100, 50, 255])
    scene.layers = [
      SceneLayer(texture: texture, homography: .scale(1, offset: Point(x: 2, y: 3))),
      SceneLayer(texture: texture, homography: .scale(1, offset: Point(x: 9.5, y: 8))),
      SceneLayer(texture: texture, homography: tilted),
    ]
    var region = DirtyRegion(PixelRect(x: 3, y: 4, width: 20, height: 50))
    region.insert(PixelRect(x: 50, y: 10, width: 25, height: 12))
    let renderer = Renderer()
    var (whole, part) = (Picture(width: 80, height: 66), Picture(width: 80, height: 66))
    whole.draw { renderer.render(scene, into: $0) }
    part.draw { renderer.render(scene, into: $0, region: region) }
    #expect(whole.largestDifference(to: scene.drawnByReference()).levels <= AgreementTests.tolerance)
    for rectangle in region {
      for y in rectangle.y..<rectangle.maxY {
        for x in rectangle.x..<rectangle.maxX { #expect(whole[x, y] == part[x, y], "\(x), \(y)") }
      }
    }
  }

  @Test("The opaque part of a texture hides the layers behind it, and a transparent texture is not prepared")
  func hiddenLayers() {
    let texture = Texture(Shape.roundCorners.pixels(width: 61, height: 52, seed: 4), width: 61, height: 52)
    let small = Texture.noise(width: 12, height: 12, seed: 8)
    let transparent = Texture(Shape.transparent.pixels(width: 61, height: 52, seed: 4), width: 61, height: 52)
    let renderer = Renderer()
    func count(_ front: Texture, at offset: Point, alpha: Double = 1) -> Int {
      var scene = Scene(width: 80, height: 66, background: [200, 100, 50, 255])
      scene.layers = [
        SceneLayer(texture: small, homography: .scale(1, offset: Point(x: 30, y: 30))),
        SceneLayer(texture: front, homography: .scale(1, offset: offset), alpha: alpha),
      ]
      var picture = Picture(width: 80, height: 66)
      picture.draw { renderer.render(scene, into: $0) }
      return renderer.preparedLayerCount
    }
    // The opaque part and the corners.
    #expect(count(texture, at: Point(x: 3, y: 5)) == 2)
    #expect(count(texture, at: Point(x: 3.5, y: 5.5)) == 2)
    // With an opacity, the small layer behind is visible.
    #expect(count(texture, at: Point(x: 3, y: 5), alpha: 0.5) == 2)
    #expect(count(transparent, at: Point(x: 3, y: 5)) == 1)
  }

  @Test("The shape of a texture follows its updates", arguments: 0..<24)
  func updates(seed: Int) {
    var random = Random(seed: UInt64(seed) + 700)
    let (width, height) = (1 + random.next(below: 70), 1 + random.next(below: 70))
    let shape = Shape.allCases[seed % Shape.allCases.count]
    var pixels = shape.pixels(width: width, height: height, seed: UInt64(seed))
    var texture = Texture(pixels, width: width, height: height)
    for _ in 0..<6 {
      for (index, pixel) in pixels.enumerated() {
        let texel = PixelRect(x: index % width, y: index / width, width: 1, height: 1)
        if texture.shape.content.intersection(texel).isEmpty { #expect(pixel == 0) }
        if !texture.shape.opaque.intersection(texel).isEmpty { #expect(pixel >= 0xff00_0000) }
      }
      let (x, y) = (random.next(below: width), random.next(below: height))
      let part = PixelRect(
        x: x, y: y, width: 1 + random.next(below: width - x), height: 1 + random.next(below: height - y))
      let pixel: UInt32 = [0, 0xff12_3456, 0x8012_3456][random.next(below: 3)]
      for row in part.y..<part.maxY { for x in part.x..<part.maxX { pixels[row * width + x] = pixel } }
      texture = pixels.withUnsafeBytes {
        Texture(
          updating: texture, in: part, copying: $0.baseAddress! + (part.y * width + part.x) * 4,
          stride: width * 4)
      }
    }
  }

  @Test("The shape of a card in a margin is exact")
  func exactShape() {
    let texture = Texture(Shape.margins.pixels(width: 61, height: 52, seed: 4), width: 61, height: 52)
    let card = PixelRect(x: 5, y: 3, width: 51, height: 42)
    #expect(texture.shape.content == card && texture.shape.opaque == card)
  }
}
