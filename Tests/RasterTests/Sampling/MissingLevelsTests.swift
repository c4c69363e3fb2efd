import Geometry
import Raster
import Testing

/// Layers that are drawn with the mip levels that exist, in place of missing ones.
@Suite struct MissingLevelsTests {
  @Test(
    "With other levels in place of missing ones, the fast renderer differs from the reference by at most one level",
    arguments: SceneMaker.Kind.allCases, RendererVariant.allCases)
  func agreement(kind: SceneMaker.Kind, variant: RendererVariant) {
    let renderer = variant.renderer
    var replaced = 0
    for seed in 0..<24 {
      var maker = SceneMaker(seed: seed)
      var scene = maker.scene(kind).withExistingLevels
      // The first drawing tells the wanted sizes. Every other one is made, so that there are some to choose from.
      var picture = Picture(width: scene.width, height: scene.height)
      picture.draw { renderer.render(scene, into: $0) }
      for layer in scene.layers {
        let wanted = layer.texture.wantedSizes.filter { !layer.texture.has($0) }
        layer.texture.makeLevels(wanted.indices.filter { $0 % 2 == seed % 2 }.map { wanted[$0] })
        replaced += layer.texture.wantedSizes.count { !layer.texture.has($0) }
        layer.texture.beginTrackingUse()
      }
      scene = scene.withExistingLevels
      var expected = picture
      expected.draw { ReferenceRenderer().render(scene, into: $0) }
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

  @Test(
    "A layer with existing levels makes none, and the picture with the wanted levels is the usual one"
  )
  func wantedSizes() {
    let texture = Texture.noise(width: 512, height: 512, seed: 3, isOpaque: true)
    let bytes = texture.byteCount
    let scene = card(of: texture)
    let first = scene.withExistingLevels.drawn()
    #expect(texture.byteCount == bytes && texture.lacksWantedLevels)
    let wanted = texture.wantedSizes
    #expect(wanted.count > 2)

    texture.makeLevels(wanted)
    #expect(!texture.lacksWantedLevels)
    let second = scene.withExistingLevels.drawn()
    #expect(second == scene.drawn() && second != first)
    let fresh = Texture.noise(width: 512, height: 512, seed: 3, isOpaque: true)
    #expect(second == card(of: fresh).drawn())
    #expect(Set(fresh.existingLevels.sizes) == Set(wanted))
  }

  @Test("Levels that are made or evicted after a scene was recorded do not change its picture")
  func recorded() {
    let texture = Texture.noise(width: 512, height: 512, seed: 3, isOpaque: true)
    let bare = card(of: texture).withExistingLevels
    let first = bare.drawn()
    texture.makeLevels(Array(texture.wantedSizes.prefix(2)))
    let some = card(of: texture).withExistingLevels
    let second = some.drawn()
    texture.makeLevels(texture.wantedSizes)
    #expect(bare.drawn() == first && some.drawn() == second && first != second)
    texture.removeLevels()
    #expect(bare.drawn() == first && some.drawn() == second)
    #expect(texture.existingLevels.sizes.count == 2, "the evicted levels are made again")
  }

  @Test("Two scenes differ if levels are made or evicted that one of them shows, and only then")
  func difference() {
    let texture = Texture.noise(width: 512, height: 512, seed: 3, isOpaque: true)
    func scene() -> Scene { card(of: texture).withExistingLevels }
    let before = scene()
    _ = before.drawn()
    let wanted = texture.wantedSizes
    let far = LevelSize(x: 17, y: 17)
    texture.makeLevels([far])
    #expect(
      scene().difference(from: before).isEmpty, "no size is more similar to this level than to the base")
    texture.makeLevels([wanted[0]])
    let one = scene()
    #expect(!one.difference(from: before).isEmpty)
    texture.removeLevels(except: [wanted[0]])
    #expect(scene().difference(from: one).isEmpty)
    texture.removeLevels()
    #expect(!scene().difference(from: one).isEmpty && scene().difference(from: before).isEmpty)
  }

  /// Draws scenes into two buffers in turn while levels are made and evicted, texels are updated, and a small card moves over the
  /// large one. Counts the frames in which a buffer is only partly drawn.
  private func playChanges(seed: Int, isSmall: Bool) -> Int {
    var random = Random(seed: UInt64(seed) + 900)
    let renderer = Renderer()
    let mark = Texture.noise(width: 6, height: 6, seed: 1, isOpaque: true)
    var texture = Texture.noise(width: 512, height: 512, seed: UInt64(seed), isOpaque: isSmall)
    var history = DamageHistory()
    var buffers = (0..<2).map { _ in (picture: Picture(width: 160, height: 120), frame: Int?.none) }
    var (frame, partly, place) = (0, 0, Point(x: 60, y: 50))
    var shown = Picture(width: 160, height: 120)
    for step in 0..<60 {
      texture.beginTrackingUse()
      switch random.next(below: 6) {
      case 0:
        let missing = texture.wantedSizes.filter { !texture.has($0) }
        if let size = missing.isEmpty ? nil : missing[random.next(below: missing.count)] {
          texture.makeLevels([size])
        }
      case 1:
        texture.removeLevels(except: texture.existingLevels.sizes.filter { _ in random.next(below: 2) > 0 })
      case 2: texture.removeUnusedLevels()
      case 3: texture.makeLevels([LevelSize(x: random.next(below: 9), y: random.next(below: 9))])
      case 4:
        let part = PixelRect(x: random.next(below: 500), y: random.next(below: 500), width: 10, height: 10)
        let texels = [UInt32](repeating: 0xff00_00ff, count: 100)
        texture = texels.withUnsafeBytes {
          Texture(updating: texture, in: part, copying: $0.baseAddress!, stride: 40)
        }
      default: break
      }
      place.x += Double(random.next(below: 5)) - 2
      var scene = card(of: texture)
      scene.layers.append(SceneLayer(texture: mark, homography: .scale(1, offset: place)))
      scene = scene.withExistingLevels
      let age = buffers[step % 2].frame.map { frame - $0 + 1 } ?? 0
      let advance = history.advance(to: scene, age: age)
      guard !advance.changed.isEmpty else { continue }
      if random.next(below: 3) == 0 { texture.makeLevels(texture.wantedSizes) }  // while the frame is drawn
      buffers[step % 2].picture.draw { renderer.render(scene, into: $0, region: advance.outdated) }
      frame += 1
      buffers[step % 2].frame = frame
      let expected = scene.drawn()
      #expect(buffers[step % 2].picture == expected, "seed \(seed), step \(step): the buffer")
      shown.copy(advance.changed, from: expected)
      #expect(shown == expected, "seed \(seed), step \(step): the reported damage")
      if advance.outdated.pixelCount < 5000 { partly += 1 }
    }
    return partly
  }

  @Test(
    "While levels come and go, a partly drawn buffer equals a full drawing, and all changed pixels are reported",
    arguments: 0..<12)
  func changes(seed: Int) {
    #expect(playChanges(seed: seed, isSmall: seed % 2 == 0) > 5)
  }

  @Test("The level with the most similar size is used, and of two equally similar ones the larger")
  func nearest() {
    let (large, small) = (LevelSize(x: 2, y: 3), LevelSize(x: 4, y: 3))
    let wanted = LevelSize(x: 3, y: 3)
    #expect(LevelSet().nearest(to: wanted) == .base)
    #expect(LevelSet([small]).nearest(to: wanted) == small)
    for set in [LevelSet([small, large]), LevelSet([large, small])] {
      #expect(set.nearest(to: wanted) == large)
      #expect(set.nearest(to: LevelSize(x: 5, y: 4)) == small && set.nearest(to: .base) == .base)
    }
    let (wide, high) = (LevelSize(x: 2, y: 3), LevelSize(x: 3, y: 2))
    #expect(LevelSet([wide, high]).nearest(to: wanted) == LevelSet([high, wide]).nearest(to: wanted))
  }

  @Test("For a replaced level, the wanted size counts as used, and the one in its place is not evicted")
  func use() {
    let texture = Texture.plain(.max, width: 256, height: 256)
    let (small, wanted) = (LevelSize(x: 4, y: 4), LevelSize(x: 3, y: 4))
    texture.makeLevels([small])
    texture.beginTrackingUse()
    texture.beginDrawing(isWhole: true)
    _ = texture.nearestLevel(to: wanted, among: texture.existingLevels)
    var used: [LevelSize] = []
    texture.forEachUsedSize { used.append($0) }
    #expect(used == [wanted])
    texture.removeUnusedLevels()
    #expect(texture.has(small))
    // Without a drawing of the whole layer, the wanted sizes stay, because the layer still shows the other level.
    texture.beginTrackingUse()
    texture.beginDrawing(isWhole: false)
    #expect(texture.wantedSizes == [wanted])
    texture.beginDrawing(isWhole: true)
    #expect(texture.wantedSizes.isEmpty)
  }

  @Test(
    "A frame that draws a part of a layer neither forgets the levels that the rest lacks, nor evicts those that it shows"
  )
  func partlyDrawn() {
    let texture = Texture.noise(width: 512, height: 512, seed: 3, isOpaque: true)
    let scene = card(of: texture).withExistingLevels
    _ = scene.drawn()
    let wanted = texture.wantedSizes
    let bounds = scene.layers[0].pixelBounds(width: 160, height: 120)
    var clip = bounds
    clip.width = 6
    texture.beginTrackingUse()
    _ = scene.drawn(clip: clip)
    #expect(texture.wantedSizes == wanted)
    texture.makeLevels(wanted)
    texture.beginTrackingUse()
    _ = card(of: texture).withExistingLevels.drawn(clip: clip)
    texture.removeUnusedLevels()
    #expect(Set(texture.existingLevels.sizes) == Set(wanted))
    // The levels of an update, which a frame draws only in part, are made, too.
    texture.removeLevels()
    _ = scene.drawn()
    let update = [UInt32](repeating: .max, count: 4)
    let updated = update.withUnsafeBytes {
      Texture(
        updating: texture, in: PixelRect(x: 0, y: 0, width: 2, height: 2), copying: $0.baseAddress!, stride: 8
      )
    }
    #expect(Set(updated.wantedSizes) == Set(wanted))
  }

  @Test(
    "The level in place of a larger one spreads a changed texel further, and the difference contains all of its pixels"
  )
  func reach() {
    let texture = Texture.plain(0xff00_0000, width: 512, height: 512)
    texture.makeLevels([LevelSize(x: 9, y: 9)])
    func scene(_ texture: Texture) -> Scene {
      var scene = Scene(width: 160, height: 160, background: [0, 0, 0, 255])
      scene.layers.append(SceneLayer(texture: texture, homography: .scale(0.25)))
      return scene.withExistingLevels
    }
    let part = PixelRect(x: 250, y: 250, width: 8, height: 8)
    let white = [UInt32](repeating: .max, count: 64)
    let updated = white.withUnsafeBytes {
      Texture(updating: texture, in: part, copying: $0.baseAddress!, stride: 32)
    }
    let (before, after) = (scene(texture), scene(updated))
    var picture = before.drawn()
    let difference = after.difference(from: before)
    #expect(difference.pixelCount < 64 * 64)
    picture.copy(difference, from: after.drawn())
    #expect(picture == after.drawn())
  }
}
