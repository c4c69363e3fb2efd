internal import DecoderProtocol

/// Creates a PNG file from a frame of an APNG file, because libpng reads only still images.
enum PNGFrameFile {
  /// Returns the content of the file.
  static func bytes(of frame: PNGHeader.Frame, in source: UnsafeRawBufferPointer, _ header: PNGHeader)
    -> [UInt8]
  {
    var file = Array(source[..<8])
    var size: [UInt8] = []
    for side in [frame.region.width, frame.region.height] { size += number(side) }
    append("IHDR", size + source[24..<29], to: &file)
    for chunk in header.sharedChunks { file += source[chunk] }
    for data in frame.data { append("IDAT", source[data], to: &file) }
    append("IEND", [], to: &file)
    return file
  }

  private static func append(_ name: StaticString, _ body: some Collection<UInt8>, to file: inout [UInt8]) {
    file += number(body.count)
    let start = file.count
    name.withUTF8Buffer { file += $0 }
    file += body
    var sum = ~UInt32(0)
    file.withUnsafeBufferPointer { bytes in
      for byte in bytes[start...] { sum = table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8) }
    }
    file += number(Int(~sum))
  }

  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// The checksum (CRC) of each single byte (PNG specification, annex D).
  private static let table: [UInt32] = (0..<256).map { index in
    var sum = UInt32(index)
    for _ in 0..<8 { sum = sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
    return sum
  }
}
