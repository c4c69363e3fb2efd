import Measuring

/// The options of `views-frame-cost`.
struct Options: BenchmarkOptions {
  var actions = Action.allCases
  var frames = 300
  var rounds = 5
  var checks = false

  static let usage = """
    usage: views-frame-cost [--action ACTION] [--frames N] [--rounds N]
      ACTION is one of \(Action.allCases.map(\.rawValue).joined(separator: ", ")); all by default

    """

  mutating func shortenForCheck() { (frames, rounds) = (30, 1) }

  mutating func set(_ name: String, to value: String) throws(OptionError) {
    let number = Int(value).flatMap { (1...10_000).contains($0) ? $0 : nil }
    switch (name, number) {
    case ("--frames", let number?): frames = number
    case ("--rounds", let number?): rounds = number
    case ("--action", _):
      guard let action = Action(rawValue: value) else { throw OptionError("--action \(value): unknown") }
      actions = [action]
    default: throw OptionError("\(name) \(value): unknown option or invalid value")
    }
  }
}
