import Measuring

/// The options of `raster-frame-cost`.
struct Options: BenchmarkOptions {
  var kinds = CarouselScene.allCases
  var width = 1280
  var height = 720
  var frames = 300
  var photographs = 15
  /// The number of threads that draw.
  var threads = 1
  var checks = false

  static let usage = """
    usage: raster-frame-cost [--scene KIND] [--size WxH] [--frames N] [--photographs N] [--threads T] [--check]
      KIND is one of \(CarouselScene.allCases.map(\.rawValue).joined(separator: ", ")); all by default
      --check: short rounds on one and on two threads, and exit status 1 if a steady frame allocates

    """

  mutating func shortenForCheck() {
    (frames, photographs) = (30, 8)
    (width, height) = (640, 360)
  }

  mutating func set(_ name: String, to value: String) throws(OptionError) {
    let number = Int(value).flatMap { $0 > 0 ? $0 : nil }
    switch (name, number) {
    case ("--frames", let number?): frames = number
    case ("--photographs", let number?): photographs = number
    case ("--threads", let number?): threads = number
    case ("--size", _):
      let sides = value.split(separator: "x").compactMap { Int($0) }
      guard sides.count == 2, sides.allSatisfy((1...16384).contains) else {
        throw OptionError("--size \(value): expected something like 1280x720")
      }
      (width, height) = (sides[0], sides[1])
    case ("--scene", _):
      guard let kind = CarouselScene(rawValue: value) else { throw OptionError("--scene \(value): unknown") }
      kinds = [kind]
    default: throw OptionError("\(name) \(value): unknown option or invalid value")
    }
  }
}
