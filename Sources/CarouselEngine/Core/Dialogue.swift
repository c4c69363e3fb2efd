/// The requests of a core to its owner: the pending request, the use of its answer, and whether the answer
/// will be valid.
struct Dialogue: Sendable {
  /// The use of the answer to a request.
  enum Purpose: Sendable {
    case count
    case itemWidth
    case widths([Range<Int>])
    /// An option. `revision` is the agenda's revision at the time of the request.
    case option(revision: Int)
    case wrap(default: Bool)
    /// The reuse identifier of ``order``.
    case reuseIdentifier
    /// The view of ``order``.
    case view
    /// The current task, which takes the answer with ``takeAnswer()``.
    case task
  }

  /// A request for a view.
  struct ViewOrder: Sendable {
    var index: Int
    /// The reuse identifier of the item.
    var kind: String?
    /// The view offered for reuse.
    var offered: (any ItemView)?
  }

  /// The use of the answer to the pending request; `nil` if no request is pending.
  private var purpose: Purpose?
  /// The view that was requested last.
  private(set) var order: ViewOrder?
  /// The answer for the current task.
  private var answer: CarouselAnswer?
  /// Whether the core itself has answered the current task's question, so that the task continues without a request.
  private var isSelfAnswered = false
  /// A counter that changes whenever the answers to pending requests become invalid.
  private var ticket = 0
  /// The value of `ticket` when the pending request was made.
  private var askedTicket = 0
  /// The number of invalid answers since the owner began to answer.
  private var invalidAnswerCount = 0

  /// Whether so many answers were invalid that the remaining work waits for the next frame.
  var hasReachedWorkLimit: Bool { invalidAnswerCount > WorkLimits.maximumInvalidAnswers }

  /// Starts to count invalid answers.
  mutating func beginAnswering() { invalidAnswerCount = 0 }

  /// Whether a request is pending.
  var isWaiting: Bool { purpose != nil }

  /// Whether a request is pending and its answer will be valid.
  var wantsAnswer: Bool { purpose != nil && ticket == askedTicket }

  /// Returns whether the view of item `index`, or its reuse identifier, is being requested.
  func isAsking(forViewOf index: Int) -> Bool {
    switch purpose {
    case .reuseIdentifier, .view: order?.index == index
    default: false
    }
  }

  // MARK: Requests

  /// Records a pending request.
  mutating func ask(_ newPurpose: Purpose) { (purpose, askedTicket) = (newPurpose, ticket) }

  /// Records a pending request for a view or its reuse identifier.
  mutating func ask(_ newPurpose: Purpose, for newOrder: ViewOrder) {
    order = newOrder
    ask(newPurpose)
  }

  /// Drops the pending request, so that its answer is ignored.
  mutating func drop() { purpose = nil }

  /// Makes the answers to pending requests invalid.
  mutating func invalidate() { ticket &+= 1 }

  // MARK: Answers

  /// Ends the pending request.
  ///
  /// - Returns: The use of the answer, and whether the answer is invalid; `nil` if no request was pending.
  mutating func end() -> (purpose: Purpose, isInvalid: Bool)? {
    guard let purpose else { return nil }
    self.purpose = nil
    return (purpose, ticket != askedTicket)
  }

  /// Counts an invalid answer.
  mutating func countInvalidAnswer() { invalidAnswerCount += 1 }

  /// Returns the view that was requested last and clears it.
  mutating func takeOrder() -> ViewOrder? {
    defer { order = nil }
    return order
  }

  /// Stores an answer for the current task.
  mutating func keep(_ newAnswer: CarouselAnswer) { answer = newAnswer }

  /// Returns the answer for the current task, if there is one, and clears it.
  mutating func takeAnswer() -> CarouselAnswer? {
    defer { answer = nil }
    return answer
  }

  /// Stores the answer to a question about the drawn items that the core itself has answered.
  mutating func answer(_ drawing: DrawingAnswer) { (answer, isSelfAnswered) = (.drawing(drawing), true) }

  /// Returns whether the core itself has answered the current task's question, and clears this state.
  mutating func takeSelfAnswer() -> Bool {
    defer { isSelfAnswered = false }
    return isSelfAnswered
  }
}
