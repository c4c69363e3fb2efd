/// A Huffman table of a JPEG file (ITU T.81, annex C).
struct HuffmanTable {
  /// The number of bits that ``entry(of:)`` looks at.
  static let lookupBits = 10
  /// The longest code, in bits.
  static let longestCode = 16

  private let values: [UInt8]
  /// By the length of a code, in bits: the first code, the number of codes, and the index of the value of the first code.
  private let lengths: [(first: Int, count: Int, index: Int)]

  /// Reads a table of a DHT segment. Returns `nil` if it is invalid.
  ///
  /// - Parameters:
  ///   - counts: The number of codes of each length from 1 to 16 bits.
  ///   - values: The values in the order of their codes.
  init?(counts: some Collection<UInt8>, values: some Collection<UInt8>) {
    var lengths = [(first: 0, count: 0, index: 0)]
    var (code, index) = (0, 0)
    for (length, count) in zip(1..., counts.map(Int.init)) {
      code <<= 1
      lengths.append((code, count, index))
      code += count
      index += count
      guard code <= 1 << length else { return nil }
    }
    guard lengths.count == Self.longestCode + 1, index == values.count else { return nil }
    (self.values, self.lengths) = (Array(values), lengths)
  }

  /// Returns the value of the code at the start of 16 bits, and the length of the code; `nil` if there is no such code.
  func value(of bits: Int) -> (value: Int, length: Int)? {
    for length in 1...Self.longestCode {
      let (first, count, index) = lengths[length]
      let place = bits >> (Self.longestCode - length) - first
      if place >= 0, place < count { return (Int(values[index + place]), length) }
    }
    return nil
  }

  /// Returns the code of a value; `nil` if the value has none.
  func code(of value: Int) -> (code: Int, length: Int)? {
    guard let place = values.firstIndex(of: UInt8(value)) else { return nil }
    for length in 1...Self.longestCode {
      let (first, count, index) = lengths[length]
      if place >= index, place < index + count { return (first + place - index, length) }
    }
    return nil
  }
}
