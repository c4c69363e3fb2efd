/// Shrinks a picture while its rows come in: each result pixel is the mean of the source area it covers, parts of pixels
/// included.
///
/// Takes rows from the top down, or the scattered pixels of an interlaced picture in any order; the result is the same. Means
/// are taken of premultiplied colours, so what is transparent does not bleed.
///
/// - Precondition: The result is not larger than the source, in width or in height.
struct AreaShrinker {
  /// How one source column or row falls on the result: on `first` with `weight`, and on the one after with `rest`.
  private struct Share {
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

  private let sourceHeight: Int
  private let columns: [Share]
  /// Sums for the rows that are in work: all of the result for scattered pixels, else two, used in turn.
  private var sums: [SIMD4<Float>]
  /// How much of each result pixel has come in; only kept for scattered pixels.
  private var coverage: [Float]
  private var line: [SIMD4<Float>]
  private let isScattered: Bool
  /// How much of the rows in `sums` has come in, when rows come in order.
  private var filled: [Float] = [0, 0]
  private var finishedRows = 0
  private(set) var block: PixelBlock

  init(
    width: Int, height: Int, to target: (width: Int, height: Int), isScattered: Bool, path: String
  ) throws(PhotoError) {
    sourceHeight = height
    self.isScattered = isScattered
    columns = (0..<width).map { Share(of: $0, source: width, target: target.width) }
    let rows = isScattered ? target.height : 2
    sums = Array(repeating: .zero, count: rows * target.width)
    coverage = isScattered ? Array(repeating: 0, count: target.width * target.height) : []
    line = Array(repeating: .zero, count: target.width)
    block = try PixelBlock(width: target.width, height: target.height, for: path)
  }

  /// Bytes that a shrinker allocates, its result included; for checks before it is made.
  static func memory(width: Int, to target: (width: Int, height: Int), isScattered: Bool) -> Int {
    width * 12 + target.width * (isScattered ? target.height * 24 : 48 + target.height * 4)
  }

  /// Takes in a whole row; rows come in order.
  ///
  /// - Parameters:
  ///   - y: 0 for the top row.
  ///   - pixels: BGRA; straight, or without any translucent pixel.
  mutating func add(row y: Int, _ pixels: UnsafeRawPointer) {
    line.withUnsafeMutableBufferPointer { line in
      columns.withUnsafeBufferPointer { columns in
        var sum = SIMD4<Float>.zero
        var place = 0
        for x in 0..<columns.count {
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
      }
    }
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
    let width = block.width
    let down = Share(of: y, source: sourceHeight, target: block.height)
    var offset = 0
    for x in stride(from: start, to: columns.count, by: step) {
      let colour = Self.premultiplied(pixels.load(fromByteOffset: offset, as: UInt32.self))
      offset += 4
      let across = columns[x]
      let place = Int(down.first) * width + Int(across.first)
      for (index, weight) in [
        (place, across.weight * down.weight), (place + 1, across.rest * down.weight),
        (place + width, across.weight * down.rest), (place + width + 1, across.rest * down.rest),
      ] where weight > 0 {
        sums[index] += colour * weight
        coverage[index] += weight
      }
    }
  }

  /// Ends the picture; rows that never came are grey.
  mutating func finish() {
    if isScattered {
      let target = block.buffer.start.assumingMemoryBound(to: UInt32.self)
      for index in coverage.indices {
        let covered = coverage[index]
        store(covered > 0.001 ? sums[index] / covered : Self.grey, at: target + index)
      }
    } else {
      while finishedRows < block.height { finishRow() }
    }
  }

  private mutating func addLine(to slot: Int, weight: Float) {
    let start = slot * block.width
    filled[slot] += weight
    sums.withUnsafeMutableBufferPointer { sums in
      line.withUnsafeBufferPointer { line in
        for x in 0..<line.count { sums[start + x] += line[x] * weight }
      }
    }
  }

  private mutating func finishRow() {
    let width = block.width
    let slot = finishedRows % 2
    let start = slot * width
    // What is left over beside rounding never came.
    let missing = 1 - filled[slot]
    let rest = missing > 0.001 ? Self.grey * missing : .zero
    filled[slot] = 0
    let target = block.buffer.start.assumingMemoryBound(to: UInt32.self) + finishedRows * width
    for x in 0..<width {
      store(sums[start + x] + rest, at: target + x)
      sums[start + x] = .zero
    }
    finishedRows += 1
  }

  private mutating func store(_ colour: SIMD4<Float>, at target: UnsafeMutablePointer<UInt32>) {
    let bytes = SIMD4<Int32>((colour + 0.5).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255)))
    let alpha = bytes.w
    if alpha < 255 { block.isOpaque = false }
    let packed = min(bytes.x, alpha) | min(bytes.y, alpha) << 8 | min(bytes.z, alpha) << 16 | alpha << 24
    target.pointee = UInt32(bitPattern: packed)
  }

  private static let grey = SIMD4<Float>(128, 128, 128, 255)

  private static func premultiplied(_ bgra: UInt32) -> SIMD4<Float> {
    let parts = (SIMD4(repeating: bgra) &>> SIMD4(0, 8, 16, 24)) & 255
    let colour = SIMD4<Float>(parts)
    let alpha = bgra >> 24
    if alpha == 255 { return colour }
    let factor = colour.w / 255
    return colour * SIMD4(factor, factor, factor, 1)
  }
}
