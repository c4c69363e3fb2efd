/// Reads the bits of the coded data of a JPEG file. It stops before a marker.
struct EntropyReader {
  private var next: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>
  /// The next bits; the first one is the highest.
  private(set) var bits: UInt64 = 0
  /// The number of valid bits. It is negative after more bits were skipped than the data have.
  private(set) var count = 0

  /// The number of bits that ``fill()`` provides at least, unless the data end.
  static let filledBits = 32

  /// - Parameters:
  ///   - offset: The offset of a byte, at which no byte that was inserted after 0xFF may be.
  ///   - skipped: The number of bits of the byte that are skipped, 0…7.
  init(_ bytes: UnsafeRawBufferPointer, at offset: Int, skipping skipped: Int) {
    let start = bytes.baseAddress!.assumingMemoryBound(to: UInt8.self)
    (next, end) = (start + min(max(offset, 0), bytes.count), start + bytes.count)
    fillByByte()
    skip(skipped)
  }

  /// The distance of the next bit from a byte of the file: the byte, and the number of its bits before the next one.
  func position(in bytes: UnsafeRawBufferPointer) -> (offset: Int, skipped: Int) {
    let start = bytes.baseAddress!.assumingMemoryBound(to: UInt8.self)
    var (byte, skipped) = (next, 0)
    var bits = max(count, 0)
    while bits > 0 {
      // A zero that was inserted after 0xFF has no bits.
      byte -= byte - start >= 2 && byte[-1] == 0 && byte[-2] == 0xFF ? 2 : 1
      skipped = bits < 8 ? 8 - bits : 0
      bits -= 8
    }
    return (byte - start, skipped)
  }

  /// The offset of the next byte to read, which is not before the next bit.
  func readOffset(in bytes: UnsafeRawBufferPointer) -> Int {
    UnsafeRawPointer(next) - bytes.baseAddress!
  }

  /// Reads more data if there are fewer than ``filledBits`` bits.
  @inline(__always)
  mutating func fill() {
    guard count < Self.filledBits else { return }
    if end - next >= 4, count >= 0 {
      let word = UInt32(bigEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt32.self))
      // Whether no byte is 0xFF.
      if (~word &- 0x0101_0101) & word & 0x8080_8080 == 0 {
        bits |= UInt64(word) &<< UInt64(32 - count)
        count &+= 32
        next += 4
        return
      }
    }
    fillByByte()
  }

  private mutating func fillByByte() {
    while (0...56).contains(count), next < end {
      let byte = next[0]
      if byte == 0xFF {
        guard end - next >= 2, next[1] == 0 else { return }
        next += 1
      }
      next += 1
      bits |= UInt64(byte) << UInt64(56 - count)
      count += 8
    }
  }

  /// Skips at most 31 bits.
  @inline(__always)
  mutating func skip(_ length: Int) {
    bits = bits &<< UInt64(truncatingIfNeeded: length)
    count &-= length
  }
}
