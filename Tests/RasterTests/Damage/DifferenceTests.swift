import Geometry
import Raster
import Testing

/// The difference of two scenes: the region of the canvas in which their pictures may differ.
@Suite struct DifferenceTests {
  /// Cards in a row with gaps between them; number 3 covers part of number 2.
  private func row() -> Scene {
    var scene = Scene(width: 800, height: 200, background: [0, 0, 0, 255])
    for (index, x) in [20, 180, 340, 360, 600].enumerated() {
      scene.layers.append(card(UInt64(index), x: Double(x), y: 30 + Double(index)))
    }
    return scene
  }

  private func card(_ number: UInt64, x: Double, y: Double) -> SceneLayer {
    SceneLayer(
      texture: .noise(width: 100, height: 80, seed: number),
      homography: .scale(1, offset: Point(x: x, y: y)))
  }

  @Test(
    "Equal scenes have an empty difference; scenes of different sizes or backgrounds differ in the whole canvas"
  )
  func nothingAndEverything() {
    let scene = row()
    #expect(scene.difference(from: scene).isEmpty)
    var other = scene
    other.background = [1, 0, 0, 255]
    #expect(Array(other.difference(from: scene)) == [PixelRect(x: 0, y: 0, width: 800, height: 200)])
    other = scene
    other.width = 801
    #expect(Array(other.difference(from: scene)) == [PixelRect(x: 0, y: 0, width: 801, height: 200)])
  }

  @Test(
    "If a layer is inserted, removed, faded or repainted, the difference is the layer's bounds",
    arguments: 0..<5)
  func oneLayer(index: Int) {
    let scene = row()
    let bounds = scene.layers[index].pixelBounds(width: 800, height: 200)
    var other = scene
    let layer = other.layers.remove(at: index)
    #expect(Array(other.difference(from: scene)) == [bounds])
    #expect(Array(scene.difference(from: other)) == [bounds])
    other.layers.insert(
      SceneLayer(texture: layer.texture, homography: layer.homography, alpha: 0.5), at: index)
    #expect(Array(other.difference(from: scene)) == [bounds])
    let texture = Texture.noise(width: 100, height: 80, seed: 99)
    other.layers[index] = SceneLayer(texture: texture, homography: layer.homography)
    #expect(Array(other.difference(from: scene)) == [bounds])
  }

