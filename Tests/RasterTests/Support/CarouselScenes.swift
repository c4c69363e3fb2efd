import Geometry
import Glibc
import Raster

/// Makes scenes like those of the carousel layouts, with all difficult cases: back faces, cards seen edge-on,
/// cards at and behind the eye, textures with sides of 1 and of 8192 texels, and translucent parts.
struct CarouselScenes {
  /// The layout.
  enum Kind: CaseIterable, Sendable {
    case linear, rotary, invertedRotary, cylinder, invertedCylinder, wheel, invertedWheel, coverFlow,
      coverFlow2, timeMachine, invertedTimeMachine

    var isInverted: Bool { self == .invertedRotary || self == .invertedCylinder || self == .invertedWheel }
  }

  let kind: Kind
  let axis: Axis
  private let textures: [Texture]
  private var random: Random

  init(_ kind: Kind, _ axis: Axis, seed: Int, textures: [Texture]) {
    self.kind = kind
    self.axis = axis
    self.textures = textures
    random = Random(seed: UInt64(seed) &* 31 &+ 5)
    for _ in 0..<4 { _ = random.next() }
  }

  /// Textures of many shapes, opaque and translucent.
  static func textures() -> [Texture] {
    let sizes = [
      (1, 1), (1, 40), (40, 1), (2, 3), (24, 18), (61, 47), (64, 64), (150, 90), (8192, 1), (8192, 5),
      (3, 8192),
    ]
    return sizes.enumerated().flatMap { number, size in
      [true, false].map {
        .noise(width: size.0, height: size.1, seed: UInt64(number + 3), isOpaque: $0)
      }
    }
  }

  /// Returns the next scene.
  mutating func scene(width: Int = 60, height: Int = 44) -> Scene {
    var scene = Scene(width: width, height: height, background: background())
    let figures = figures(in: scene)
    let style = random.next(below: 4)
    let offset = random.next(below: 3) == 0 ? 0.0 : random.next(in: -0.5...0.5)
    let scale = [1, 1, 1.25, 2][random.next(below: 4)]
    let center = Point(
      x: (Double(width) / 2 + random.next(in: -4...4)) / scale,
      y: (Double(height) / 2 + Double(random.next(below: 3))) / scale)
    var cards: [(depth: Double, layer: SceneLayer)] = []
    for index in 0..<figures.count {
      let place = Double(index - figures.count / 2) - offset
      let texture = textures[random.next(below: textures.count)]
      let size = Size(width: Double(texture.width), height: Double(texture.height))
      let transform = transform(at: place, figures)
      let stretched = transform.scaled(
        x: figures.size.width / size.width, y: figures.size.height / size.height)
      let homography = Homography(placing: stretched, size: size, center: center)
        .concatenated(with: .scale(scale))
      let alpha =
        switch style {
        case 0, 1: 1.0
        case 2: random.next(in: 0...1)
        default: max(0, 1 - abs(place) / 3)
        }
      let layer = SceneLayer(texture: texture, homography: homography, alpha: alpha)
      cards.append((transform.m43 - abs(place) * 1e-6, layer))
    }
    scene.layers = cards.sorted { $0.depth < $1.depth }.map(\.layer)
    return scene
  }

  private mutating func background() -> SIMD4<UInt8> {
    let alpha = random.next(below: 3) == 0 ? random.next(below: 256) : 255
    func channel() -> UInt8 { UInt8(random.next(below: alpha + 1)) }
    return [channel(), channel(), channel(), UInt8(alpha)]
  }

  /// The parameters that all cards of a scene share.
  private struct Figures {
    var count: Int
    var size: Size
    var base: Transform3D
    var spacing: Double
    var tilt: Double
    var toggle: Double
    var radius: Double
    var step: Double

    func width(along axis: Axis) -> Double { axis == .horizontal ? size.width : size.height }
  }

  private mutating func figures(in scene: Scene) -> Figures {
    var base = Transform3D.identity
    base.m34 = -1 / random.next(in: 40...400)
    if random.next(below: 3) == 0 {
      base = base.translated(x: random.next(in: -20...20), y: random.next(in: -12...12))
    }
    let size = Size(
      width: random.next(below: 2) == 0 ? 20 : random.next(in: 6...36),
      height: random.next(below: 2) == 0 ? 16 : random.next(in: 6...30))
    var figures = Figures(
      count: 3 + random.next(below: 9), size: size, base: base,
      spacing: random.next(below: 2) == 0 ? 1 : random.next(in: 0.2...1.3),
      tilt: random.next(below: 2) == 0 ? 0.9 : random.next(in: 0...1), toggle: random.next(in: -1...1),
      radius: 0, step: 0)
    let (count, width) = (Double(figures.count), figures.width(along: axis) * figures.spacing)
    figures.step = 2 * .pi / count
    figures.radius =
      kind == .wheel || kind == .invertedWheel
      ? width * count / (2 * .pi) : max(0.01, width / 2 / tan(.pi / count))
    if kind.isInverted { (figures.radius, figures.step) = (-figures.radius, -figures.step) }
    return figures
  }

  private func transform(at place: Double, _ figures: Figures) -> Transform3D {
    let (base, width, radius) = (figures.base, figures.width(along: axis), figures.radius)
    let angle = place * figures.step
    switch kind {
    case .linear: return base.translated(along: axis, by: place * width * figures.spacing)
    case .rotary, .invertedRotary:
      return base.translated(along: axis, by: radius * sin(angle), z: radius * cos(angle) - radius)
    case .cylinder, .invertedCylinder:
      return turned(base.translated(z: -radius), by: angle).translated(z: radius + 0.01)
    case .wheel, .invertedWheel:
      let (x, y) = axis == .horizontal ? (0, radius) : (-radius, 0)
      return base.translated(x: x, y: y).rotated(by: angle, z: 1).translated(x: -x, y: -y, z: place * 0.01)
    case .coverFlow, .coverFlow2:
      var turn = max(-1, min(1, place))
      if kind == .coverFlow2, abs(place) < 1.5 {
        turn = abs(place) < 0.5 ? -figures.toggle : (place > 0 ? 1 : -1) - figures.toggle
        turn = max(-1, min(1, turn))
      }
      let along = (turn * 0.5 * figures.tilt + place * figures.spacing * 0.25) * width
      return turned(
        base.translated(along: axis, by: along, z: abs(turn) * -width * 0.5),
        by: -turn * .pi / 2 * figures.tilt)
    case .timeMachine, .invertedTimeMachine:
      let sign: Double = kind == .timeMachine ? 1 : -1
      return base.translated(
        along: axis, by: sign * place * width * sign * (figures.tilt - 0.3),
        z: sign * place * width * figures.spacing)
    }
  }

  private func turned(_ transform: Transform3D, by angle: Double) -> Transform3D {
    axis == .horizontal ? transform.rotated(by: angle, y: 1) : transform.rotated(by: angle, x: -1)
  }
}
