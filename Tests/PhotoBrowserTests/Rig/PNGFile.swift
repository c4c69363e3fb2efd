import Foundation

/// PNG files as no encoder writes them.
enum PNGFile {
  /// A well-formed file that says it is huge, with the pixels of none of its rows.
  static func giant(side: UInt32) -> Data {
    let header = bigEndian(side) + bigEndian(side) + Data([8, 2, 0, 0, 0])  // 8 bits, RGB
    let emptyStream = Data([0x78, 0x9c, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01])  // zlib's form of no bytes
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

  /// CRC-32 as PNG wants it.
  private static func checksum(_ data: Data) -> UInt32 {
    var crc = ~UInt32(0)
    for byte in data {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0xedb8_8320 : crc >> 1 }
    }
    return ~crc
  }
}
