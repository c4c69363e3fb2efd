/// The content of `physics.json` or `loading.json`: scripted sessions. A step is 1/60 second, or has the time
/// that the file states.
struct ScenarioFile: Decodable {
  let scenarios: [Scenario]
}

struct Scenario: Decodable {
  let name: String
  let config: GoldenConfig
  /// The time of each step, in seconds.
  let t: [Double]
  let actions: [ScenarioAction]
  let trace: Trace
  let callbacks: [RecordedCallback]
  let derivedAtEnd: GoldenDerived
  /// `[step, value, value…]`: the values of `toggle` that other orders of iCarousel's dictionary lead to.
  let toggleUnspecified: [[Double]]?

  // Only in loading.json.
  let requests: [RecordedRequest]?
  let visible: [RecordedIndexes]?
  /// `[step, item views, placeholder views]`: the number of views in each reuse pool after each change.
  let pools: [[Int]]?
  let poolsUnspecified: Bool?
  let reusePairingUnspecified: Bool?
  let depthOrderAtEnd: [Int]?

  struct Trace: Decodable {
    let scrollOffset: [Double]
    let currentItemIndex: [Int]
    let toggle: [Double]?
    let flags: [Int]?
  }
}

/// One action on the carousel in a step, and the state right after it.
struct ScenarioAction: Decodable {
  let step: Int
  let verb: String
  let arguments: [Argument]
  let result: Result?
  /// The item under a tap: unknown if the value is missing, no item if the value is null.
  let hitIndex: Int??
  let skipped: Bool
  let after: After?

  /// A number or a word.
  enum Argument: Decodable {
    case number(Double)
    case word(String)
    case null

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else {
        self = .word(try container.decode(String.self))
      }
    }
  }

  enum Result: Decodable {
    case shouldBegin(Bool)
    case receives(pan: Bool, tap: Bool)

    private enum CodingKeys: String, CodingKey { case panReceives, tapReceives }

    init(from decoder: any Decoder) throws {
      if let container = try? decoder.container(keyedBy: CodingKeys.self) {
        self = .receives(
          pan: try container.decode(Bool.self, forKey: .panReceives),
          tap: try container.decode(Bool.self, forKey: .tapReceives))
      } else {
        self = .shouldBegin(try decoder.singleValueContainer().decode(Bool.self))
      }
    }
  }

  struct After: Decodable {
    let scrollOffset: Double
    let currentItemIndex: Int
    let flags: Int
    let startVelocity: Double?
    let startOffset: Double?
    let endOffset: Double?
    let scrollDuration: Double?
  }

  private enum CodingKeys: String, CodingKey {
    case step
    case words = "do"
    case result, hitIndex, skipped, after
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    step = try container.decode(Int.self, forKey: .step)
    var words = try container.nestedUnkeyedContainer(forKey: .words)
    verb = try words.decode(String.self)
    var arguments: [Argument] = []
    while !words.isAtEnd { arguments.append(try words.decode(Argument.self)) }
    self.arguments = arguments
    result = try container.decodeIfPresent(Result.self, forKey: .result)
    hitIndex =
      container.contains(.hitIndex)
      ? .some(try container.decodeIfPresent(Int.self, forKey: .hitIndex)) : .none
    skipped = try container.decodeIfPresent(Bool.self, forKey: .skipped) ?? false
    after = try container.decodeIfPresent(After.self, forKey: .after)
  }

  /// Returns the `i`-th argument, or 0 if it is missing or not a number.
  func number(_ i: Int) -> Double {
    guard i < arguments.count, case .number(let number) = arguments[i] else { return 0 }
    return number
  }

  func integer(_ i: Int) -> Int { Int(number(i)) }
  func flag(_ i: Int) -> Bool { number(i) != 0 }

  /// Returns the `i`-th argument, or an empty string if it is missing or not a word.
  func word(_ i: Int) -> String {
    guard i < arguments.count, case .word(let word) = arguments[i] else { return "" }
    return word
  }
}

/// `[step, phase, name, scrollOffset, currentItemIndex, extra?]`
struct RecordedCallback: Decodable {
  let step: Int
  /// S: setup. A*k*: the k-th action of the step. L: layout pass. D: deferred call. T: tick.
  let phase: String
  var name: CallbackName
  let scrollOffset: Double
  let currentItemIndex: Int
  let extra: Int?

  /// Creates the record of a callback that `action` would have caused.
  init(_ name: CallbackName, of action: RecordedAction, after: ScenarioAction.After) {
    (step, phase, self.name) = (action.step.number, "A\(action.number)", name)
    (scrollOffset, currentItemIndex, extra) = (after.scrollOffset, after.currentItemIndex, nil)
  }

  init(from decoder: any Decoder) throws {
    var fields = try decoder.unkeyedContainer()
    step = try fields.decode(Int.self)
    phase = try fields.decode(String.self)
    name = try fields.decode(CallbackName.self)
    scrollOffset = try fields.decode(Double.self)
    currentItemIndex = try fields.decode(Int.self)
    extra = fields.isAtEnd ? nil : try fields.decode(Int.self)
  }
}

/// `[step, phase, kind, index, reusedViewId, returnedViewId]`, or `[step, phase, kind, value]` for the
/// counts.
struct RecordedRequest: Decodable {
  enum Kind: String, Decodable { case item, placeholder, numberOfItems, numberOfPlaceholders }
  let step: Int
  let kind: Kind
  let index: Int
  let reused: Bool

  init(from decoder: any Decoder) throws {
    var fields = try decoder.unkeyedContainer()
    step = try fields.decode(Int.self)
    _ = try fields.decode(String.self)
    kind = try fields.decode(Kind.self)
    index = try fields.decode(Int.self)
    reused = fields.isAtEnd ? false : try !fields.decodeNil()
  }
}

/// `[step, indexes]`
struct RecordedIndexes: Decodable {
  let step: Int
  let indexes: [Int]

  init(from decoder: any Decoder) throws {
    var fields = try decoder.unkeyedContainer()
    step = try fields.decode(Int.self)
    indexes = try fields.decode([Int].self)
  }
}
