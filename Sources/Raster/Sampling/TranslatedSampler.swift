internal import CRasterKernels
internal import Geometry

/// Samples a layer that is translated and not scaled, rotated or tilted. All its pixels have the same
/// fractional texel offset, so many rows are sampled in one call.
struct TranslatedSampler: BitwiseCopyable {
  private let texels: UnsafePointer<UInt32>
  private let rowLength, lastColumn, lastRow: Int
  /// The texel whose center lies at the center of canvas pixel (0, 0), or less than a texel to the left of
  /// and above it.
  private let column, row: Int
  /// The distance from that texel's center to the pixel's center, in 1/32768 texel.
  private let right, down: Int32
  private let usesVectors: Bool

  /// Whether pixels are exact copies of texels.
  private var isCopy: Bool { right == 0 && down == 0 }

  /// Differences below this, in px, are treated as zero.
  fileprivate static let tolerance = 1e-4

  /// Creates a sampler for `layer`. Returns `nil` if the layer is not only translated, or if it is translated
  /// by a fraction of a pixel and `usesVectors` is false.
  init?(_ layer: SceneLayer, usesVectors: Bool) {
    guard let origin = layer.translation(tolerance: Self.tolerance) else { return nil }
    let level = layer.texture.level(x: 0, y: 0)
    texels = UnsafePointer(level.pixels)
    (rowLength, lastColumn, lastRow) = (level.rowLength, level.width - 1, level.height - 1)
    func split(_ origin: Double) -> (texel: Int, share: Int32) {
      let whole = origin.rounded()
      if abs(origin - whole) < Self.tolerance { return (-Int(whole), 0) }
      let texel = (-origin).rounded(.down)
      return (Int(texel), Int32(min(32767, (-origin - texel) * 32768 + 0.5)))
    }
    (column, right) = split(origin.x)
    (row, down) = split(origin.y)
    self.usesVectors = usesVectors
    guard usesVectors || isCopy else { return nil }
  }

  /// Draws `count` pixels of each of `rows` from column `x` on.
  func draw(x: Int, count: Int, _ rows: Range<Int>, into target: RowPainter.Target) {
    forEachBlock(x: x, count: count, rows) { block in
      let result = target[block.y] + block.x
      let (count, rows) = (Int32(block.count), Int32(block.rowCount))
      if block.right != 0 || block.down != 0 {
        craster_translate(
          block.texels, Int64(block.rowLength), count, rows, block.right, block.down, result,
          Int64(target.stride))
      } else if usesVectors {
        craster_copy(block.texels, Int64(block.rowLength), count, rows, result, Int64(target.stride))
      } else {
        for row in 0..<block.rowCount {
          (result + row * target.stride).update(
            from: block.texels + row * block.rowLength, count: block.count)
        }
      }
    }
  }

  /// Writes `count` wide pixels of row `y`, beginning with column `x`, to `result`. `scratch` has room for
  /// `count` pixels.
  func draw(
    x: Int, y: Int, count: Int, into result: UnsafeMutablePointer<UInt64>,
    scratch: UnsafeMutablePointer<UInt32>
  ) {
    if isCopy {
      draw(x: x, count: count, y..<y + 1, into: RowPainter.Target(firstRow: scratch - x, stride: 0, start: y))
      if usesVectors { return craster_widen(scratch, Int32(count), result) }
      for i in 0..<count { result[i] = widened(scratch[i]) }
      return
    }
    forEachBlock(x: x, count: count, y..<y + 1) { block in
      craster_translate_wide(
        block.texels, block.texels + rowLength, Int32(block.count), block.right, block.down,
        result + (block.x - x))
    }
  }

  /// Returns the wide pixel at (`x`, `y`).
  func pixel(x: Int, y: Int) -> UInt64 {
    var (wide, pixel) = (UInt64(0), UInt32(0))
    draw(x: x, y: y, count: 1, into: &wide, scratch: &pixel)
    return wide
  }

  /// Pixels with the same fractional offset.
  private struct Block {
    let x, y, count, rowCount: Int
    /// The upper left texel of the first pixel.
    let texels: UnsafePointer<UInt32>
    /// The distance between the block's rows of texels; 0 if all its rows read the same texels.
    let rowLength: Int
    let right, down: Int32
  }

