import Geometry
import Glibc
import Raster

/// Makes random scenes, reproducible from a seed: some are like scenes of a carousel, others are more
/// difficult.
struct SceneMaker {
  private var random: Random
  let seed: Int
  let vertical: Bool

  init(seed: Int) {
    self.seed = seed
    random = Random(seed: UInt64(seed) &+ 77)
    vertical = seed & 1 == 1
  }

  /// The difficulty that a scene tests.
  enum Kind: CaseIterable {
    case tilted, ring, mirrored, edgeOn, crossingTheEyePlane, translucent, tiny, large, moved, narrowTextures,
      crowded, clipped, clippedToPolygons
  }

  mutating func scene(_ kind: Kind, width: Int = 56, height: Int = 40) -> Scene {
    var scene = Scene(width: width, height: height, background: background())
    let count =
      switch kind {
      case .large: 2
      case .tiny: 60
      case .crowded: 40
      default: 2 + random.next(below: 6)
      }
    for _ in 0..<count { scene.layers.append(layer(kind, scene)) }
    return scene
  }

  private mutating func background() -> SIMD4<UInt8> {
    let alpha = random.next(below: 3) == 0 ? random.next(below: 256) : 255
    func channel() -> UInt8 { UInt8(random.next(below: alpha + 1)) }
    return [channel(), channel(), channel(), UInt8(alpha)]
  }

  private mutating func texture(_ kind: Kind) -> Texture {
    let isOpaque = kind == .crowded || random.next(below: 3) > 0
    let seed = random.next()
    switch kind {
    case .large:
      return .noise(width: 300 + random.next(below: 400), height: 257, seed: seed, isOpaque: isOpaque)
    case .narrowTextures:
      let long = 1 + random.next(below: 60)
      let side = [(1, 1), (1, long), (long, 1), (2, 3), (3, 2)][random.next(below: 5)]
      return .noise(width: side.0, height: side.1, seed: seed, isOpaque: isOpaque)
    default:
      return .noise(
        width: 3 + random.next(below: 70), height: 3 + random.next(below: 70), seed: seed, isOpaque: isOpaque)
    }
  }

  private mutating func layer(_ kind: Kind, _ scene: Scene) -> SceneLayer {
    let texture = texture(kind)
    let alpha =
      kind == .translucent ? random.next(in: 0...1) : (random.next(below: 3) > 0 ? 1 : random.next(in: 0...1))
    return SceneLayer(
      texture: texture, homography: homography(kind, texture, scene), alpha: alpha,
      clip: kind == .clipped ? clip(in: scene) : nil,
      clipCorners: kind == .clippedToPolygons ? polygon(in: scene) : [])
  }

  /// Returns the corners of a convex polygon, clockwise or counterclockwise, or an empty array. The polygon may
  /// reach beyond the canvas.
  mutating func polygon(in scene: Scene) -> [Point] {
    let count = random.next(below: 25)
    guard count >= 3 else { return [] }
    let center = Point(
      x: random.next(in: 0...Double(scene.width)), y: random.next(in: 0...Double(scene.height)))
    let (across, down) = (random.next(in: 2...40), random.next(in: 2...40))
    let turn = random.next(in: 0...6)
    let corners = (0..<count).map { index in
      let angle = turn + Double(index) * 2 * .pi / Double(count)
      return Point(x: center.x + across * cos(angle), y: center.y + down * sin(angle))
    }
    return random.next(below: 2) == 0 ? corners : corners.reversed()
  }

  /// Returns a rectangle that may be empty or reach beyond the canvas.
  private mutating func clip(in scene: Scene) -> PixelRect? {
    guard random.next(below: 4) > 0 else { return nil }
    return PixelRect(
      x: random.next(below: scene.width) - 8, y: random.next(below: scene.height) - 8,
      width: random.next(below: scene.width), height: random.next(below: scene.height))
  }

  private mutating func homography(_ kind: Kind, _ texture: Texture, _ scene: Scene) -> Homography {
    let size = Size(width: Double(texture.width), height: Double(texture.height))
    let center = Point(
      x: random.next(in: -10...Double(scene.width + 10)), y: random.next(in: -10...Double(scene.height + 10)))
    if kind == .moved {
      let fraction = random.next(below: 2) == 0 ? 0 : random.next(in: 0...1)
      return .scale(1, offset: Point(x: (center.x - 20).rounded() + fraction, y: (center.y - 20).rounded()))
    }
    let shown = kind == .tiny ? random.next(in: 0.05...2.5) : random.next(in: 10...60)
    let scale = shown / max(size.width, size.height)
    var transform = Transform3D.identity
    transform.m34 = -1 / random.next(in: 60...500)
    var angle = random.next(in: -1.5...1.5)
    switch kind {
    case .mirrored: angle = random.next(in: 1.7...4.5)
    case .edgeOn: angle = .pi / 2 + random.next(in: -0.02...0.02) * Double(random.next(below: 3))
    case .crowded: angle /= 2
    case .ring: transform = transform.translated(z: random.next(in: -200...20))
    case .crossingTheEyePlane:
      transform.m34 = -1 / random.next(in: 6...40)
      transform = transform.translated(z: random.next(in: 0...12))
    default: break
    }
    transform = transform.rotated(
      by: angle, x: vertical ? 1 : 0, y: vertical ? 0 : 1,
      z: random.next(below: 4) == 0 ? random.next(in: -1...1) : 0)
    transform = transform.scaled(x: scale, y: scale * random.next(in: 0.5...1.5), z: 1)
    return Homography(placing: transform, size: size, center: center)
  }
}
