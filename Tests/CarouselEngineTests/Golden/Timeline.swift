import CarouselEngine

/// The expectations for a replay of a scenario: the recording, modified by the rulings.
///
/// It begins as the bare recording; the rulings (`Timeline+Rulings.swift`) then translate and skip.
struct Timeline {
  let scenario: Scenario
  var steps: [Step]
  /// The expectations for each of the scenario's actions.
  var actions: [Action]
  /// The steps in which only the speed is compared, not the offset.
  var speedSteps: Range<Int> = 0..<0
  /// The recorded callbacks by step, before `applyEdits`.
  private let callbacksByStep: [Int: [RecordedCallback]]
  private var edits: [Int: [(position: Int, edit: Edit)]] = [:]

  /// A change of the callbacks that are recorded in a step.
  enum Edit {
    case drop
    /// Inserts a callback before the recorded one.
    case insert(Callback)
  }

  /// The state at the end of a step.
  struct Step {
    var scrollOffset: Expected<Double>
    var currentItemIndex: Expected<Int>
    /// The recorded value and those with other dictionary orders.
    var toggle: Expected<[Double]>
    var flags: Expected<Int>
    var callbacks: Expected<[Callback]>
    var strictness = Strictness.exact
  }

  /// The way in which the delegate's calls in a step are compared.
  enum Strictness {
    case exact
    /// More calls may follow the expected ones.
    case beginning
    /// Only the beginnings and ends of activities are compared, not their offsets.
    case activities
  }

  /// The state right after an action.
  struct Action {
    /// The number of the action within its step.
    let number: Int
    let flagsBefore: Int
    var scrollOffset: Expected<Double>
    var currentItemIndex: Expected<Int>
    var flags: Expected<Int>
    var startVelocity: Expected<Double>
    var startOffset: Expected<Double>
    var endOffset: Expected<Double>
    var scrollDuration: Expected<Double>
    var shouldBegin: Expected<Bool>
    var hitIndex: Expected<Int?>
    var tapResult: Expected<TapResult> = .nothing
  }

  /// The activity flags that are compared: 1 dragging, 2 decelerating, 4 scrolling.
  static let activities = 1 | 2 | 4

  /// Creates the expectations of the recording, without rulings.
  init(recording scenario: Scenario) {
    self.scenario = scenario
    let trace = scenario.trace
    var alternatives: [Int: [Double]] = [:]
    for entry in scenario.toggleUnspecified ?? [] {
      alternatives[Int(entry[0]), default: []] += entry.dropFirst()
    }
    let callbacks = Dictionary(grouping: scenario.callbacks, by: \.step)
    callbacksByStep = callbacks
    steps = scenario.t.indices.map { step in
      Step(
        scrollOffset: .value(trace.scrollOffset[step]),
        currentItemIndex: .value(trace.currentItemIndex[step]),
        toggle: trace.toggle.map { .value([$0[step]] + (alternatives[step] ?? [])) } ?? .nothing,
        flags: trace.flags.map { .value($0[step] & Self.activities) } ?? .nothing,
        callbacks: .value((callbacks[step] ?? []).map { Callback($0) }))
    }

    actions = []
    var (step, number, flags) = (-1, 0, 0)
    for action in scenario.actions {
      if action.step != step {
        (step, number) = (action.step, 0)
        flags = step > 0 ? trace.flags.map { $0[step - 1] & Self.activities } ?? 0 : 0
      }
      actions.append(Action(recording: action, number: number, flagsBefore: flags))
      flags = action.after?.flags ?? flags
      number += 1
    }
  }

  /// Skips all expectations from action `first` on, under `ruling`.
  mutating func skip(fromAction first: Int, under ruling: Ruling) {
    for i in first..<actions.count { actions[i].skip(under: ruling) }
    skip(from: scenario.actions[first].step, under: ruling)
  }

  /// Skips all expectations at the end of step `first` and later, under `ruling`.
  mutating func skip(from first: Int, under ruling: Ruling) {
    guard first < steps.count else { return }
    for step in first..<steps.count { skip(step: step, under: ruling) }
    for i in actions.indices where scenario.actions[i].step > first { actions[i].skip(under: ruling) }
  }

