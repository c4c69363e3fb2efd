internal import CarouselUI

/// The report of a benchmark run. Each line begins with the name of a figure. The scripts in `Benchmarks`
/// parse the names.
enum BenchReport {
  /// Returns the report as lines of text.
  static func text(_ figures: BenchFigures) -> String {
    var lines = [
      "workload: \(workload(figures))",
      "where: \(figures.place)",
      "window: \(figures.pixels.width) × \(figures.pixels.height) pixels at scale \(figures.scale)",
      "pictures: \(figures.photoCount) in \(figures.type.rawValue)",
      "threads: \(figures.plan.threads)",
      "frames: \(figures.frames.count)",
      "pixels a frame: \(share(figures.drawnPixels, figures)) % of the window drawn, "
        + "\(share(figures.changedPixels, figures)) % damaged",
      "",
      padded("ms", 14) + ["p50", "p99", "max"].map { padded($0, 8) }.joined(),
    ]
    let parts: [(String, (FrameTimings) -> Double)] = [
      ("engine", \.engine), ("textures", \.textures), ("composition", \.composition), ("commit", \.commit),
      ("frame", \.total), ("frame's CPU", \.processor), ("main thread", \.mainThread),
    ]
    lines += parts.map { name, part in row(name, figures.frames.map(part)) }
    lines += [
      "", "CPU ms a frame: \(milliseconds(figures.processorPerFrame)) (all threads\(scope(figures)))",
      "frames a second: \(pace(figures))",
      "peak memory: \(mebibytes(figures.peakMemory)) (VmHWM); at the end \(mebibytes(figures.residentMemory)) "
        + "(VmRSS), including textures \(mebibytes(figures.textureBytes)), buffers \(mebibytes(figures.bufferBytes))",
    ]
    if let folder = figures.plan.scenesFolder {
      lines.append("scenes: \(figures.recorder?.sceneCount ?? 0) in \(folder)")
    }
    return lines.joined(separator: "\n")
  }

  private static func workload(_ figures: BenchFigures) -> String {
    let seconds = decimal(figures.motionSeconds, places: 1)
    return switch figures.plan.workload {
    case .flick: "flick, \(figures.motionCount) flicks in \(seconds) s"
    case .autoscroll:
      "autoscroll, \(decimal(BenchPlan.autoscrollSpeed, places: 0)) photos per second for \(seconds) s"
    case .grid, .strip, .fade, .kenBurns: "\(figures.plan.workload.rawValue) for \(seconds) s"
    }
  }

  private static func share(_ pixels: Int, _ figures: BenchFigures) -> String {
    let all = figures.frames.count * figures.pixels.width * figures.pixels.height
    return decimal(all > 0 ? Double(pixels) / Double(all) * 100 : 0, places: 1)
  }

  private static func scope(_ figures: BenchFigures) -> String {
    figures.isPaced ? ", including work between frames" : ", from tick to commit"
  }

  private static func pace(_ figures: BenchFigures) -> String {
    guard figures.isPaced else {
      return "not measured: without a session frames come as fast as they are drawn"
    }
    return "\(decimal(figures.frameRate, places: 1)), \(figures.missedCount) missed"
  }

  private static func row(_ name: String, _ seconds: [Double]) -> String {
    let sorted = seconds.sorted()
    /// Returns a percentile by the nearest-rank method.
    func percentile(_ percent: Int) -> Double {
      sorted.isEmpty ? 0 : sorted[max(0, (sorted.count * percent + 99) / 100 - 1)]
    }
    return padded(name, 14) + [50, 99, 100].map { padded(milliseconds(percentile($0)), 8) }.joined()
  }

  private static func milliseconds(_ seconds: Double) -> String { decimal(seconds * 1000, places: 2) }

  private static func mebibytes(_ bytes: Int?) -> String {
    bytes.map { decimal(Double($0) / 1_048_576, places: 0) + " MiB" } ?? "unknown"
  }

  private static func decimal(_ value: Double, places: Int) -> String {
    let unit = places == 0 ? 1 : places == 1 ? 10 : 100
    let whole = Int((value * Double(unit)).rounded())
    guard places > 0 else { return "\(whole)" }
    let fraction = "\(whole % unit)"
    return "\(whole / unit).\(String(repeating: "0", count: places - fraction.count))\(fraction)"
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
