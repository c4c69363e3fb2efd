internal import DecoderProtocol
internal import Glibc

/// A JPEG file with some rows of another one, from which libjpeg decodes them without the rows above.
///
/// Each block continues the DC value of the block before it. So, without restart markers, the file begins with a row of units that
/// lead to the DC values before the first row, and the bits of the rows are shifted to its end.
struct JPEGExcerpt {
  private let buffer: ByteBuffer
  private let count: Int
  /// The row of the whole image that is the first one of this file, in pixels.
  let firstRow: Int

  /// The file; valid while this value exists.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: buffer.bytes[..<count]) }

  /// The memory that an excerpt may need, in bytes.
  static func memory(of bytes: Range<Int>, _ scan: JPEGScan) -> Int {
    // A zero is inserted after each 0xFF.
    scan.dataStart + 2 * bytes.count + scan.unitsPerRow * scan.blocks.count * 12 + 64
  }

  /// Returns `nil` if the Huffman tables lack codes that the first row needs.
  ///
  /// - Parameters:
  ///   - file: The whole file, which contains the start and the end.
  ///   - start: The first row.
  ///   - startRow: Its number, counted in rows of units; at least 1.
  ///   - end: The row after the last one; `nil` for the end of the data.
  ///   - endRow: The number of the row after the last one.
  init?(
    of file: UnsafeRawBufferPointer, _ scan: JPEGScan, from start: JPEGRowIndex.Start, startRow: Int,
    to end: JPEGRowIndex.Start?, endRow: Int
  ) throws(DecodeFailure) {
    guard startRow > 0 else { return nil }
    buffer = try ByteBuffer(count: Self.memory(of: start.offset..<(end?.offset ?? file.count), scan))
    let header = UnsafeRawBufferPointer(rebasing: file[..<scan.dataStart])
    buffer.bytes.copyMemory(from: header)
    var writer = BitWriter(buffer.pointer(to: UInt8.self) + scan.dataStart)
    let hasMarkers = scan.restartInterval > 0
    if hasMarkers {
      writer.copyIntervals(of: file, start.offset..<(end.map { $0.offset - 2 } ?? file.count))
    } else {
      guard Self.writeLead(to: start.dc, scan, &writer) else { return nil }
      writer.copyBits(of: file, from: start, to: end)
    }
    count = writer.finish() - buffer.pointer(to: UInt8.self)
    let lead = hasMarkers ? 0 : 1
    let height = min(endRow * scan.rowHeight, scan.height) - (startRow - lead) * scan.rowHeight
    buffer.bytes[scan.heightOffset] = UInt8(height >> 8)
    buffer.bytes[scan.heightOffset + 1] = UInt8(height & 255)
    firstRow = (startRow - lead) * scan.rowHeight
  }

  /// Writes a row whose last blocks have DC values.
  private static func writeLead(to target: SIMD4<Int32>, _ scan: JPEGScan, _ writer: inout BitWriter) -> Bool
  {
    var dc = SIMD4<Int32>()
    for _ in 0..<scan.unitsPerRow {
      for block in scan.blocks {
        let rest = Int(target[block.component]) - Int(dc[block.component])
        guard let size = size(of: rest, in: scan.tables[block.dc]),
          let code = scan.tables[block.dc].code(of: size), let end = scan.tables[block.ac].code(of: 0)
        else { return false }
        let step = min(abs(rest), 1 << size - 1) * rest.signum()
        writer.put(UInt64(code.code), code.length)
        if size > 0 { writer.put(UInt64(step < 0 ? step + 1 << size - 1 : step), size) }
        writer.put(UInt64(end.code), end.length)
        dc[block.component] += Int32(step)
      }
    }
    return dc == target
  }

  /// Returns the largest number of bits with a code for a difference toward `rest`; `nil` if there is none.
  private static func size(of rest: Int, in table: HuffmanTable) -> Int? {
    let most = min(Int.bitWidth - abs(rest).leadingZeroBitCount, 15)
    return (rest == 0 ? 0...0 : 1...max(most, 1)).last { table.code(of: $0) != nil }
  }
}

/// Writes coded data of a JPEG file.
private struct BitWriter {
  private var next: UnsafeMutablePointer<UInt8>
  /// The last bits, fewer than 8 after each call; the newest is the lowest.
  private var bits: UInt64 = 0
  private var count = 0

  /// - Parameter start: Enough memory.
  init(_ start: UnsafeMutablePointer<UInt8>) { next = start }

  /// Appends at most 32 bits.
  @inline(__always)
  mutating func put(_ value: UInt64, _ length: Int) {
    bits = bits &<< UInt64(length) | value & (1 &<< UInt64(length) &- 1)
    count &+= length
    while count >= 8 {
      count &-= 8
      let byte = UInt8(truncatingIfNeeded: bits >> UInt64(count))
      next[0] = byte
      next += 1
      if byte == 0xFF {
        next[0] = 0
        next += 1
      }
    }
  }

  /// Appends the bits from a start to another one, or to the next marker or the end.
  mutating func copyBits(
    of file: UnsafeRawBufferPointer, from start: JPEGRowIndex.Start, to end: JPEGRowIndex.Start?
  ) {
    let last = end.map { min($0.offset + 2, file.count) } ?? file.count
    let bytes = UnsafeRawBufferPointer(rebasing: file[..<last])
    var reader = EntropyReader(bytes, at: start.offset, skipping: start.skipped)
    // Near the end, the bits are copied one by one.
    let bulkEnd = end.map { $0.offset - 2 * EntropyReader.filledBits / 8 } ?? file.count
    while reader.readOffset(in: bytes) < bulkEnd || end == nil {
      reader.fill()
      let length = min(reader.count, EntropyReader.filledBits)
      guard length > 0 else { return }
      put(reader.bits >> UInt64(64 - length), length)
      reader.skip(length)
    }
    guard let end else { return }
    while reader.position(in: bytes) != (end.offset, end.skipped) {
      reader.fill()
      guard reader.count > 0 else { return }
      put(reader.bits >> 63, 1)
      reader.skip(1)
    }
  }

  /// Appends the data between restart markers, and the markers, which are numbered from 0.
  mutating func copyIntervals(of file: UnsafeRawBufferPointer, _ range: Range<Int>) {
    var (position, number) = (range.lowerBound, 0)
    while true {
      let marker = JPEGRowScanner.marker(in: file, from: position) ?? file.count
      let end = min(marker, range.upperBound)
      memcpy(next, file.baseAddress! + position, end - position)
      next += end - position
      guard marker < range.upperBound, (0xD0...0xD7).contains(file[marker + 1]) else { return }
      (next[0], next[1]) = (0xFF, UInt8(0xD0 | number))
      next += 2
      (position, number) = (marker + 2, (number + 1) & 7)
    }
  }

  /// Completes the last byte, and appends the end marker. Returns the end of the data.
  mutating func finish() -> UnsafeMutablePointer<UInt8> {
    if count > 0 { put(0x7F, 8 - count) }
    (next[0], next[1]) = (0xFF, 0xD9)
    return next + 2
  }
}
