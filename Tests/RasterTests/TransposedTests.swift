import Geometry
import Raster
import Testing

/// Rows and columns are alike: a scene mirrored at its diagonal, with textures that are, too, gives the mirrored
/// picture. At edges, the points that decide what covers what are not (Decision 0011).
@Suite struct TransposedTests {
  @Test(
    "A scroll mirrored at the diagonal, its photographs too, is the mirrored scroll",
    arguments: SlowScroll.Kind.allCases)
  func slowScroll(kind: SlowScroll.Kind) {
    let scroll = SlowScroll(kind)
    let mirrored = scroll.mirroredTextures
    for frame in stride(from: 0, to: SlowScroll.frameCount, by: 20) {
      let scene = scroll.scene(frame)
      var other = scene
      (other.width, other.height) = (scene.height, scene.width)
      for (index, layer) in scene.layers.enumerated() {
        let number = scroll.textures.firstIndex { $0 === layer.texture } ?? 0
        other.layers[index] = Layer(
          texture: mirrored[number], homography: layer.homography.mirrored, alpha: layer.alpha)
      }
      let card = ExactPhotographs(scene, scroll.sums).card
      #expect(card.contains { $0 >= 0 })
      let differences = (
        Self.difference(scene.drawn(), other.drawn(), where: card),
        Self.difference(scene.drawnByReference(), other.drawnByReference(), where: card)
      )
      // Copies get narrower before they get lower, each time within the range of what they are made of: the
      // other way round they are others by some levels.
      let copies = zip(scroll.textures, mirrored).map { Self.differenceOfCopies($0, $1) }.max() ?? 0
      #expect(copies <= 8)
      #expect(differences.0 <= copies + 1, "frame \(frame)")
      #expect(differences.1 <= copies + 1, "frame \(frame), reference")
    }
  }

  /// The largest difference inside cards.
  private static func difference(_ picture: Picture, _ mirrored: Picture, where card: [Int]) -> Int {
    var worst = 0
    for y in 0..<picture.height {
      for x in 0..<picture.width where card[y * picture.width + x] >= 0 {
        worst = max(worst, difference(picture[x, y], mirrored[y, x]))
      }
    }
    return worst
  }

  /// The largest difference of the copies that were used.
  private static func differenceOfCopies(_ texture: Texture, _ mirrored: Texture) -> Int {
    var sizes: [LevelSize] = []
    texture.forEachUsedSize { sizes.append($0) }
    var worst = 0
    for size in sizes {
      let (copy, other) = (texture.texels(x: size.x, y: size.y), mirrored.texels(x: size.y, y: size.x))
      for y in copy.indices {
        for x in copy[y].indices { worst = max(worst, difference(copy[y][x], other[x][y])) }
      }
    }
    return worst
  }

  private static func difference(_ one: UInt32, _ two: UInt32) -> Int {
    var worst = 0
    for shift: UInt32 in [0, 8, 16, 24] {
      worst = max(worst, abs(Int(one >> shift & 255) - Int(two >> shift & 255)))
    }
    return worst
  }
}

extension Homography {
  /// What maps mirrored places to mirrored places.
  fileprivate var mirrored: Homography { Homography(m4, m3, m5, m1, m0, m2, m7, m6, m8) }
}
