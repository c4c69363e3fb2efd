/// The command line options.
struct Options {
  var scene = ""
  var out: String?
  var frames = 5
  var warmup = 2
  var threads = 1
  /// The distance from row to row, in bytes; `nil` for rows without padding.
  var stride: Int?
  var serves = false
  var drifts = false
  var variant = Variant.fast

  /// The renderer to use.
  enum Variant: String {
    case fast
    /// The fast renderer without the vector kernels, as it runs on a processor without AVX2.
    case plain
    case reference
  }

  enum Outcome {
    case run(Options)
    case help
    case failure(String)
  }

  static let usage = """
    usage: raster-bench --scene FILE.json [--out FILE.raw] [--frames N] [--warmup N] [--threads T]
                        [--variant fast|plain|reference] [--stride BYTES] [--drift] [--serve]
      Draws the scene and prints "frame WALL_MS CPU_MS" for each frame, then "done".
      --stride  bytes from one row to the next, 4 for each pixel or more; by default the rows have no padding
      --drift   moves every layer by another 1/64 px each frame
      --serve   prints "ready", then draws N frames for each line "N" on standard input; drifting for
                "drift N"

    """

  static func parse(_ arguments: some Sequence<String>) -> Outcome {
    var options = Options()
    var rest = Array(arguments)[...]
    while let name = rest.popFirst() {
      switch name {
      case "--help": return .help
      case "--serve": options.serves = true
      case "--drift": options.drifts = true
      default:
        guard let value = rest.popFirst() else {
          return .failure("\(name) is unknown, or its value is missing")
        }
        guard options.set(name, to: value) else {
          return .failure("\(name) \(value): unknown option or invalid value")
        }
      }
    }
    return options.scene.isEmpty ? .failure("--scene is missing") : .run(options)
  }

  /// Sets an option; returns false if the option is unknown or the value invalid.
  private mutating func set(_ name: String, to value: String) -> Bool {
    switch name {
    case "--scene": scene = value
    case "--out": out = value
    case "--variant":
      guard let variant = Variant(rawValue: value) else { return false }
      self.variant = variant
    case "--frames", "--warmup", "--threads", "--stride":
      let allowed = name == "--threads" ? 1...64 : 0...1_000_000
      guard let number = Int(value), allowed.contains(number) else { return false }
      switch name {
      case "--frames": frames = number
      case "--warmup": warmup = number
      case "--stride": stride = number
      default: threads = number
      }
    default: return false
    }
    return true
  }
}
