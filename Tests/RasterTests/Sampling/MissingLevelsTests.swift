import Geometry
import Raster
import Testing

/// A renderer that uses existing mip levels in place of missing ones.
@Suite struct MissingLevelsTests {
  @Test(
    "With missing levels replaced, the fast renderer differs from the reference by at most one level",
    arguments: SceneMaker.Kind.allCases, RendererVariant.allCases)
  func agreement(kind: SceneMaker.Kind, variant: RendererVariant) {
    let renderer = variant.renderer
    renderer.missingLevels = .replaced
    var replaced = 0
    for seed in 0..<24 {
      var maker = SceneMaker(seed: seed)
      let scene = maker.scene(kind)
      // The first drawing tells the wanted sizes. Every other one is made, so that there are some to choose from.
      var picture = Picture(width: scene.width, height: scene.height)
      picture.draw { renderer.render(scene, into: $0) }
      for layer in scene.layers {
        let wanted = layer.texture.wantedSizes.filter { !layer.texture.has($0) }
        layer.texture.makeLevels(wanted.indices.filter { $0 % 2 == seed % 2 }.map { wanted[$0] })
        replaced += layer.texture.wantedSizes.count { !layer.texture.has($0) }
        layer.texture.beginTrackingUse()
      }
      var expected = picture
      expected.draw { ReferenceRenderer(missingLevels: .replaced).render(scene, into: $0) }
      picture.draw { renderer.render(scene, into: $0) }
      let worst = picture.largestDifference(to: expected)
      #expect(worst.levels <= AgreementTests.tolerance, "\(kind) \(seed): \(worst)")
    }
    #expect(replaced > 0 || kind == .moved, "all levels existed")  // moved layers are not scaled
  }

  /// A card that is turned about its vertical axis, so that it shows several levels.
  private func card(of texture: Texture) -> Scene {
    var transform = Transform3D.identity
    transform.m34 = -1 / 300
    transform = transform.rotated(by: 1.1, y: 1).scaled(x: 0.2, y: 0.2)
    var scene = Scene(width: 160, height: 120, background: [0, 0, 0, 255])
    let size = Size(width: Double(texture.width), height: Double(texture.height))
    let homography = Homography(placing: transform, size: size, center: Point(x: 80, y: 60))
    scene.layers.append(SceneLayer(texture: texture, homography: homography))
    return scene
  }

  private func draw(_ scene: Scene, _ missing: MissingLevels) -> Picture {
    let renderer = Renderer()
    renderer.missingLevels = missing
    var picture = Picture(width: scene.width, height: scene.height)
    picture.draw { renderer.render(scene, into: $0) }
    return picture
  }

  @Test(
    "A renderer that replaces missing levels makes none, and the picture with the wanted levels is the usual one"
  )
  func wantedSizes() {
    let texture = Texture.noise(width: 512, height: 512, seed: 3, isOpaque: true)
    let bytes = texture.byteCount
    let scene = card(of: texture)
    let first = draw(scene, .replaced)
    #expect(texture.byteCount == bytes && texture.lacksWantedLevels)
    let wanted = texture.wantedSizes
    #expect(wanted.count > 2)

    texture.makeLevels(wanted)
    #expect(!texture.lacksWantedLevels)
    let second = draw(scene, .replaced)
    #expect(second == draw(scene, .made) && second != first)
    let fresh = Texture.noise(width: 512, height: 512, seed: 3, isOpaque: true)
    #expect(second == draw(card(of: fresh), .made))
    #expect(Set(fresh.levelSizes) == Set(wanted))
  }

  @Test("Once a wanted level is made, a scene with the texture differs from the former one")
  func revision() {
    let texture = Texture.noise(width: 512, height: 512, seed: 3, isOpaque: true)
    func scene() -> Scene {
      var scene = card(of: texture)
      scene.layers[0].levelRevision = texture.levelRevision
      return scene
    }
    let before = scene()
    _ = draw(before, .replaced)
    #expect(scene().difference(from: before).isEmpty)
    texture.makeLevels([LevelSize(x: 9, y: 9)])
    #expect(scene().difference(from: before).isEmpty, "this level is not wanted")
    texture.makeLevels([texture.wantedSizes[0]])
    #expect(!scene().difference(from: before).isEmpty)
    let update = [UInt32](repeating: .max, count: 4)
    let updated = update.withUnsafeBytes {
      Texture(
        updating: texture, in: PixelRect(x: 0, y: 0, width: 2, height: 2), copying: $0.baseAddress!, stride: 8
      )
    }
    #expect(updated.levelRevision == texture.levelRevision)
  }

  @Test("The level with the most similar size is used, and of two equally similar ones the larger")
  func nearest() {
    let texture = Texture.plain(.max, width: 256, height: 256)
    #expect(texture.nearestLevel(x: 3, y: 3) === texture.level(x: 0, y: 0))
    let (large, small) = (LevelSize(x: 2, y: 3), LevelSize(x: 4, y: 3))
    texture.makeLevels([small])
    #expect(texture.nearestLevel(x: 3, y: 3) === texture.level(x: 4, y: 3))
    texture.makeLevels([large])
    #expect(texture.nearestLevel(x: 3, y: 3) === texture.level(x: 2, y: 3))
    #expect(texture.nearestLevel(x: 5, y: 4) === texture.level(x: 4, y: 3))
    #expect(texture.wantedSizes == [LevelSize(x: 3, y: 3), LevelSize(x: 5, y: 4)])
  }

  @Test("For a replaced level, the wanted size counts as used, and the one in its place is not evicted")
  func use() {
    let texture = Texture.plain(.max, width: 256, height: 256)
    let small = LevelSize(x: 4, y: 4)
    texture.makeLevels([small])
    texture.beginTrackingUse()
    texture.beginWantingLevels()
    _ = texture.nearestLevel(x: 3, y: 4)
    var used: [LevelSize] = []
    texture.forEachUsedSize { used.append($0) }
    #expect(used == [LevelSize(x: 3, y: 4)])
    texture.removeUnusedLevels()
    #expect(texture.has(small))
    // Without a drawing the wanted sizes stay, because the layer still shows the other level.
    texture.beginTrackingUse()
    #expect(texture.wantedSizes == [LevelSize(x: 3, y: 4)])
    texture.beginWantingLevels()
    #expect(texture.wantedSizes.isEmpty)
  }
}
