package import DecoderProtocol
internal import Geometry
internal import Glibc

/// Allocates `count` zeroed bytes for the result. Returns `nil` if the system refuses the memory.
package typealias PixelAllocator = (_ count: Int) -> UnsafeMutableRawPointer?

/// Turns stored rows into the upright pixels of a request: it selects the region, downscales it, converts the
/// colors, and applies the orientation.
package struct RowAssembler {
  private let plan: OutputPlan
  /// The needed part of the image whose rows are added.
  private let region: PixelRegion
  private let converter: ColorConverter?
  private let checkpoint: Checkpoint
  /// The memory of the upright result.
  private let result: UnsafeMutableRawPointer
  private var block: PixelBlock
  private var downscaler: AreaDownscaler?
  private var rowCount = 0

  /// Allocates the result.
  ///
  /// - Parameters:
  ///   - plan: The wanted pixels.
  ///   - region: The needed part of the image whose rows are added, at least as large as the plan's target. A
  ///     decoder passes it if it reduces or crops the image itself. `nil` uses the region of the plan.
  ///   - isScattered: Whether the pixels arrive in the order of an interlaced image.
  ///   - converter: Converts the result to sRGB; `nil` if the pixels are sRGB already.
  package init(
    _ plan: OutputPlan, region: PixelRegion? = nil, isScattered: Bool = false, converter: ColorConverter?,
    checkpoint: Checkpoint, allocate: PixelAllocator
  ) throws(DecodeFailure) {
    self.plan = plan
    self.region = region ?? plan.region
    self.converter = converter
    self.checkpoint = checkpoint
    let bytes = plan.target.width * plan.target.height * 4
    guard let result = allocate(bytes) else { throw .outOfMemory }
    self.result = result
    if plan.orientation == .upright {
      block = PixelBlock(width: plan.target.width, height: plan.target.height, start: result, owner: nil)
    } else {
      let buffer = try ByteBuffer(count: bytes)
      block = PixelBlock(
        width: plan.target.width, height: plan.target.height, start: buffer.start, owner: buffer)
    }
    if (self.region.width, self.region.height) != plan.target {
      downscaler = try AreaDownscaler(
        width: self.region.width, height: self.region.height, to: block, isScattered: isScattered)
    } else if isScattered {
      let pixels = block.pixels
      for index in 0..<(bytes / 4) { pixels[index] = 0xFF80_8080 }
    }
  }

  /// Returns the memory that an assembler needs, including the result, in bytes.
  package static func memory(_ plan: OutputPlan, width: Int, isScattered: Bool = false) -> Int {
    let result = plan.target.width * plan.target.height * 4 * (plan.orientation == .upright ? 1 : 2)
    return result + AreaDownscaler.memory(width: width, to: plan.target, isScattered: isScattered)
  }

  /// The number of rows between two checks.
  private var rowsPerCheck: Int { plan.stored.width > DecodingContext.pixelsPerCheck / 8 ? 1 : 8 }

  /// The index of the first row that is needed.
  package var startRow: Int { region.y }

  /// The index of the first row below the needed region.
  package var endRow: Int { region.y + region.height }

  /// Adds a row of straight (not premultiplied) BGRA pixels. Rows must be added from top to bottom. Rows
  /// outside the region are ignored.
  package mutating func add(row y: Int, _ pixels: UnsafeRawPointer) throws(DecodeFailure) {
    if y.isMultiple(of: rowsPerCheck) { try checkpoint.check() }
    guard y >= region.y, y < endRow else { return }
    let start = pixels + region.x * 4
    if downscaler != nil {
      downscaler?.add(row: y - region.y, start)
    } else {
      let target = block.pixels + (y - region.y) * block.width
      var alphas: UInt32 = 255
      for x in 0..<block.width {
        let color = start.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self)
        alphas &= color >> 24
        target[x] = color >> 24 == 255 ? color : Self.premultiplied(color)
      }
      if alphas != 255 { block.isOpaque = false }
    }
    rowCount += 1
  }

  /// Adds every `step`th pixel of a row of an interlaced image, beginning at column `start`. The pixels are
  /// straight BGRA, without gaps.
  package mutating func add(row y: Int, from start: Int, by step: Int, _ pixels: UnsafeRawPointer)
    throws(DecodeFailure)
  {
    if y.isMultiple(of: rowsPerCheck) { try checkpoint.check() }
    guard y >= region.y, y < endRow else { return }
    // The number of pixels left of the region, and the column of the next one.
    let skipped = region.x > start ? (region.x - start + step - 1) / step : 0
    let first = start + skipped * step - region.x
    rowCount += 1
    guard first < region.width else { return }
    let source = pixels + skipped * 4
    if downscaler != nil {
      downscaler?.add(row: y - region.y, from: first, by: step, source)
      return
    }
    let target = block.pixels + (y - region.y) * block.width
    for (index, x) in stride(from: first, to: region.width, by: step).enumerated() {
      let color = source.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
      if color >> 24 != 255 { block.isOpaque = false }
      target[x] = color >> 24 == 255 ? color : Self.premultiplied(color)
    }
  }

  /// Completes the result. Rows that were not added become gray.
  ///
  /// - Parameter isScattered: Whether the pixels arrived in the order of an interlaced image.
  package mutating func finish(isScattered: Bool = false) throws(DecodeFailure) -> PixelLayout {
    if downscaler != nil {
      downscaler?.finish()
      block.isOpaque = downscaler?.block.isOpaque ?? true
    } else if !isScattered {
      for index in (min(rowCount, block.height) * block.width)..<(block.width * block.height) {
        block.pixels[index] = 0xFF80_8080
      }
    }
    if let converter {
      for y in 0..<block.height {
        if y.isMultiple(of: 8) { try checkpoint.check() }
        let row = block.pixels + y * block.width
        if block.isOpaque {
          converter.convertOpaque(row, count: block.width)
        } else {
          converter.convertPremultiplied(row, count: block.width)
        }
      }
    }
    if block.owner != nil { block.copyUpright(plan.orientation, to: result) }
    let swaps = plan.orientation.swapsSides
    return PixelLayout(
      width: swaps ? block.height : block.width, height: swaps ? block.width : block.height,
      isOpaque: block.isOpaque)
  }

  private static func premultiplied(_ color: UInt32) -> UInt32 {
    let alpha = color >> 24
    var result = alpha << 24
    for shift: UInt32 in [0, 8, 16] { result |= (((color >> shift & 255) * alpha + 127) / 255) << shift }
    return result
  }
}
