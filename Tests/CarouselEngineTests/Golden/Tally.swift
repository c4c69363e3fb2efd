/// The comparisons, skips and mismatches of one replay.
struct Tally {
  /// The largest difference between recorded and computed numbers.
  static let tolerance = 1e-9

  let file: GoldenFile
  var cases = 0
  private(set) var checks = 0
  private(set) var mismatches = 0
  private(set) var skips: [Ruling: Skips] = [:]
  /// The comparisons in which a ruling has replaced the recorded value by another value.
  private(set) var translations: [Ruling: Skips] = [:]
  private(set) var firstMismatches: [String] = []
  /// The number of mismatches of each case or scenario that has mismatches.
  private(set) var failing: [String: Int] = [:]

  init(file: GoldenFile) { self.file = file }

  /// The expectations that a ruling skipped or translated.
  struct Skips: Equatable, CustomStringConvertible {
    private(set) var expectations: Int
    /// The number of cases or scenarios with such expectations.
    private(set) var cases: Int
    private var ids: Set<String> = []

    init(_ expectations: Int, in cases: Int) {
      self.expectations = expectations
      self.cases = cases
    }

    mutating func add(_ count: Int, in id: String) {
      expectations += count
      if ids.insert(id).inserted { cases += 1 }
    }

    static func == (a: Skips, b: Skips) -> Bool { a.expectations == b.expectations && a.cases == b.cases }

    var description: String { "\(expectations) in \(cases)" }
  }

  /// The location of an expectation in the file of recordings.
  struct Place: CustomStringConvertible {
    let id: String
    var step: String = ""
    var description: String { step.isEmpty ? id : "\(id) \(step)" }
  }

  mutating func check(_ got: Double, _ expected: Expected<Double>, _ field: String, at place: Place) {
    check(got, expected, field, at: place) { abs($0 - $1) <= Self.tolerance || $0 == $1 }
  }

  mutating func check(_ got: [Double], _ expected: Expected<[Double]>, _ field: String, at place: Place) {
    check(got, expected, field, at: place) { got, expected in
      got.count == expected.count && zip(got, expected).allSatisfy { abs($0 - $1) <= Self.tolerance }
    }
  }

  mutating func check<Value: Equatable>(
    _ got: Value, _ expected: Expected<Value>, _ field: String, at place: Place
  ) {
    check(got, expected, field, at: place, by: ==)
  }

  mutating func check<Value>(
    _ got: Value, _ expected: Expected<Value>, _ field: String, at place: Place,
    by agree: (Value, Value) -> Bool
  ) {
    switch expected {
    case .nothing: break
    case .skipped(let ruling): skip(ruling, in: place.id)
    case .value(let value), .translated(let value, _):
      checks += 1
      if !agree(got, value) { mismatch(field, expected: "\(value)", got: "\(got)", at: place) }
    }
    if case .translated(_, let ruling) = expected {
      translations[ruling, default: Skips(0, in: 0)].add(1, in: place.id)
    }
  }

  mutating func skip(_ ruling: Ruling, in id: String, count: Int = 1) {
    guard count > 0 else { return }
    skips[ruling, default: Skips(0, in: 0)].add(count, in: id)
  }

  private mutating func mismatch(_ field: String, expected: String, got: String, at place: Place) {
    mismatches += 1
    failing[place.id, default: 0] += 1
    // At most three mismatches of a case are listed, so that a case with many mismatches does not hide the
    // other cases.
    if firstMismatches.count < 40, failing[place.id, default: 0] <= 3 {
      firstMismatches.append("\(place): \(field) expected \(expected), got \(got)")
    }
  }

  /// The line that a replay prints.
  var summary: String {
    "golden \(file.name): \(cases) cases, \(checks) checks, \(mismatches) mismatches, skipped "
      + (skips.isEmpty ? "nothing" : list(skips))
      + (translations.isEmpty ? "" : ", translated " + list(translations))
  }

  private func list(_ counts: [Ruling: Skips]) -> String {
    counts.sorted { $0.key.number < $1.key.number }.map {
      "\($0.key.rawValue):\($0.value.expectations)"
    }.joined(separator: " ")
  }
}

/// The expectation of a replay: the recorded value, the value that a ruling states instead, no value, or a
/// skip by a ruling.
enum Expected<Value> {
  case value(Value)
  case translated(Value, Ruling)
  case skipped(Ruling)
  case nothing

  /// Returns the expectation with its value replaced by the result of a closure.
  func map<Other>(_ transform: (Value) -> Other) -> Expected<Other> {
    switch self {
    case .value(let value): .value(transform(value))
    case .translated(let value, let ruling): .translated(transform(value), ruling)
    case .skipped(let ruling): .skipped(ruling)
    case .nothing: .nothing
    }
  }

  /// Returns a skip under `ruling` if this expectation has a value.
  func skipping(_ ruling: Ruling) -> Expected {
    switch self {
    case .value, .translated: .skipped(ruling)
    case .skipped, .nothing: self
    }
  }

  mutating func skip(under ruling: Ruling) { self = skipping(ruling) }

  /// Transforms the value.
  mutating func change(_ transform: (Value) -> Value) { self = map(transform) }
}
