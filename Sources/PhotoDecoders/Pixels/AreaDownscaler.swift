internal import DecoderProtocol

/// Downscales an image row by row. Each result pixel is the mean of the source area that it covers, including
/// fractions of source pixels.
///
/// It accepts either whole rows from top to bottom, or the pixels of an interlaced image in any order. Both
/// give the same result. It averages premultiplied colors, so that transparent pixels do not change the color
/// of their neighbors.
///
/// - Precondition: The result is neither wider nor higher than the source.
struct AreaDownscaler {
  /// The one or two result columns (or rows) that a source column (or row) overlaps: `first` with `weight`,
  /// and the next one with `nextWeight`.
  private struct Footprint: BitwiseCopyable {
    let first: Int32
    let weight: Float
    let nextWeight: Float

    init(of index: Int, source: Int, target: Int) {
      let start = Double(index) * Double(target) / Double(source)
      let end = Double(index + 1) * Double(target) / Double(source)
      first = Int32(min(Int(start), target - 1))
      let border = Double(first) + 1
      // An excess of up to 1e-9 is a rounding error.
      let excess = Int(first) + 1 < target ? max(0, end - border) : 0
      nextWeight = excess > 1e-9 ? Float(excess) : 0
      weight = Float(min(end, border) - start)
    }
  }

  private let sourceWidth: Int
  private let sourceHeight: Int
  private let isScattered: Bool
  /// A ``Footprint`` for each source column.
  private let columns: ByteBuffer
  /// Color sums of unfinished result rows. For scattered pixels they cover the whole result, otherwise two
  /// alternating rows.
  private let sums: ByteBuffer
  /// The part of each result pixel's area that was added, 0…1; used for scattered pixels only.
  private let coverage: ByteBuffer
  /// One source row, downscaled horizontally.
  private let line: ByteBuffer
  /// The part of the area of each of the two rows in `sums` that was added, 0…1; used when rows arrive in
  /// order.
  private var rowCoverage: [Float] = [0, 0]
  private var finishedRows = 0
  /// The result. It is complete after ``finish()``.
  private(set) var block: PixelBlock

  /// Creates a downscaler that writes to `target`.
  init(width: Int, height: Int, to target: PixelBlock, isScattered: Bool) throws(DecodeFailure) {
    sourceWidth = width
    sourceHeight = height
    self.isScattered = isScattered
    let area = target.width * (isScattered ? target.height : 2)
    columns = try ByteBuffer(count: width * MemoryLayout<Footprint>.stride)
    sums = try ByteBuffer(count: area * MemoryLayout<SIMD4<Float>>.stride)
    coverage = try ByteBuffer(count: isScattered ? area * MemoryLayout<Float>.stride : 0)
    line = try ByteBuffer(count: target.width * MemoryLayout<SIMD4<Float>>.stride)
    block = target
    let footprints = columns.pointer(to: Footprint.self)
    for x in 0..<width { footprints[x] = Footprint(of: x, source: width, target: target.width) }
  }

  /// Returns the memory that a downscaler and its target need, in bytes, so that limits can be checked
  /// before.
  static func memory(width: Int, to target: (width: Int, height: Int), isScattered: Bool) -> Int {
    width * MemoryLayout<Footprint>.stride
      + target.width * (isScattered ? target.height * 24 : 48 + target.height * 4)
  }

  /// Adds a whole row. Rows must be added from top to bottom.
  ///
  /// - Parameters:
  ///   - y: The row's index; 0 is the top row.
  ///   - pixels: BGRA with straight alpha.
  mutating func add(row y: Int, _ pixels: UnsafeRawPointer) {
    let columns = columns.pointer(to: Footprint.self)
    let line = line.pointer(to: SIMD4<Float>.self)
    var sum = SIMD4<Float>.zero
    var column = 0
    for x in 0..<sourceWidth {
      let footprint = columns[x]
      let color = Self.premultiplied(pixels.load(fromByteOffset: x * 4, as: UInt32.self))
      if Int(footprint.first) != column {
        line[column] = sum
        sum = .zero
        column = Int(footprint.first)
      }
      sum += color * footprint.weight
      if footprint.nextWeight > 0 {
        line[column] = sum
        column += 1
        sum = color * footprint.nextWeight
      }
    }
    line[column] = sum

    let footprint = Footprint(of: y, source: sourceHeight, target: block.height)
    while finishedRows < Int(footprint.first) { finishRow() }
    addLine(to: Int(footprint.first) % 2, weight: footprint.weight)
    if footprint.nextWeight > 0 {
      finishRow()
      addLine(to: (Int(footprint.first) + 1) % 2, weight: footprint.nextWeight)
    }
  }

