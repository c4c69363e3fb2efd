import CarouselEngine

extension Timeline {
  /// Q9: in the snap after a drag, inside the ends, the eased toggle continues. In the recording it stops,
  /// and jumps afterwards to the value it would have.
  mutating func easeToggleOn() {
    guard let toggles = scenario.trace.toggle, let flags = scenario.trace.flags else { return }
    let (trace, derived, scrolling) = (scenario.trace, scenario.derivedAtEnd, 4)
    var (velocity, releasedSlowly, turnedAt) = (0.0, false, scenario.t[0])
    var eased: Double?
    var actions = scenario.actions[...]
    for step in steps.indices {
      while let action = actions.first, action.step == step {
        actions = actions.dropFirst()
        guard !action.skipped else { continue }
        velocity = action.after?.startVelocity ?? velocity
        if ["panEnded", "panCancelled", "panFailed"].contains(action.verb) {
          releasedSlowly = (action.after?.flags ?? 0) & Self.activities == scrolling
        }
      }
      guard step > 0 else { continue }
      if trace.currentItemIndex[step] != trace.currentItemIndex[step - 1] { turnedAt = scenario.t[step] }
      let offset = trace.scrollOffset[step]
      let isInside = derived.wrapEnabled || (offset >= 0 && offset < Double(derived.numberOfItems - 1))
      let standsStill = toggles[step] == toggles[step - 1] && abs(toggles[step]) > Self.turning
      let isScrolling = flags[step - 1...step].contains { $0 & Self.activities == scrolling }
      guard releasedSlowly, isScrolling, isInside, standsStill else {
        eased = nil
        continue
      }
      var value = eased ?? toggles[step]
      if abs(value) > Self.turning {
        let slowness = velocity == 0 ? 1 : min(1, 1 / abs(velocity))
        let rest = 1 - EaseInOut.progress(at: (scenario.t[step] - turnedAt) / (0.2 + 0.2 * slowness))
        value = value < 0 ? -rest : rest
      }
      eased = value
      steps[step].toggle = .translated([value], .q9)
    }
  }

  /// A toggle below this counts as 0.
  private static let turning = 1e-6
}
