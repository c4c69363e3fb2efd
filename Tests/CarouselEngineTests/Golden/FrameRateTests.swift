import CarouselEngine
import Testing

/// The recorded sessions at other frame rates than the recorded one.
///
/// A session in which nothing is done while the carousel moves rests at the same place after the same callbacks; any
/// other rests on an item no further away than the carousel travels in one frame.
@MainActor
struct FrameRateTests {
  /// How a session ends.
  private struct Ending {
    var scrollOffset = 0.0
    var currentItemIndex = 0
    var toggle = 0.0
    /// The calls of the delegate but `didScroll`.
    var calls: [String] = []
    /// Whether something was done while the carousel moved.
    var wasDisturbed = false
    var isAtRest = false
  }

  @Test("a session ends in the same place at any frame rate", arguments: [30.0, 144])
  func endings(rate: Double) throws {
    let file: ScenarioFile = try GoldenFile.physics.load()
    var compared = 0
    for scenario in file.scenarios where !runsForever(scenario) {
      let reference = try play(scenario, rate: 60)
      let other = try play(scenario, rate: rate)
      #expect(other.isAtRest, "\(scenario.name) at \(rate) Hz")
      guard !reference.wasDisturbed, !other.wasDisturbed else { continue }
      compared += 1
      #expect(
        abs(other.scrollOffset - reference.scrollOffset) < Tally.tolerance, "\(scenario.name) at \(rate) Hz")
      #expect(other.currentItemIndex == reference.currentItemIndex, "\(scenario.name) at \(rate) Hz")
      // A toggle counts as 0 below a millionth, as in iCarousel.
      #expect(abs(other.toggle - reference.toggle) < 1e-6, "\(scenario.name) at \(rate) Hz")
      #expect(other.calls == reference.calls, "\(scenario.name) at \(rate) Hz")
    }
    #expect(compared > file.scenarios.count / 2)
  }

  /// Whether the session ends with a carousel that moves by itself, or never slows down.
  private func runsForever(_ scenario: Scenario) -> Bool {
    let speeds = scenario.actions.filter { $0.verb == "set" && $0.word(0) == "autoscroll" }.map {
      $0.number(1)
    }
    return scenario.config.autoscroll != 0 || speeds.contains { $0 != 0 }
      || scenario.config.decelerationRate >= 1
  }

  /// Plays the actions at their times, and frames at `rate` between them.
  private func play(_ scenario: Scenario, rate: Double) throws -> Ending {
    let start = scenario.t[0]
    let stage = try Stage(scenario.config, at: Timestamp(seconds: start))
    let carousel = stage.carousel
    var ending = Ending()
    var frames = 0
    func showFrame() {
      frames += 1
      if stage.isOnScreen { carousel.advance(to: Timestamp(seconds: start + Double(frames) / rate)) }
    }
    for action in scenario.actions where !action.skipped {
      let now = scenario.t[action.step]
      // A frame that falls on an action comes after it.
      while start + Double(frames + 1) / rate < now - 1e-9 { showFrame() }
      if carousel.isDecelerating || carousel.isScrolling { ending.wasDisturbed = true }
      _ = try stage.perform(action, at: Timestamp(seconds: now))
    }
    for _ in 0..<Int(20 * rate) where !ending.isAtRest {
      showFrame()
      _ = carousel.frame()
      ending.isAtRest = !carousel.needsFrame && !carousel.isToggleTurning
    }
    ending.scrollOffset = carousel.scrollOffset
    ending.currentItemIndex = carousel.currentItemIndex
    ending.toggle = carousel.toggle
    ending.calls = stage.drainLog().filter { $0.name != .didScroll }.map {
      "\($0.name) \($0.currentItemIndex)"
    }
    return ending
  }
}
