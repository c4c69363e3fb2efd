import Geometry
import Raster
import Testing

/// The edges of a card: coverage and the resulting colors.
@Suite struct EdgeTests {
  @Test(
    "The colors of a tilted opaque card's edge pixels lie between the colors on both sides of the edge",
    arguments: Axis.allCases)
  func betweenBothSides(axis: Axis) {
    let card: [Int] = [200, 30, 90, 255]
    let below: [Int] = [20, 220, 60, 255]
    let texture = Texture.plain(0xff5a_1ec8, width: 40, height: 40)
    for step in -40...40 {
      var transform = Transform3D.identity
      transform.m34 = -1 / 200
      transform = transform.rotated(
        by: Double(step) * 0.077, x: axis == .vertical ? 1 : 0, y: axis == .horizontal ? 1 : 0, z: 0.1)
      let homography = Homography(
        placing: transform, size: Size(width: 40, height: 40), center: Point(x: 25.3, y: 24.8))
      let scene = Scene(
        width: 50, height: 50, background: [20, 220, 60, 255],
        layers: [SceneLayer(texture: texture, homography: homography)])
      for picture in PictureTests.pictures(scene) {
        var mixed = 0
        for y in 0..<50 {
          for x in 0..<50 {
            let pixel = picture.channels(x, y)
            for channel in 0..<4 {
              let (a, b) = (card[channel], below[channel])
              #expect(
                pixel[channel] >= min(a, b) && pixel[channel] <= max(a, b),
                "step \(step), \(x) \(y): \(pixel)")
            }
            if pixel != card && pixel != below { mixed += 1 }
          }
        }
        #expect(mixed > 20, "step \(step): the edges are not smooth")
      }
    }
  }

  @Test("The coverage of a pixel is the part of its area inside the card")
  func coverage() {
    // The card extends from (1.25, 1.5) to (5.25, 4.5).
    let layer = SceneLayer(
      texture: .plain(0xffff_ffff, width: 4, height: 3), homography: .scale(1, offset: Point(x: 1.25, y: 1.5))
    )
    for picture in PictureTests.pictures(
      Scene(width: 7, height: 6, background: [0, 0, 0, 255], layers: [layer]))
    {
      #expect((0..<7).map { picture.channels($0, 2)[0] } == [0, 191, 255, 255, 255, 64, 0])
      #expect((0..<6).map { picture.channels(3, $0)[0] } == [0, 128, 255, 255, 128, 0])
      #expect(picture.channels(1, 1)[0] == 96)  // the corner covers 3/8
    }
  }

  @Test(
    "The opacity of a card thinner than a pixel equals its width in pixels", arguments: [0.1, 0.25, 0.5, 0.9])
  func thin(width: Double) {
    let homography = Homography(width / 20, 0, 3.05, 0, 1, 0, 0, 0, 1)
    let layer = SceneLayer(texture: .plain(0xffff_ffff, width: 20, height: 4), homography: homography)
    for picture in PictureTests.pictures(
      Scene(width: 7, height: 4, background: [0, 0, 0, 255], layers: [layer]))
    {
      #expect(abs(Double(picture.channels(3, 2)[0]) - 255 * width) <= 1)
      #expect(picture.channels(2, 2)[0] == 0 && picture.channels(4, 2)[0] == 0)
    }
  }

  @Test("If a card lies within one pixel, its opacity is its area in pixels")
  func smallerThanAPixel() {
    let layer = SceneLayer(
      texture: .plain(0xffff_ffff, width: 64, height: 64),
      homography: .scale(0.5 / 64, offset: Point(x: 2.3, y: 2.2)))
    for picture in PictureTests.pictures(
      Scene(width: 5, height: 5, background: [0, 0, 0, 255], layers: [layer]))
    {
      let sum = (0..<25).reduce(0) { $0 + picture.channels($1 % 5, $1 / 5)[0] }
      #expect(sum == 64 && picture.channels(2, 2)[0] == 64)
    }
  }

  @Test("A card seen exactly edge-on is invisible")
  func edgeOn() {
    let flat = Homography(0, 0, 3, 0, 1, 0, 0, 0, 1)
    for homography in [flat, Homography(0, 0, 0, 0, 0, 0, 0, 0, 0), Homography(1, 1, 0, 1, 1, 0, 0, 0, 1)] {
      let scene = Scene(
        width: 6, height: 6, background: [5, 6, 7, 255],
        layers: [SceneLayer(texture: .plain(.max), homography: homography)])
      for picture in PictureTests.pictures(scene) {
        #expect((0..<36).allSatisfy { picture[$0 % 6, $0 / 6] == 0xff07_0605 })
      }
    }
  }

  @Test("An antialiased edge blends with the layer directly behind it")
  func edgeOverOpaqueLayers() {
    let layers = [
      SceneLayer(texture: .plain(0xff00_00ff), homography: .identity),
      SceneLayer(texture: .plain(0xff00_ff00), homography: .identity),
      SceneLayer(texture: .plain(0xffff_0000), homography: .scale(1, offset: Point(x: 2.5, y: 0))),
    ]
    for picture in PictureTests.pictures(Scene(width: 8, height: 8, layers: layers)) {
      #expect(picture[2, 4] == 0xff80_8000 || picture[2, 4] == 0xff80_7f00 || picture[2, 4] == 0xff7f_8000)
      #expect(picture[3, 4] == 0xffff_0000)
    }
  }

  @Test(
    "The edge of a photograph has no halo: no color is outside the range of the photograph and the background"
  )
  func photographs() {
    var random = Random(seed: 8)
    // The texture has hard contrasts, but no channel below 80 or above 160.
    let texture = Texture(
      (0..<(90 * 70)).map { _ in
        func channel() -> UInt32 { random.next(below: 2) == 0 ? 80 : 160 }
        return 0xff00_0000 | channel() << 16 | channel() << 8 | channel()
      }, width: 90, height: 70)
    for (number, homography) in SeamTests.homographies(Size(width: 90, height: 70)).enumerated() {
      for (below, alpha) in [(120, 1.0), (20, 1), (230, 1), (120, 0.5), (80, 0.3)] {
        let background = SIMD4(UInt8(below), UInt8(below), UInt8(below), 255)
        let scene = Scene(
          width: 64, height: 48, background: background,
          layers: [SceneLayer(texture: texture, homography: homography, alpha: alpha)])
        let range = min(80, below)...max(160, below)
        for picture in PictureTests.pictures(scene) {
          var outside = 0
          for index in 0..<(64 * 48) {
            let pixel = picture.channels(index % 64, index / 64)
            if !pixel[..<3].allSatisfy(range.contains) || pixel[3] != 255 { outside += 1 }
          }
          #expect(outside == 0, "\(number), over \(below), alpha \(alpha)")
        }
      }
    }
  }
}
