import Geometry
import Raster
import Testing

/// Rows and columns are treated alike: if a scene and its textures are mirrored at the diagonal, the picture
/// is mirrored, too. Edges are excluded, because the sample points of a pixel are not symmetric (Decision
/// 0011).
@Suite struct TransposedTests {
  @Test(
    "If a scroll and its photographs are mirrored at the diagonal, each frame is mirrored, too",
    arguments: SlowScroll.Kind.allCases)
  func slowScroll(kind: SlowScroll.Kind) throws {
    let scroll = SlowScroll(kind)
    let mirrored = scroll.mirroredTextures
    for frame in stride(from: 0, to: SlowScroll.frameCount, by: 20) {
      let scene = scroll.scene(frame)
      var other = scene
      (other.width, other.height) = (scene.height, scene.width)
      for (index, layer) in scene.layers.enumerated() {
        let number = try #require(scroll.textures.firstIndex { $0 === layer.texture })
        other.layers[index] = SceneLayer(
          texture: mirrored[number], homography: layer.homography.mirrored, alpha: layer.alpha)
      }
      let card = ExactPhotographs(scene, scroll.sums).card
      #expect(card.contains { $0 >= 0 })
      let (fast, reference) = (scene.drawn(), scene.drawnByReference())
      for (texture, mirrored) in zip(scroll.textures, mirrored) { mirrored.mirrorCopies(of: texture) }
      #expect(Self.difference(fast, other.drawn(), where: card) <= 1, "frame \(frame)")
      #expect(
        Self.difference(reference, other.drawnByReference(), where: card) <= 1, "frame \(frame), reference")
    }
  }

  /// Returns the largest difference of a channel inside cards.
  private static func difference(_ picture: Picture, _ mirrored: Picture, where card: [Int]) -> Int {
    var worst = 0
    for y in 0..<picture.height {
      for x in 0..<picture.width where card[y * picture.width + x] >= 0 {
        worst = max(worst, difference(picture[x, y], mirrored[y, x]))
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

extension Texture {
  /// For each mip level that `other` used, fills a mip level of this texture with the mirrored pixels.
  ///
  /// Mip levels are downscaled horizontally first, and the result of each direction is clamped to the range of
  /// its source. The opposite order would give slightly different colors.
  fileprivate func mirrorCopies(of other: Texture) {
    for size in other.usedSizes where size != .base {
      let (copy, mirror) = (other.level(x: size.x, y: size.y), level(x: size.y, y: size.x))
      for y in 0...mirror.height {
        for x in 0...mirror.width {
          mirror.pixels[y * mirror.rowLength + x] = copy.pixels[x * copy.rowLength + y]
        }
      }
    }
  }
}

extension Homography {
  /// The map between the mirrored texture and the mirrored canvas.
  fileprivate var mirrored: Homography { Homography(m4, m3, m5, m1, m0, m2, m7, m6, m8) }
}
