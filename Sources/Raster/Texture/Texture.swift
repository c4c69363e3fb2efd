internal import Synchronization

/// Pixels to be shown in perspective, with smaller copies of themselves for when they are far away.
///
/// A smaller copy (mip level) is made when the texture is first shown at that size. Width and height downscale
/// independently, so a card that is turned far to the side gets narrower and stays sharp from top to bottom.
/// It may be made on one thread and drawn on another.
public final class Texture: Sendable {
  /// The size in texels.
  public let width, height: Int
  /// Whether every texel has alpha 255: what lies behind such a layer need not be drawn.
  public let isOpaque: Bool

  private let base: MipLevel
  private let smaller = Mutex<[SmallerLevel]>([])
  /// Whether the base was wanted since a frame began.
  private let isBaseUsed = Atomic(false)

  private struct SmallerLevel {
    let size: LevelSize
    let level: MipLevel
    /// Whether it was wanted since a frame began.
    var isUsed: Bool
  }

  /// What the fourth byte of a source pixel means.
  public enum AlphaByte: Sendable {
    /// How opaque the pixel is; the colours are multiplied by it already.
    case premultiplied
    /// Nothing: every pixel is opaque. cairo: `CAIRO_FORMAT_RGB24`.
    case ignored
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
  /// - Precondition: `width` and `height` are in `1...maximumSide`, and a row fits the stride.
  public init(
    copying pixels: UnsafeRawPointer, width: Int, height: Int, stride: Int, alpha: AlphaByte = .premultiplied
  ) {
    let sides = 1...Texture.maximumSide
    precondition(sides.contains(width) && sides.contains(height), "a texture of \(width) × \(height) texels")
    precondition(stride >= width * 4, "\(width) texels do not fit a stride of \(stride) bytes")
    self.width = width
    self.height = height
    base = MipLevel(width: width, height: height)
    isOpaque = base.fill(copying: pixels, stride: stride, alpha: alpha)
  }

  /// Creates a texture from pixels in memory: `height` rows of `width`, each `0xAARRGGBB`, premultiplied.
  ///
  /// - Precondition: There are `width * height` pixels; both sides are in `1...maximumSide`.
  public convenience init(_ pixels: [UInt32], width: Int, height: Int, alpha: AlphaByte = .premultiplied) {
    precondition(pixels.count == width * height, "\(pixels.count) pixels for \(width) × \(height)")
    self.init(copying: pixels, width: width, height: height, stride: width * 4, alpha: alpha)
  }

  // MARK: Smaller copies

  /// The memory of the pixels and of the smaller copies that exist now, in bytes; what
  /// each of them lies in may be larger by up to an eighth.
  public var byteCount: Int {
    smaller.withLock { $0.reduce(base.byteCount) { $0 + $1.level.byteCount } }
  }

  /// Makes the smaller copies that `other` has, if both are of one size: those that will be wanted first when
  /// this texture takes the other's place.
  ///
  /// For a thread that has time; else they are made in the middle of a frame.
  public func makeLevels(like other: Texture) {
    guard (width, height) == (other.width, other.height) else { return }
    makeLevels(other.smaller.withLock { $0.map(\.size) })
  }

  /// Makes smaller copies ahead of the frame that will want them, on a thread that has time; or for a frame
  /// that wants several. Those of one width cost less together than one by one.
  package func makeLevels(_ sizes: [LevelSize]) {
    var missing = sizes.filter { $0 != .base && !has($0) }
    while let number = missing.first?.x {
      make(missing.filter { $0.x == number })
      missing.removeAll { $0.x == number }
    }
  }

  /// Whether there are pixels of this size.
  package func has(_ size: LevelSize) -> Bool {
    size == .base || smaller.withLock { $0.contains { $0.size == size } }
  }

  /// Gives up the smaller copies. They are made again when they are wanted.
  public func removeLevels() { removeLevels(except: []) }

  /// Gives up the smaller copies but those of some sizes.
  package func removeLevels(except kept: [LevelSize]) {
    smaller.withLock { levels in levels.removeAll { !kept.contains($0.size) } }
  }

  /// Begins to note which copies are used: none so far.
  public func beginTrackingUse() {
    isBaseUsed.store(false, ordering: .relaxed)
    smaller.withLock { levels in
      for index in levels.indices { levels[index].isUsed = false }
    }
  }

  /// Calls `body` with each size that a scene used since ``beginTrackingUse()``.
  package func forEachUsedSize(_ body: (LevelSize) -> Void) {
    if isBaseUsed.load(ordering: .relaxed) { body(.base) }
    smaller.withLock { levels in
      for level in levels where level.isUsed { body(level.size) }
    }
  }

  /// Gives up the smaller copies that no scene used since ``beginTrackingUse()``: those of sizes that it was
  /// shown at in passing.
  ///
  /// Where nothing of the texture was used, it keeps them all: it may be in view, where nothing had to be
  /// drawn.
  public func removeUnusedLevels() { removeUnusedLevels(except: []) }

  /// Gives up the smaller copies that no scene used since ``beginTrackingUse()``, but those of some sizes.
  package func removeUnusedLevels(except kept: [LevelSize]) {
    smaller.withLock { levels in
      guard isBaseUsed.load(ordering: .relaxed) || levels.contains(where: \.isUsed) else { return }
      levels.removeAll { !$0.isUsed && !kept.contains($0.size) }
    }
  }

  package var widths: LevelLengths { LevelLengths(base: width) }
  package var heights: LevelLengths { LevelLengths(base: height) }

  /// Returns the pixels at width number `x` and height number `y`.
  package func level(x: Int, y: Int) -> MipLevel {
    if x == 0, y == 0 {
      isBaseUsed.store(true, ordering: .relaxed)
      return base
    }
    let size = LevelSize(x: x, y: y)
    if let level = existingLevel(size) { return level }
    return make([size], isUsed: true)[0]
  }

  private func existingLevel(_ size: LevelSize) -> MipLevel? {
    smaller.withLock { levels in
      guard let index = levels.firstIndex(where: { $0.size == size }) else { return nil }
      levels[index].isUsed = true
      return levels[index].level
    }
  }

  /// Makes smaller copies of one width, or finds that another thread has made them meanwhile.
  @discardableResult
  private func make(_ sizes: [LevelSize], isUsed: Bool = false) -> [MipLevel] {
    // Without the lock: making them takes long. Whoever is first is kept.
    let made = base.downscaled(
      toWidth: widths[sizes[0].x], heights: sizes.map { heights[$0.y] }, usesVectors: hasVectorKernels)
    return smaller.withLock { levels in
      zip(sizes, made).map { size, level in
        if let index = levels.firstIndex(where: { $0.size == size }) {
          levels[index].isUsed = levels[index].isUsed || isUsed
          return levels[index].level
        }
        levels.append(SmallerLevel(size: size, level: level, isUsed: isUsed))
        return level
      }
    }
  }
}

extension MipLevel {
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
