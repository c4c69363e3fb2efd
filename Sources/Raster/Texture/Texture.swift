internal import Synchronization

/// An image to be shown in perspective, with mip levels for smaller sizes.
///
/// A mip level is made when the texture is first drawn at about the size of the level. Width and height are
/// downscaled independently: if a card is turned far to the side, a narrow level of full height is used, so
/// that the card stays sharp vertically. A texture may be made on one thread and drawn on another.
public final class Texture: Sendable {
  /// The size in texels.
  public let width, height: Int
  /// Whether every texel has alpha 255, so that layers behind it need not be drawn.
  ///
  /// An update of a texture that is not opaque is never reported as opaque, even if all its texels are.
  public let isOpaque: Bool
  /// The texels that are not transparent, and some that are opaque.
  package let shape: TextureShape

  private let history: TextureHistory
  private let base: MipLevel
  private let smaller = Mutex(SmallerLevels())
  /// Whether the base level was used since ``beginTrackingUse()``.
  private let isBaseUsed = Atomic(false)

  /// Whether a part of the texture was drawn on its own since ``beginTrackingUse()``.
  private let isPartlyDrawn = Atomic(false)

  /// The sizes that frames wanted but did not have, see ``nearestLevel(to:among:)``.
  private let wanted = Mutex(WantedSizes())

  private struct SmallerLevels {
    private(set) var levels: [SmallerLevel] = []
    /// The sizes of the levels. Each frame reads it, so it is made only when it changes.
    private(set) var sizes = LevelSet()

    mutating func append(_ level: SmallerLevel) {
      levels.append(level)
      sizes = LevelSet(levels.map(\.size))
    }

    mutating func removeAll(where isEvicted: (SmallerLevel) -> Bool) {
      let count = levels.count
      levels.removeAll(where: isEvicted)
      if levels.count != count { sizes = LevelSet(levels.map(\.size)) }
    }

    func index(of size: LevelSize) -> Int? { levels.firstIndex { $0.size == size } }

    mutating func markUnused() {
      for index in levels.indices { levels[index].isUsed = false }
    }

    /// Marks a level as used, and returns it.
    ///
    /// - Parameter isSubstitute: Whether it is used in place of another size.
    mutating func use(at index: Int, isSubstitute: Bool) -> MipLevel {
      levels[index].isSubstitute = isSubstitute && (levels[index].isSubstitute || !levels[index].isUsed)
      levels[index].isUsed = true
      return levels[index].level
    }
  }

  private struct SmallerLevel {
    let size: LevelSize
    let level: MipLevel
    /// Whether the level was used since ``beginTrackingUse()``.
    var isUsed: Bool
    /// Whether it was used only in place of another size.
    var isSubstitute = false
  }

  private struct WantedSizes {
    var sizes: [LevelSize] = []
    /// Whether a new frame has begun since a whole layer with the texture was drawn.
    var isOutdated = false
  }

  /// The meaning of the fourth byte of a source pixel.
  public enum AlphaByte: Sendable {
    /// Opacity; the colors are premultiplied.
    case premultiplied
    /// Unused: every pixel is opaque. cairo: `CAIRO_FORMAT_RGB24`.
    case ignored
  }

  /// The largest width and height, in texels.
  public static let maximumSide = 32768

  /// Creates a texture with a copy of `pixels`.
  ///
  /// A color that exceeds its alpha is clamped to it.
  ///
  /// - Parameters:
  ///   - pixels: `height` rows of `stride` bytes, premultiplied BGRA, top row first; any alignment.
  ///   - width: In texels.
  ///   - height: In texels.
  ///   - stride: The distance from row to row, in bytes; at least `width * 4`.
  ///   - alpha: The meaning of the fourth byte.
  /// - Precondition: `width` and `height` are in `1...maximumSide`, and a row fits the stride.
  public init(
    copying pixels: UnsafeRawPointer, width: Int, height: Int, stride: Int, alpha: AlphaByte = .premultiplied
  ) {
    let sides = 1...Texture.maximumSide
    precondition(
      sides.contains(width) && sides.contains(height),
      "a texture of \(width) × \(height) texels; each side must be in \(sides)")
    precondition(stride >= width * 4, "a stride of \(stride) bytes is less than a row of \(width) texels")
    self.width = width
    self.height = height
    base = MipLevel(width: width, height: height)
    history = TextureHistory()
    let all = PixelRect(x: 0, y: 0, width: width, height: height)
    isOpaque = base.fill(all, copying: pixels, stride: stride, alpha: alpha)
    shape = isOpaque ? TextureShape(opaque: all) : TextureShape(base)
  }

