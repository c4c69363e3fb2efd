internal import CarouselUI
internal import Glibc

/// The description of a painted landscape: a sky, a sun or moon, mountain ridges, and water.
package nonisolated struct Landscape {
  var name: String
  /// The colors of the sky, from the zenith to the horizon.
  var sky: [Color]
  /// The colors of the farthest and of the nearest ridge.
  var far: Color
  var near: Color
  /// The sun or moon: its position as a fraction of the width and height, its radius as a fraction of the height, and
  /// its color.
  var light: (x: Double, y: Double, radius: Double, color: Color)
  var hasStars = false
  var hasWater = false
  var seed: UInt64

  /// The nine landscapes of the sample photos. Their names use several writing systems, to demonstrate
  /// captions.
  package static let all: [Landscape] = [
    Landscape(
      name: "Morning over the ridges",
      sky: [Color(hex: 0x6FA8DC), Color(hex: 0xCFE4F5), Color(hex: 0xFFE9C7)],
      far: Color(hex: 0xA9C0D6), near: Color(hex: 0x24423F), light: (0.72, 0.3, 0.07, Color(hex: 0xFFF6D8)),
      seed: 11),
    Landscape(
      name: "夕焼けの湖",
      sky: [Color(hex: 0x3B2F63), Color(hex: 0xB5446E), Color(hex: 0xFF9A56), Color(hex: 0xFFD9A0)],
      far: Color(hex: 0x8A4A6B), near: Color(hex: 0x1E1430), light: (0.38, 0.46, 0.08, Color(hex: 0xFFE2AE)),
      hasWater: true, seed: 23),
    Landscape(
      name: "Night 🌙", sky: [Color(hex: 0x050A1A), Color(hex: 0x10204A), Color(hex: 0x2B4A7F)],
      far: Color(hex: 0x27406B), near: Color(hex: 0x050B18), light: (0.24, 0.22, 0.05, Color(hex: 0xF4F1DE)),
      hasStars: true, seed: 37),
    Landscape(
      name: "صحراء", sky: [Color(hex: 0x4A90C2), Color(hex: 0xF2D7A6)],
      far: Color(hex: 0xE6B87A), near: Color(hex: 0x9A4F24), light: (0.55, 0.2, 0.06, Color(hex: 0xFFFBEA)),
      seed: 41),
    Landscape(
      name: "Fjord", sky: [Color(hex: 0x2D4B5E), Color(hex: 0x7FA3AE), Color(hex: 0xDDE7E4)],
      far: Color(hex: 0x8FA9AF), near: Color(hex: 0x14262B), light: (0.8, 0.35, 0.05, Color(hex: 0xF7FAF5)),
      hasWater: true, seed: 59),
    Landscape(
      name: "Polarlicht",
      sky: [Color(hex: 0x04101C), Color(hex: 0x0B4A4A), Color(hex: 0x2E9E77), Color(hex: 0x103040)],
      far: Color(hex: 0x12323A), near: Color(hex: 0x03090D), light: (0.6, 0.15, 0.03, Color(hex: 0xE8FFF4)),
      hasStars: true, hasWater: true, seed: 67),
    Landscape(
      name: "Сиреневый вечер", sky: [Color(hex: 0x51457A), Color(hex: 0xA883B8), Color(hex: 0xF3C6CF)],
      far: Color(hex: 0x9A85B5), near: Color(hex: 0x2A2145), light: (0.5, 0.4, 0.06, Color(hex: 0xFFF0E8)),
      seed: 73),
    Landscape(
      name: "Autumn", sky: [Color(hex: 0x5B83A6), Color(hex: 0xD7DCCB), Color(hex: 0xF6E3B4)],
      far: Color(hex: 0xC9A66B), near: Color(hex: 0x5A2213), light: (0.2, 0.32, 0.06, Color(hex: 0xFFF4D2)),
      seed: 89),
    Landscape(
      name: "雪山", sky: [Color(hex: 0x1F5AA6), Color(hex: 0x8EC1EA), Color(hex: 0xF4FAFF)],
      far: Color(hex: 0xD5E4F2), near: Color(hex: 0x46627F), light: (0.66, 0.24, 0.05, Color(hex: 0xFFFFFF)),
      seed: 97),
  ]

  /// The nine landscapes, and six variations of them with other mountains and a mirrored light, for
  /// `--bench`.
  package static let fifteen: [Landscape] =
    all
    + all.prefix(6).map { landscape in
      var other = landscape
      other.seed += 1000
      other.light.x = 1 - landscape.light.x
      return other
    }

  /// Paints the landscape over the whole canvas.
  func paint(on canvas: Canvas) {
    let bounds = canvas.bounds
    let (width, height) = (bounds.size.width, bounds.size.height)
    var random = SplitMix64(state: seed)
    canvas.fill(bounds, with: .vertical(in: bounds, colors: sky))
    if hasStars { paintStars(on: canvas, random: &random) }
    paintLight(on: canvas)
    let ridges = 5
    for ridge in 0..<ridges {
      let depth = Double(ridge) / Double(ridges - 1)
      let base = height * (hasWater ? 0.5 + 0.12 * depth : 0.5 + 0.38 * depth)
      let path = ridgeLine(base: base, roughness: height * (0.05 + 0.09 * depth), in: bounds, random: &random)
      let color = far.mixed(with: near, amount: depth)
      let shade = Rect(x: 0, y: base - height * 0.12, width: width, height: height * 0.5)
      // Mist at the foot of each ridge.
      canvas.fill(
        path,
        with: .vertical(in: shade, colors: [color, color.mixed(with: sky[sky.count - 1], amount: 0.25)]))
    }
    if hasWater { paintWater(on: canvas, random: &random) }
  }

  private func paintLight(on canvas: Canvas) {
    let (size, light) = (canvas.size, light)
    let center = Point(x: light.x * size.width, y: light.y * size.height)
    let radius = light.radius * size.height
    for ring in stride(from: 9, through: 1, by: -1) {
      let glow = light.color.withAlpha(0.05)
      canvas.fill(.circle(center: center, radius: radius * (1 + Double(ring) * 0.45)), with: glow)
    }
    canvas.fill(.circle(center: center, radius: radius), with: light.color)
  }

  private func paintStars(on canvas: Canvas, random: inout SplitMix64) {
    for _ in 0..<420 {
      let center = Point(x: random.unit() * canvas.size.width, y: random.unit() * canvas.size.height * 0.6)
      let star = Color(white: 1, alpha: 0.25 + 0.7 * random.unit())
      canvas.fill(.circle(center: center, radius: 0.5 + 1.3 * random.unit() * random.unit()), with: star)
    }
  }

  private func paintWater(on canvas: Canvas, random: inout SplitMix64) {
    let (width, height) = (canvas.size.width, canvas.size.height)
    let top = height * 0.64
    let water = Rect(x: 0, y: top, width: width, height: height - top)
    let horizon = sky[sky.count - 1]
    canvas.fill(water, with: .vertical(in: water, colors: [horizon.mixed(with: near, amount: 0.25), near]))
    // Reflections below the light. They are shorter and narrower toward the horizon.
    for _ in 0..<900 {
      let depth = random.unit()
      let y = top + depth * water.size.height
      let spread = 0.02 + 0.22 * depth
      let x = (light.x + (random.unit() + random.unit() - 1) * spread) * width
      let length = (6 + 60 * depth) * random.unit()
      let glint = light.color.withAlpha(0.35 * (1 - depth) + 0.05)
      canvas.fill(Rect(x: x - length / 2, y: y, width: length, height: 1 + 1.5 * depth), with: glint)
    }
  }

  /// Returns the area below a ridge line. The line is a sum of sine waves with random phases, in which higher
  /// frequencies have lower amplitudes.
  private func ridgeLine(base: Double, roughness: Double, in bounds: Rect, random: inout SplitMix64) -> Path {
    let waves = (1...7).map {
      (frequency: Double($0 * $0) * 0.6 + 0.7, phase: random.unit() * 2 * .pi, depth: $0)
    }
    var path = Path()
    path.move(to: Point(x: 0, y: bounds.maxY))
    for x in stride(from: 0, through: bounds.size.width, by: 4) {
      let t = x / bounds.size.width
      let y = waves.reduce(0.0) { $0 + sin($1.frequency * t * 2 * .pi + $1.phase) / Double($1.depth) }
      path.line(to: Point(x: x, y: base - roughness * y * 0.6))
    }
    path.line(to: Point(x: bounds.maxX, y: bounds.maxY))
    path.close()
    return path
  }
}

/// A random number generator with a fixed seed, so that the landscapes are the same on every machine.
nonisolated struct SplitMix64 {
  var state: UInt64

  /// Returns a number in `0..<1`.
  mutating func unit() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((z ^ (z >> 31)) >> 11) * 0x1p-53
  }
}