  @Test(
    "Outside its clip, a clipped layer draws nothing; inside, it draws the same pixels as without the clip")
  func clip() {
    let scene = row()
    let clip = PixelRect(x: 190, y: 50, width: 40, height: 300)
    var other = scene
    other.layers[1].clip = clip
    #expect(other.difference(from: scene).bounds == PixelRect(x: 180, y: 31, width: 100, height: 80))
    #expect(
      other.layers[1].pixelBounds(width: 800, height: 200) == PixelRect(x: 190, y: 50, width: 40, height: 61))
    var rest = scene
    rest.layers.remove(at: 1)
    var expected = rest.drawn()
    expected.copy(DirtyRegion(clip), from: scene.drawn())
    #expect(other.drawn() == expected)
    #expect(other.drawnByReference() == expected)
    other.layers[1].clip = .zero
    #expect(other.drawn() == rest.drawn())
  }

  @Test(
    "If a part of a texture is updated, the difference is the area of the canvas that the new texels affect")
  func update() {
    let scene = row()
    var other = scene
    let part = PixelRect(x: 50, y: 40, width: 10, height: 6)
    other.layers[1].texture = Texture(
      updating: scene.layers[1].texture, in: part, copying: [UInt32](repeating: .max, count: 60), stride: 40)
    let changed = Array(other.difference(from: scene))
    #expect(changed == [PixelRect(x: 227, y: 68, width: 16, height: 12)])
    // Several updates since the previous scene are combined. If an older texture replaces a newer one, the
    // difference is the bounds of the layer.
    var third = other
    third.layers[1].texture = Texture(
      updating: other.layers[1].texture, in: PixelRect(x: 0, y: 0, width: 1, height: 1), copying: [UInt32(0)],
      stride: 4)
    #expect(Array(third.difference(from: scene)).count == 1)
    #expect(third.difference(from: other).bounds == PixelRect(x: 180, y: 31, width: 4, height: 4))
    #expect(
      scene.difference(from: third).bounds == scene.layers[1].pixelBounds(width: 800, height: 200))
    // If the layer also moves, the difference contains its old and its new bounds.
    other.layers[1].homography.m2 += 1
    #expect(other.difference(from: scene).bounds == PixelRect(x: 180, y: 31, width: 101, height: 80))
  }

  @Test("If a layer moves, the difference contains its old and its new bounds")
  func move() {
    let scene = row()
    var other = scene
    other.layers[0].homography.m2 += 3.5
    #expect(Array(other.difference(from: scene)) == [PixelRect(x: 20, y: 30, width: 104, height: 80)])
    other.layers[0].homography.m2 += 250
    #expect(other.difference(from: scene).count == 2)
  }

  @Test("If two layers swap their order, the difference is only their overlap")
  func reordering() {
    let scene = row()
    var other = scene
    other.layers.swapAt(2, 3)
    #expect(Array(other.difference(from: scene)) == [PixelRect(x: 360, y: 33, width: 80, height: 79)])
    // Number 2 moves to the front. Of the layers that it passes, it overlaps only number 3.
    other = scene
    other.layers.append(other.layers.remove(at: 2))
    #expect(Array(other.difference(from: scene)) == [PixelRect(x: 360, y: 33, width: 80, height: 79)])
    other = scene
    other.layers.swapAt(0, 4)
    #expect(other.difference(from: scene).isEmpty)
  }

  @Test("If invisible layers are added, the difference is empty")
  func unseen() {
    let scene = row()
    var other = scene
    other.layers.append(card(9, x: 900, y: 0))
    other.layers.append(SceneLayer(texture: .plain(.max), homography: .identity, alpha: 0))
    #expect(other.difference(from: scene).isEmpty)
  }

  /// Returns 1,000 small cards in rows of 50. The cards do not overlap.
  private func crowd() -> Scene {
    let texture = Texture.plain(0xff00_ff00, width: 8, height: 8)
    let layers = (0..<1000).map {
      SceneLayer(
        texture: texture,
        homography: .scale(1, offset: Point(x: Double($0 % 50) * 40, y: Double($0 / 50) * 40)))
    }
    return Scene(width: 2000, height: 800, layers: layers)
  }

  @Test(
    "If layers change, move, or are inserted or removed, the difference excludes distant, unchanged layers")
  func manyStay() {
    let scene = crowd()
    var other = scene
    other.layers[0].alpha = 0.5
    other.layers[999].alpha = 0.5
    #expect(other.difference(from: scene).pixelCount == 128)
    // A row and a half moves.
    for index in 50..<125 { other.layers[index].homography.m2 += 3 }
    let moved = other.difference(from: scene)
    #expect(moved.pixelCount >= 128 + 75 * 88 && moved.pixelCount < 3 * 2000 * 40)
    // Forty layers are inserted, and thirty removed.
    other = scene
    other.layers.removeSubrange(300..<330)
    other.layers.insert(contentsOf: scene.layers[100..<140], at: 500)
    #expect(other.difference(from: scene).pixelCount < 3 * 2000 * 40)
    // One layer moves from the first to the last index.
    other = scene
    other.layers.append(other.layers.remove(at: 0))
    #expect(Array(other.difference(from: scene)) == [PixelRect(x: 0, y: 0, width: 8, height: 8)])
  }

  @Test("If all of a thousand layers move, the difference contains all pixels that they cover")
  func manyMove() {
    let scene = crowd()
    var other = scene
    for index in other.layers.indices { other.layers[index].homography.m2 += 1 }
    let region = other.difference(from: scene)
    #expect(region.bounds == PixelRect(x: 0, y: 0, width: 1969, height: 768))
    other.layers.reverse()
    #expect(other.difference(from: scene).bounds == region.bounds)
  }

  @Test(
    "If many layers change and the difference is redrawn, the result equals the new picture to the last bit",
    arguments: 0..<8)
  func manyChange(seed: Int) {
    var random = Random(seed: UInt64(seed) + 70)
    let textures = (0..<5).map { Texture.noise(width: 5, height: 4, seed: $0, isOpaque: $0 > 0) }
    func layer() -> SceneLayer {
      let place = Point(x: random.next(in: -3...100), y: random.next(in: -3...60))
      return SceneLayer(texture: textures[random.next(below: 5)], homography: .scale(1.1, offset: place))
    }
    var scene = Scene(width: 100, height: 60, layers: (0..<300).map { _ in layer() })
    let renderer = Renderer()
    var picture = Picture(width: 100, height: 60)
    picture.draw { renderer.render(scene, into: $0) }
    for step in 0..<10 {
      let previous = scene
      let start = random.next(below: scene.layers.count - 120)
      let part = start..<(start + random.next(below: 120))
      switch step % 5 {
      case 0: scene.layers.removeSubrange(part)
      case 1: scene.layers.insert(contentsOf: part.map { _ in layer() }, at: start)
      case 2: scene.layers[part].reverse()
      case 3: scene.layers.append(contentsOf: scene.layers[part])
      default: scene.layers[part].shuffle(using: &random)
      }
      let region = scene.difference(from: previous)
      picture.draw { renderer.render(scene, into: $0, region: region) }
      #expect(picture == scene.drawn(), "step \(step)")
    }
  }

  @Test(
    "If the difference of two scenes is redrawn, the result equals the new picture to the last bit",
    arguments: RendererVariant.allCases)
  func picture(variant: RendererVariant) {
    let renderer = variant.renderer
    for seed in 0..<16 {
      for kind in SceneMaker.Kind.allCases {
        var changer = SceneChanger(seed: seed, kind: kind)
        var picture = Picture(width: changer.scene.width, height: changer.scene.height)
        picture.draw { renderer.render(changer.scene, into: $0) }
        for step in 0..<6 {
          let previous = changer.scene
          changer.change()
          let region = changer.scene.difference(from: previous)
          picture.draw { renderer.render(changer.scene, into: $0, region: region) }
          #expect(picture == changer.scene.drawn(variant), "\(kind) \(seed) \(step)")
        }
      }
    }
  }
}

