import Measuring

/// The options of `items-frame-cost`.
struct Options: BenchmarkOptions {
  var actions = Action.allCases
  var counts = [100, 10_000, 1_000_000]
  var frames = 600
  var rounds = 3
  var checks = false

  static let usage = """
    usage: items-frame-cost [--action ACTION] [--items N] [--frames N] [--rounds N]
      ACTION is one of \(Action.allCases.map(\.rawValue).joined(separator: ", ")); all by default

    """

  mutating func shortenForCheck() { (frames, rounds) = (60, 1) }

  mutating func set(_ name: String, to value: String) throws(OptionError) {
    let number = Int(value).flatMap { (1...100_000_000).contains($0) ? $0 : nil }
    switch (name, number) {
    case ("--frames", let number?): frames = number
    case ("--rounds", let number?): rounds = number
    case ("--items", let number?): counts = [number]
    case ("--action", _):
      guard let action = Action(rawValue: value) else { throw OptionError("--action \(value): unknown") }
      actions = [action]
    default: throw OptionError("\(name) \(value): unknown option or invalid value")
    }
  }
}