  /// Adds every `step`th pixel of a row, beginning at column `start`. Rows and parts of rows may be added in any order.
  ///
  /// - Parameters:
  ///   - y: The row's index; 0 is the top row.
  ///   - start: The column of the first pixel.
  ///   - step: The distance between two pixels, in columns.
  ///   - pixels: The pixels without gaps, BGRA with straight alpha.
  mutating func add(row y: Int, from start: Int, by step: Int, _ pixels: UnsafeRawPointer) {
    let columns = columns.pointer(to: Footprint.self)
    let sums = sums.pointer(to: SIMD4<Float>.self)
    let coverage = coverage.pointer(to: Float.self)
    let width = block.width
    let down = Footprint(of: y, source: sourceHeight, target: block.height)
    func add(_ color: SIMD4<Float>, to index: Int, weight: Float) {
      guard weight > 0 else { return }
      sums[index] += color * weight
      coverage[index] += weight
    }
    var offset = 0
    for x in stride(from: start, to: sourceWidth, by: step) {
      let color = Self.premultiplied(pixels.load(fromByteOffset: offset, as: UInt32.self))
      offset += 4
      let across = columns[x]
      let index = Int(down.first) * width + Int(across.first)
      add(color, to: index, weight: across.weight * down.weight)
      add(color, to: index + 1, weight: across.nextWeight * down.weight)
      add(color, to: index + width, weight: across.weight * down.nextWeight)
      add(color, to: index + width + 1, weight: across.nextWeight * down.nextWeight)
    }
  }

  /// Completes the result. Areas without any added pixel become gray.
  mutating func finish() {
    guard isScattered else {
      while finishedRows < block.height { finishRow() }
      return
    }
    let sums = sums.pointer(to: SIMD4<Float>.self)
    let coverage = coverage.pointer(to: Float.self)
    let target = block.pixels
    var minimumAlpha: UInt32 = 255
    for index in 0..<(block.width * block.height) {
      let covered = coverage[index]
      target[index] = Self.packed(covered > 0.001 ? sums[index] / covered : Self.gray, &minimumAlpha)
    }
    if minimumAlpha < 255 { block.isOpaque = false }
  }

  private mutating func addLine(to slot: Int, weight: Float) {
    rowCoverage[slot] += weight
    let sums = sums.pointer(to: SIMD4<Float>.self) + slot * block.width
    let line = line.pointer(to: SIMD4<Float>.self)
    for x in 0..<block.width { sums[x] += line[x] * weight }
  }

  private mutating func finishRow() {
    let slot = finishedRows % 2
    let sums = sums.pointer(to: SIMD4<Float>.self) + slot * block.width
    let target = block.pixels + finishedRows * block.width
    // A difference of up to 0.001 is a rounding error. A larger one means that rows are missing.
    let missing = 1 - rowCoverage[slot]
    let filler = missing > 0.001 ? Self.gray * missing : .zero
    rowCoverage[slot] = 0
    var minimumAlpha: UInt32 = 255
    for x in 0..<block.width {
      target[x] = Self.packed(sums[x] + filler, &minimumAlpha)
      sums[x] = .zero
    }
    if minimumAlpha < 255 { block.isOpaque = false }
    finishedRows += 1
  }

  static let gray = SIMD4<Float>(128, 128, 128, 255)

  @inline(__always)
  static func packed(_ color: SIMD4<Float>, _ minimumAlpha: inout UInt32) -> UInt32 {
    // Above 2^23 a Float has no fraction bits, so the low bits of the sum hold the rounded value.
    let rounded = unsafeBitCast(color + 8_388_608, to: SIMD4<UInt32>.self) & 0x1FF
    let alpha = min(rounded.w, 255)
    minimumAlpha = min(minimumAlpha, alpha)
    return min(rounded.x, alpha) | min(rounded.y, alpha) << 8 | min(rounded.z, alpha) << 16 | alpha << 24
  }

  @inline(__always)
  static func premultiplied(_ bgra: UInt32) -> SIMD4<Float> {
    let bytes = unsafeBitCast(bgra.littleEndian, to: SIMD4<UInt8>.self)
    let color = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: bytes))
    if bytes.w == 255 { return color }
    let factor = color.w / 255
    return color * SIMD4(factor, factor, factor, 1)
  }
}
