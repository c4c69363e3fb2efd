/// The questions of a core to its owner: which one is out, what its answer is for, and whether that answer still counts.
struct Dialogue: Sendable {
  /// What an answer is for.
  enum Purpose: Sendable {
    case count
    case itemWidth
    /// The widths of ``ranges``.
    case widths
    /// An option, asked for at this revision of the agenda.
    case option(revision: Int)
    case wrap(default: Bool)
    /// The reuse identifier of ``order``.
    case reuseIdentifier
    /// The view of ``order``.
    case view
    /// The task under way takes it by ``takeAnswer()``.
    case task
  }

  /// A view that is asked for.
  struct ViewOrder: Sendable {
    var index: Int
    /// The reuse identifier.
    var kind: String?
    /// The view that may be used again.
    var offered: (any ItemView)?
  }

  /// What the answer to the question that is out is for; `nil` if no question is out.
  private var purpose: Purpose?
  /// The items whose widths were asked for last.
  private(set) var ranges: [Range<Int>] = []
  /// The view that was asked for last.
  private(set) var order: ViewOrder?
  /// What is asked next, before the task under way goes on.
  private var next: Next?
  /// The answer for the task under way.
  private var answer: CarouselAnswer?
  /// Changes whenever the answers to questions that are out have lost their meaning.
  private var ticket = 0
  /// The ticket of the question that is out.
  private var askedTicket = 0
  /// How many answers have lost their meaning since the owner began to answer.
  private var lostCount = 0

  /// A question that follows from the last answer.
  enum Next: Sendable {
    case option(OptionAnswers.Question)
    case view(index: Int, kind: String?)
  }

  /// The most answers that may lose their meaning before the rest waits for the next frame.
  private static let mostLost = 24

  /// Whether so many answers have lost their meaning that the rest waits for the next frame.
  var hasLostPatience: Bool { lostCount > Self.mostLost }

  /// Counts the answers that lose their meaning from here on.
  mutating func beginAnswering() { lostCount = 0 }

  /// Whether a question is out.
  var isWaiting: Bool { purpose != nil }

  /// Whether a question is out whose answer still counts.
  var wantsAnswer: Bool { purpose != nil && ticket == askedTicket }

  /// Whether the view of item `index`, or its reuse identifier, is being asked for.
  func isAsking(forViewOf index: Int) -> Bool {
    switch purpose {
    case .reuseIdentifier, .view: order?.index == index
    default: false
    }
  }

  // MARK: Questions

  /// Notes that a question is out.
  mutating func ask(_ newPurpose: Purpose) { (purpose, askedTicket) = (newPurpose, ticket) }

  /// Notes that the widths of the items in `newRanges` are asked for.
  mutating func ask(widthsOf newRanges: [Range<Int>]) {
    ranges = newRanges
    ask(.widths)
  }

  /// Notes that a view, or its reuse identifier, is asked for.
  mutating func ask(_ newPurpose: Purpose, for newOrder: ViewOrder) {
    order = newOrder
    ask(newPurpose)
  }

  /// Ignores the answer to the question that is out.
  mutating func drop() { purpose = nil }

  /// Answers to questions that are out lose their meaning.
  mutating func invalidate() {
    ticket &+= 1
    next = nil
  }

  // MARK: Answers

  /// Ends the question that is out.
  ///
  /// - Returns: What it was for, and whether its answer has lost its meaning; `nil` if no question is out.
  mutating func end() -> (purpose: Purpose, isLost: Bool)? {
    guard let purpose else { return nil }
    self.purpose = nil
    return (purpose, ticket != askedTicket)
  }

  /// Counts an answer that has lost its meaning.
  mutating func countLost() { lostCount += 1 }

  /// Takes the view that was asked for last.
  mutating func takeOrder() -> ViewOrder? {
    defer { order = nil }
    return order
  }

  /// Keeps an answer for the task under way.
  mutating func keep(_ newAnswer: CarouselAnswer) { answer = newAnswer }

  /// Takes the answer for the task under way, if there is one.
  mutating func takeAnswer() -> CarouselAnswer? {
    defer { answer = nil }
    return answer
  }

  /// Asks something before the task under way goes on.
  mutating func follow(with question: Next) { next = question }

  /// Takes what is to be asked before the task under way goes on.
  mutating func takeNext() -> Next? {
    guard next != nil else { return nil }
    defer { next = nil }
    return next
  }
}