  mutating func skip(step: Int, under ruling: Ruling) {
    steps[step].scrollOffset = steps[step].scrollOffset.skipping(ruling)
    steps[step].currentItemIndex = steps[step].currentItemIndex.skipping(ruling)
    steps[step].toggle = steps[step].toggle.skipping(ruling)
    steps[step].flags = steps[step].flags.skipping(ruling)
    steps[step].callbacks = steps[step].callbacks.skipping(ruling)
  }

  func recordedCallbacks(in step: Int) -> [RecordedCallback] { callbacksByStep[step] ?? [] }

  /// Returns the position of the step's first callback that is later than the step's action `number`.
  ///
  /// Layout passes are not distinguished; they count as part of the action before them.
  func callbackPosition(afterAction number: Int, in step: Int) -> Int {
    let recorded = recordedCallbacks(in: step)
    return recorded.firstIndex { $0.phase == "T" || $0.phase == "D" || ($0.actionNumber ?? -1) > number }
      ?? recorded.count
  }

  /// Adds a change at the recorded `position` in `step`.
  mutating func edit(_ edit: Edit, at position: Int, in step: Int) {
    edits[step, default: []].append((position, edit))
  }

  /// Applies the added changes.
  mutating func applyEdits() {
    for (step, edits) in edits {
      let recorded = recordedCallbacks(in: step).map { Callback($0) }
      var calls: [Callback] = []
      for position in 0...recorded.count {
        var isKept = position < recorded.count
        for (_, edit) in edits.filter({ $0.position == position }) {
          switch edit {
          case .drop: isKept = false
          case .insert(let call): calls.append(call)
          }
        }
        if isKept { calls.append(recorded[position]) }
      }
      steps[step].callbacks = .value(calls)
    }
    edits = [:]
  }
}

extension Timeline.Action {
  init(recording action: ScenarioAction, number: Int, flagsBefore: Int) {
    self.number = number
    self.flagsBefore = flagsBefore
    let after = action.after
    func expect<Value>(_ value: Value?, when present: Bool = true) -> Expected<Value> {
      present ? value.map { .value($0) } ?? .nothing : .nothing
    }
    scrollOffset = expect(after?.scrollOffset)
    currentItemIndex = expect(after?.currentItemIndex)
    flags = expect(after?.flags)
    let inMotion = (after?.flags ?? 0) & 6 != 0
    startVelocity = expect(after?.startVelocity, when: (after?.flags ?? 0) & 2 != 0)
    startOffset = expect(after?.startOffset, when: inMotion)
    endOffset = expect(after?.endOffset, when: inMotion)
    scrollDuration = expect(after?.scrollDuration, when: inMotion)
    if case .shouldBegin(let answer) = action.result {
      shouldBegin = .value(answer)
    } else {
      shouldBegin = .nothing
    }
    if case .some(let index) = action.hitIndex { hitIndex = .value(index) } else { hitIndex = .nothing }
  }

  mutating func skip(under ruling: Ruling) {
    scrollOffset = scrollOffset.skipping(ruling)
    currentItemIndex = currentItemIndex.skipping(ruling)
    flags = flags.skipping(ruling)
    shouldBegin = shouldBegin.skipping(ruling)
    hitIndex = hitIndex.skipping(ruling)
    tapResult = tapResult.skipping(ruling)
    skipMotion(under: ruling)
  }

  mutating func skipMotion(under ruling: Ruling) {
    startVelocity = startVelocity.skipping(ruling)
    startOffset = startOffset.skipping(ruling)
    endOffset = endOffset.skipping(ruling)
    scrollDuration = scrollDuration.skipping(ruling)
  }

  /// Removes the expectations of a motion that does not exist.
  mutating func dropMotion() {
    startVelocity = .nothing
    startOffset = .nothing
    endOffset = .nothing
    scrollDuration = .nothing
  }
}

extension Callback {
  init(_ recorded: RecordedCallback) {
    self.init(
      name: recorded.name, scrollOffset: recorded.scrollOffset, currentItemIndex: recorded.currentItemIndex,
      extra: recorded.extra)
  }

  /// Whether an activity begins or ends, or an item is selected.
  var isActivity: Bool { name != .didScroll && name != .currentItemIndexDidChange }
}

extension RecordedCallback {
  /// The number of the action that caused it, or `nil` outside actions.
  var actionNumber: Int? { phase.hasPrefix("A") ? Int(phase.dropFirst()) : nil }
}
