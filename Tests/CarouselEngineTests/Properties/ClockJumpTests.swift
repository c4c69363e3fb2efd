import CarouselEngine
import TestSupport
import Testing

/// Tests that the carousel does not freeze if the clock jumps forward or backward.
@MainActor
struct ClockJumpTests {
  /// The duration of the longest motion that an action can begin, including the snap that follows, in
  /// seconds.
  private static let longestRest = 6.0

  @Test("If the clock jumps in any phase of a motion, the carousel rests within 6 seconds")
  func jumps() {
    SeededRuns.check(0..<4000, story: Self.story, simpler: \.simpler, play: Self.play)
  }

  private static func story(_ random: inout SplitMix) -> [StoryAction] {
    var (actions, contact): ([StoryAction], StoryAction.Contact) = ([], .none)
    for _ in 0..<random.whole(0...3) { actions.append(.setting(&random)) }
    for _ in 0..<random.whole(2...14) {
      switch random.whole(0...9) {
      case 0...2: actions.append(.clock(seconds: jump(&random)))
      case 3, 4: actions.append(.frames(random.choice([1, 2, 5, 15])))
      case 5...7: actions.append(.hand(&random, during: contact))
      case 8: actions.append(.program(&random))
      default: actions.append(.content(&random))
      }
      contact = actions.last?.contact ?? contact
    }
    return actions
  }

  private static func jump(_ random: inout SplitMix) -> Double {
    switch random.whole(0...3) {
    case 0: random.number(600...100_000)
    case 1: -random.number(0.001...0.999)
    case 2: -random.number(1...10)
    default: -random.number(600...100_000)
    }
  }

  private static func play(_ actions: [StoryAction]) -> String? {
    let rig = StoryRig()
    var problem: String?
    rig.onStep = { [unowned rig] in
      let (offset, count) = (rig.carousel.scrollOffset, Double(rig.carousel.numberOfItems))
      let bounce = rig.carousel.bounceDistance
      guard problem == nil, !(offset >= min(-1, -bounce) && offset <= max(0, count - 1) + max(1, bounce))
      else {
        return
      }
      problem = "at \(offset) of \(count) items"
    }
    for action in actions { rig.perform(action) }
    rig.comeToRest(within: longestRest)
    return problem ?? (rig.carousel.needsFrame ? "moves for ever, at \(rig.carousel.scrollOffset)" : nil)
  }
}
