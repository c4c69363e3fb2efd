internal import DecoderProtocol
internal import Glibc

/// Where rows of units begin in the coded data of a JPEG file. It belongs to one content of a file, and grows as more rows are
/// needed. With it, a part of a large photo is decoded without the rows above it.
package struct JPEGRowIndex: Sendable {
  /// The start of a row.
  struct Start {
    /// The offset of the byte with the first bit.
    var offset: Int
    /// The number of bits before the first one in this byte.
    var skipped = 0
    /// The DC values of the last blocks before, which the first blocks continue, by component.
    var dc = SIMD4<Int32>()
  }

  /// The starts of the first rows; with restart markers, those after a marker.
  private(set) var starts: [Start] = []
  /// Whether the data could not be followed, because they are damaged.
  private(set) var hasFailed = false

  /// Whether nothing is known, so that the index need not be kept.
  package var isEmpty: Bool { starts.isEmpty }

  /// Creates an index without rows.
  package init() {}

  /// Finds starts up to a number, if the data have so many.
  ///
  /// - Returns: Whether all are known.
  mutating func find(
    _ count: Int, with scanner: JPEGRowScanner, _ checkpoint: Checkpoint
  ) throws(DecodeFailure) -> Bool {
    let data = scanner.scan.dataStart
    if starts.first?.offset != data { (starts, hasFailed) = ([Start(offset: data)], false) }
    while starts.count < count, !hasFailed {
      try checkpoint.check()
      guard let last = starts.last, let next = scanner.next(after: last) else {
        hasFailed = true
        break
      }
      starts.append(next)
    }
    return starts.count >= count
  }
}

/// Follows the coded data of a JPEG file from row to row, without computing pixels.
final class JPEGRowScanner {
  let scan: JPEGScan
  /// The number of rows from one start to the next.
  let rowsPerStart: Int
  private let bytes: UnsafeRawBufferPointer
  /// For each table, by the next bits: the number of bits to skip, and from bit 5 on, for a DC value its number of bits, and for an AC
  /// value the number of coefficients. 0 stands for a longer code.
  private let lookup: UnsafeMutablePointer<UInt16>

  /// Returns `nil` if the rows of the file cannot be found.
  ///
  /// - Parameter bytes: The file, which must outlive the scanner.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard let scan = JPEGScan(bytes) else { return nil }
    let interval = scan.restartInterval
    // Between two markers of a row, no start is known.
    guard interval.isMultiple(of: scan.unitsPerRow) else { return nil }
    (self.scan, self.bytes) = (scan, bytes)
    rowsPerStart = max(interval / scan.unitsPerRow, 1)
    let size = 1 << HuffmanTable.lookupBits
    lookup = .allocate(capacity: size * scan.tables.count)
    for (index, table) in scan.tables.enumerated() {
      for bits in 0..<size {
        let found = table.value(of: bits << (HuffmanTable.longestCode - HuffmanTable.lookupBits))
        var entry = 0
        if let found, found.length <= HuffmanTable.lookupBits {
          entry = Self.entry(found, isDC: index.isMultiple(of: 2))
        }
        (lookup + index * size + bits).initialize(to: UInt16(entry))
      }
    }
  }

  deinit { lookup.deallocate() }

  private static func entry(_ found: (value: Int, length: Int), isDC: Bool) -> Int {
    if isDC { return found.length | found.value << 5 }
    let (run, size) = (found.value >> 4, found.value & 15)
    // A value without bits stands for 16 zeros, or for the end of the block.
    let coefficients = size > 0 ? run + 1 : run == 15 ? 16 : 64
    return (found.length + size) | coefficients << 5
  }

  /// Returns the start after another one; `nil` if the data are damaged or end.
  func next(after start: JPEGRowIndex.Start) -> JPEGRowIndex.Start? {
    if scan.restartInterval > 0 { return afterMarker(from: start.offset) }
    var reader = EntropyReader(bytes, at: start.offset, skipping: start.skipped)
    var dc = start.dc
    for _ in 0..<scan.unitsPerRow {
      for block in scan.blocks { guard skip(block, &reader, &dc) else { return nil } }
      guard reader.count >= 0 else { return nil }
    }
    let position = reader.position(in: bytes)
    return JPEGRowIndex.Start(offset: position.offset, skipped: position.skipped, dc: dc)
  }

  @inline(__always)
  private func skip(_ block: JPEGScan.Block, _ reader: inout EntropyReader, _ dc: inout SIMD4<Int32>) -> Bool
  {
    reader.fill()
    var entry = entry(block.dc, reader.bits)
    guard entry != 0 else { return false }
    reader.skip(entry & 31)
    let size = entry >> 5
    if size > 0 {
      let value = Int32(truncatingIfNeeded: reader.bits >> UInt64(64 - size))
      let isNegative = reader.bits >> 63 == 0
      dc[block.component] &+= isNegative ? value &- (1 << Int32(size)) &+ 1 : value
      reader.skip(size)
    }
    var coefficient = 1
    while coefficient < 64 {
      reader.fill()
      entry = self.entry(block.ac, reader.bits)
      guard entry != 0 else { return false }
      reader.skip(entry & 31)
      coefficient &+= entry >> 5
    }
    return true
  }

  /// Returns the entry for the next bits; 0 if they are no code.
  @inline(__always)
  private func entry(_ table: Int, _ bits: UInt64) -> Int {
    let index = table << HuffmanTable.lookupBits | Int(bits >> UInt64(64 - HuffmanTable.lookupBits))
    let entry = Int(lookup[index])
    return entry != 0 ? entry : longEntry(table, bits)
  }

  private func longEntry(_ table: Int, _ bits: UInt64) -> Int {
    let next = Int(bits >> UInt64(64 - HuffmanTable.longestCode))
    return scan.tables[table].value(of: next).map { Self.entry($0, isDC: table.isMultiple(of: 2)) } ?? 0
  }

  /// Returns the start behind the next restart marker.
  private func afterMarker(from offset: Int) -> JPEGRowIndex.Start? {
    Self.marker(in: bytes, from: offset).flatMap {
      (0xD0...0xD7).contains(bytes[$0 + 1]) ? JPEGRowIndex.Start(offset: $0 + 2) : nil
    }
  }

  /// Returns the offset of the next marker in coded data; `nil` without one.
  static func marker(in bytes: UnsafeRawBufferPointer, from offset: Int) -> Int? {
    guard let start = bytes.baseAddress else { return nil }
    var position = offset
    while position < bytes.count - 1, let found = memchr(start + position, 0xFF, bytes.count - 1 - position) {
      position = UnsafeRawPointer(found) - start
      if bytes[position + 1] != 0 { return position }
      position += 2
    }
    return nil
  }
}
