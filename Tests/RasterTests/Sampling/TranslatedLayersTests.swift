import Geometry
import Raster
import Testing

/// Layers that are only translated. Many of their rows are drawn together.
@Suite struct TranslatedLayersTests {
  /// Fractional offsets: none, in one direction, and in both.
  private static let fractions: [Point] = [
    Point(x: 0, y: 0), Point(x: 0.3, y: 0), Point(x: 0, y: 0.7), Point(x: 0.5, y: 0.25),
    Point(x: 1e-6, y: 0.999_999), Point(x: 1.0 / 64, y: 0),
  ]
  /// Widths of layers: narrower than a vector, as wide as one, slightly wider, and wider than a cache line.
  private static let widths = [1, 2, 7, 8, 9, 16, 17, 45]

  @Test("Translated layers agree with the reference at any offset", arguments: RendererVariant.allCases)
  func agreement(variant: RendererVariant) {
    let renderer = variant.renderer
    for (number, fraction) in Self.fractions.enumerated() {
      for (index, width) in Self.widths.enumerated() {
        let scene = Self.scene(width: width, height: 3 + 5 * index, fraction, seed: number)
        var picture = Picture(width: scene.width, height: scene.height)
        picture.draw { renderer.render(scene, into: $0) }
        let worst = picture.largestDifference(to: scene.drawnByReference())
        #expect(worst.levels <= AgreementTests.tolerance, "\(fraction), \(width) wide: \(worst)")
      }
    }
  }

  @Test("Layers translated by whole pixels show the exact texels", arguments: RendererVariant.allCases)
  func copies(variant: RendererVariant) {
    let texture = Texture.noise(width: 37, height: 41, seed: 5)
    let layer = SceneLayer(texture: texture, homography: .scale(1, offset: Point(x: 9, y: -4)))
    let scene = Scene(width: 60, height: 50, background: [1, 2, 3, 255], layers: [layer])
    var picture = Picture(width: 60, height: 50)
    picture.draw { variant.renderer.render(scene, into: $0) }
    for y in 0..<50 {
      for x in 0..<60 {
        let isInside = (9..<46).contains(x) && y < 37
        let expected = isInside ? texture.level(x: 0, y: 0).texel(x - 9, y + 4) : 0xff03_0201
        #expect(picture[x, y] == expected, "\(x), \(y)")
      }
    }
  }

  /// Returns a scene with layers in the middle and across each border. Some are translucent.
  private static func scene(width: Int, height: Int, _ fraction: Point, seed: Int) -> Scene {
    var random = Random(seed: UInt64(seed) &+ 900)
    var scene = Scene(width: 64, height: 48, background: [200, 100, 50, 255])
    for x in [-width / 2, 10, 63 - width / 2] {
      for y in [-height / 2, 12, 47 - height / 2] {
        let texture = Texture.noise(
          width: width, height: height, seed: random.next(), isOpaque: random.next(below: 3) > 0)
        let offset = Point(x: Double(x) + fraction.x, y: Double(y) + fraction.y)
        scene.layers.append(
          SceneLayer(
            texture: texture, homography: .scale(1, offset: offset),
            alpha: random.next(below: 3) > 0 ? 1 : 0.6)
        )
      }
    }
    return scene
  }
}
