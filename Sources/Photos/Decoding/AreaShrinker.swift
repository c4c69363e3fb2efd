/// Shrinks a picture while its rows come in: each result pixel is the mean of the source area it covers,
/// parts of pixels included.
///
/// Takes rows from the top down, or the scattered pixels of an interlaced picture in any order; the result
/// is the same. Means are taken of premultiplied colours, so what is transparent does not bleed.
///
/// - Precondition: The result is not larger than the source, in width or in height.
struct AreaShrinker {
  /// How one source column or row falls on the result: on `first` with `weight`, and on the one after with
  /// `rest`.
  private struct Share: BitwiseCopyable {
    let first: Int32
    let weight: Float
    let rest: Float

    init(of index: Int, source: Int, target: Int) {
      let start = Double(index) * Double(target) / Double(source)
      let end = Double(index + 1) * Double(target) / Double(source)
      first = Int32(min(Int(start), target - 1))
      let border = Double(first) + 1
      // A hair over the border is rounding, not a share.
      let over = Int(first) + 1 < target ? max(0, end - border) : 0
      rest = over > 1e-9 ? Float(over) : 0
      weight = Float(min(end, border) - start)
    }
  }

  private let sourceWidth: Int
  private let sourceHeight: Int
  private let isScattered: Bool
  /// A ``Share`` for each source column.
  private let columns: ByteBuffer
  /// Sums for the rows that are in work: all of the result for scattered pixels, else two, used in turn.
  private let sums: ByteBuffer
  /// How much of each result pixel has come in; only kept for scattered pixels.
  private let coverage: ByteBuffer
  private let line: ByteBuffer
  /// How much of the two rows in `sums` has come in, when rows come in order.
  private var filled: [Float] = [0, 0]
  private var finishedRows = 0
  private(set) var block: PixelBlock

  init(
    width: Int, height: Int, to target: (width: Int, height: Int), isScattered: Bool, path: String
  ) throws(PhotoError) {
    sourceWidth = width
    sourceHeight = height
    self.isScattered = isScattered
    let area = target.width * (isScattered ? target.height : 2)
    columns = try ByteBuffer(count: width * MemoryLayout<Share>.stride, for: path)
    sums = try ByteBuffer(count: area * MemoryLayout<SIMD4<Float>>.stride, for: path)
    coverage = try ByteBuffer(count: isScattered ? area * MemoryLayout<Float>.stride : 0, for: path)
    line = try ByteBuffer(count: target.width * MemoryLayout<SIMD4<Float>>.stride, for: path)
    block = try PixelBlock(width: target.width, height: target.height, for: path)
    let shares = columns.pointer(to: Share.self)
    for x in 0..<width { shares[x] = Share(of: x, source: width, target: target.width) }
  }

  /// Bytes that a shrinker allocates, its result included; for checks before it is made.
  static func memory(width: Int, to target: (width: Int, height: Int), isScattered: Bool) -> Int {
    width * MemoryLayout<Share>.stride
      + target.width * (isScattered ? target.height * 24 : 48 + target.height * 4)
  }

  /// Takes in a whole row; rows come in order.
  ///
  /// - Parameters:
  ///   - y: 0 for the top row.
  ///   - pixels: BGRA; straight, or without any translucent pixel.
  mutating func add(row y: Int, _ pixels: UnsafeRawPointer) {
    let columns = columns.pointer(to: Share.self)
    let line = line.pointer(to: SIMD4<Float>.self)
    var sum = SIMD4<Float>.zero
    var place = 0
    for x in 0..<sourceWidth {
      let share = columns[x]
      let colour = Self.premultiplied(pixels.load(fromByteOffset: x * 4, as: UInt32.self))
      if Int(share.first) != place {
        line[place] = sum
        sum = .zero
        place = Int(share.first)
      }
      sum += colour * share.weight
      if share.rest > 0 {
        line[place] = sum
        place += 1
        sum = colour * share.rest
      }
    }
    line[place] = sum

    let share = Share(of: y, source: sourceHeight, target: block.height)
    while finishedRows < Int(share.first) { finishRow() }
    addLine(to: Int(share.first) % 2, weight: share.weight)
    if share.rest > 0 {
      finishRow()
      addLine(to: (Int(share.first) + 1) % 2, weight: share.rest)
    }
  }

