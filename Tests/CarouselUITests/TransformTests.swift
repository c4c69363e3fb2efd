import CarouselUI
import HeadlessCompositor
import TestSupport
import Testing

/// A carousel on a rotated output. It is drawn into a buffer in the output's orientation.
@MainActor @Suite("Rotated outputs")
struct TransformTests {
  /// The pictures of the carousel at rest, during a scroll, and at rest again.
  private func pictures(_ type: CarouselType, _ transform: OutputTransform, scale: Double) throws -> [Capture]
  {
    let rig = try WindowRig(
      width: 320, height: 180, scale: scale, transform: transform,
      cards: Cards(size: Size(width: 81, height: 60))
    ) { $0.type = type }
    var pictures = [rig.compositor.capture()]
    rig.carousel.scrollToItem(at: 2, duration: 0.4)
    rig.compositor.run(frames: 9)
    pictures.append(rig.compositor.capture())
    #expect(rig.runUntilSettled())
    pictures.append(rig.compositor.capture())
    let surface = try #require(rig.compositor.toplevels.first?.surface)
    #expect(surface.bufferTransform == transform)
    #expect(rig.compositor.captureFramebuffer(of: rig.compositor.output) == surface.capture())
    #expect(rig.compositor.protocolErrors == [])
    return pictures
  }

  @Test(
    "A carousel looks the same on outputs of all transforms",
    arguments: [CarouselType.linear, .coverFlow2, .rotary, .timeMachine], [1, 1.5])
  func picture(type: CarouselType, scale: Double) throws {
    let upright = try pictures(type, .normal, scale: scale)
    for transform in OutputTransform.allCases where transform != .normal {
      let turned = try pictures(type, transform, scale: scale)
      for (number, (mine, wanted)) in zip(turned, upright).enumerated() {
        let name = "\(transform), picture \(number)"
        try #require((mine.width, mine.height) == (wanted.width, wanted.height), "\(name)")
        let difference = Difference(mine, wanted)
        // Axis-aligned edges are exact. A slanted edge is rounded along the rows of the buffer, so a few of its
        // pixels differ: in measurements, at most 12 of 57,600 to 129,600 pixels, by at most 9.
        #expect(difference.count <= (type == .linear ? 0 : 24), "\(name): \(difference)")
        #expect(difference.largest <= 16, "\(name): \(difference)")
      }
    }
  }

  @Test(
    "A touch on a rotated output hits the item that is drawn there", .proves("D082"),
    arguments: OutputTransform.allCases)
  func touch(transform: OutputTransform) throws {
    let rig = try WindowRig(transform: transform)
    #expect(try #require(rig.compositor.toplevels.first?.surface).bufferTransform == transform)
    // The item to the right of the center item.
    let place = (x: 320.0 + 150, y: 180.0)
    #expect(rig.compositor.capture()[Int(place.x), 150] == Cards.color(1).word)
    rig.tap(at: place)
    #expect(rig.runUntilSettled())
    #expect(rig.carousel.currentItemIndex == 1)
  }
}

/// The difference between two pictures of the same size.
private struct Difference: CustomStringConvertible {
  /// The largest difference in a channel.
  var largest = 0
  /// The number of pixels that differ.
  var count = 0

  init(_ mine: Capture, _ wanted: Capture) {
    for (a, b) in zip(mine.pixels, wanted.pixels) where a != b {
      count += 1
      for shift in stride(from: UInt32(0), through: 24, by: 8) {
        largest = max(largest, abs(Int(a >> shift & 0xff) - Int(b >> shift & 0xff)))
      }
    }
  }

  var description: String { "\(count) pixels differ by at most \(largest)" }
}

extension Color {
  /// The color as a premultiplied pixel: 0xAARRGGBB.
  fileprivate var word: UInt32 {
    let bytes = premultipliedBGRA
    return UInt32(bytes.w) << 24 | UInt32(bytes.z) << 16 | UInt32(bytes.y) << 8 | UInt32(bytes.x)
  }
}