  /// Creates a copy of `old` in which the texels of `rectangle` are replaced, in all mip levels that `old` has.
  ///
  /// A frame that shows the copy in place of `old` redraws only the pixels that the new texels touch. In mip
  /// levels, only the part that the new texels affect is downscaled again.
  ///
  /// - Parameters:
  ///   - old: The texture to copy; it stays unchanged.
  ///   - rectangle: In texels.
  ///   - pixels: The new texels: `rectangle.height` rows of `stride` bytes, premultiplied BGRA, top row first; any
  ///     alignment.
  ///   - stride: The distance from row to row, in bytes; at least `rectangle.width * 4`.
  ///   - alpha: The meaning of the fourth byte.
  /// - Precondition: `rectangle` is not empty and lies within the texture, and a row fits the stride.
  public init(
    updating old: Texture, in rectangle: PixelRect, copying pixels: UnsafeRawPointer, stride: Int,
    alpha: AlphaByte = .premultiplied
  ) {
    let all = PixelRect(x: 0, y: 0, width: old.width, height: old.height)
    precondition(
      !rectangle.isEmpty && all.intersection(rectangle) == rectangle,
      "an update of \(rectangle) in a texture of \(old.width) × \(old.height) texels")
    precondition(
      stride >= rectangle.width * 4,
      "a stride of \(stride) bytes is less than a row of \(rectangle.width) texels")
    width = old.width
    height = old.height
    history = old.history.updated(in: rectangle)
    base = MipLevel(copying: old.base)
    let isOpaque = base.fill(rectangle, copying: pixels, stride: stride, alpha: alpha)
    self.isOpaque = old.isOpaque && isOpaque
    shape = old.shape.updated(in: rectangle, isOpaque: isOpaque)
    var copies = SmallerLevels()
    for level in old.smaller.withLock({ $0.levels }) {
      copies.append(
        SmallerLevel(
          size: level.size,
          level: level.level.updated(from: base, in: rectangle, usesVectors: hasVectorKernels),
          isUsed: level.isUsed))
    }
    smaller.withLock { $0 = copies }
    // A frame draws only the new texels. The others are still shown with the levels of `old`.
    let missing = old.wanted.withLock { $0 }
    wanted.withLock { $0 = missing }
  }

  /// Returns the smallest rectangle of texels that contains all updates since `old`. Returns `nil` if this texture
  /// was not made from `old` by at most ``TextureHistory/maximumCount`` updates.
  func changes(since old: Texture) -> PixelRect? { history.changes(since: old.history) }

  /// Creates a texture from pixels in memory: `height` rows of `width`, each `0xAARRGGBB`, premultiplied.
  ///
  /// - Precondition: There are `width * height` pixels; both sides are in `1...maximumSide`.
  public convenience init(_ pixels: [UInt32], width: Int, height: Int, alpha: AlphaByte = .premultiplied) {
    precondition(
      pixels.count == width * height, "\(pixels.count) pixels given for a texture of \(width) × \(height)")
    self.init(copying: pixels, width: width, height: height, stride: width * 4, alpha: alpha)
  }

  // MARK: Mip levels

  /// The memory of all existing mip levels and the texture itself, in bytes. The blocks allocated for it may
  /// be up to 1/8 larger.
  public var byteCount: Int {
    smaller.withLock { $0.levels.reduce(base.byteCount) { $0 + $1.level.byteCount } }
  }

  /// Makes the mip levels that `other` has, if both textures have the same size. Use it for a texture that
  /// replaces `other`.
  ///
  /// Call it on a background thread before the texture is drawn. Levels that are still missing when the
  /// texture is drawn are made during that frame and delay it.
  public func makeLevels(like other: Texture) {
    guard (width, height) == (other.width, other.height) else { return }
    makeLevels(other.existingLevels.sizes)
  }

