import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests that steps by keys and notches of wheels add up, however fast they follow each other.
@MainActor
struct StepSumTests {
  private enum Input {
    case step(Int)
    /// Two halves of a notch make a notch.
    case notches(Double)
    case frames(Int)
  }

  @Test(
    "Steps and wheel notches add up; on a strip each sum is clamped to the ends, on a ring it wraps",
    arguments: [true, false])
  func items(wraps: Bool) {
    SeededRuns.check(0..<1500, story: Self.story, simpler: Self.simpler) { inputs in
      Self.play(inputs, items: 10, wraps: wraps, pageLength: 1, truncates: false)
    }
  }

  @Test(
    "With paging, steps and notches are counted in pages and add up, even if the last page is short",
    arguments: [(10, false), (10, true), (9, false), (4, true)])
  func pages(items: Int, truncates: Bool) {
    for wraps in [true, false] {
      SeededRuns.check(0..<500, story: Self.story, simpler: Self.simpler) { inputs in
        Self.play(inputs, items: items, wraps: wraps, pageLength: 3, truncates: truncates)
      }
    }
  }

  @Test("On a ring of any size the steps add up exactly", arguments: 1...12)
  func ringSizes(count: Int) {
    SeededRuns.check(0..<150, story: Self.story, simpler: Self.simpler) { inputs in
      Self.play(inputs, items: count, wraps: true, pageLength: 1, truncates: false)
    }
  }

  private static func story(_ random: inout SplitMix) -> [Input] {
    (0..<random.whole(1...12)).flatMap { _ -> [Input] in
      switch random.whole(0...5) {
      case 0, 1: [.step(random.whole(-3...3))]
      case 2: [.notches(Double(random.whole(-2...2)))]
      case 3:
        random.once(in: 2)
          ? [.notches(0.5), .frames(random.whole(1...8)), .notches(0.5)] : [.notches(-0.25), .notches(-0.75)]
      default: [.frames(random.choice([1, 2, 5, 11, 24, 30]))]
      }
    }
  }

  private static func simpler(_ input: Input) -> [Input] {
    switch input {
    case .step(let count) where abs(count) > 1: [.step(count.signum())]
    case .notches(let notches): [.step(Int(notches))]
    case .frames(let count) where count > 1: [.frames(1), .frames(count - 1)]
    default: []
    }
  }

  private static func play(
    _ inputs: [Input], items: Int, wraps: Bool, pageLength: Int, truncates: Bool
  ) -> String? {
    let rig = CarouselRig(items: items) { $0.options = [.wrap: wraps ? 1 : 0] }
    rig.carousel.isPagingEnabled = pageLength > 1
    rig.carousel.itemsPerPage = pageLength
    rig.carousel.truncatesFinalPage = truncates
    let pages = (items - 1) / pageLength + 1
    var (page, rest, lastNotch) = (pages / 2, 0.0, Timestamp(seconds: 0))
    rig.carousel.scrollToPage(at: page, animated: false)
    rig.settle()
    func add(_ steps: Int) {
      page += steps
      page = wraps ? (page % pages + pages) % pages : min(max(page, 0), pages - 1)
    }
    for input in inputs {
      switch input {
      case .step(let count):
        add(count)
        rig.carousel.step(by: count)
      case .notches(let notches):
        // A notch in the other direction discards the fraction, and so does a second without notches.
        if notches * rest < 0 || rig.now - lastNotch > 1 { rest = 0 }
        lastNotch = rig.now
        rest += notches
        add(Int(rest))
        rest -= rest.rounded(.towardZero)
        rig.carousel.wheel(notches: notches, time: rig.now)
      case .frames(let count): for _ in 0..<count { rig.frame() }
      }
    }
    rig.settle()
    let lastStart = wraps ? items - 1 : truncates ? max(0, items - pageLength) : items - 1
    let end = Double(min(page * pageLength, lastStart))
    return rig.carousel.scrollOffset == end ? nil : "rests at \(rig.carousel.scrollOffset) instead of \(end)"
  }
}
