import Geometry
import Raster

/// A small picture in memory, with what its rows are padded by.
struct Picture: Equatable {
  let width, height, stride: Int
  private(set) var bytes: [UInt8]

  /// What is between and around the rows before anything is drawn.
  static let untouched: UInt8 = 0xa5

  init(width: Int, height: Int, stride: Int? = nil) {
    self.width = width
    self.height = height
    self.stride = stride ?? width * 4
    bytes = [UInt8](repeating: Picture.untouched, count: max(self.stride * height, 1))
  }

  /// Lets `draw` write into the pixels.
  mutating func draw(_ draw: (PixelBuffer) -> Void) {
    let (width, height, stride) = (width, height, stride)
    bytes.withUnsafeMutableBytes { memory in
      draw(PixelBuffer(pointer: memory.baseAddress!, width: width, height: height, stride: stride))
    }
  }

  /// Blue, green, red and alpha of a pixel.
  func channels(_ x: Int, _ y: Int) -> [Int] {
    (0..<4).map { Int(bytes[y * stride + x * 4 + $0]) }
  }

  /// A pixel as `0xAARRGGBB`.
  subscript(x: Int, y: Int) -> UInt32 {
    channels(x, y).enumerated().reduce(0) { $0 | UInt32($1.element) << (8 * $1.offset) }
  }

  /// The bytes behind the pixels of each row.
  var padding: [UInt8] {
    (0..<height).flatMap { bytes[($0 * stride + width * 4)..<(($0 + 1) * stride)] }
  }

  /// The largest difference of a channel, and where it is.
  func largestDifference(to other: Picture) -> (levels: Int, x: Int, y: Int) {
    var worst = (levels: 0, x: 0, y: 0)
    for y in 0..<height {
      for x in 0..<width {
        for (a, b) in zip(channels(x, y), other.channels(x, y)) where abs(a - b) > worst.levels {
          worst = (abs(a - b), x, y)
        }
      }
    }
    return worst
  }

  /// Whether no colour of any pixel is brighter than its alpha allows.
  var isPremultiplied: Bool {
    (0..<height).allSatisfy { y in
      (0..<width).allSatisfy { x in
        let c = channels(x, y)
        return c[0] <= c[3] && c[1] <= c[3] && c[2] <= c[3]
      }
    }
  }
}

extension Scene {
  /// Draws with a fresh fast renderer.
  func drawn(stride: Int? = nil, clip: PixelRect? = nil) -> Picture {
    var picture = Picture(width: width, height: height, stride: stride)
    picture.draw { Renderer().render(self, into: $0, clip: clip) }
    return picture
  }

  /// Draws as the definition says.
  func drawnByReference(stride: Int? = nil, clip: PixelRect? = nil) -> Picture {
    var picture = Picture(width: width, height: height, stride: stride)
    picture.draw { ReferenceRenderer().render(self, into: $0, clip: clip) }
    return picture
  }
}

extension Texture {
  /// One colour all over.
  static func plain(_ color: UInt32, width: Int = 8, height: Int = 8) -> Texture {
    Texture([UInt32](repeating: color, count: width * height), width: width, height: height)
  }

  /// Every texel a colour of its own, with hard contrasts; `alpha` 255 for opaque, else up to it.
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

/// Numbers that look random and are the same every time.
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
