import CarouselEngine

/// The expected state right after an action.
struct ActionExpectations {
  var scrollOffset: Expected<Double>
  var currentItemIndex: Expected<Int>
  var flags: Expected<Int>
  var startVelocity: Expected<Double>
  var startOffset: Expected<Double>
  var endOffset: Expected<Double>
  var scrollDuration: Expected<Double>
  var shouldBegin: Expected<Bool> = .nothing
  var hitIndex: Expected<Int?> = .nothing
  var tapResult: Expected<TapResult> = .nothing

  /// Creates the expectations from the recording, before rulings change them.
  init(_ action: ScenarioAction) {
    let after = action.after
    let flags = after?.flags ?? 0
    func expect<Value>(_ value: Value?, when present: Bool = true) -> Expected<Value> {
      present ? value.map { .value($0) } ?? .nothing : .nothing
    }
    scrollOffset = expect(after?.scrollOffset)
    currentItemIndex = expect(after?.currentItemIndex)
    self.flags = expect(after?.flags)
    let isMoving = flags & (ActivityFlag.decelerating | ActivityFlag.scrolling) != 0
    startVelocity = expect(after?.startVelocity, when: flags & ActivityFlag.decelerating != 0)
    startOffset = expect(after?.startOffset, when: isMoving)
    endOffset = expect(after?.endOffset, when: isMoving)
    scrollDuration = expect(after?.scrollDuration, when: isMoving)
    if case .shouldBegin(let answer) = action.result { shouldBegin = .value(answer) }
    if case .some(let index) = action.hitIndex { hitIndex = .value(index) }
  }

  mutating func skip(under ruling: Ruling) {
    scrollOffset.skip(under: ruling)
    currentItemIndex.skip(under: ruling)
    flags.skip(under: ruling)
    startVelocity.skip(under: ruling)
    startOffset.skip(under: ruling)
    endOffset.skip(under: ruling)
    scrollDuration.skip(under: ruling)
    shouldBegin.skip(under: ruling)
    hitIndex.skip(under: ruling)
    tapResult.skip(under: ruling)
  }

  /// Removes the expectations for a motion that the project does not have.
  mutating func dropMotion() {
    (startVelocity, startOffset, endOffset, scrollDuration) = (.nothing, .nothing, .nothing, .nothing)
  }
}

/// The expected state at the end of a step.
struct StepExpectations {
  var scrollOffset: Expected<Double>
  var currentItemIndex: Expected<Int>
  /// The recorded value, and the values that iCarousel can produce with another order of its dictionary.
  var toggle: Expected<[Double]>
  var flags: Expected<Int>
  /// The delegate's calls in the step.
  var callbacks: Expected<[Callback]>
  var strictness = Strictness.exact
  /// The distance since the previous step, in items. It is compared only if a ruling excludes the offset.
  var distance: Expected<Double> = .nothing

  /// How strictly the delegate's calls in a step are compared.
  enum Strictness {
    case exact
    /// More calls may follow the expected calls.
    case beginning
    /// Only the beginnings and ends of activities are compared, not their offsets.
    case activities
  }

  /// Creates the expectations from the recording. The rulings have already changed `callbacks`.
  init(_ step: RecordedStep, callbacks: [RecordedCallback]) {
    scrollOffset = .value(step.scrollOffset)
    currentItemIndex = .value(step.currentItemIndex)
    toggle = step.toggle.map { .value([$0] + step.otherToggles) } ?? .nothing
    flags = step.flags.map { .value($0 & ActivityFlag.all) } ?? .nothing
    self.callbacks = .value(callbacks.map { Callback($0) })
  }

  mutating func skip(under ruling: Ruling) {
    scrollOffset.skip(under: ruling)
    currentItemIndex.skip(under: ruling)
    toggle.skip(under: ruling)
    flags.skip(under: ruling)
    callbacks.skip(under: ruling)
  }
}

/// The flags of the recording that are compared.
enum ActivityFlag {
  static let dragging = 1
  static let decelerating = 2
  static let scrolling = 4
  static let all = dragging | decelerating | scrolling
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