  /// Calls `body` with the blocks into which the pixels are divided. The center of an edge pixel may lie
  /// outside the outermost texel centers; there the outermost texels are repeated.
  @inline(__always)
  private func forEachBlock(x: Int, count: Int, _ rows: Range<Int>, _ body: (Block) -> Void) {
    let across = Stretch(from: x + column, count: count, last: lastColumn, share: right)
    let along = Stretch(from: rows.lowerBound + row, count: rows.count, last: lastRow, share: down)
    func forEachColumns(from start: Int, to end: Int, texelRow: Int, rowLength: Int, down: Int32) {
      guard start < end else { return }
      let texels = texels + texelRow * self.rowLength
      func block(_ number: Int, _ count: Int, texel: Int, right: Int32) {
        body(
          Block(
            x: x + number, y: rows.lowerBound + start, count: count, rowCount: end - start,
            texels: texels + texel, rowLength: rowLength, right: right, down: down))
      }
      for number in 0..<across.start { block(number, 1, texel: 0, right: 0) }
      if across.start < across.end {
        block(
          across.start, across.end - across.start, texel: x + column + across.start, right: right)
      }
      for number in across.end..<max(across.end, count) { block(number, 1, texel: lastColumn, right: 0) }
    }
    forEachColumns(from: 0, to: along.start, texelRow: 0, rowLength: 0, down: 0)
    forEachColumns(
      from: along.start, to: along.end, texelRow: rows.lowerBound + row + along.start, rowLength: rowLength,
      down: down)
    forEachColumns(from: along.end, to: rows.count, texelRow: lastRow, rowLength: 0, down: 0)
  }

  /// The range of pixels, along one axis, that lie between the centers of the first and the last texel.
  private struct Stretch {
    let start, end: Int

    @inline(__always)
    init(from texel: Int, count: Int, last: Int, share: Int32) {
      start = min(max(-texel, 0), max(count, 0))
      end = min(max(last + (share == 0 ? 1 : 0) - texel, start), max(count, start))
    }
  }
}

extension SceneLayer {
  /// The parts of a layer that is translated and not scaled, rotated or tilted, in canvas pixels.
  struct TranslatedParts {
    /// Outside of these pixels, the layer is transparent.
    let content: PixelRect
    /// The layer is opaque in these pixels, if its ``alpha`` is 1.
    let opaque: PixelRect
  }

  /// The parts of a layer that is only translated; `nil` for another layer, or if all of the texture is opaque.
  var translatedParts: TranslatedParts? {
    guard !texture.isOpaque, let origin = translation(tolerance: TranslatedSampler.tolerance) else {
      return nil
    }
    let shape = texture.shape
    func split(_ origin: Double) -> (pixel: Int, isWhole: Bool) {
      let whole = origin.rounded()
      return abs(origin - whole) < TranslatedSampler.tolerance
        ? (Int(whole), true) : (Int(origin.rounded(.down)), false)
    }
    let (x, y) = (split(origin.x), split(origin.y))
    // A pixel between texels shows two of them in each direction.
    let (across, down) = (x.isWhole ? 0 : 1, y.isWhole ? 0 : 1)
    let (content, opaque) = (shape.content, shape.opaque)
    return TranslatedParts(
      content: content.isEmpty
        ? .zero
        : PixelRect(
          x: x.pixel + content.x, y: y.pixel + content.y, width: content.width + across,
          height: content.height + down),
      opaque: PixelRect(
        x: x.pixel + opaque.x + across, y: y.pixel + opaque.y + down, width: opaque.width - across,
        height: opaque.height - down))
  }

  /// The position of texel (0, 0) if the layer is only translated, to within `tolerance`; otherwise `nil`.
  fileprivate func translation(tolerance: Double) -> Point? {
    let (width, height) = (Double(texture.width), Double(texture.height))
    guard let origin = homography.project(.zero), abs(origin.x) < 1e6, abs(origin.y) < 1e6 else { return nil }
    func isTranslated(_ corner: Point) -> Bool {
      guard let image = homography.project(corner) else { return false }
      return abs(image.x - corner.x - origin.x) < tolerance && abs(image.y - corner.y - origin.y) < tolerance
    }
    return isTranslated(Point(x: width, y: 0)) && isTranslated(Point(x: 0, y: height))
      && isTranslated(Point(x: width, y: height)) ? origin : nil
  }
}
