import CarouselUI
import Foundation
import Geometry
import Raster
import TestSupport
import Testing

/// Compares a small rendered picture of every type with the reference pictures in `Data`.
///
/// With `CAROUSEL_RECORD_PICTURES=1`, the reference renderer records the pictures again. Inspect every changed
/// picture before you commit it.
@MainActor
struct TypePictureTests {
  private static let isRecording = ProcessInfo.processInfo.environment["CAROUSEL_RECORD_PICTURES"] == "1"

  @Test(
    "The picture of every type, horizontal and vertical, matches its reference to within one level",
    .proves("T15"),
    arguments: CarouselType.allCases, [false, true])
  func matchesReference(type: CarouselType, isVertical: Bool) throws {
    let picture = PictureScene(type, isVertical: isVertical)
    let scene = picture.scene()
    let path = SmallPicture.folder.appendingPathComponent("\(type)\(isVertical ? "-vertical" : "").png").path
    let reference = SmallPicture(width: scene.width, height: scene.height) {
      ReferenceRenderer().render(scene, into: $0, clip: nil)
    }
    if Self.isRecording { try reference.write(to: path) }
    let kept = try SmallPicture(contentsOf: path)
    #expect(kept.width == scene.width && kept.height == scene.height)
    // An empty picture would have few colors.
    #expect(kept.colorCount > 400)
    #expect(reference.largestDifference(to: kept) <= 1, "the reference renderer differs from \(path)")
    for renderer in [Renderer(), Renderer(usesVectors: false), Renderer(threads: 2)] {
      let drawn = SmallPicture(width: scene.width, height: scene.height) {
        renderer.render(scene, into: $0, clip: nil)
      }
      #expect(drawn.largestDifference(to: kept) <= 1, "\(path)")
    }
  }

  @Test("All types look different", arguments: [false, true])
  func allDiffer(isVertical: Bool) {
    let pictures = CarouselType.allCases.map { type in
      let scene = PictureScene(type, isVertical: isVertical).scene()
      return SmallPicture(width: scene.width, height: scene.height) {
        Renderer().render(scene, into: $0, clip: nil)
      }
    }
    for i in pictures.indices {
      for j in 0..<i {
        #expect(pictures[i].largestDifference(to: pictures[j]) > 40, "\(i) \(j)")
      }
    }
  }
}

/// A carousel of nine colored cards at offset 4.3.
@MainActor
private final class PictureScene: CarouselDataSource, CarouselDelegate {
  private let carousel = Carousel(bounds: Size(width: 160, height: 100))
  private var indexes: [ObjectIdentifier: Int] = [:]

  init(_ type: CarouselType, isVertical: Bool) {
    carousel.type = type
    carousel.isVertical = isVertical
    carousel.perspective = -1.0 / 150
    carousel.delegate = self
    carousel.dataSource = self
    carousel.advance(to: Timestamp(seconds: 1))
    carousel.scrollOffset = 4.3
    // Runs until the covers of cover flow 2 have finished their turn.
    for frame in 0..<120 {
      carousel.advance(to: Timestamp(seconds: 1 + Double(frame) / 60))
      _ = carousel.frame()
    }
  }

  func numberOfItems(in carousel: Carousel) -> Int { 9 }

  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView {
    let view = view ?? View(size: Size(width: 56, height: 48))
    indexes[ObjectIdentifier(view)] = index
    return view
  }

  /// Arranges the items of the custom type in a fan.
  func carousel(
    _ carousel: Carousel, itemTransformForOffset offset: Double, baseTransform: Transform3D
  ) -> Transform3D {
    let (along, across) = (offset * 24, offset * offset * 5)
    return baseTransform.translated(
      x: carousel.isVertical ? across : along, y: carousel.isVertical ? along : across, z: -abs(offset) * 20
    ).rotated(by: offset * 0.25, z: 1)
  }

  /// The cards have two texels per point, so that the scene needs mip levels.
  func scene() -> Scene {
    var scene = Scene(width: 160, height: 100, background: [36, 32, 30, 255])
    for item in carousel.frame().items {
      let texture = Texture.card(item.index, width: 112, height: 96)
      let homography = Homography.scale(0.5).concatenated(with: item.homography)
      scene.layers.append(SceneLayer(texture: texture, homography: homography, alpha: item.alpha))
    }
    return scene
  }
}

extension Texture {
  /// Returns a card with a border, its own hue and `number` bars.
  fileprivate static func card(_ number: Int, width: Int, height: Int) -> Texture {
    let hue = SIMD3<Double>(
      0.55 + 0.45 * cos(Double(number) * 2.4), 0.55 + 0.45 * cos(Double(number) * 2.4 - 2.1),
      0.55 + 0.45 * cos(Double(number) * 2.4 + 2.1))
    let pixels = (0..<(width * height)).map { index -> UInt32 in
      let (x, y) = (index % width, index / width)
      let light = 130 + 120 * Double(height - y) / Double(height)
      var color = hue * light
      let isBar =
        x >= 12 && (x - 12) / 4 % 2 == 0 && (x - 12) / 8 < number && y > height / 2 && y < height - 12
      if isBar || x < 3 || y < 3 || x >= width - 3 || y >= height - 3 {
        color = SIMD3(repeating: 245)
      }
      return 0xff00_0000 | UInt32(color.x) << 16 | UInt32(color.y) << 8 | UInt32(color.z)
    }
    return Texture(pixels, width: width, height: height)
  }
}
