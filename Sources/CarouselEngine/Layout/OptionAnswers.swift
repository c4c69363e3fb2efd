/// What the delegate answers to the options, and which option it must be asked for next.
///
/// The default of one option may depend on the answer to another. So a layout is resolved with the answers known so far,
/// and those still missing are predicted from the round before. As long as the delegate answers as predicted, the layout
/// need not be resolved again.
struct OptionAnswers: Sendable {
  /// An option that the delegate must be asked for.
  struct Question: Sendable {
    var option: CarouselOption
    var defaultValue: Double
  }

  private struct Entry {
    var question: Question
    /// The answer, of this round or of the last.
    var value: Double
  }

  /// The answers in the order in which resolving the layout came to them; the first `confirmed` ones are of this round.
  private var entries: [Entry] = []
  private var confirmed = 0
  /// How many of `entries` the layout that is being resolved has come to.
  private var used = 0
  /// Whether there is a delegate to ask; otherwise every option has its default.
  private var asksDelegate = false

  /// Begins to ask anew; the answers of the last round become predictions.
  mutating func beginRound(asksDelegate: Bool) {
    self.asksDelegate = asksDelegate
    if !asksDelegate { entries.removeAll(keepingCapacity: true) }
    confirmed = 0
  }

  /// Begins to resolve a layout, which must come to the same options in the same order as long as the answers are the same.
  mutating func beginResolving() { used = 0 }

  /// The next question; `nil` when all are answered.
  var question: Question? { asksDelegate && confirmed < used ? entries[confirmed].question : nil }

  /// Takes the answer to ``question``; NaN stands for the default.
  ///
  /// - Returns: Whether it is as predicted; otherwise the layout must be resolved again.
  mutating func take(_ answer: Double) -> Bool {
    guard confirmed < used else { return true }
    let value = answer.isNaN ? entries[confirmed].question.defaultValue : answer
    let isPredicted = value.bitPattern == entries[confirmed].value.bitPattern
    entries[confirmed].value = value
    confirmed += 1
    return isPredicted
  }

  /// Returns the value of `option`, as answered or as predicted.
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
  /// Whether both ask for the same option with the same default; unlike `==`, NaN is the same as NaN.
  fileprivate func isSame(as other: Self) -> Bool {
    option == other.option && defaultValue.bitPattern == other.defaultValue.bitPattern
  }
}
