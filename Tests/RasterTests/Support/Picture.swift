import Geometry
import Raster

/// A small image in memory, with padding between its rows.
struct Picture: Equatable {
  let width, height, stride: Int
  /// The number of bytes before the first row. If it is odd, the pixels are not aligned.
  let lead: Int
  private(set) var bytes: [UInt8]

  /// The value of padding and of pixels that were not drawn.
  static let untouched: UInt8 = 0xa5

  init(width: Int, height: Int, stride: Int? = nil, lead: Int = 0) {
    self.width = width
    self.height = height
    self.stride = stride ?? width * 4
    self.lead = lead
    bytes = [UInt8](repeating: Picture.untouched, count: max(self.stride * height, 1) + lead)
  }

  /// Calls `draw` with the pixels.
  mutating func draw(_ draw: (PixelBuffer) -> Void) {
    let (width, height, stride, lead) = (width, height, stride, lead)
    bytes.withUnsafeMutableBytes { memory in
      draw(PixelBuffer(pointer: memory.baseAddress! + lead, width: width, height: height, stride: stride))
    }
  }

  /// Blue, green, red and alpha of a pixel.
  func channels(_ x: Int, _ y: Int) -> [Int] {
    (0..<4).map { Int(bytes[lead + y * stride + x * 4 + $0]) }
  }

  /// A pixel as `0xAARRGGBB`.
  subscript(x: Int, y: Int) -> UInt32 {
    let at = lead + y * stride + x * 4
    var pixel: UInt32 = 0
    for channel in 0..<4 { pixel |= UInt32(bytes[at + channel]) << UInt32(8 * channel) }
    return pixel
  }

  /// The bytes before the first row and after the pixels of each row.
  var padding: [UInt8] {
    var padding = Array(bytes[..<lead])
    for y in 0..<height { padding += bytes[(lead + y * stride + width * 4)..<(lead + (y + 1) * stride)] }
    return padding
  }

  /// Whether only pixels of `area` were written.
  func isUntouched(outside area: PixelRect) -> Bool {
    padding.allSatisfy { $0 == Picture.untouched }
      && (0..<height).allSatisfy { y in
        (0..<width).allSatisfy { x in
          let isInside = x >= area.x && x < area.maxX && y >= area.y && y < area.maxY
          return isInside || self[x, y] == 0xa5a5_a5a5
        }
      }
  }

  /// Returns the largest difference of a channel in pixel (`x`, `y`).
  func distance(to other: Picture, _ x: Int, _ y: Int) -> Int {
    let (mine, theirs) = (lead + y * stride + x * 4, other.lead + y * other.stride + x * 4)
    var worst = 0
    for channel in 0..<4 {
      worst = max(worst, abs(Int(bytes[mine + channel]) - Int(other.bytes[theirs + channel])))
    }
    return worst
  }

  /// Returns the largest difference of a channel over all pixels, and its position.
  func largestDifference(to other: Picture) -> (levels: Int, x: Int, y: Int) {
    var worst = (levels: 0, x: 0, y: 0)
    bytes.withUnsafeBufferPointer { mine in
      other.bytes.withUnsafeBufferPointer { theirs in
        for y in 0..<height {
          for i in 0..<(width * 4) {
            let difference = abs(
              Int(mine[lead + y * stride + i]) - Int(theirs[other.lead + y * other.stride + i]))
            if difference > worst.levels { worst = (difference, i / 4, y) }
          }
        }
      }
    }
    return worst
  }

  /// Returns the number of pixels that differ from `other`.
  func countOfPixels(unlike other: Picture) -> Int {
    (0..<height).reduce(0) { count, y in
      (0..<width).reduce(count) { $0 + (self[$1, y] == other[$1, y] ? 0 : 1) }
    }
  }

  /// Whether no color of any pixel exceeds its alpha.
  var isPremultiplied: Bool { isPremultiplied(in: PixelRect(x: 0, y: 0, width: width, height: height)) }

