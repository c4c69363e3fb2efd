/// The delegate's answers for the options, and the next option to request.
///
/// The default of one option may depend on the answer for another option. So a layout is resolved with the
/// answers known so far. Missing answers are predicted from the last round. While the delegate's answers
/// equal the predictions, the layout is not resolved again.
struct OptionAnswers: Sendable {
  /// An option to request from the delegate.
  struct Question: Sendable {
    var option: CarouselOption
    var defaultValue: Double
  }

  /// The answers in the order in which the layout uses them. The first `confirmed` answers are from this
  /// round; the others are predictions.
  private var entries: [(question: Question, value: Double)] = []
  private var confirmed = 0
  /// The number of `entries` that the layout has used so far.
  private var used = 0
  /// Whether the delegate is asked. If not, every option has its default.
  private var asksDelegate = false

  /// Begins a round; the answers of the last round become predictions.
  mutating func beginRound(asksDelegate: Bool) {
    self.asksDelegate = asksDelegate
    if !asksDelegate { entries.removeAll(keepingCapacity: true) }
    confirmed = 0
  }

  /// Begins to resolve a layout. The layout must request the same options in the same order if the answers
  /// are the same.
  mutating func beginResolving() { used = 0 }

  /// The next option to request; `nil` if all options have answers.
  var question: Question? { asksDelegate && confirmed < used ? entries[confirmed].question : nil }

  /// Handles the answer to ``question``. NaN means the default.
  ///
  /// - Returns: Whether the answer was as predicted. If not, the layout must be resolved again.
  mutating func take(_ answer: Double) -> Bool {
    guard confirmed < used else { return true }
    let value = answer.isNaN ? entries[confirmed].question.defaultValue : answer
    let isPredicted = value.bitPattern == entries[confirmed].value.bitPattern
    entries[confirmed].value = value
    confirmed += 1
    return isPredicted
  }

  /// Returns the value of `option`: its answer in this round, or the prediction.
  mutating func number(_ option: CarouselOption, default value: Double) -> Double {
    guard asksDelegate else { return value }
    defer { used += 1 }
    let entry = (question: Question(option: option, defaultValue: value), value: value)
    if used == entries.count {
      entries.append(entry)
    } else if used >= confirmed {
      let old = entries[used].question
      // Unlike with `==`, NaN equals NaN.
      if old.option != option || old.defaultValue.bitPattern != value.bitPattern { entries[used] = entry }
    }
    return entries[used].value
  }
}
