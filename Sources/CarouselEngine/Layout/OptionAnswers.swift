/// The delegate's answers for the options, and the next option to request.
///
/// The default of one option may depend on the answer for another. So a layout is resolved with the answers
/// known so far, and missing answers are predicted from the round before. As long as the delegate answers as
/// predicted, the layout is not resolved again.
struct OptionAnswers: Sendable {
  /// An option to request from the delegate.
  struct Question: Sendable {
    var option: CarouselOption
    var defaultValue: Double
  }

  private struct Entry {
    var question: Question
    /// The answer, from this round or the last.
    var value: Double
  }

  /// The answers in the order of their use by the layout; the first `confirmed` ones are from this round.
  private var entries: [Entry] = []
  private var confirmed = 0
  /// The number of `entries` that the layout has used so far.
  private var used = 0
  /// Whether there is a delegate; otherwise every option has its default.
  private var asksDelegate = false

  /// Begins a round; the answers of the last round become predictions.
  mutating func beginRound(asksDelegate: Bool) {
    self.asksDelegate = asksDelegate
    if !asksDelegate { entries.removeAll(keepingCapacity: true) }
    confirmed = 0
  }

  /// Begins to resolve a layout, which must request the same options in the same order as long as the answers
  /// are the same.
  mutating func beginResolving() { used = 0 }

  /// The next question; `nil` when all are answered.
  var question: Question? { asksDelegate && confirmed < used ? entries[confirmed].question : nil }

  /// Handles the answer to ``question``; NaN stands for the default.
  ///
  /// - Returns: Whether the answer was predicted; otherwise the layout must be resolved again.
  mutating func take(_ answer: Double) -> Bool {
    guard confirmed < used else { return true }
    let value = answer.isNaN ? entries[confirmed].question.defaultValue : answer
    let isPredicted = value.bitPattern == entries[confirmed].value.bitPattern
    entries[confirmed].value = value
    confirmed += 1
    return isPredicted
  }

  /// Returns the value of `option`: the answer or its prediction.
  mutating func number(_ option: CarouselOption, default value: Double) -> Double {
    guard asksDelegate else { return value }
    defer { used += 1 }
    let question = Question(option: option, defaultValue: value)
    if used == entries.count {
      entries.append(Entry(question: question, value: value))
    } else if used >= confirmed, !entries[used].question.isSame(as: question) {
      entries[used] = Entry(question: question, value: value)
    }
    return entries[used].value
  }
}

extension OptionAnswers.Question {
  /// Returns whether both request the same option with the same default; unlike `==`, NaN is the same as NaN.
  fileprivate func isSame(as other: Self) -> Bool {
    option == other.option && defaultValue.bitPattern == other.defaultValue.bitPattern
  }
}