  /// Takes in every `step`th pixel of a row from `start` on; rows and parts of rows come in any order.
  mutating func add(row y: Int, from start: Int, by step: Int, _ pixels: UnsafeRawPointer) {
    let columns = columns.pointer(to: Share.self)
    let sums = sums.pointer(to: SIMD4<Float>.self)
    let coverage = coverage.pointer(to: Float.self)
    let width = block.width
    let down = Share(of: y, source: sourceHeight, target: block.height)
    func add(_ colour: SIMD4<Float>, to index: Int, weight: Float) {
      guard weight > 0 else { return }
      sums[index] += colour * weight
      coverage[index] += weight
    }
    var offset = 0
    for x in stride(from: start, to: sourceWidth, by: step) {
      let colour = Self.premultiplied(pixels.load(fromByteOffset: offset, as: UInt32.self))
      offset += 4
      let across = columns[x]
      let place = Int(down.first) * width + Int(across.first)
      add(colour, to: place, weight: across.weight * down.weight)
      add(colour, to: place + 1, weight: across.rest * down.weight)
      add(colour, to: place + width, weight: across.weight * down.rest)
      add(colour, to: place + width + 1, weight: across.rest * down.rest)
    }
  }

  /// Ends the picture; what never came is grey.
  mutating func finish() {
    guard isScattered else {
      while finishedRows < block.height { finishRow() }
      return
    }
    let sums = sums.pointer(to: SIMD4<Float>.self)
    let coverage = coverage.pointer(to: Float.self)
    let target = block.buffer.pointer(to: UInt32.self)
    var leastAlpha: UInt32 = 255
    for index in 0..<(block.width * block.height) {
      let covered = coverage[index]
      target[index] = Self.packed(covered > 0.001 ? sums[index] / covered : Self.grey, &leastAlpha)
    }
    if leastAlpha < 255 { block.isOpaque = false }
  }

  private mutating func addLine(to slot: Int, weight: Float) {
    filled[slot] += weight
    let sums = sums.pointer(to: SIMD4<Float>.self) + slot * block.width
    let line = line.pointer(to: SIMD4<Float>.self)
    for x in 0..<block.width { sums[x] += line[x] * weight }
  }

  private mutating func finishRow() {
    let slot = finishedRows % 2
    let sums = sums.pointer(to: SIMD4<Float>.self) + slot * block.width
    let target = block.buffer.pointer(to: UInt32.self) + finishedRows * block.width
    // What is left over beside rounding never came.
    let missing = 1 - filled[slot]
    let rest = missing > 0.001 ? Self.grey * missing : .zero
    filled[slot] = 0
    var leastAlpha: UInt32 = 255
    for x in 0..<block.width {
      target[x] = Self.packed(sums[x] + rest, &leastAlpha)
      sums[x] = .zero
    }
    if leastAlpha < 255 { block.isOpaque = false }
    finishedRows += 1
  }

  private static let grey = SIMD4<Float>(128, 128, 128, 255)

  @inline(__always)
  private static func packed(_ colour: SIMD4<Float>, _ leastAlpha: inout UInt32) -> UInt32 {
    // From 2^23 on floats are whole numbers, so the last bits of the sum are the rounded value.
    let rounded = unsafeBitCast(colour + 8_388_608, to: SIMD4<UInt32>.self) & 0x1FF
    let alpha = min(rounded.w, 255)
    leastAlpha = min(leastAlpha, alpha)
    return min(rounded.x, alpha) | min(rounded.y, alpha) << 8 | min(rounded.z, alpha) << 16 | alpha << 24
  }

  @inline(__always)
  private static func premultiplied(_ bgra: UInt32) -> SIMD4<Float> {
    let bytes = unsafeBitCast(bgra.littleEndian, to: SIMD4<UInt8>.self)
    let colour = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: bytes))
    if bytes.w == 255 { return colour }
    let factor = colour.w / 255
    return colour * SIMD4(factor, factor, factor, 1)
  }
}
