/// Pixels to be shown in perspective, with smaller copies of themselves for when they are far away.
///
/// The smaller copies (mip levels) halve width and height independently, so a card that is turned far to the side
/// shrinks in one direction and stays sharp in the other. Immutable: it may be made on one thread and drawn on another.
public final class Texture: Sendable {
  /// The size in texels.
  public let width, height: Int
  /// Whether every texel has alpha 255: what lies behind such a layer need not be drawn.
  public let isOpaque: Bool
  /// The memory of all levels, in bytes.
  public let byteCount: Int

  private let columns: Int
  // Written in `init` only, freed in `deinit` only.
  nonisolated(unsafe) private let levels: UnsafeMutablePointer<Level>
  nonisolated(unsafe) private let texels: UnsafeMutablePointer<UInt32>
  private let levelCount: Int

  /// What the fourth byte of a source pixel means.
  public enum AlphaByte: Sendable {
    /// How opaque the pixel is; the colours are multiplied by it already.
    case premultiplied
    /// Nothing: every pixel is opaque. cairo: `CAIRO_FORMAT_RGB24`.
    case ignored
  }

  /// Which smaller copies are made.
  public enum LevelSet: Sendable {
    /// Every combination of halved widths and heights; four times the memory of the pixels alone.
    case separable
    /// None: for what is always shown near its own size.
    case baseOnly
  }

  /// The largest width and height, in texels.
  public static let maximumSide = 32768

  /// Creates a texture with a copy of `pixels`.
  ///
  /// A colour brighter than its alpha allows is cut down to the alpha.
  ///
  /// - Parameters:
  ///   - pixels: `height` rows of `stride` bytes, premultiplied BGRA, top row first; any alignment.
  ///   - width: In texels.
  ///   - height: In texels.
  ///   - stride: The distance from row to row, in bytes; any number from `width * 4`.
  ///   - alpha: What the fourth byte means.
  ///   - levels: Which smaller copies to make.
  /// - Precondition: `width` and `height` are in `1...maximumSide`, and a row fits the stride.
  /// - Complexity: O(`width` · `height`); with all levels 5 to 15 ms a megapixel, so not for the middle of a frame.
  public init(
    copying pixels: UnsafeRawPointer, width: Int, height: Int, stride: Int, alpha: AlphaByte = .premultiplied,
    levels levelSet: LevelSet = .separable
  ) {
    let sides = 1...Texture.maximumSide
    precondition(sides.contains(width) && sides.contains(height), "a texture of \(width) × \(height) texels")
    precondition(stride >= width * 4, "\(width) texels do not fit a stride of \(stride) bytes")
    self.width = width
    self.height = height
    let widths = levelSet == .separable ? halvings(of: width) : [width]
    let heights = levelSet == .separable ? halvings(of: height) : [height]
    let total = heights.reduce(0) { sum, h in
      sum + widths.reduce(0) { $0 + Level.texelCount(width: $1, height: h) }
    }
    columns = widths.count
    levelCount = widths.count * heights.count
    levels = .allocate(capacity: levelCount)
    texels = .allocate(capacity: total)
    byteCount = total * MemoryLayout<UInt32>.size

    var next = texels
    for (row, h) in heights.enumerated() {
      for (column, w) in widths.enumerated() {
        (levels + row * columns + column).initialize(to: Level(width: w, height: h, pixels: next))
        next += Level.texelCount(width: w, height: h)
      }
    }
    isOpaque = levels[0].fill(copying: pixels, stride: stride, alpha: alpha)
    for row in 0..<heights.count {
      for column in 0..<widths.count where row + column > 0 {
        let level = levels[row * columns + column]
        if column > 0 {
          level.fill(halvingWidthOf: levels[row * columns + column - 1])
        } else {
          level.fill(halvingHeightOf: levels[(row - 1) * columns])
        }
      }
    }
  }

  /// Creates a texture from pixels in memory: `height` rows of `width`, each `0xAARRGGBB`, premultiplied.
  ///
  /// - Precondition: There are `width * height` pixels; both sides are in `1...maximumSide`.
  public convenience init(
    _ pixels: [UInt32], width: Int, height: Int, alpha: AlphaByte = .premultiplied,
    levels: LevelSet = .separable
  ) {
    precondition(pixels.count == width * height, "\(pixels.count) pixels for \(width) × \(height)")
    self.init(copying: pixels, width: width, height: height, stride: width * 4, alpha: alpha, levels: levels)
  }

  deinit {
    levels.deallocate()
    texels.deallocate()
  }

  /// How often the width is halved in the narrowest level, and the height in the flattest.
  package var deepest: (x: Int, y: Int) { (columns - 1, levelCount / columns - 1) }

  /// Returns the pixels with the width halved `x` times and the height `y` times.
  package func level(x: Int, y: Int) -> Level { levels[y * columns + x] }
}

/// Returns `length`, its half, and so on down to 1.
private func halvings(of length: Int) -> [Int] {
  Array(sequence(first: length) { $0 > 1 ? $0 / 2 : nil })
}

extension Level {
  /// Copies `pixels` into this level; says whether all of them are opaque.
  fileprivate func fill(copying source: UnsafeRawPointer, stride: Int, alpha: Texture.AlphaByte) -> Bool {
    var isOpaque = true
    for y in 0..<height {
      let row = pixels + y * rowLength
      UnsafeMutableRawPointer(row).copyMemory(from: source + y * stride, byteCount: width * 4)
      switch alpha {
      case .ignored: for x in 0..<width { row[x] |= 0xff00_0000 }
      case .premultiplied:
        for x in 0..<width where row[x] < 0xff00_0000 {
          isOpaque = false
          row[x] = limitedToAlpha(row[x])
        }
      }
    }
    fillBorder()
    return isOpaque
  }
}

/// Returns `pixel` with no colour above its alpha.
func limitedToAlpha(_ pixel: UInt32) -> UInt32 {
  let alpha = pixel &>> 24
  let blue = min(pixel & 0xff, alpha)
  let green = min((pixel &>> 8) & 0xff, alpha)
  let red = min((pixel &>> 16) & 0xff, alpha)
  return blue | green &<< 8 | red &<< 16 | alpha &<< 24
}
