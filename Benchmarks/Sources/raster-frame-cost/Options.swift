/// What is measured.
struct Options {
  var kinds = Show.allCases
  var width = 1280
  var height = 720
  var frames = 300
  var photographs = 15
  /// How many threads draw.
  var threads = 1
  /// Whether a steady frame that allocates is a failure.
  var checks = false

  enum Outcome {
    case run(Options)
    case help
    case failure(String)
  }

  static let usage = """
    usage: raster-frame-cost [--scene KIND] [--size WxH] [--frames N] [--photographs N] [--threads T] [--check]
      KIND is one of \(Show.allCases.map(\.rawValue).joined(separator: ", ")); all of them when not given
      --check: short rounds on one and on two threads, and exit status 1 if a steady frame allocates

    """

  static func parse(_ arguments: [String]) -> Outcome {
    var options = Options()
    var rest = arguments[...]
    while let name = rest.popFirst() {
      if name == "--help" { return .help }
      if name == "--check" {
        (options.checks, options.frames, options.photographs) = (true, 30, 8)
        (options.width, options.height) = (640, 360)
        continue
      }
      guard let value = rest.popFirst() else { return .failure("\(name) needs a value, or is unknown") }
      let number = Int(value).flatMap { $0 > 0 ? $0 : nil }
      switch (name, number) {
      case ("--frames", let number?): options.frames = number
      case ("--photographs", let number?): options.photographs = number
      case ("--threads", let number?): options.threads = number
      case ("--size", _):
        let sides = value.split(separator: "x").compactMap { Int($0) }
        guard sides.count == 2, sides.allSatisfy((1...16384).contains) else {
          return .failure("--size \(value): expected something like 1280x720")
        }
        (options.width, options.height) = (sides[0], sides[1])
      case ("--scene", _):
        guard let kind = Show(rawValue: value) else { return .failure("--scene \(value): unknown") }
        options.kinds = [kind]
      default: return .failure("\(name) \(value): not understood")
      }
    }
    return .run(options)
  }
}
