import CarouselUI
import Geometry
import HeadlessCompositor
import Raster
import TestSupport
import Testing

/// The committed pixels of the item in the center of a carousel at rest.
@MainActor
struct SharpCenterTests {
  /// The types that do not show the center item at its own size, and the reasons.
  private static let exceptions: [CarouselType: String] = [
    .custom: "the delegate places all items"
  ]

  /// The sizes of an item and of its window, in points. At scale 1.5, they are not a whole number of pixels.
  private static let sizes = [
    (item: Size(width: 101, height: 77), window: (333, 211)),
    (item: Size(width: 90, height: 63), window: (400, 287)),
    (item: Size(width: 86.3, height: 94.9), window: (301, 304)),
  ]

  @Test(
    "At rest, the center item is drawn with exactly the pixels of its view, in every type and orientation",
    .proves("D037"),
    arguments: CarouselType.allCases)
  func everyType(type: CarouselType) throws {
    if let reason = Self.exceptions[type] {
      print("sharp center: not \(type): \(reason)")
      return
    }
    var (pixels, seen, wrong) = (0, 0, 0)
    for scale in [1, 1.5, 2] {
      for isVertical in [false, true] {
        for (size, window) in Self.sizes {
          let rig = try WindowRig(
            width: window.0, height: window.1, scale: scale, cards: Cards(count: 0)
          ) {
            $0.type = type
            $0.isVertical = isVertical
          }
          let speckles = Speckles(size: size)
          rig.carousel.dataSource = speckles
          rig.carousel.scrollOffset = 4
          let name = "\(type), vertical \(isVertical), scale \(scale), \(size)"
          let frame = try SettledFrame(rig, name)
          let view = try #require(rig.carousel.currentItemView as? View)
          #expect(rig.carousel.currentItemIndex == 4)
          let comparison = try frame.compare(view, scale: scale, name)
          #expect(comparison.wrong == 0, "\(name)")
          #expect(comparison.seen * 2 > comparison.pixels, "\(name): more than half of the item is covered")
          pixels += comparison.pixels
          seen += comparison.seen
          wrong += comparison.wrong
        }
      }
    }
    print("sharp center: \(type): \(seen) of \(pixels) pixels seen, \(wrong) differ")
  }

  @Test("The center item has no transform, except for 0.01 points of depth in the cylinder types")
  func identity() {
    for type in CarouselType.allCases where Self.exceptions[type] == nil {
      for isVertical in [false, true] {
        let carousel = Carousel(bounds: Size(width: 400, height: 300))
        let speckles = Speckles(size: Size(width: 101, height: 77))
        carousel.type = type
        carousel.isVertical = isVertical
        carousel.dataSource = speckles
        carousel.advance(to: Timestamp(seconds: 1))
        let center = carousel.frame().items.first { $0.index == 0 }
        var expected = Transform3D.identity
        expected.m34 = carousel.perspective
        let lift = center?.transform.m43 ?? 1
        #expect((0...0.0101).contains(lift), "\(type)")
        #expect(center.map { $0.transform.isNear(expected.translated(z: lift)) } == true, "\(type)")
      }
    }
  }
}

/// The captured pixels and the scene of a settled window.
@MainActor
private struct SettledFrame {
  let capture: Capture
  let scene: Scene
  let textures: TextureCache

  init(_ rig: WindowRig, _ name: String) throws {
    var scene: Scene?
    rig.ui.onScene = { scene = $0 }
    rig.ui.window.invalidate()
    #expect(rig.runUntilSettled(), "\(name)")
    capture = rig.compositor.capture()
    self.scene = try #require(scene)
    textures = rig.textures
    // The window's size in points is a whole number, so the window may extend a pixel beyond the output.
    #expect((0...1).contains(self.scene.width - capture.width), "\(name)")
    #expect((0...1).contains(self.scene.height - capture.height), "\(name)")
  }

  /// Compares the visible part of `view` with its painted pixels.
  func compare(
    _ view: View, scale: Double, _ name: String
  ) throws -> (pixels: Int, seen: Int, wrong: Int) {
    let wanted = try ViewPainting.paint(view, scale: scale).image
    let texture = try #require(textures.texture(for: view, itemIndex: 4, scale: scale))
    let number = try #require(scene.layers.firstIndex { $0.texture === texture })
    let corner = try #require(scene.layers[number].homography.project(.zero))
    // The item is in the middle of the window, to the nearest pixel.
    #expect(abs(corner.x - (Double(scene.width) - view.size.width * scale) / 2) <= 1, "\(name): \(corner)")
    #expect(abs(corner.y - (Double(scene.height) - view.size.height * scale) / 2) <= 1, "\(name): \(corner)")
    let (left, top) = (Int(corner.x.rounded()), Int(corner.y.rounded()))
    let inFront = scene.layers[(number + 1)...].compactMap {
      Placement($0, width: scene.width, height: scene.height)?.outline
    }
    var (seen, wrong) = (0, 0)
    let words = wanted.withPixels { bytes in
      (0..<(wanted.width * wanted.height)).map { index in
        bytes.loadUnaligned(
          fromByteOffset: index / wanted.width * wanted.stride + index % wanted.width * 4, as: UInt32.self)
      }
    }
    for y in 0..<wanted.height {
      for x in 0..<wanted.width {
        let (minX, minY) = (Double(left + x), Double(top + y))
        let isCovered = inFront.contains {
          $0.clipped(minX: minX, minY: minY, maxX: minX + 1, maxY: minY + 1).signedArea != 0
        }
        guard !isCovered else { continue }
        seen += 1
        if capture[left + x, top + y] != words[y * wanted.width + x] { wrong += 1 }
      }
    }
    return (words.count, seen, wrong)
  }
}

/// A data source of views with many small rectangles of random colors, positions and sizes.
private final class Speckles: CarouselDataSource {
  private let size: Size

  init(size: Size) { self.size = size }

  func numberOfItems(in carousel: Carousel) -> Int { 9 }

  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView {
    let size = size
    return PaintedView(size: size) { canvas in
      canvas.fill(canvas.bounds, with: Color(hex: 0x40_60_80))
      var state = UInt32(index) &* 77 &+ 5
      func next() -> Double {
        state = state &* 1_664_525 &+ 1_013_904_223
        return Double(state >> 8) / Double(1 << 24)
      }
      for _ in 0..<900 {
        let origin = Point(x: next() * size.width, y: next() * size.height)
        let box = Rect(origin: origin, size: Size(width: 0.4 + next() * 4, height: 0.4 + next() * 4))
        canvas.fill(box, with: Color(hex: UInt32(next() * 0xFF_FFFF)))
      }
    }
  }
}

extension Transform3D {
  fileprivate func isNear(_ other: Transform3D) -> Bool {
    let differences = [
      m11 - other.m11, m12 - other.m12, m13 - other.m13, m14 - other.m14, m21 - other.m21, m22 - other.m22,
      m23 - other.m23, m24 - other.m24, m31 - other.m31, m32 - other.m32, m33 - other.m33, m34 - other.m34,
      m41 - other.m41, m42 - other.m42, m43 - other.m43, m44 - other.m44,
    ]
    return differences.allSatisfy { abs($0) < 1e-9 }
  }
}
