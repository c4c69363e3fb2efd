/// Encodes TIFF files without compression.
package struct TIFFFixture {
  package enum Kind: String, CaseIterable, Sendable {
    case gray8, gray16, color8, color16, colorAlpha, palette, cmyk, bitmap
  }

  package var width: Int
  package var height: Int
  package var kind = Kind.color8
  package var isLittleEndian = true
  /// The width and height of the tiles; `nil` for strips.
  package var tileSide: Int?
  package var rowsPerStrip = 7
  package var orientation = 1
  /// The amount of black ink in CMYK, 0…255. The other inks are the inverted colors.
  package var black = 0
  package var profile: [UInt8]?
  package var color: (_ x: Int, _ y: Int) -> PixelColor

  package init(
    width: Int, height: Int, kind: Kind = .color8, color: @escaping (_ x: Int, _ y: Int) -> PixelColor
  ) {
    (self.width, self.height, self.kind, self.color) = (width, height, kind, color)
  }

  /// Returns the contents of a file with a page for each fixture.
  package static func bytes(_ pages: [TIFFFixture]) -> [UInt8] {
    var file = pages[0].number(pages[0].isLittleEndian ? 0x4949 : 0x4D4D, 2) + pages[0].number(42, 2)
    var link = file.count
    file += [0, 0, 0, 0]
    for page in pages { link = page.append(to: &file, link: link) }
    return file
  }

  /// Returns the contents of the file.
  package func bytes() -> [UInt8] { Self.bytes([self]) }

  private func number(_ value: Int, _ bytes: Int) -> [UInt8] {
    let big = (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    return isLittleEndian ? big.reversed() : big
  }

  private var samples: (count: Int, bits: Int, photometric: Int) {
    switch kind {
    case .gray8: (1, 8, 1)
    case .gray16: (1, 16, 1)
    case .color8: (3, 8, 2)
    case .color16: (3, 16, 2)
    case .colorAlpha: (4, 8, 2)
    case .palette: (1, 8, 3)
    case .cmyk: (4, 8, 5)
    case .bitmap: (1, 1, 0)
    }
  }

  /// Appends a directory and its data, and writes its offset at `link`. Returns the position of the link to
  /// the next directory.
  private func append(to file: inout [UInt8], link: Int) -> Int {
    let samples = samples
    var offsets: [Int] = []
    var counts: [Int] = []
    func add(_ block: [UInt8]) {
      offsets.append(file.count)
      counts.append(block.count)
      file += block
      if file.count % 2 == 1 { file.append(0) }
    }
    if let side = tileSide {
      for top in stride(from: 0, to: height, by: side) {
        for left in stride(from: 0, to: width, by: side) {
          add((top..<(top + side)).flatMap { row($0, left..<(left + side)) })
        }
      }
    } else {
      for top in stride(from: 0, to: height, by: rowsPerStrip) {
        add((top..<min(top + rowsPerStrip, height)).flatMap { row($0, 0..<width) })
      }
    }
    var entries: [(tag: Int, type: Int, values: [Int])] = [
      (256, 3, [width]), (257, 3, [height]), (258, 3, Array(repeating: samples.bits, count: samples.count)),
      (259, 3, [1]), (262, 3, [samples.photometric]), (274, 3, [orientation]), (277, 3, [samples.count]),
    ]
    if let tileSide {
      entries += [(322, 3, [tileSide]), (323, 3, [tileSide]), (324, 4, offsets), (325, 4, counts)]
    } else {
      entries += [(273, 4, offsets), (278, 3, [rowsPerStrip]), (279, 4, counts)]
    }
    if kind == .palette {
      entries.append((320, 3, (0..<768).map { ($0 < 256 ? $0 : $0 < 512 ? 511 - $0 : $0 * 3 & 255) * 257 }))
    }
    if kind == .colorAlpha { entries.append((338, 3, [2])) }  // not premultiplied
    if let profile { entries.append((34675, 7, profile.map { Int($0) })) }
    entries.sort { $0.tag < $1.tag }
    var directory = number(entries.count, 2)
    for entry in entries {
      let size = entry.type == 3 ? 2 : entry.type == 7 ? 1 : 4
      var value = entry.values.flatMap { number($0, size) }
      if value.count > 4 {
        let place = file.count
        file += value
        if file.count % 2 == 1 { file.append(0) }
        value = number(place, 4)
      }
      while value.count < 4 { value.append(0) }
      directory += number(entry.tag, 2) + number(entry.type, 2) + number(entry.values.count, 4) + value
    }
    file.replaceSubrange(link..<(link + 4), with: number(file.count, 4))
    file += directory
    file += [0, 0, 0, 0]
    return file.count - 4
  }

  private func row(_ y: Int, _ columns: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    if kind == .bitmap {
      for start in stride(from: columns.lowerBound, to: columns.upperBound, by: 8) {
        bytes.append(
          (start..<(start + 8)).reduce(0) {
            $0 << 1 | ($1 < width && y < height && color($1, y).red < 128 ? 1 : 0)
          })
      }
      return bytes
    }
    for x in columns {
      let color = x < width && y < height ? color(x, y) : .black
      switch kind {
      case .gray8, .palette: bytes.append(UInt8(color.red))
      case .gray16: bytes += number(color.red * 257, 2)
      case .color16: for part in [color.red, color.green, color.blue] { bytes += number(part * 257, 2) }
      case .colorAlpha: bytes += [color.red, color.green, color.blue, color.alpha].map { UInt8($0) }
      case .cmyk: bytes += [255 - color.red, 255 - color.green, 255 - color.blue, black].map { UInt8($0) }
      default: bytes += [color.red, color.green, color.blue].map { UInt8($0) }
      }
    }
    return bytes
  }
}
