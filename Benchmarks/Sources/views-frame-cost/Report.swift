import CarouselUI
import Foundation
import HeadlessCompositor
import Measuring

/// Measures the processor time of a frame while a person uses a control.
@MainActor
struct Report {
  let options: Options

  /// Prints the tables.
  func print() throws {
    Swift.print("CPU: \(Machine.processor), one thread composes, one paints")
    Swift.print("build: \(Machine.build)")
    Swift.print(
      "\(options.rounds) rounds of \(options.frames) frames at 1280 × 720; processor time of all threads,"
        + " with that of the headless compositor (see “nothing”); sharedElement and zoom at 1920 × 1080")
    Swift.print()
    Swift.print("action".padded(14), "card".padded(8), "median ms".padded(10), "p99 ms".padded(8), "mean ms")
    for action in options.actions { for plane in Plane.allCases { try measure(action, plane) } }
    Swift.print()
    try measureMemory()
  }

  private func measure(_ action: Action, _ plane: Plane) throws {
    let window: any MeasuredWindow =
      switch action {
      case .sharedElement: try SharedElementWindow(plane)
      case .zoom: try ZoomWindow()
      default: try ControlWindow(action, plane)
      }
    var times = TimeSamples(capacity: options.rounds * options.frames)
    let start = TimeSamples.processor
    for _ in 0..<options.rounds * options.frames {
      let before = TimeSamples.processor
      window.perform()
      times.add(TimeSamples.processor - before)
    }
    let mean = (TimeSamples.processor - start) / Double(options.rounds * options.frames)
    times.sort()
    guard window.proof > 0 else { throw ReportError.nothingHappened(action) }
    Swift.print(
      action.rawValue.padded(14), plane.rawValue.padded(8), (times.median * 1e3).hundredths.padded(10),
      (times.percentile99 * 1e3).hundredths.padded(8), (mean * 1e3).hundredths)
  }

  private enum ReportError: Error, CustomStringConvertible {
    case nothingHappened(Action)

    var description: String {
      switch self {
      case .nothingHappened(let action):
        "\(action.rawValue): the action had no effect, so nothing was measured"
      }
    }
  }

  /// Prints the memory of many controls, and of a list while it scrolls.
  private func measureMemory() throws {
    let before = Self.residentKiB
    var controls: [Control] = []
    for index in 0..<250 {
      controls += [Button("Button \(index)"), Slider(), Toggle(), CheckBox("Check \(index)")]
    }
    Swift.print("1000 controls: \(Self.residentKiB - before) KiB without pixels")
    withExtendedLifetime(controls) {}
    let window = try ControlWindow(.list, .tilted)
    for _ in 0..<200 { window.perform() }
    let early = Self.residentKiB
    for _ in 0..<3000 { window.perform() }
    Swift.print(
      "a list after 200 and 3200 frames of scrolling: \(early) and \(Self.residentKiB) KiB resident")
  }

  private static var residentKiB: Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
      let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return 0 }
    return pages * 4
  }
}
