import Geometry
import Glibc
import Raster

/// Cards with photographs that scroll by 1/16 px per frame, or by a multiple of 1/16 px.
struct SlowScroll {
  enum Kind: CaseIterable, Sendable {
    case linear, downscaled, rotary, cylinder, timeMachine, wheel, coverFlow, coverFlowDown
  }

  /// The number of frames with the same photographs.
  static let frameCount = 200

  let kind: Kind
  let textures: [Texture]
  let sums: [ColorSums]

  private var width: Int { kind == .coverFlowDown ? 64 : 120 }
  private var height: Int { kind == .coverFlowDown ? 120 : 64 }
  private static let count = 11
  /// The scroll offset before the first frame, and the change of the offset per frame, in px.
  private let start, step: Double

  init(_ kind: Kind, photographs: Int = 0, pace: Double = 1, isSharp: Bool = false) {
    self.kind = kind
    step = pace / 16
    start = Double(photographs * Self.frameCount) * step
    // The textures have several sizes, so that at any time one of them blends two mip levels.
    let sides = kind == .linear ? [48] : [48, 150, 190, 225, 320]
    let pixels = sides.map { side in
      let drawing = Self.drawing(side, seed: side + photographs * 1000)
      return isSharp ? drawing : Self.throughALens(drawing, side: side)
    }
    textures = zip(pixels, sides).map { Texture($0, width: $1, height: $1) }
    sums = zip(pixels, sides).map { ColorSums($0, width: $1, height: $1) }
  }

  /// The textures, mirrored at the diagonal.
  var mirroredTextures: [Texture] {
    textures.map { texture in
      let (side, texels) = (texture.width, texture.texels())
      return Texture((0..<(side * side)).map { texels[$0 % side][$0 / side] }, width: side, height: side)
    }
  }

  /// Returns the pixels of a drawing with gradients, hard edges, fine lines and small colored details, which
  /// make sampling errors visible.
  private static func drawing(_ side: Int, seed: Int) -> [UInt32] {
    var random = Random(seed: UInt64(seed))
    var pixels = (0..<(side * side)).map { index -> UInt32 in
      let (x, y) = (index % side * 160 / side, index / side * 160 / side)
      var light = 60 + x / 2 + (y * y) / 320
      if (x - 90) * (x - 90) + (y - 60) * (y - 60) < 900 { light = 240 }
      if y > 120, y < 145, index % side / 2 % 3 == 0 { light = 15 }
      if x > 130, y < 60, (index % side + index / side) % 7 == 0 { light = 250 }
      return UInt32(light) | UInt32(light * x / 160) << 8 | UInt32(255 - light) << 16 | 0xff00_0000
    }
    for _ in 0..<40 {
      let (left, top) = (random.next(below: side - 9), random.next(below: side - 9))
      let color = 0xff00_0000 | UInt32(random.next(below: 1 << 24))
      let (width, height) = (1 + random.next(below: 8), 1 + random.next(below: 8))
      for y in top..<(top + height) { for x in left..<(left + width) { pixels[y * side + x] = color } }
    }
    return pixels
  }

  /// Blends each pixel with its neighbors like a lens, with the weights 1, 2, 1 in both directions.
  private static func throughALens(_ pixels: [UInt32], side: Int) -> [UInt32] {
    pixels.indices.map { index in
      let (x, y) = (index % side, index / side)
      var sum = SIMD4<UInt32>(repeating: 8)
      for (dx, dy, weight) in lens {
        let pixel = pixels[min(max(0, y + dy), side - 1) * side + min(max(0, x + dx), side - 1)]
        sum &+= SIMD4(truncatingIfNeeded: unsafeBitCast(pixel, to: SIMD4<UInt8>.self)) &* weight
      }
      return unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: sum &>> 4), to: UInt32.self)
    }
  }

  private static let lens: [(Int, Int, UInt32)] = [
    (-1, -1, 1), (0, -1, 2), (1, -1, 1), (-1, 0, 2), (0, 0, 4), (1, 0, 2), (-1, 1, 1), (0, 1, 2), (1, 1, 1),
  ]

  /// The width of a card in the center, in px.
  private var card: Double { kind == .downscaled ? 20 : 48 }
  /// The distance that the center card moves while the carousel scrolls by one item, in px.
  private var pixelsAnItem: Double {
    switch kind {
    case .linear, .downscaled: card * 1.05
    case .rotary: radius * 2 * .pi / Double(Self.count)
    case .cylinder, .wheel: card
    case .timeMachine: card * 0.3
    // The center card moves by 0.25 of its width like all cards, and by another 0.45 because it turns to the
    // side.
    case .coverFlow, .coverFlowDown: card * 0.7
    }
  }
  private var radius: Double {
    kind == .wheel
      ? card * Double(Self.count) / (2 * .pi) : card / 2 / tan(.pi / Double(Self.count))
  }

  func scene(_ frame: Int) -> Scene {
    let scroll = Double(Self.count / 2) + 0.13 + (start + Double(frame) * step) / pixelsAnItem
    var scene = Scene(width: width, height: height, background: [36, 32, 30, 255])
    let cards = (0..<Self.count).map { index in (index, transform(at: Double(index) - scroll)) }
    let order = cards.filter { kind != .timeMachine || Double($0.0) - scroll < 0.9 }
      .sorted { kind == .timeMachine ? $0.0 < $1.0 : abs(Double($0.0) - scroll) > abs(Double($1.0) - scroll) }
    for (index, transform) in order {
      let texture = textures[index % textures.count]
      let side = Double(texture.width)
      let homography = Homography(
        placing: transform.scaled(x: card / side, y: card / side), size: Size(width: side, height: side),
        center: Point(x: Double(width) / 2, y: Double(height) / 2))
      scene.layers.append(SceneLayer(texture: texture, homography: homography))
    }
    return scene
  }

  private func transform(at place: Double) -> Transform3D {
    let angle = place * 2 * .pi / Double(Self.count)
    var base = Transform3D.identity
    base.m34 = -1 / (2.4 * card)
    switch kind {
    case .linear, .downscaled: return base.translated(x: place * card * 1.05)
    case .rotary: return base.translated(x: radius * sin(angle), z: radius * cos(angle) - radius)
    case .cylinder: return base.translated(z: -radius).rotated(by: angle, y: 1).translated(z: radius + 0.01)
    case .timeMachine: return base.translated(x: place * card * 0.3, z: place * card)
    case .wheel:
      return base.translated(y: radius).rotated(by: angle, z: 1).translated(y: -radius, z: place * 0.01)
    case .coverFlow:
      let turn = max(-1, min(1, place))
      return base.translated(x: (turn * 0.45 + place * 0.25) * card, z: -abs(turn) * card / 2)
        .rotated(by: -turn * .pi / 2 * 0.9, y: 1)
    case .coverFlowDown:
      let turn = max(-1, min(1, place))
      return base.translated(y: (turn * 0.45 + place * 0.25) * card, z: -abs(turn) * card / 2)
        .rotated(by: turn * .pi / 2 * 0.9, x: 1)
    }
  }
}
