import CarouselEngine

/// What is measured.
struct Options {
  var types = CarouselType.allCases
  var frames = 1000
  var rounds = 10
  /// Whether a steady frame that allocates is a failure.
  var checks = false

  enum Outcome {
    case run(Options)
    case help
    case failure(String)
  }

  static let usage = """
    usage: engine-frame-cost [--type TYPE] [--frames N] [--rounds N] [--check]
      TYPE is one of \(CarouselType.allCases.map(\.rawValue).joined(separator: ", ")); all of them when not given
      --check: one short round, and exit status 1 if a steady frame allocates

    """

  static func parse(_ arguments: [String]) -> Outcome {
    var options = Options()
    var rest = arguments[...]
    while let name = rest.popFirst() {
      if name == "--help" { return .help }
      if name == "--check" {
        (options.checks, options.frames, options.rounds) = (true, 200, 1)
        continue
      }
      guard let value = rest.popFirst() else { return .failure("\(name) needs a value, or is unknown") }
      let number = Int(value).flatMap { (1...1000).contains($0) ? $0 : nil }
      switch (name, number) {
      case ("--frames", let number?): options.frames = number
      case ("--rounds", let number?): options.rounds = number
      case ("--type", _):
        guard let type = CarouselType(rawValue: value) else { return .failure("--type \(value): unknown") }
        options.types = [type]
      default: return .failure("\(name) \(value): not understood")
      }
    }
    return .run(options)
  }
}
