/// A plot of positions and velocities over time: classic style on the left, fluid style on the right.
struct Plot {
  /// A curve.
  struct Curve {
    var label: String
    var samples: [MotionRecorder.Sample]
  }

  var title: String
  var classic: [Curve]
  var fluid: [Curve]

  private static let colors = ["#1b6ac9", "#d95f02", "#1b9e77", "#7b3294"]
  private let width = 420.0
  private let height = 190.0
  private let margin = 56.0
  private let gap = 46.0

  init(title: String, classic: [Curve], fluid: [Curve]) {
    self.title = title
    self.classic = classic
    self.fluid = fluid
  }

  /// The plot as SVG.
  var svg: String {
    let total = (width: 2 * width + 3 * margin, height: 2 * height + 2 * gap + 56)
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(total.width)) \(Int(total.height))" \
      font-family="sans-serif" font-size="12">
      <rect width="100%" height="100%" fill="white"/>
      <text x="\(margin)" y="20" font-size="15" font-weight="bold">\(title)</text>

      """
    let positions = (classic + fluid).map(\.samples)
    let speeds = positions.map { velocities(of: $0) }
    let time = max(0.4, positions.flatMap { $0 }.map(\.time).max() ?? 1)
    for (column, curves) in [classic, fluid].enumerated() {
      let x = margin + Double(column) * (width + margin)
      let name = column == 0 ? "classic" : "fluid"
      text += axes(
        x: x, y: 40, time: time, range: range(of: positions), title: "\(name): position, items")
      text += axes(
        x: x, y: 40 + height + gap, time: time, range: range(of: speeds),
        title: "\(name): velocity, items per second")
      for (number, curve) in curves.enumerated() {
        let color = Self.colors[number % Self.colors.count]
        text += line(curve.samples, x: x, y: 40, time: time, range: range(of: positions), color: color)
        text += line(
          velocities(of: curve.samples), x: x, y: 40 + height + gap, time: time, range: range(of: speeds),
          color: color)
        text +=
          "<text x=\"\(x + width - 8)\" y=\"\(40 + height - 8 - 15 * Double(curves.count - 1 - number))\" "
          + "fill=\"\(color)\" text-anchor=\"end\">\(curve.label)</text>\n"
      }
    }
    return text + "</svg>\n"
  }

  private func range(of curves: [[MotionRecorder.Sample]]) -> ClosedRange<Double> {
    let values = curves.flatMap { $0 }.map(\.offset)
    let (least, most) = (min(0, values.min() ?? 0), max(0.1, values.max() ?? 1))
    return least...most + 0.05 * (most - least)
  }

  /// Returns the step between labels: 1, 2 or 5 times a power of ten, for at most six labels.
  private func step(for length: Double) -> Double {
    var step = 0.001
    while true {
      for factor in [1.0, 2, 5] where length / (step * factor) <= 6 { return step * factor }
      step *= 10
    }
  }

  private func axes(
    x: Double, y: Double, time: Double, range: ClosedRange<Double>, title: String
  ) -> String {
    var text = "<text x=\"\(x)\" y=\"\(y - 5)\">\(title)</text>\n"
    text +=
      "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\" fill=\"none\" stroke=\"#888\"/>\n"
    for (value, step) in labels(range) {
      let place = y + height * (1 - (value - range.lowerBound) / (range.upperBound - range.lowerBound))
      text += "<path d=\"M\(x) \(short(place))h\(width)\" stroke=\"#ddd\"/>"
      text +=
        "<text x=\"\(x - 6)\" y=\"\(short(place + 4))\" text-anchor=\"end\">\(label(value, step))</text>\n"
    }
    for (value, step) in labels(0...time) {
      let place = x + width * value / time
      text += "<path d=\"M\(short(place)) \(y)v\(height)\" stroke=\"#ddd\"/>"
      text +=
        "<text x=\"\(short(place))\" y=\"\(y + height + 15)\" text-anchor=\"middle\">\(label(value, step)) s</text>\n"
    }
    return text
  }

  private func labels(_ range: ClosedRange<Double>) -> [(value: Double, step: Double)] {
    let step = step(for: range.upperBound - range.lowerBound)
    let first = (range.lowerBound / step).rounded(.up)
    let last = (range.upperBound / step).rounded(.down)
    return stride(from: first, through: last, by: 1).map { ($0 * step, step) }
  }

  private func label(_ value: Double, _ step: Double) -> String {
    step >= 1 ? "\(Int(value.rounded()))" : short(value)
  }

  private func line(
    _ samples: [MotionRecorder.Sample], x: Double, y: Double, time: Double, range: ClosedRange<Double>,
    color: String
  ) -> String {
    let points = samples.map { sample in
      let across = x + width * sample.time / time
      let up = (sample.offset - range.lowerBound) / (range.upperBound - range.lowerBound)
      return "\(short(across)),\(short(y + height * (1 - up)))"
    }
    return "<polyline points=\"\(points.joined(separator: " "))\" fill=\"none\" stroke=\"\(color)\" "
      + "stroke-width=\"1.6\"/>\n"
  }
}

/// Returns `number` with up to two decimals.
func short(_ number: Double) -> String {
  let hundredths = Int((number * 100).rounded())
  let (whole, rest) = (abs(hundredths) / 100, abs(hundredths) % 100)
  let sign = hundredths < 0 ? "-" : ""
  guard rest > 0 else { return "\(sign)\(whole)" }
  return "\(sign)\(whole).\(rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)")"
}
