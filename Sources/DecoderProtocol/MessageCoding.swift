/// Writes the fields of a message. Numbers begin with the least significant byte.
struct MessageWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ value: Int) {
    withUnsafeBytes(of: Int64(value).littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func write(_ value: Double) { write(Int(bitPattern: UInt(value.bitPattern))) }

  mutating func write(_ value: Bool) { write(value ? 1 : 0) }

  /// Writes a text, cut off after `longest` bytes.
  mutating func write(_ text: String, longest: Int = MessageReader.longestText) {
    let utf8 = text.utf8.prefix(longest)
    write(utf8.count)
    bytes.append(contentsOf: utf8)
  }
}

/// Reads the fields of a message. The bytes may be invalid: a compromised helper may write any.
struct MessageReader {
  /// The error for a message that does not have the expected fields.
  struct Malformed: Error {}

  /// The longest text of a message, in bytes.
  static let longestText = 400

  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// Whether all fields were read.
  var isAtEnd: Bool { rest.isEmpty }

  mutating func number() throws(Malformed) -> Int {
    guard rest.count >= 8 else { throw Malformed() }
    var value: UInt64 = 0
    for (index, byte) in rest.prefix(8).enumerated() { value |= UInt64(byte) << (8 * UInt64(index)) }
    rest = rest.dropFirst(8)
    return Int(Int64(bitPattern: value))
  }

  /// Reads a number that must lie in `range`.
  mutating func number(in range: ClosedRange<Int>) throws(Malformed) -> Int {
    let value = try number()
    guard range.contains(value) else { throw Malformed() }
    return value
  }

  /// Reads a number that must be finite and not negative.
  mutating func duration() throws(Malformed) -> Double {
    let value = Double(bitPattern: UInt64(bitPattern: Int64(try number())))
    guard value.isFinite, value >= 0 else { throw Malformed() }
    return value
  }

  mutating func flag() throws(Malformed) -> Bool { try number(in: 0...1) == 1 }

  /// Reads a text, and replaces its control characters, because the text may be printed on a terminal.
  mutating func text(longest: Int = longestText) throws(Malformed) -> String {
    let count = try number(in: 0...longest)
    guard rest.count >= count else { throw Malformed() }
    let text = String(decoding: rest.prefix(count), as: UTF8.self)
    rest = rest.dropFirst(count)
    return String(
      String.UnicodeScalarView(text.unicodeScalars.map { Self.isPrintable($0) ? $0 : "\u{FFFD}" }))
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