  /// Makes the mip levels of the given `sizes` that do not exist. Levels of one width are cheaper to make
  /// together than one by one.
  package func makeLevels(_ sizes: [LevelSize]) {
    var missing = sizes.filter { $0 != .base && !has($0) }
    while let number = missing.first?.x {
      make(missing.filter { $0.x == number })
      missing.removeAll { $0.x == number }
    }
  }

  /// Whether the mip level of this size exists.
  package func has(_ size: LevelSize) -> Bool {
    size == .base || smaller.withLock { $0.index(of: size) != nil }
  }

  /// Evicts all mip levels except the texture's full size. They are made again when needed.
  public func removeLevels() { removeLevels(except: []) }

  /// Evicts all mip levels except the base and the levels of the `kept` sizes.
  package func removeLevels(except kept: [LevelSize]) {
    smaller.withLock { levels in levels.removeAll { !kept.contains($0.size) } }
  }

  /// Starts tracking which mip levels are used. Marks all levels as unused.
  public func beginTrackingUse() {
    isBaseUsed.store(false, ordering: .relaxed)
    isPartlyDrawn.store(false, ordering: .relaxed)
    smaller.withLock { $0.markUnused() }
    wanted.withLock { $0.isOutdated = true }
  }

  /// Calls `body` with the size of each mip level used since ``beginTrackingUse()``. For one that was used in place of a
  /// missing size, it is the missing size.
  package func forEachUsedSize(_ body: (LevelSize) -> Void) {
    if isBaseUsed.load(ordering: .relaxed) { body(.base) }
    smaller.withLock { levels in
      for level in levels.levels where level.isUsed && !level.isSubstitute { body(level.size) }
    }
    for size in wanted.withLock({ $0.isOutdated ? [] : $0.sizes }) { body(size) }
  }

  // MARK: Missing mip levels

  /// Call it before a layer with this texture is drawn. If the whole layer is drawn, the sizes that former frames wanted
  /// are forgotten. Otherwise the rest of the layer still shows other levels in their place.
  package func beginDrawing(isWhole: Bool) {
    if isWhole {
      wanted.withLock { if $0.isOutdated { $0 = WantedSizes() } }
    } else {
      isPartlyDrawn.store(true, ordering: .relaxed)
    }
  }

  /// Returns the mip level of `size` if it is in `existing`, otherwise the one of `existing` whose size is most similar, and
  /// adds `size` to ``wantedSizes``.
  ///
  /// A level of `existing` that was evicted meanwhile is made again, so that a scene always has the same picture.
  package func nearestLevel(to size: LevelSize, among existing: LevelSet) -> MipLevel {
    let nearest = existing.nearest(to: size)
    guard nearest != size else { return level(x: size.x, y: size.y) }
    wanted.withLock { if !$0.sizes.contains(size) { $0.sizes.append(size) } }
    guard nearest != .base else { return base }
    return existingLevel(nearest, isSubstitute: true) ?? make([nearest], isUsed: true)[0]
  }

  /// The sizes in place of which the layer shows other levels. Some may exist by now.
  package var wantedSizes: [LevelSize] { wanted.withLock { $0.sizes } }

  /// Whether the layer shows other levels than those it should, and these do not exist yet.
  package var lacksWantedLevels: Bool { wantedSizes.contains { !has($0) } }

  /// The sizes of the mip levels that exist now, without the base.
  package var existingLevels: LevelSet { smaller.withLock { $0.sizes } }

  /// Evicts the mip levels that no frame has used since ``beginTrackingUse()``, for example levels that were
  /// used only during an animation.
  ///
  /// If no level was used, or if only a part of a layer was drawn, all levels are kept: the texture may be visible in a
  /// part of the window that was not redrawn.
  public func removeUnusedLevels() { removeUnusedLevels(except: []) }

