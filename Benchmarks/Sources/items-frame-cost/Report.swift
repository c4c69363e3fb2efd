import Measuring

/// Measures the processor time of a frame of a whole program, for carousels of few and of many items.
@MainActor
struct Report {
  let options: Options

  /// Prints the table.
  func print() throws {
    Swift.print("CPU: \(Machine.processor), one thread composes, one paints")
    Swift.print("build: \(Machine.build)")
    Swift.print(
      "\(options.rounds) rounds of \(options.frames) frames at 1920 × 1080; processor time of all threads,"
        + " with that of the headless compositor")
    Swift.print()
    Swift.print(
      "action".padded(12), "items".padded(10), "loaded".padded(8), "median ms".padded(10), "p99 ms".padded(8),
      "largest ms")
    for action in options.actions {
      var samples = options.counts.map { _ in TimeSamples(capacity: options.rounds * options.frames) }
      var loaded = options.counts.map { _ in 0 }
      // The counts are measured in turn, so that a load of the machine affects all of them.
      for _ in 0..<options.rounds {
        for (place, count) in options.counts.enumerated() {
          let window = try ItemWindow(action, count: count)
          for _ in 0..<options.frames {
            let before = TimeSamples.processor
            window.perform()
            samples[place].add(TimeSamples.processor - before)
          }
          guard window.movedFrames > options.frames / 3 else {
            throw ReportError.nothingMoved(action, frames: window.movedFrames)
          }
          loaded[place] = window.visibleCount
        }
      }
      for (place, count) in options.counts.enumerated() {
        samples[place].sort()
        Swift.print(
          action.rawValue.padded(12), "\(count)".padded(10), "\(loaded[place])".padded(8),
          (samples[place].median * 1e3).hundredths.padded(10),
          (samples[place].percentile99 * 1e3).hundredths.padded(8), (samples[place].largest * 1e3).hundredths)
      }
    }
  }

  private enum ReportError: Error, CustomStringConvertible {
    case nothingMoved(Action, frames: Int)

    var description: String {
      switch self {
      case .nothingMoved(let action, let frames):
        "\(action.rawValue): the carousel moved in only \(frames) frames, so nothing was measured"
      }
    }
  }
}
