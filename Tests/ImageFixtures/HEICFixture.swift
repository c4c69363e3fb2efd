/// Alters HEIC files.
package enum HEICFixture {
  /// Returns `ExtraFormatFixtures.heic` with another size in the data for the video decoder. The header of the file still states the
  /// former size.
  ///
  /// - Parameter side: The width and the height, a multiple of 8 pixels.
  package static func encoding(_ side: Int, in file: [UInt8]) -> [UInt8] {
    var file = file
    func index(of text: some Sequence<UInt8>) -> Int {
      let text = Array(text)
      return file.indices.first { file[$0...].starts(with: text) } ?? 0
    }
    func write(_ value: Int, at place: Int, bytes: Int) {
      for byte in 0..<bytes { file[place + byte] = UInt8(value >> (8 * (bytes - 1 - byte)) & 255) }
    }
    // The sequence parameter set; the two bytes before it are its length.
    let start = index(of: [0x42, 0x01, 0x01])
    let length = Int(file[start - 2]) << 8 | Int(file[start - 1])
    var bits = withoutEmulationPrevention(file[start..<(start + length)])
      .flatMap { byte in (0..<8).reversed().map { byte >> $0 & 1 } }
    // The numbers follow the header of 15 bytes, the identifier (1 bit) and the format of the colors (3 bits). Each is an
    // Exp-Golomb code of 13 bits: 64 + 1.
    let code = (0..<(side + 1).bitWidth - (side + 1).leadingZeroBitCount).reversed().map {
      UInt8((side + 1) >> $0 & 1)
    }
    let number = [UInt8](repeating: 0, count: code.count - 1) + code
    bits.replaceSubrange((15 * 8 + 4)..<(15 * 8 + 4 + 26), with: number + number)
    bits += [UInt8](repeating: 0, count: (8 - bits.count % 8) % 8)
    let set = withEmulationPrevention(
      stride(from: 0, to: bits.count, by: 8).map { place in
        bits[place..<(place + 8)].reduce(0) { $0 << 1 | $1 }
      })
    let growth = set.count - length
    file.replaceSubrange(start..<(start + length), with: set)
    write(set.count, at: start - 2, bytes: 2)
    // The boxes around it, and the place of the data behind it, which `iloc` states.
    for box in ["hvcC", "ipco", "iprp", "meta"] {
      let place = index(of: box.utf8) - 4
      write(Self.number(file, place) + growth, at: place, bytes: 4)
    }
    let place = index(of: "iloc".utf8) + 16
    write(Self.number(file, place) + growth, at: place, bytes: 4)
    return file
  }

  private static func number(_ file: [UInt8], _ place: Int) -> Int {
    file[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Removes the bytes 3 that follow two zeros.
  private static func withoutEmulationPrevention(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var (result, zeros): ([UInt8], Int) = ([], 0)
    for byte in bytes {
      if zeros == 2, byte == 3 {
        zeros = 0
        continue
      }
      result.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return result
  }

  private static func withEmulationPrevention(_ bytes: [UInt8]) -> [UInt8] {
    var (result, zeros): ([UInt8], Int) = ([], 0)
    for byte in bytes {
      if zeros == 2, byte <= 3 {
        result.append(3)
        zeros = 0
      }
      result.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return result
  }
}
