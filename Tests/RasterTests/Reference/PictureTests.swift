import Geometry
import Raster
import Testing

/// Exact pixels that both renderers draw.
@Suite struct PictureTests {
  /// Draws a scene with the fast and the reference renderer.
  static func pictures(_ scene: Scene, stride: Int? = nil) -> [Picture] {
    [scene.drawn(stride: stride), scene.drawnByReference(stride: stride)]
  }

  @Test("A scene without layers shows its background")
  func background() {
    for picture in Self.pictures(Scene(width: 3, height: 2, background: [1, 2, 3, 255])) {
      for (x, y) in [(0, 0), (2, 0), (0, 1), (2, 1)] { #expect(picture[x, y] == 0xff03_0201) }
    }
  }

  @Test("If the width or the height of a scene is 0, nothing is drawn")
  func empty() {
    for (width, height) in [(0, 0), (0, 4), (4, 0)] {
      let scene = Scene(
        width: width, height: height, layers: [SceneLayer(texture: .plain(.max), homography: .identity)])
      for picture in Self.pictures(scene) { #expect(picture.bytes.allSatisfy { $0 == Picture.untouched }) }
    }
  }

  @Test(
    "The pixels of a layer that is moved by whole pixels at scale 1 equal its texels, byte for byte",
    arguments: [0, 1, 2, 3, 5])
  func exactCopy(padding: Int) {
    let (width, height) = (13, 9)
    let texture = Texture.noise(width: width, height: height, seed: 3)
    let texels = texture.texels()
    // A matrix product has a rounding error, so the translation is only almost an integer.
    let noise = 3e-14
    let homography = Homography(1 + noise, 0, 4 - noise, -noise, 1, 3 + noise, 0, 0, 1)
    let scene = Scene(
      width: 20, height: 16, background: [7, 7, 7, 255],
      layers: [SceneLayer(texture: texture, homography: homography)])
    for picture in Self.pictures(scene, stride: 80 + padding) {
      for y in 0..<16 {
        for x in 0..<20 {
          let inside = x >= 4 && x < 4 + width && y >= 3 && y < 3 + height
          #expect(picture[x, y] == (inside ? texels[y - 3][x - 4] : 0xff07_0707))
        }
      }
      #expect(picture.padding.allSatisfy { $0 == Picture.untouched })
    }
  }

  @Test("A translucent texture is copied exactly onto an empty canvas")
  func translucentCopy() {
    let texture = Texture.noise(width: 8, height: 8, seed: 4, isOpaque: false)
    let texels = texture.texels()
    let scene = Scene(width: 8, height: 8, layers: [SceneLayer(texture: texture, homography: .identity)])
    for picture in Self.pictures(scene) {
      for y in 0..<8 {
        for x in 0..<8 { #expect(picture[x, y] == texels[y][x]) }
      }
    }
  }

  @Test("Later layers cover earlier layers, regardless of their depth")
  func paintersOrder() {
    let far = Homography.scale(1)
    let near = Homography(2, 0, 0, 0, 2, 0, 0, 0, 1)
    for (first, second) in [(far, near), (near, far)] {
      let scene = Scene(
        width: 8, height: 8,
        layers: [
          SceneLayer(texture: .plain(0xff00_00ff), homography: first),
          SceneLayer(texture: .plain(0xff00_ff00), homography: second),
        ])
      for picture in Self.pictures(scene) { #expect(picture[4, 4] == 0xff00_ff00) }
    }
  }

  @Test(
    "A layer's alpha multiplies the stored, premultiplied channels",
    arguments: [(0.0, 100), (0.25, 139), (0.5, 178), (1.0, 255), (7.0, 255), (-1.0, 100), (.nan, 100)])
  func alpha(alpha: Double, blue: Int) {
    let layer = SceneLayer(texture: .plain(0xff00_00ff), homography: .identity, alpha: alpha)
    let scene = Scene(width: 8, height: 8, background: [100, 0, 0, 255], layers: [layer])
    for picture in Self.pictures(scene) {
      #expect(abs(picture.channels(3, 3)[0] - blue) <= 1)
      #expect(picture.channels(3, 3)[3] == 255)
    }
  }

  @Test("A half-transparent pixel is composited over a half-transparent background")
  func over() {
    let layer = SceneLayer(texture: .plain(0x8040_2010), homography: .identity)
    let scene = Scene(width: 8, height: 8, background: [100, 80, 60, 128], layers: [layer])
    // c + (1 - 128/255) * below
    for picture in Self.pictures(scene) { #expect(picture.channels(2, 5) == [66, 72, 94, 192]) }
  }

  @Test("A back face is drawn mirrored")
  func mirrored() {
    let texture = Texture([0xff00_0001, 0xff00_0002, 0xff00_0003, 0xff00_0004], width: 4, height: 1)
    let mirror = Homography(-1, 0, 4, 0, 1, 0, 0, 0, 1)
    let scene = Scene(width: 4, height: 1, layers: [SceneLayer(texture: texture, homography: mirror)])
    for picture in Self.pictures(scene) { #expect((0..<4).map { picture[$0, 0] & 0xff } == [4, 3, 2, 1]) }
  }

  @Test("Colors are interpolated between texel centers and constant beyond the outermost centers")
  func bilinear() {
    let texture = Texture([0xff00_0000, 0xff00_0064], width: 2, height: 1)
    let scene = Scene(
      width: 8, height: 1,
      layers: [SceneLayer(texture: texture, homography: Homography(4, 0, 0, 0, 1, 0, 0, 0, 1))])
    // The texel centers are at x = 2 and 6. From pixel center to pixel center, the color increases by 25
    // levels; half a pixel after the first texel center it is 12.5.
    for picture in Self.pictures(scene) {
      let blues = (0..<8).map { picture.channels($0, 0)[0] }
      for (blue, expected) in zip(blues, [0, 0, 12.5, 37.5, 62.5, 87.5, 100, 100]) {
        #expect(abs(Double(blue) - expected) <= 1, "\(blues)")
      }
    }
  }

  @Test("A 1 × 1 texture fills its quad")
  func onePixelTexture() {
    let layer = SceneLayer(texture: .plain(0xff12_3456, width: 1, height: 1), homography: .scale(6))
    for picture in Self.pictures(Scene(width: 6, height: 6, layers: [layer])) {
      for (x, y) in [(0, 0), (5, 0), (3, 3), (5, 5)] { #expect(picture[x, y] == 0xff12_3456) }
    }
  }

  @Test("A background color that exceeds its alpha is clamped to the alpha")
  func backgroundIsPremultiplied() {
    for picture in Self.pictures(Scene(width: 1, height: 1, background: [200, 3, 100, 10])) {
      #expect(picture.channels(0, 0) == [10, 3, 10, 10])
    }
  }
}