  /// Evicts the mip levels that no frame has used since ``beginTrackingUse()``, except the levels of the
  /// `kept` sizes.
  package func removeUnusedLevels(except kept: [LevelSize]) {
    guard !isPartlyDrawn.load(ordering: .relaxed) else { return }
    smaller.withLock { levels in
      guard isBaseUsed.load(ordering: .relaxed) || levels.levels.contains(where: \.isUsed) else { return }
      levels.removeAll { !$0.isUsed && !kept.contains($0.size) }
    }
  }

  /// The widths of the mip levels.
  package var widths: LevelLengths { LevelLengths(base: width) }
  /// The heights of the mip levels.
  package var heights: LevelLengths { LevelLengths(base: height) }

  /// Returns the mip level of width number `x` and height number `y`, and makes it if it is missing.
  package func level(x: Int, y: Int) -> MipLevel {
    if x == 0, y == 0 {
      isBaseUsed.store(true, ordering: .relaxed)
      return base
    }
    let size = LevelSize(x: x, y: y)
    if let level = existingLevel(size, isSubstitute: false) { return level }
    return make([size], isUsed: true)[0]
  }

  private func existingLevel(_ size: LevelSize, isSubstitute: Bool) -> MipLevel? {
    smaller.withLock { levels in levels.index(of: size).map { levels.use(at: $0, isSubstitute: isSubstitute) }
    }
  }

  /// Makes mip levels of one width. If another thread has made one of them in the meantime, returns that
  /// level.
  @discardableResult
  private func make(_ sizes: [LevelSize], isUsed: Bool = false) -> [MipLevel] {
    // The lock is not held here, because downscaling takes long.
    let made = base.downscaled(
      toWidth: widths[sizes[0].x], heights: sizes.map { heights[$0.y] }, usesVectors: hasVectorKernels)
    return smaller.withLock { levels in
      zip(sizes, made).map { size, level in
        if let index = levels.index(of: size) {
          return isUsed ? levels.use(at: index, isSubstitute: false) : levels.levels[index].level
        }
        levels.append(SmallerLevel(size: size, level: level, isUsed: isUsed))
        return level
      }
    }
  }
}

extension MipLevel {
  /// Copies `pixels` into a rectangle of this level; returns whether all of them are opaque.
  fileprivate func fill(
    _ rectangle: PixelRect, copying source: UnsafeRawPointer, stride: Int, alpha: Texture.AlphaByte
  ) -> Bool {
    var isOpaque = true
    for y in 0..<rectangle.height {
      let row = pixels + (rectangle.y + y) * rowLength + rectangle.x
      UnsafeMutableRawPointer(row).copyMemory(from: source + y * stride, byteCount: rectangle.width * 4)
      switch alpha {
      case .ignored: for x in 0..<rectangle.width { row[x] |= 0xff00_0000 }
      case .premultiplied:
        if !limitToAlpha(row, count: rectangle.width) { isOpaque = false }
      }
    }
    fillBorder()
    return isOpaque
  }
}

/// Clamps the colors of texels to their alpha. Returns whether all texels are opaque.
private func limitToAlpha(_ texels: UnsafeMutablePointer<UInt32>, count: Int) -> Bool {
  let blockLength = 16
  var isOpaque = true
  for start in stride(from: 0, to: count, by: blockLength) {
    let block = texels + start
    let length = min(blockLength, count - start)
    // Most blocks are opaque or transparent. This is found without branches, so that the compiler uses vectors.
    var (common, any) = (UInt32.max, UInt32(0))
    for x in 0..<length {
      common &= block[x]
      any |= block[x]
    }
    guard common < 0xff00_0000 else { continue }
    isOpaque = false
    guard any != 0 else { continue }
    for x in 0..<length where block[x] < 0xff00_0000 { block[x] = limitedToAlpha(block[x]) }
  }
  return isOpaque
}

/// Returns `pixel` with its colors clamped to its alpha.
func limitedToAlpha(_ pixel: UInt32) -> UInt32 {
  let alpha = pixel &>> 24
  let blue = min(pixel & 0xff, alpha)
  let green = min((pixel &>> 8) & 0xff, alpha)
  let red = min((pixel &>> 16) & 0xff, alpha)
  return blue | green &<< 8 | red &<< 16 | alpha &<< 24
}
