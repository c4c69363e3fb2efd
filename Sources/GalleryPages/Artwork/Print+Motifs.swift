import CarouselUI
import Glibc

/// The shapes of the pictures. All lengths are fractions of the frame, so a picture can have any size.
nonisolated extension Print {
  private var tones: [Color] { [palette.middle, palette.strong, palette.deep] }

  private func point(_ x: Double, _ y: Double, _ frame: Rect) -> Point {
    Point(x: frame.minX + x * frame.size.width, y: frame.minY + y * frame.size.height)
  }

  private func disc(_ x: Double, _ y: Double, _ radius: Double, _ frame: Rect) -> Path {
    .circle(center: point(x, y, frame), radius: radius * min(frame.size.width, frame.size.height))
  }

  /// Returns the area between a curve and the bottom of the frame.
  private func ground(_ frame: Rect, _ height: (Double) -> Double) -> Path {
    var path = Path()
    path.move(to: point(0, 1, frame))
    for step in 0...48 {
      let x = Double(step) / 48
      path.line(to: point(x, height(x), frame))
    }
    path.line(to: point(1, 1, frame))
    path.close()
    return path
  }

  private func polygon(_ points: [Point]) -> Path {
    var path = Path()
    for (index, point) in points.enumerated() {
      if index == 0 { path.move(to: point) } else { path.line(to: point) }
    }
    path.close()
    return path
  }

  func hills(_ frame: Rect, _ canvas: Canvas) {
    canvas.fill(disc(0.68, 0.34, 0.15, frame), with: palette.sky.mixed(with: .white, amount: 0.5))
    for (index, color) in ([palette.pale.mixed(with: palette.middle, amount: 0.5)] + tones).enumerated() {
      let step = Double(index)
      let hill = ground(frame) { x in
        0.5 + step * 0.12 + 0.07 * sin(x * 4.2 + step * 1.9) + 0.03 * sin(x * 9 + step * 3.1)
      }
      canvas.fill(hill, with: color)
    }
  }

  func waves(_ frame: Rect, _ canvas: Canvas) {
    canvas.fill(disc(0.3, 0.26, 0.13, frame), with: palette.middle)
    let colors = [palette.pale, palette.middle, palette.strong, palette.deep]
    for band in 0..<7 {
      let step = Double(band)
      let place = step / 6 * 3
      let (low, part) = (min(Int(place), 2), place - Double(min(Int(place), 2)))
      let wave = ground(frame) { x in 0.4 + step * 0.09 + 0.035 * sin(x * 7 + step * 1.3) }
      canvas.fill(wave, with: colors[low].mixed(with: colors[low + 1], amount: part))
    }
  }

  func arches(_ frame: Rect, _ canvas: Canvas) {
    let colors = [palette.middle, palette.sky, palette.strong, palette.pale, palette.deep]
    for (x, scale) in [(0.34, 1.0), (0.82, 0.62)] {
      for (ring, color) in colors.enumerated() {
        let radius = (0.34 - Double(ring) * 0.062) * scale * frame.size.width
        let center = point(x, 1 - 0.5 * scale, frame)
        var arch = Path()
        arch.addArc(center: center, radius: radius, from: .pi, to: 2 * .pi)
        arch.line(to: Point(x: center.x + radius, y: frame.maxY))
        arch.line(to: Point(x: center.x - radius, y: frame.maxY))
        arch.close()
        canvas.fill(arch, with: color)
      }
    }
    canvas.fill(disc(0.76, 0.2, 0.09, frame), with: palette.strong)
  }

  func sea(_ frame: Rect, _ canvas: Canvas) {
    canvas.fill(
      disc(0.5, 0.5, 0.26, frame), with: Palette.dawn.middle.mixed(with: palette.pale, amount: 0.15))
    let water = ground(frame) { _ in 0.54 }
    canvas.fill(
      water,
      with: .vertical(in: frame, colors: [palette.middle, palette.middle, palette.strong, palette.deep]))
    for line in 0..<6 {
      let step = Double(line)
      let width = 0.4 - step * 0.05
      let rect = Rect(
        origin: point(0.5 - width / 2 + 0.03 * sin(step * 2.4), 0.58 + step * 0.055, frame),
        size: Size(width: width * frame.size.width, height: 0.012 * frame.size.height))
      canvas.fill(.roundedRect(rect, radius: rect.size.height / 2), with: palette.sky.withAlpha(0.75))
    }
    let sail = [point(0.2, 0.535, frame), point(0.2, 0.36, frame), point(0.3, 0.535, frame)]
    canvas.fill(polygon(sail), with: palette.sky)
    let hull = [(0.15, 0.545), (0.32, 0.545), (0.28, 0.58), (0.18, 0.58)].map { point($0.0, $0.1, frame) }
    canvas.fill(polygon(hull), with: palette.deep)
  }

  func petals(_ frame: Rect, _ canvas: Canvas) {
    let flowers = [
      (0.48, 0.44, 0.3, palette.middle), (0.84, 0.84, 0.24, palette.strong),
      (0.12, 0.92, 0.2, palette.middle),
    ]
    for (x, y, scale, color) in flowers {
      let (center, radius) = (point(x, y, frame), scale * min(frame.size.width, frame.size.height))
      for petal in 0..<8 {
        canvas.saved {
          canvas.translate(x: center.x, y: center.y)
          canvas.rotate(by: Double(petal) * .pi / 4)
          var leaf = Path()
          leaf.move(to: .zero)
          leaf.curve(
            to: Point(x: 0, y: -radius), control1: Point(x: radius * 0.45, y: -radius * 0.35),
            control2: Point(x: radius * 0.32, y: -radius * 0.85))
          leaf.curve(
            to: .zero, control1: Point(x: -radius * 0.32, y: -radius * 0.85),
            control2: Point(x: -radius * 0.45, y: -radius * 0.35))
          canvas.fill(leaf, with: petal % 2 == 0 ? color : color.mixed(with: palette.pale, amount: 0.35))
        }
      }
      canvas.fill(.circle(center: center, radius: radius * 0.2), with: palette.deep)
    }
  }

  func peaks(_ frame: Rect, _ canvas: Canvas) {
    canvas.fill(disc(0.7, 0.24, 0.12, frame), with: palette.sky.mixed(with: .white, amount: 0.6))
    let mountains = [
      (0.75, 0.34, 0.62, palette.middle), (0.3, 0.42, 0.6, palette.strong), (0.66, 0.62, 0.66, palette.deep),
    ]
    for (x, top, width, color) in mountains {
      let (peak, left, right) = (
        point(x, top, frame), point(x - width * 0.8, 1.05, frame), point(x + width * 0.8, 1.05, frame)
      )
      canvas.fill(polygon([peak, left, right]), with: color)
      let part = 0.22
      let (a, b) = (
        Point(x: peak.x + (left.x - peak.x) * part, y: peak.y + (left.y - peak.y) * part),
        Point(x: peak.x + (right.x - peak.x) * part, y: peak.y + (right.y - peak.y) * part)
      )
      let middle = Point(x: peak.x, y: a.y - (a.y - peak.y) * 0.3)
      canvas.fill(polygon([peak, a, middle, b]), with: palette.sky.withAlpha(0.9))
    }
  }

  func fruits(_ frame: Rect, _ canvas: Canvas) {
    for (x, y, radius) in [(0.36, 0.38, 0.3), (0.8, 0.66, 0.24), (0.24, 0.86, 0.2)] {
      canvas.fill(disc(x, y, radius, frame), with: palette.strong)
      canvas.fill(disc(x, y, radius * 0.92, frame), with: palette.sky)
      canvas.fill(disc(x, y, radius * 0.84, frame), with: palette.middle)
      let (center, length) = (point(x, y, frame), radius * 0.84 * min(frame.size.width, frame.size.height))
      for segment in 0..<8 {
        let angle = Double(segment) * .pi / 4 + x
        var line = Path()
        line.move(to: center)
        line.line(to: Point(x: center.x + cos(angle) * length, y: center.y + sin(angle) * length))
        canvas.stroke(line, with: palette.sky, width: length * 0.05)
      }
    }
  }

  func forest(_ frame: Rect, _ canvas: Canvas) {
    canvas.fill(disc(0.3, 0.28, 0.14, frame), with: palette.sky.mixed(with: .white, amount: 0.7))
    for row in 0..<3 {
      let step = Double(row)
      let color = tones[row]
      for tree in -1..<7 - row {
        let x = (Double(tree) + 0.5 + step * 0.4) * (0.17 + step * 0.03)
        let (base, height) = (0.74 + step * 0.13, 0.26 + step * 0.05 + 0.05 * sin(Double(tree) * 2.3 + step))
        for layer in 0..<3 {
          let (top, part) = (base - height * (1 - Double(layer) * 0.24), 0.055 + Double(layer) * 0.02)
          let low = top + height * 0.5
          let corners = [(x, top), (x - part, low), (x + part, low)]
          canvas.fill(polygon(corners.map { point($0.0, $0.1, frame) }), with: color)
        }
      }
      canvas.fill(ground(frame) { x in 0.74 + step * 0.13 + 0.012 * sin(x * 8 + step) }, with: color)
    }
  }
}