/// The region that has to be redrawn in a buffer. It depends on the age of the buffer: 1 if the buffer holds
/// the last frame, 2 if it holds the frame before, and so on; 0 if its content is unknown.
@Suite struct DamageHistoryTests {
  @Test(
    "After its outdated region is redrawn, a buffer of any age equals the new picture to the last bit",
    arguments: 0..<40)
  func ages(seed: Int) {
    let renderer = Renderer()
    var random = Random(seed: UInt64(seed) + 500)
    let kinds = SceneMaker.Kind.allCases
    var changer = SceneChanger(seed: seed, kind: kinds[seed % kinds.count])
    var history = DamageHistory()
    var buffers = (0..<(2 + seed % 9)).map { _ in
      (picture: Picture(width: changer.scene.width, height: changer.scene.height), drawn: Int?.none)
    }
    var (frame, shown) = (0, changer.scene.drawn())
    for _ in 0..<60 {
      if random.next(below: 5) > 0 { changer.change() }
      if random.next(below: 20) == 0 {
        // The window changes its size and back, so the contents of the buffers are lost.
        history.removeAll()
        for index in buffers.indices { buffers[index].drawn = nil }
      }
      let index = random.next(below: buffers.count)
      let age = buffers[index].drawn.map { frame - $0 + 1 } ?? 0
      let step = history.advance(to: changer.scene, age: age)
      let expected = changer.scene.drawn()
      buffers[index].picture.draw { renderer.render(changer.scene, into: $0, region: step.outdated) }
      #expect(buffers[index].picture == expected, "age \(age)")
      if step.changed.isEmpty {
        #expect(shown == expected)
        // Nothing is committed, but the buffer now equals the last frame.
        buffers[index].drawn = frame
        continue
      }
      shown.copy(step.changed, from: expected)
      #expect(shown == expected, "the damage that the compositor receives")
      frame += 1
      buffers[index].drawn = frame
    }
  }

  @Test("With two alternating buffers, each frame redraws the changes of the last two frames")
  func twoBuffers() {
    var scene = Scene(width: 400, height: 100)
    let texture = Texture.plain(.max, width: 40, height: 40)
    for x in [0, 200] {
      scene.layers.append(
        SceneLayer(texture: texture, homography: .scale(1, offset: Point(x: Double(x), y: 0))))
    }
    var history = DamageHistory()
    #expect(Array(history.advance(to: scene, age: 0).outdated) == Array(scene.everything))
    // The buffer is older than the recorded frames.
    scene.layers[0].alpha = 0.5
    #expect(Array(history.advance(to: scene, age: 3).outdated) == Array(scene.everything))
    scene.layers[1].alpha = 0.5
    let step = history.advance(to: scene, age: 2)
    #expect(Array(step.changed) == [PixelRect(x: 200, y: 0, width: 40, height: 40)])
    #expect(step.outdated.pixelCount == 2 * 1600)
    let rest = history.advance(to: scene, age: 1)
    #expect(rest.changed.isEmpty && rest.outdated.isEmpty)
    #expect(history.advance(to: scene, age: 2).outdated.pixelCount == 1600)
    scene.layers[1].alpha = 1
    #expect(history.advance(to: scene, age: 1).outdated.pixelCount == 1600)
  }

