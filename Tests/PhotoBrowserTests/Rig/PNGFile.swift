import Foundation

/// Creates PNG files that an encoder does not write.
enum PNGFile {
  /// Returns a valid file whose header states a huge size, without image data.
  static func giant(side: UInt32) -> Data {
    let header = bigEndian(side) + bigEndian(side) + Data([8, 2, 0, 0, 0])  // 8 bits, RGB
    let emptyStream = Data([0x78, 0x9c, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01])  // an empty zlib stream
    return Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
      + chunk("IHDR", header) + chunk("IDAT", emptyStream) + chunk("IEND", Data())
  }

  private static func chunk(_ name: String, _ content: Data) -> Data {
    let checked = Data(name.utf8) + content
    return bigEndian(UInt32(content.count)) + checked + bigEndian(checksum(checked))
  }

  private static func bigEndian(_ number: UInt32) -> Data {
    withUnsafeBytes(of: number.bigEndian) { Data($0) }
  }

  /// Returns the CRC-32 of a PNG chunk.
  private static func checksum(_ data: Data) -> UInt32 {
    var crc = ~UInt32(0)
    for byte in data {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0xedb8_8320 : crc >> 1 }
    }
    return ~crc
  }
}
