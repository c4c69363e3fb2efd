/// The numbers of a TIFF structure, as bytes.
struct TIFFBytes {
  let isLittleEndian: Bool

  /// The number of bytes of an entry of a directory.
  static let entryLength = 12
  /// The number of bytes of an entry before its value.
  static let valueOffset = 8
  /// The tag of the orientation.
  static let orientationTag = 0x0112

  /// Returns a number of `count` bytes.
  func bytes(_ number: Int, _ count: Int) -> [UInt8] {
    let low = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    return isLittleEndian ? low : low.reversed()
  }

  /// Returns the number of `count` bytes at an index; `nil` beyond the end.
  func number(_ bytes: ArraySlice<UInt8>, at index: Int, _ count: Int) -> Int? {
    guard index >= bytes.startIndex, index <= bytes.endIndex - count else { return nil }
    let part = bytes[index..<index + count]
    return (isLittleEndian ? part.reversed() : Array(part)).reduce(0) { $0 << 8 | Int($1) }
  }

  /// Returns the entry of an orientation: the tag, the type SHORT (3), the count 1, and the value.
  func orientation(_ value: Int) -> [UInt8] {
    bytes(Self.orientationTag, 2) + bytes(3, 2) + bytes(1, 4) + bytes(value, 2) + [0, 0]
  }
}
