import CarouselEngine
import Foundation

// Prints the tables of Documentation/Motion.md and writes its plots to the folder given as the only argument.

guard CommandLine.arguments.count == 2 else {
  print("usage: motion-plots FOLDER    (prints the table, writes the pictures to FOLDER)")
  exit(2)
}
let folder = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)
let styles: [(name: String, style: MotionStyle)] = [("classic", .classic), ("fluid", .fluid)]

/// Returns the recording of a flick, and the time of the release.
@MainActor
func flick(
  _ style: MotionStyle, width: Double, points: Double, speed: Double, from item: Int = 200,
  isPaging: Bool = false
) -> (samples: [MotionRecorder.Sample], release: Double) {
  let recorder = MotionRecorder(itemWidth: width, style: style, startingAt: item)
  recorder.carousel.isPagingEnabled = isPaging
  recorder.flick(points: points, speed: speed)
  let release = recorder.samples.last?.time ?? 0
  recorder.settle()
  return (recorder.samples, release)
}

@MainActor
func keys(_ style: MotionStyle, rate: Double, isWheel: Bool) -> (
  samples: [MotionRecorder.Sample], release: Double, behind: Double
) {
  let recorder = MotionRecorder(itemWidth: 200, style: style)
  let carousel = recorder.carousel
  let behind = recorder.steps(Int(3 * rate), rate: rate) { now in
    if isWheel { carousel.wheel(notches: 1, time: now) } else { carousel.step(by: 1) }
  }
  let release = recorder.samples.last?.time ?? 0
  recorder.settle()
  return (recorder.samples, release, behind)
}

print("## A held key, a turned wheel\n")
print(
  "| | steps a second | items in 3 s | at most behind, items | near rest after, s | largest acceleration, items/s² |"
)
print("|---|---|---|---|---|---|")
for (name, isWheel, rates) in [("key", false, [5.0, 10, 20, 30]), ("wheel", true, [10.0, 30])] {
  for rate in rates {
    let run = keys(.fluid, rate: rate, isWheel: isWheel)
    let figures = MotionFigures(run.samples, from: run.release)
    let whole = MotionFigures(run.samples, from: -1)
    print(
      "| \(name) | \(short(rate)) | \(short(figures.distance)) | \(short(run.behind)) | \(short(figures.nearTime)) "
        + "| \(Int(whole.acceleration.rounded())) |")
  }
}
print("\n## Flicks\n")
print("| item, points | speed, points/s | | items | near rest after, s | largest acceleration, items/s² |")
print("|---|---|---|---|---|---|")
for width in [100.0, 400, 1920] {
  for speed in [200.0, 400, 800, 1600, 3000, 6000] {
    for (name, style) in styles {
      let run = flick(style, width: width, points: 60, speed: speed)
      let figures = MotionFigures(run.samples, from: run.release)
      print(
        "| \(Int(width)) | \(Int(speed)) | \(name) | \(short(figures.distance)) | \(short(figures.nearTime)) "
          + "| \(Int(figures.acceleration.rounded())) |")
    }
  }
}

/// Writes a plot with the same curves in both styles.
@MainActor
func draw(_ file: String, _ title: String, _ curves: (MotionStyle) -> [Plot.Curve]) {
  let plot = Plot(title: title, classic: curves(.classic), fluid: curves(.fluid))
  do {
    try plot.svg.write(to: folder.appendingPathComponent(file), atomically: true, encoding: .utf8)
  } catch {
    print("cannot write \(file) to \(folder.path): \(error.localizedDescription)")
    exit(1)
  }
}

draw("flicks.svg", "Flicks on items of 400 points") { style in
  [400.0, 1000, 2500, 6000].map {
    Plot.Curve(
      label: "\(Int($0)) points/s", samples: flick(style, width: 400, points: 60, speed: $0).samples)
  }
}
draw("slides.svg", "Swipes of 420 points on slides of 1920 points") { style in
  [300.0, 1000, 3500].map {
    Plot.Curve(
      label: "\(Int($0)) points/s", samples: flick(style, width: 1920, points: 420, speed: $0).samples)
  }
}
draw("ends.svg", "Flicks from the last item but two into the end, items of 400 points") { style in
  [1000.0, 3000, 6000].map {
    Plot.Curve(
      label: "\(Int($0)) points/s",
      samples: flick(style, width: 400, points: 60, speed: $0, from: 397).samples)
  }
}
draw("steps.svg", "A key held for three seconds") { style in
  [5.0, 10, 30].map {
    Plot.Curve(label: "\(Int($0)) a second", samples: keys(style, rate: $0, isWheel: false).samples)
  }
}
draw(
  "interruption.svg",
  "A flick of 2500 points/s on items of 400 points; 0.2 s later a scroll back by three items"
) { style in
  let recorder = MotionRecorder(itemWidth: 400, style: style)
  recorder.flick(points: 60, speed: 2500)
  for _ in 1...48 { recorder.frame() }
  recorder.carousel.scroll(byOffset: -3, duration: 0.5)
  recorder.settle()
  return [Plot.Curve(label: "", samples: recorder.samples)]
}