  /// Whether no color of any pixel in `area` exceeds its alpha.
  func isPremultiplied(in area: PixelRect) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      for y in area.y..<max(area.y, area.maxY) {
        for x in area.x..<max(area.x, area.maxX) {
          let i = lead + y * stride + x * 4
          let alpha = bytes[i + 3]
          if bytes[i] > alpha || bytes[i + 1] > alpha || bytes[i + 2] > alpha { return false }
        }
      }
      return true
    }
  }
}

extension Picture {
  /// Copies the pixels of `region` from a picture of the same shape.
  mutating func copy(_ region: DirtyRegion, from other: Picture) {
    let canvas = PixelRect(x: 0, y: 0, width: width, height: height)
    for part in region {
      let part = part.intersection(canvas)
      for y in part.y..<part.maxY {
        let row = (y * stride + part.x * 4)..<(y * stride + part.maxX * 4)
        bytes.replaceSubrange(row, with: other.bytes[row])
      }
    }
  }
}

/// The variants of the fast renderer. All draw the same picture, to within a level.
enum RendererVariant: CaseIterable {
  /// With vector instructions if the processor has them.
  case vectors
  /// In plain Swift.
  case swift
  /// With three threads.
  case threads

  /// A new renderer.
  var renderer: Renderer {
    switch self {
    case .vectors: Renderer()
    case .swift: Renderer(usesVectors: false)
    case .threads: Renderer(threads: 3)
    }
  }
}

extension Scene {
  /// The scene with the mip levels that exist now, as a frame draws it that does not make any.
  var withExistingLevels: Scene {
    var scene = self
    for index in layers.indices { scene.layers[index].existingLevels = layers[index].texture.existingLevels }
    return scene
  }

  /// Draws with a new fast renderer.
  func drawn(_ variant: RendererVariant = .vectors, stride: Int? = nil, clip: PixelRect? = nil) -> Picture {
    var picture = Picture(width: width, height: height, stride: stride)
    picture.draw { variant.renderer.render(self, into: $0, clip: clip) }
    return picture
  }

  /// Draws with the reference renderer.
  func drawnByReference(stride: Int? = nil, clip: PixelRect? = nil) -> Picture {
    var picture = Picture(width: width, height: height, stride: stride)
    picture.draw { ReferenceRenderer().render(self, into: $0, clip: clip) }
    return picture
  }
}

extension Texture {
  /// A texture of one color.
  static func plain(_ color: UInt32, width: Int = 8, height: Int = 8) -> Texture {
    Texture([UInt32](repeating: color, count: width * height), width: width, height: height)
  }

  /// A texture of random colors with hard contrasts; alpha is 255 if opaque, otherwise random.
  static func noise(width: Int, height: Int, seed: UInt64, isOpaque: Bool = true) -> Texture {
    var random = Random(seed: seed)
    let pixels = (0..<(width * height)).map { _ -> UInt32 in
      let alpha = isOpaque ? 255 : UInt32(random.next(below: 256))
      func channel() -> UInt32 {
        random.next(below: 2) == 0 ? 0 : UInt32(random.next(below: 256)) * alpha / 255
      }
      return channel() | channel() << 8 | channel() << 16 | alpha << 24
    }
    return Texture(pixels, width: width, height: height)
  }
}

extension Texture {
  /// The sizes of the mip levels that were used.
  var usedSizes: [LevelSize] {
    var sizes: [LevelSize] = []
    forEachUsedSize { sizes.append($0) }
    return sizes
  }

  /// Returns the rows of a mip level. If `withBorder` is true, the rows include the copy of their last texel, and
  /// the result includes the copy of the last row.
  func texels(x: Int = 0, y: Int = 0, withBorder: Bool = false) -> [[UInt32]] {
    withExtendedLifetime(self) {
      let level = level(x: x, y: y)
      let border = withBorder ? 1 : 0
      return (0..<(level.height + border)).map { row in
        (0..<(level.width + border)).map { level.texel($0, row) }
      }
    }
  }
}

/// A reproducible pseudo-random number generator.
struct Random: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 &+ 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  mutating func next(below bound: Int) -> Int { Int((next() >> 33) % UInt64(bound)) }

  mutating func next(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * Double(next() >> 11) / 9_007_199_254_740_992
  }
}
