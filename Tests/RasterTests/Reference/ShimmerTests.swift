import Raster
import Testing

/// Flicker in a slow scroll, in which photographs move by less than a pixel per frame.
@Suite struct ShimmerTests {
  /// The largest changes of a channel from one frame to the next, over all pixels inside photographs, in
  /// levels.
  struct Jumps: CustomStringConvertible {
    var drawn = 0.0
    var exact = 0.0
    /// The number of pixels compared, in all frames.
    var pixels = 0

    var description: String {
      "\(Int(drawn)) levels at most, the exact picture \((exact * 10).rounded() / 10)"
    }
  }

  /// Scrolls, and compares each frame with the frame before it, in every pixel that is inside the same
  /// photograph in both frames.
  static func jumps(_ scroll: SlowScroll, frames: Int = SlowScroll.frameCount) -> Jumps {
    var jumps = Jumps()
    var before: (exact: ExactPhotographs, drawn: [Picture])?
    let renderers = [Renderer(), Renderer(usesVectors: false)]
    for frame in 0..<frames {
      let scene = scroll.scene(frame)
      let exact = ExactPhotographs(scene, scroll.sums)
      let drawn = renderers.map { renderer in
        var picture = Picture(width: scene.width, height: scene.height)
        picture.draw { renderer.render(scene, into: $0, clip: nil) }
        return picture
      }
      if let before { jumps.add(exact, before.exact, drawn, before.drawn) }
      before = (exact, drawn)
    }
    return jumps
  }

  /// Scrolls through four sets of photographs. `excess` is the mean over the sets of max(0, largest change of
  /// the drawn picture − largest change of the exact picture).
  ///
  /// The largest change in a set depends on a few texels, so several sets are averaged: at some positions
  /// bilinear interpolation is steeper than the mean of the texels on a pixel, and at others flatter.
  private static func jumps(_ kind: SlowScroll.Kind, pace: Double = 1) -> (all: Jumps, excess: Double) {
    let each = (0..<4).map { jumps(SlowScroll(kind, photographs: $0, pace: pace)) }
    let all = each.reduce(into: Jumps()) { all, jumps in
      all.drawn = max(all.drawn, jumps.drawn)
      all.exact = max(all.exact, jumps.exact)
      all.pixels += jumps.pixels
    }
    return (all, each.reduce(0) { $0 + max(0, $1.drawn - $1.exact) } / Double(each.count))
  }

  @Test(
    "In a slow scroll, a pixel of a photograph changes per frame by at most two levels more than in the exact picture",
    arguments: SlowScroll.Kind.allCases)
  func slowScroll(kind: SlowScroll.Kind) {
    let (jumps, excess) = Self.jumps(kind)
    print("slow scroll of photographs, \(kind): \(jumps), a set \((excess * 10).rounded() / 10) more")
    #expect(jumps.pixels > 4 * 199 * 500)
    // Rounding adds up to 4 × 0.5 levels: in the picture and in the mip level, in both frames.
    #expect(jumps.drawn <= jumps.exact + 2)
    #expect(excess <= 2)
  }

  @Test(
    "In a scroll by 1/6 px per frame, a pixel of a cover flow changes at most 7/6 times as much as in the exact picture",
    arguments: [SlowScroll.Kind.coverFlow, .coverFlowDown])
  func fasterScroll(kind: SlowScroll.Kind) {
    let (jumps, excess) = Self.jumps(kind, pace: 2.8)
    print("scroll of photographs, \(kind): \(jumps), a set \((excess * 10).rounded() / 10) more")
    #expect(jumps.pixels > 4 * 199 * 500)
    #expect(jumps.drawn <= jumps.exact * 7 / 6)
    #expect(excess <= 3)
  }

  @Test(
    "In a slow scroll, a pixel of a drawing with sharp texels changes at most twice as much as in the exact picture",
    arguments: SlowScroll.Kind.allCases)
  func slowScrollOfDrawings(kind: SlowScroll.Kind) {
    let jumps = Self.jumps(SlowScroll(kind, isSharp: true), frames: 60)
    print("slow scroll of drawings, \(kind): \(jumps)")
    // Up to 1.98 texels of a mip level fall on a pixel, so a step from texel to texel is up to 1.98 times as
    // steep as from pixel to pixel.
    #expect(jumps.pixels > 59 * 500)
    #expect(jumps.drawn <= jumps.exact * 2)
  }
}

extension ShimmerTests.Jumps {
  /// Adds the changes from one frame to the next, in the exact picture and in the drawn pictures.
  fileprivate mutating func add(
    _ exact: ExactPhotographs, _ exactBefore: ExactPhotographs, _ drawn: [Picture], _ drawnBefore: [Picture]
  ) {
    for pixel in exact.card.indices
    where exact.shows(sameAs: exactBefore, pixel) {
      pixels += 1
      let change = exact.colors[pixel] - exactBefore.colors[pixel]
      self.exact = max(self.exact, abs(change.x), abs(change.y), abs(change.z))
      for (now, before) in zip(drawn, drawnBefore) {
        for byte in (pixel * 4)..<(pixel * 4 + 3) {
          self.drawn = max(self.drawn, abs(Double(now.bytes[byte]) - Double(before.bytes[byte])))
        }
      }
    }
  }
}
