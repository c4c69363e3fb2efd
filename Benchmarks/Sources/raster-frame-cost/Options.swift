import Measuring

/// What is measured.
struct Options: BenchmarkOptions {
  var kinds = Show.allCases
  var width = 1280
  var height = 720
  var frames = 300
  var photographs = 15
  /// How many threads draw.
  var threads = 1
  var checks = false

  static let usage = """
    usage: raster-frame-cost [--scene KIND] [--size WxH] [--frames N] [--photographs N] [--threads T] [--check]
      KIND is one of \(Show.allCases.map(\.rawValue).joined(separator: ", ")); all of them when not given
      --check: short rounds on one and on two threads, and exit status 1 if a steady frame allocates

    """

  mutating func shorten() {
    (frames, photographs) = (30, 8)
    (width, height) = (640, 360)
  }

  mutating func set(_ name: String, to value: String) throws(Misunderstanding) {
    let number = Int(value).flatMap { $0 > 0 ? $0 : nil }
    switch (name, number) {
    case ("--frames", let number?): frames = number
    case ("--photographs", let number?): photographs = number
    case ("--threads", let number?): threads = number
    case ("--size", _):
      let sides = value.split(separator: "x").compactMap { Int($0) }
      guard sides.count == 2, sides.allSatisfy((1...16384).contains) else {
        throw Misunderstanding("--size \(value): expected something like 1280x720")
      }
      (width, height) = (sides[0], sides[1])
    case ("--scene", _):
      guard let kind = Show(rawValue: value) else { throw Misunderstanding("--scene \(value): unknown") }
      kinds = [kind]
    default: throw Misunderstanding("\(name) \(value): not understood")
    }
  }
}
