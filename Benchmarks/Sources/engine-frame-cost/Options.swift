import CarouselEngine
import Measuring

/// The options of `engine-frame-cost`.
struct Options: BenchmarkOptions {
  var types = CarouselType.allCases
  var frames = 1000
  var rounds = 10
  var checks = false

  static let usage = """
    usage: engine-frame-cost [--type TYPE] [--frames N] [--rounds N] [--check]
      TYPE is one of \(CarouselType.allCases.map(\.rawValue).joined(separator: ", ")); all by default
      --check: one short round, and exit status 1 if a steady frame allocates

    """

  mutating func shortenForCheck() { (frames, rounds) = (200, 1) }

  mutating func set(_ name: String, to value: String) throws(OptionError) {
    let number = Int(value).flatMap { (1...1000).contains($0) ? $0 : nil }
    switch (name, number) {
    case ("--frames", let number?): frames = number
    case ("--rounds", let number?): rounds = number
    case ("--type", _):
      guard let type = CarouselType(rawValue: value) else {
        throw OptionError("--type \(value): unknown")
      }
      types = [type]
    default: throw OptionError("\(name) \(value): unknown option or invalid value")
    }
  }
}
