internal import DecoderProtocol

/// The rows of a Windows bitmap with 1–32 bits per pixel, uncompressed or run-length encoded. Icons contain
/// such bitmaps, too.
struct BMPRows: RowSource {
  let width: Int
  let height: Int
  private let bytes: UnsafeRawBufferPointer
  private let bits: Int
  private let isTopDown: Bool
  private let dataStart: Int
  private let palette: [UInt32]
  private let masks: [UInt32]
  /// The color indexes of a run-length encoded bitmap, top row first.
  private var indexes: [UInt8]?
  private var knownRows = 0
  /// The offset of an icon's transparency mask; `nil` without a mask.
  private let maskStart: Int?

  /// - Parameters:
  ///   - bytes: The bitmap without the file header, starting at the info header.
  ///   - dataStart: The offset of the pixels; `nil` if they follow the header.
  ///   - isIcon: Whether the bitmap is part of an icon, and may have a transparency mask.
  init(
    _ bytes: UnsafeRawBufferPointer, dataStart: Int?, isIcon: Bool, _ context: DecodingContext
  ) throws(DecodeFailure) {
    let invalid = DecodeFailure.damaged(detail: "the header of the bitmap is invalid")
    func number(_ offset: Int, _ count: Int) -> Int? {
      bytes.number(at: offset, bytes: count, isLittleEndian: true)
    }
    guard let size = number(0, 4), size == 12 || (40...124).contains(size) else { throw invalid }
    let isOld = size == 12
    guard let across = number(4, isOld ? 2 : 4), let down = number(isOld ? 6 : 8, isOld ? 2 : 4),
      let bits = number(isOld ? 10 : 14, 2), [1, 2, 4, 8, 16, 24, 32].contains(bits)
    else { throw invalid }
    let compression = isOld ? 0 : number(16, 4) ?? 0
    let signed = isOld ? down : Int(Int32(truncatingIfNeeded: down))
    let rows = abs(signed) / (isIcon ? 2 : 1)
    guard across > 0, across <= Int32.max, rows > 0 else { throw invalid }
    try context.limits.checkPixels(across, rows)
    (width, height, self.bits, self.bytes) = (across, rows, bits, bytes)
    isTopDown = signed < 0

    var position = size
    var masks: [UInt32] =
      bits == 16 ? [0x7C00, 0x3E0, 0x1F, 0] : [0xFF0000, 0xFF00, 0xFF, isIcon ? 0xFF00_0000 : 0]
    if compression == 3 || compression == 6 {
      // Since version 2 of the info header the masks are part of it.
      let count = size >= 56 || compression == 6 ? 4 : 3
      for index in 0..<count { masks[index] = UInt32(truncatingIfNeeded: number(40 + index * 4, 4) ?? 0) }
      if size == 40 { position += count * 4 }
    } else if compression > 2 {
      throw .unsupported(format: "BMP with compression \(compression)")
    }
    self.masks = masks
    var palette: [UInt32] = []
    if bits <= 8 {
      let stated = isOld ? 0 : number(32, 4) ?? 0
      let count = stated == 0 ? 1 << bits : min(stated, 1 << bits)
      let entry = isOld ? 3 : 4
      for index in 0..<count {
        palette.append(0xFF00_0000 | UInt32(truncatingIfNeeded: number(position + index * entry, 3) ?? 0))
      }
      position += count * entry
    }
    self.palette = palette
    self.dataStart = dataStart ?? position
    let rowBytes = (across * bits + 31) / 32 * 4
    // A bitmap with 32 bits per pixel has an alpha channel instead of a mask.
    maskStart = isIcon && bits < 32 ? self.dataStart + rowBytes * rows : nil
    if compression == 1 || compression == 2 {
      guard bits == (compression == 1 ? 8 : 4) else { throw invalid }
      try context.limits.checkMemory(across * rows, across, rows)
      let decoded = try Self.runs(
        bytes, from: self.dataStart, width: across, height: rows, isHalf: bits == 4, context.checkpoint)
      (indexes, knownRows) = (decoded.indexes, decoded.rows)
    }
  }

  var isRandomAccess: Bool { true }

