import Geometry
import Raster
import Testing

/// Which smaller copies are made of a card that turns, so that its two sides want different ones.
@Suite struct HiddenSizesTests {
  /// Draws a card that is turned about its upright axis, behind one that hides its right part or not, and
  /// returns the memory of its texture with all copies.
  private func byteCount(hidesRightPart: Bool) -> Int {
    let texture = Texture.plain(0xff80_4020, width: 1024, height: 1024)
    var transform = Transform3D.identity
    transform.m34 = -1 / 300
    transform = transform.rotated(by: 1.2, y: 1).scaled(x: 0.25, y: 0.25)
    var scene = Scene(width: 320, height: 320, background: [0, 0, 0, 255])
    let size = Size(width: 1024, height: 1024)
    scene.layers.append(
      Layer(
        texture: texture,
        homography: Homography(placing: transform, size: size, center: Point(x: 160, y: 160))))
    if hidesRightPart {
      scene.layers.append(
        Layer(
          texture: .plain(.max, width: 180, height: 320), homography: Homography(1, 0, 140, 0, 1, 0, 0, 0, 1))
      )
    }
    _ = scene.drawn()
    return texture.byteCount
  }

  @Test("Of what an opaque layer in front hides no smaller copies are made")
  func hiddenSide() {
    let (all, some) = (byteCount(hidesRightPart: false), byteCount(hidesRightPart: true))
    #expect(all > 1024 * 1024 * 4)
    #expect(some < all)
  }
}