  @Test("Only the last eight frames are recorded")
  func oldest() {
    var scene = Scene(
      width: 40, height: 40, layers: [SceneLayer(texture: .plain(.max), homography: .identity)])
    var history = DamageHistory()
    for frame in 1...30 {
      scene.layers[0].alpha = 1 / Double(frame)
      let outdated = history.advance(to: scene, age: frame % 11).outdated
      let isKnown = frame > frame % 11 && (1...DamageHistory.maximumAge).contains(frame % 11)
      #expect(outdated.pixelCount == (isKnown ? 64 : 1600), "frame \(frame)")
    }
  }
}

/// Changes a scene in the ways a carousel does, and in more difficult ways.
struct SceneChanger {
  private var maker: SceneMaker
  private var random: Random
  private let kind: SceneMaker.Kind
  private(set) var scene: Scene

  init(seed: Int, kind: SceneMaker.Kind) {
    maker = SceneMaker(seed: seed)
    random = Random(seed: UInt64(seed) + 900)
    self.kind = kind
    scene = maker.scene(kind)
  }

  mutating func change() {
    guard !scene.layers.isEmpty else {
      scene.layers = maker.scene(kind).layers
      return
    }
    let index = random.next(below: scene.layers.count)
    switch random.next(below: 13) {
    case 0: scene.layers.remove(at: index)
    case 1: scene.layers.insert(maker.scene(kind).layers[0], at: index)
    case 2: scene.layers.swapAt(index, random.next(below: scene.layers.count))
    case 3: scene.layers[index].alpha = random.next(in: 0...1)
    case 4: scene.layers.append(scene.layers[index])
    case 5:
      let isOpaque = random.next(below: 2) == 0
      let old = scene.layers[index].texture
      scene.layers[index].texture = .noise(
        width: old.width, height: old.height, seed: random.next(), isOpaque: isOpaque)
    case 6:
      // All layers move by the same distance, as in a scroll.
      let move = Homography.scale(1, offset: Point(x: random.next(in: -4...4), y: random.next(in: -1...1)))
      for index in scene.layers.indices {
        scene.layers[index].homography = scene.layers[index].homography.concatenated(with: move)
      }
    case 7: scene.layers.append(scene.layers.remove(at: index))
    case 8: scene.layers[index].clip = random.rectangle(around: scene)
    case 11:
      let clip = random.rectangle(around: scene)
      scene.layers[index].clipCorners = [
        Point(x: Double(clip.x), y: Double(clip.y)), Point(x: Double(clip.maxX), y: Double(clip.y) + 3),
        Point(x: Double(clip.maxX) - 2, y: Double(clip.maxY)),
        Point(x: Double(clip.x), y: Double(clip.maxY) - 1),
      ]
    case 9, 10:
      for _ in 0...random.next(below: 3) {
        scene.layers[index].texture = update(of: scene.layers[index].texture)
      }
    default:
      let move = Homography.scale(1, offset: Point(x: random.next(in: -30...30), y: random.next(in: -9...9)))
      scene.layers[index].homography = scene.layers[index].homography.concatenated(with: move)
    }
  }
  /// Returns `texture` with opaque, random texels in a random part.
  private mutating func update(of texture: Texture) -> Texture {
    let (x, y) = (random.next(below: texture.width), random.next(below: texture.height))
    let part = PixelRect(
      x: x, y: y, width: 1 + random.next(below: texture.width - x),
      height: 1 + random.next(below: texture.height - y))
    let pixels = (0..<part.pixelCount).map { _ in UInt32(truncatingIfNeeded: random.next()) | 0xff00_0000 }
    return Texture(updating: texture, in: part, copying: pixels, stride: part.width * 4)
  }
}