  mutating func decodeRow(
    _ y: Int, into pixels: UnsafeMutablePointer<UInt32>, _ checkpoint: Checkpoint
  ) throws(DecodeFailure) -> Bool {
    if let indexes {
      // `knownRows` counts from the bottom, because the rows are stored from bottom to top.
      guard height - 1 - y < knownRows else { return false }
      for x in 0..<width { pixels[x] = color(ofIndex: Int(indexes[y * width + x])) }
      return true
    }
    let stored = isTopDown ? y : height - 1 - y
    let rowBytes = (width * bits + 31) / 32 * 4
    let (offset, overflow) = rowBytes.multipliedReportingOverflow(by: stored)
    let (start, startOverflow) = dataStart.addingReportingOverflow(offset)
    // The padding of the last row may be missing.
    guard !overflow, !startOverflow, let row = bytes.part(start, (width * bits + 7) / 8) else { return false }
    for start in stride(from: 0, to: width, by: DecodingContext.pixelsPerCheck) {
      if start > 0 { try checkpoint.check() }
      decode(row, columns: start..<min(start + DecodingContext.pixelsPerCheck, width), into: pixels)
    }
    if let maskStart {
      let maskBytes = (width + 31) / 32 * 4
      if let mask = bytes.part(maskStart + maskBytes * stored, (width + 7) / 8) {
        for x in 0..<width where mask[x / 8] >> (7 - UInt8(x % 8)) & 1 == 1 { pixels[x] = 0 }
      }
    }
    return true
  }

  private func decode(
    _ row: UnsafeRawBufferPointer, columns: Range<Int>, into pixels: UnsafeMutablePointer<UInt32>
  ) {
    switch bits {
    case 24:
      for x in columns {
        pixels[x] =
          0xFF00_0000 | UInt32(row[x * 3 + 2]) << 16 | UInt32(row[x * 3 + 1]) << 8 | UInt32(row[x * 3])
      }
    case 16, 32:
      let size = bits / 8
      for x in columns {
        var value: UInt32 = 0
        for index in 0..<size { value |= UInt32(row[x * size + index]) << (8 * UInt32(index)) }
        let alpha = masks[3] == 0 ? 255 : Self.channel(value, masks[3])
        let (red, green) = (Self.channel(value, masks[0]), Self.channel(value, masks[1]))
        pixels[x] = alpha << 24 | red << 16 | green << 8 | Self.channel(value, masks[2])
      }
    default:
      let perByte = 8 / bits
      for x in columns {
        let shift = UInt8((perByte - 1 - x % perByte) * bits)
        pixels[x] = color(ofIndex: Int(row[x / perByte] >> shift) & (1 << bits - 1))
      }
    }
  }

  private func color(ofIndex index: Int) -> UInt32 { index < palette.count ? palette[index] : 0xFF00_0000 }

  /// Returns the bits of `value` that the mask selects, scaled to 0…255.
  private static func channel(_ value: UInt32, _ mask: UInt32) -> UInt32 {
    guard mask != 0 else { return 0 }
    let shift = UInt32(mask.trailingZeroBitCount)
    let maximum = UInt64(mask >> shift)
    return UInt32((UInt64((value & mask) >> shift) * 255 + maximum / 2) / maximum)
  }

  /// Decodes a run-length encoded bitmap. Skipped pixels get the index 0.
  private static func runs(
    _ bytes: UnsafeRawBufferPointer, from start: Int, width: Int, height: Int, isHalf: Bool,
    _ checkpoint: Checkpoint
  ) throws(DecodeFailure) -> (indexes: [UInt8], rows: Int) {
    var indexes = [UInt8](repeating: 0, count: width * height)
    var position = start
    var (x, y) = (0, 0)
    func next() -> Int? {
      defer { position += 1 }
      return bytes.number(at: position, bytes: 1)
    }
    func put(_ index: Int) {
      if x < width, y < height { indexes[(height - 1 - y) * width + x] = UInt8(index) }
      x += 1
    }
    // A run is two bytes or more.
    var nextCheck = start
    while y < height, let count = next(), let value = next() {
      if position >= nextCheck {
        try checkpoint.check()
        nextCheck = position + DecodingContext.pixelsPerCheck / 64
      }
      if count > 0 {
        for place in 0..<count { put(isHalf ? (place % 2 == 0 ? value >> 4 : value & 15) : value) }
        continue
      }
      switch value {
      case 0: (x, y) = (0, y + 1)
      case 1: return (indexes, height)
      case 2:
        guard let across = next(), let down = next() else { return (indexes, y) }
        (x, y) = (x + across, y + down)
      default:
        let size = isHalf ? (value + 1) / 2 : value
        guard let literal = bytes.part(position, size) else { return (indexes, y) }
        for place in 0..<value {
          let byte = Int(literal[isHalf ? place / 2 : place])
          put(isHalf ? (place % 2 == 0 ? byte >> 4 : byte & 15) : byte)
        }
        position += size + size % 2
      }
    }
    return (indexes, min(y, height))
  }
}
