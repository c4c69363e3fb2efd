import Geometry
import Raster
import Testing

/// Cards that reach to the viewer's eye and beyond.
@Suite struct NearPlaneTests {
  /// A floor that extends from far ahead of the viewer to behind the viewer. Its left half is white, its
  /// right half red.
  ///
  /// The horizon is at y = 10; the texture's row v lies at depth w = 3 - v / 8.
  private var floor: SceneLayer {
    let pixels = (0..<(32 * 32)).map { UInt32($0 % 32 < 16 ? 0xffff_ffff : 0xffff_0000) }
    let texture = Texture(pixels, width: 32, height: 32)
    // x = 20 + 2 (u - 16) / w,  y = 10 + 12 / w
    return SceneLayer(
      texture: texture,
      homography: Homography(2, -20.0 / 8, 60 - 32, 0, -10.0 / 8, 30 + 12, 0, -1.0 / 8, 3))
  }

  @Test(
    "A floor that extends below the viewer covers the canvas below the floor's far end, and nothing above that end"
  )
  func floorUnderTheViewer() {
    let scene = Scene(width: 40, height: 40, background: [0, 0, 0, 255], layers: [floor])
    for picture in PictureTests.pictures(scene) {
      // The far end, w = 3, is at y = 14.
      for x in 0..<40 {
        for y in 0..<14 { #expect(picture[x, y] == 0xff00_0000) }
      }
      for y in 18..<40 {
        #expect(picture[17, y] == 0xffff_ffff, "row \(y)")
        #expect(picture[23, y] == 0xffff_0000, "row \(y)")
      }
    }
  }

  @Test("A card completely behind the viewer is not drawn")
  func behind() {
    for homography in [Homography(1, 0, 0, 0, 1, 0, 0, 0, -1), Homography(1, 0, 0, 0, 1, 0, 0, 0, 1.0 / 65)] {
      let layer = SceneLayer(texture: .plain(.max), homography: homography)
      let scene = Scene(width: 8, height: 8, background: [1, 1, 1, 255], layers: [layer])
      for picture in PictureTests.pictures(scene) {
        #expect((0..<64).allSatisfy { picture[$0 % 8, $0 / 8] == 0xff01_0101 })
      }
    }
  }

  @Test(
    "The outline of a layer has the same area as Geometry's outline that is clipped to the canvas")
  func outline() throws {
    var random = Random(seed: 8)
    for _ in 0..<200 {
      var transform = Transform3D.identity
      transform.m34 = -1 / random.next(in: 6...60)
      transform = transform.rotated(by: random.next(in: -4...4), x: random.next(in: -1...1), y: 1)
      let size = Size(width: 30, height: 20)
      let homography = Homography(placing: transform, size: size, center: Point(x: 32, y: 24))
      let layer = SceneLayer(texture: .plain(.max, width: 30, height: 20), homography: homography)
      var expected = ConvexPolygon()
      for corner in homography.projectedOutline(of: size) { expected.append(corner) }
      let area = abs(expected.clipped(minX: 0, minY: 0, maxX: 64, maxY: 48).signedArea)
      let placed = Placement(layer, width: 64, height: 48).map { abs($0.outline.signedArea) } ?? 0
      #expect(abs(placed - area) < 0.01)
    }
  }
}
