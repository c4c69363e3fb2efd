import Geometry
import Raster
import Testing

/// Tests of occlusion culling: layers that an opaque layer hides are skipped.
@Suite struct OcclusionTests {
  /// An opaque card that is rotated sideways and covers part of the canvas.
  private static let tilted = card(angle: 0.9, center: Point(x: 150, y: 100), side: 180)
  /// A card that covers the whole canvas exactly.
  private static let whole = SceneLayer(
    texture: .plain(0xff20_4060, width: 300, height: 200), homography: .identity)

  private static func card(angle: Double, center: Point, side: Int, color: UInt32 = 0xff80_4020) -> SceneLayer
  {
    var transform = Transform3D.identity
    transform.m34 = -1 / 500
    transform = transform.rotated(by: angle, y: 1)
    let size = Size(width: Double(side), height: Double(side))
    return SceneLayer(
      texture: .plain(color, width: side, height: side),
      homography: Homography(placing: transform, size: size, center: center))
  }

  private static func scene(_ layers: [SceneLayer]) -> Scene {
    Scene(width: 300, height: 200, background: [9, 9, 9, 255], layers: layers)
  }

  /// Draws a scene. Returns how many layers were prepared, and for how many rows of these layers coverage was
  /// computed.
  private static func effort(_ scene: Scene) -> [Int] {
    let renderer = Renderer()
    var picture = Picture(width: scene.width, height: scene.height)
    picture.draw { renderer.render(scene, into: $0) }
    return [renderer.preparedLayerCount, renderer.measuredRowCount]
  }

  @Test(
    "A thousand cards hidden by an opaque card cause no more work than ten hidden cards",
    arguments: [tilted, whole])
  func behindOne(front: SceneLayer) {
    var random = Random(seed: 12)
    // If the front card covers the whole canvas, the hidden cards may extend beyond the canvas.
    let isWhole = front.homography == .identity
    let (across, down) = isWhole ? (-10.0...310, -10.0...210) : (130...170, 80...120)
    let hidden = (0..<1000).map { _ in
      let center = Point(x: random.next(in: across), y: random.next(in: down))
      return Self.card(angle: random.next(in: -1...1), center: center, side: 40)
    }
    let alone = Self.effort(Self.scene([front]))
    #expect(alone[0] == 1)
    #expect(Self.effort(Self.scene(Array(hidden.prefix(10)) + [front])) == alone)
    #expect(Self.effort(Self.scene(hidden + [front])) == alone)
  }

  @Test(
    "If several cards together hide other cards, the hidden cards are prepared, but their coverage is not computed"
  )
  func behindSeveral() {
    let halves = [0.0, 150].map {
      SceneLayer(
        texture: .plain(0xff20_4060, width: 150, height: 200),
        homography: .scale(1, offset: Point(x: $0, y: 0)))
    }
    let hidden = (0..<100).map { Self.card(angle: Double($0) / 100, center: Point(x: 150, y: 100), side: 40) }
    let alone = Self.effort(Self.scene(halves))
    #expect(Self.effort(Self.scene(hidden + halves)) == [102, alone[1]])
    // The two cards have 400 rows. Of consecutive rows with equal coverage, only one is measured.
    #expect((2...40).contains(alone[1]))
  }

  @Test("In each row of pixels, coverage is computed only for the layers that cross the row")
  func smallLayers() {
    let texture = Texture.plain(0xff00_ff00, width: 2, height: 2)
    let layers = (0..<1000).map {
      SceneLayer(
        texture: texture, homography: .scale(1, offset: Point(x: Double($0 % 50) * 6, y: Double($0 / 50) * 9))
      )
    }
    let effort = Self.effort(Self.scene(layers))
    #expect(effort[0] == 1000)
    #expect((1000..<2000).contains(effort[1]), "\(effort[1])")
  }

  @Test("Layers outside the clip are not prepared")
  func outsideTheClip() {
    let scene = Self.scene([Self.tilted])
    let renderer = Renderer()
    var picture = Picture(width: 300, height: 200)
    picture.draw { renderer.render(scene, into: $0, clip: PixelRect(x: 0, y: 0, width: 20, height: 20)) }
    #expect(renderer.preparedLayerCount == 0)
  }

  @Test("A layer between the rectangles of a region is not prepared, and no mip level is made for it")
  func outsideTheRegion() {
    let texture = Texture.noise(width: 200, height: 200, seed: 1)
    let size = texture.byteCount
    var scene = Self.scene([
      SceneLayer(texture: texture, homography: .scale(0.2, offset: Point(x: 130, y: 80)))
    ])
    let renderer = Renderer()
    var picture = Picture(width: 300, height: 200)
    var region = DirtyRegion(PixelRect(x: 0, y: 0, width: 20, height: 20))
    region.insert(PixelRect(x: 280, y: 180, width: 20, height: 20))
    #expect(region.count == 2)
    picture.draw { renderer.render(scene, into: $0, region: region) }
    #expect(renderer.preparedLayerCount == 0)
    #expect(texture.byteCount == size)
    scene.layers[0].homography.m2 = 270
    scene.layers[0].homography.m5 = 170
    picture.draw { renderer.render(scene, into: $0, region: region) }
    #expect(renderer.preparedLayerCount == 1)
    #expect(texture.byteCount > size)
  }

  @Test(
    "If the corner of a card protrudes slightly from behind another card, the corner is drawn",
    arguments: [0.6, -0.6, 2.4])
  func lookingOut(angle: Double) {
    let front = Self.card(angle: angle, center: Point(x: 150.3, y: 100.2), side: 90)
    var (shown, hidden) = (0, 0)
    for step in 0..<60 {
      // A small card that moves across the upper left corner of the large one.
      let center = Point(x: 90 + Double(step) * 0.873, y: 50 + Double(step % 20) * 1.21)
      let behind = Self.card(angle: 0.1, center: center, side: 8, color: 0xffff_ffff)
      let scene = Self.scene([behind, front])
      let picture = scene.drawn()
      let worst = picture.largestDifference(to: scene.drawnByReference())
      #expect(worst.levels <= AgreementTests.tolerance, "\(angle) \(step): \(worst)")
      if Self.effort(scene)[0] == 2 {
        shown += 1
      } else {
        hidden += 1
        #expect(picture == Self.scene([front]).drawn())
      }
    }
    #expect(shown > 10 && hidden > 10, "\(shown) shown, \(hidden) hidden")
  }
}
