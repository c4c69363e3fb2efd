import Geometry
import Raster
import Testing

/// Colors are premultiplied, and are composited without conversion to linear light. The tests expect exact
/// values.
@Suite struct ColorTests {
  /// Returns pixel (`x`, `y`) as drawn by all fast variants and by the reference.
  private func pixels(_ scene: Scene, _ x: Int, _ y: Int) -> [UInt32] {
    RendererVariant.allCases.map { scene.drawn($0)[x, y] } + [scene.drawnByReference()[x, y]]
  }

  private func scene(_ background: SIMD4<UInt8>, _ layers: [SceneLayer]) -> Scene {
    Scene(width: 12, height: 8, background: background, layers: layers)
  }

  /// A layer with this map covers three fifths of column 4, and all of the columns from 5 on.
  private let shifted = Homography.scale(1, offset: Point(x: 4.4, y: 0))

  @Test("An edge blends stored values: 60 % white on black is 153, not the 202 of linear light")
  func edge() {
    let layer = SceneLayer(texture: .plain(0xffff_ffff), homography: shifted)
    for pixel in pixels(scene([0, 0, 0, 255], [layer]), 4, 3) { #expect(pixel == 0xff99_9999) }
  }

  @Test("Alpha blends stored values: (250, 100, 50) with alpha 0.2 on (0, 200, 100) is (50, 180, 90)")
  func alpha() {
    let layer = SceneLayer(texture: .plain(0xfffa_6432), homography: .identity, alpha: 0.2)
    for pixel in pixels(scene([100, 200, 0, 255], [layer]), 3, 3) { #expect(pixel == 0xff32_b45a) }
  }

  @Test("Sampling interpolates stored values: an eighth of the way from 0 to 200 is 25")
  func filtering() {
    let texture = Texture([0xff00_0000, 0xff00_00c8], width: 2, height: 1)
    // The texel centers are at x = 2 and 6 on the canvas. The center of pixel 2, x = 2.5, is an eighth of the
    // way between them, and the center of pixel 4 five eighths.
    let layer = SceneLayer(texture: texture, homography: Homography(4, 0, 0, 0, 8, 0, 0, 0, 1))
    for pixel in pixels(scene([0, 0, 0, 255], [layer]), 2, 3) { #expect(pixel == 0xff00_0019) }
    for pixel in pixels(scene([0, 0, 0, 255], [layer]), 4, 3) { #expect(pixel == 0xff00_007d) }
  }

  @Test("Alpha multiplies all four channels")
  func alphaOnNothing() {
    let layer = SceneLayer(texture: .plain(0xffc8_6428), homography: .identity, alpha: 0.4)
    for pixel in pixels(scene(.zero, [layer]), 3, 3) { #expect(pixel == 0x6650_2810) }
  }

  @Test("Coverage multiplies all four channels")
  func coverageOnNothing() {
    let layer = SceneLayer(texture: .plain(0xffc8_6428), homography: shifted)
    for pixel in pixels(scene(.zero, [layer]), 4, 3) { #expect(pixel == 0x9978_3c18) }
  }

  @Test("A premultiplied layer is composited as c + (1 − alpha) · below")
  func over() {
    // Alpha 102 is 0.4: 0.6 of the background remains.
    let layer = SceneLayer(texture: .plain(0x6628_1450), homography: .identity)
    for pixel in pixels(scene([50, 100, 150, 200], [layer]), 3, 3) { #expect(pixel == 0xde82_506e) }
    // Premultiplied white: the colors equal the alpha. The renderer must not multiply them by the alpha again.
    let light = SceneLayer(texture: .plain(0x0033_3333 | 0x3300_0000), homography: .identity)
    for pixel in pixels(scene([0, 0, 0, 255], [light]), 3, 3) { #expect(pixel == 0xff33_3333) }
  }

  @Test("Interpolation between an opaque and a clear texel leaves no dark fringe")
  func noFringe() {
    let texture = Texture([0xffc8_c8c8, 0], width: 2, height: 1)
    let layer = SceneLayer(texture: texture, homography: Homography(5, 0, 0, 0, 8, 0, 0, 0, 1))
    // The texel centers are at x = 2.5 and 7.5, so the center of pixel 4 is two fifths of the way. On a
    // background of the same color as the opaque texel, the edge is invisible.
    for pixel in pixels(scene(.zero, [layer]), 4, 3) { #expect(pixel == 0x9978_7878) }
    for x in 0..<10 {
      for pixel in pixels(scene([200, 200, 200, 255], [layer]), x, 3) { #expect(pixel == 0xffc8_c8c8) }
    }
  }

  @Test("Where the edges of translucent cards touch, the coverage of each card is multiplied by its alpha")
  func touching() {
    let left = SceneLayer(
      texture: .plain(0xffc8_0000), homography: .scale(1, offset: Point(x: -3.6, y: 0)), alpha: 0.5)
    let right = SceneLayer(texture: .plain(0xff00_00c8), homography: shifted, alpha: 0.5)
    // Red at alpha 0.5 covers 40 % of the pixel, blue at alpha 0.5 covers 60 %. The background is (100, 100, 100).
    for layers in [[left, right], [right, left]] {
      for pixel in pixels(scene([100, 100, 100, 255], layers), 4, 3) { #expect(pixel == 0xff5a_326e) }
    }
  }
}
