import CarouselEngine

/// One step of a scenario: its recorded callbacks and the state at its end.
struct RecordedStep {
  let scenario: Scenario
  let number: Int
  let actions: [ScenarioAction]
  let callbacks: [RecordedCallback]
  /// Other valid values of `toggle` at the end of the step. iCarousel's value depends on the order of a
  /// dictionary.
  let otherToggles: [Double]

  var scrollOffset: Double { scenario.trace.scrollOffset[number] }
  var currentItemIndex: Int { scenario.trace.currentItemIndex[number] }
  var toggle: Double? { scenario.trace.toggle?[number] }
  var flags: Int? { scenario.trace.flags?[number] }
  /// The recorded activity flags at the end of the step before.
  var flagsBefore: Int? { number > 0 ? scenario.trace.flags?[number - 1] : nil }
  /// The time of the step, in seconds.
  var time: Double { scenario.t[number] }

  /// Splits `scenario` into its steps.
  static func all(of scenario: Scenario) -> [RecordedStep] {
    var otherToggles: [Int: [Double]] = [:]
    for entry in scenario.toggleUnspecified ?? [] {
      otherToggles[Int(entry[0]), default: []] += entry.dropFirst()
    }
    let actions = Dictionary(grouping: scenario.actions, by: \.step)
    let callbacks = Dictionary(grouping: scenario.callbacks, by: \.step)
    return scenario.t.indices.map {
      RecordedStep(
        scenario: scenario, number: $0, actions: actions[$0] ?? [], callbacks: callbacks[$0] ?? [],
        otherToggles: otherToggles[$0] ?? [])
    }
  }

  func hasCallback(_ name: CallbackName) -> Bool { callbacks.contains { $0.name == name } }
}

/// One action of a scenario, with its context.
struct RecordedAction {
  let step: RecordedStep
  let action: ScenarioAction
  /// The number of the action within its step.
  let number: Int
  /// The recorded activity flags before the action.
  let flagsBefore: Int

  var config: GoldenConfig { step.scenario.config }
  var verb: String { action.verb }
  var after: ScenarioAction.After? { action.after }
  /// The callbacks that the action itself caused, not those of a later layout pass or tick.
  var callbacks: [RecordedCallback] { step.callbacks.filter { $0.actionNumber == number } }
  var endsPan: Bool { ["panEnded", "panCancelled", "panFailed"].contains(verb) }
  var leavesEmptyScroll: Bool { action.leavesEmptyScroll }
}

extension ScenarioAction {
  /// Whether a scroll without distance or without destination is in progress after the action.
  var leavesEmptyScroll: Bool {
    guard let after, let start = after.startOffset, let end = after.endOffset else { return false }
    return after.flags & ActivityFlag.scrolling != 0 && (start == end || after.currentItemIndex < 0)
  }
}

extension RecordedCallback {
  /// The number of the action that caused the callback; `nil` if no action caused it.
  var actionNumber: Int? { phase.hasPrefix("A") ? Int(phase.dropFirst()) : nil }
}
