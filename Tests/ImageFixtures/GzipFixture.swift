/// Files that are packed with gzip, without being made shorter.
package enum GzipFixture {
  /// Packs bytes.
  package static func bytes(_ content: [UInt8]) -> [UInt8] {
    func number(_ value: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    var file: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
    for start in stride(from: 0, to: content.count, by: 0xFFFF) {
      let block = content[start..<min(content.count, start + 0xFFFF)]
      file += [block.endIndex == content.count ? 1 : 0] + number(block.count, 2) + number(~block.count, 2)
      file += block
    }
    return file + number(Int(checksum(content)), 4) + number(content.count, 4)
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var table: [UInt32] = []
    for index in UInt32(0)..<256 {
      var value = index
      for _ in 0..<8 { value = value & 1 == 1 ? (value >> 1) ^ 0xEDB8_8320 : value >> 1 }
      table.append(value)
    }
    var sum = ~UInt32(0)
    for byte in bytes { sum = table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8) }
    return ~sum
  }
}
