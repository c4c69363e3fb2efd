/// Encodes PNG files of every pixel format without libpng and without compression.
package struct PNGFixture {
  package enum Kind: Int, CaseIterable {
    case gray = 0
    case color = 2
    case palette = 3
    case grayAlpha = 4
    case colorAlpha = 6

    package var channels: Int { [1, 0, 3, 1, 2, 0, 4][rawValue] }
  }

  /// The filters of the rows, as the specification numbers them.
  package enum Filter: Int, CaseIterable {
    case none = 0
    case sub
    case up
    case average
    case paeth
    /// Each row has the next of the filters.
    case mixed

    func number(ofRow row: Int) -> Int { self == .mixed ? row % 5 : rawValue }
  }

  /// The position of EXIF data in the file.
  package enum ExifPosition {
    case beforeImageData
    case afterImageData
  }

  package var width: Int
  package var height: Int
  package var kind = Kind.colorAlpha
  package var depth = 8
  package var isInterlaced = false
  /// The red, green and blue values of each palette entry.
  package var palette: [UInt8] = []
  /// The alpha values of the first palette entries; the others are opaque.
  package var paletteAlpha: [UInt8] = []
  package var exif: (block: [UInt8], position: ExifPosition)?
  /// The color profile.
  package var profile: [UInt8]?
  package var filter = Filter.none
  /// The gamma of the stored samples, in 1/100,000.
  package var gamma: Int?
  /// Whether the file states that its colors are sRGB.
  package var isSRGB = false
  /// The samples of the color that is transparent, in files without a palette and without alpha.
  package var transparent: [Int]?
  /// The largest size of a chunk with image data, in bytes.
  package var dataChunkSize = Int.max
  /// Returns the stored samples of a pixel, one for each channel, each below 2^depth.
  package var samples: (_ x: Int, _ y: Int) -> [Int]

  package init(
    width: Int, height: Int, kind: Kind = .colorAlpha, depth: Int = 8, isInterlaced: Bool = false,
    palette: [UInt8] = [], paletteAlpha: [UInt8] = [], exif: (block: [UInt8], position: ExifPosition)? = nil,
    samples: @escaping (_ x: Int, _ y: Int) -> [Int]
  ) {
    (self.width, self.height, self.kind, self.depth) = (width, height, kind, depth)
    (self.isInterlaced, self.palette, self.paletteAlpha) = (isInterlaced, palette, paletteAlpha)
    (self.exif, self.samples) = (exif, samples)
  }

  /// Returns the contents of the file.
  package func bytes() -> [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file += chunk(
      "IHDR",
      number(width) + number(height) + [UInt8(depth), UInt8(kind.rawValue), 0, 0, isInterlaced ? 1 : 0])
    file += colorChunks()
    if let profile { file += chunk("iCCP", Array("profile\0\0".utf8) + zlib(profile)) }
    if let exif, exif.position == .beforeImageData { file += chunk("eXIf", exif.block) }
    let data = zlib(rows())
    var start = 0
    while start < data.count {
      let end = start + min(dataChunkSize, data.count - start)
      file += chunk("IDAT", Array(data[start..<end]))
      start = end
    }
    if let exif, exif.position == .afterImageData { file += chunk("eXIf", exif.block) }
    return file + chunk("IEND", [])
  }

  /// The chunks about the colors, in the order of the specification.
  private func colorChunks() -> [UInt8] {
    var chunks: [UInt8] = []
    if let gamma { chunks += chunk("gAMA", number(gamma)) }
    if isSRGB { chunks += chunk("sRGB", [0]) }
    if kind == .palette {
      chunks += chunk("PLTE", palette)
      if !paletteAlpha.isEmpty { chunks += chunk("tRNS", paletteAlpha) }
    } else if let transparent {
      chunks += chunk("tRNS", transparent.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
    }
    return chunks
  }

  /// Returns the bytes of a row after a filter, with the number of the filter before them.
  private func filtered(_ row: [UInt8], after former: [UInt8], by filter: Int) -> [UInt8] {
    if filter == 0 { return [0] + row }
    let distance = max(1, kind.channels * depth / 8)
    return [UInt8(filter)]
      + row.indices.map { index in
        let left = index < distance ? 0 : Int(row[index - distance])
        let up = index < former.count ? Int(former[index]) : 0
        let corner = index < distance || index >= former.count ? 0 : Int(former[index - distance])
        let guess = left + up - corner
        let (toLeft, toUp, toCorner) = (abs(guess - left), abs(guess - up), abs(guess - corner))
        let paeth = toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner
        return row[index] &- UInt8([0, left, up, (left + up) / 2, paeth][filter])
      }
  }

  private func rows() -> [UInt8] {
    var data: [UInt8] = []
    let passes =
      isInterlaced
      ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
      : [(0, 0, 1, 1)]
    for (startX, startY, stepX, stepY) in passes where startX < width {
      var former: [UInt8] = []
      for (number, y) in stride(from: startY, to: height, by: stepY).enumerated() {
        var row: [UInt8] = []
        var byte = 0
        var bits = 0
        for x in stride(from: startX, to: width, by: stepX) {
          for sample in samples(x, y) {
            if depth == 16 {
              row += [UInt8(sample >> 8), UInt8(sample & 255)]
              continue
            }
            byte = byte << depth | sample
            bits += depth
            if bits == 8 {
              row.append(UInt8(byte))
              (byte, bits) = (0, 0)
            }
          }
        }
        if bits > 0 { row.append(UInt8(byte << (8 - bits))) }
        data += filtered(row, after: former, by: filter.number(ofRow: number))
        former = row
      }
    }
    return data
  }

  private func zlib(_ data: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let end = min(start + 65535, data.count)
      let count = end - start
      stream += [end == data.count ? 1 : 0, UInt8(count & 255), UInt8(count >> 8)]
      stream += [UInt8(~count & 255), UInt8(~count >> 8 & 255)] + data[start..<end]
      start = end
    } while start < data.count
    var a = 1
    var b = 0
    for byte in data {
      a = (a + Int(byte)) % 65521
      b = (b + a) % 65521
    }
    return stream + number(b << 16 | a)
  }

  private func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let content = Array(name.utf8) + body
    return number(body.count) + content + number(Self.checksum(content))
  }

  /// A frame of an animation.
  package struct Frame {
    package var image: PNGFixture
    package var x = 0
    package var y = 0
    /// The treatment after the frame: 0 keep, 1 clear, 2 restore.
    package var disposal = 0
    package var isBlended = false
    /// The duration, in milliseconds.
    package var duration = 100

    package init(_ image: PNGFixture, x: Int = 0, y: Int = 0, disposal: Int = 0, isBlended: Bool = false) {
      (self.image, self.x, self.y, self.disposal, self.isBlended) = (image, x, y, disposal, isBlended)
    }
  }

  /// Returns the contents of an APNG file. The first frame has the size of the canvas.
  package static func animation(_ frames: [Frame], playCount: Int = 0) -> [UInt8] {
    let canvas = frames[0].image
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    func number(_ value: Int) -> [UInt8] { canvas.number(value) }
    func short(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }
    file += canvas.chunk(
      "IHDR",
      number(canvas.width) + number(canvas.height) + [
        UInt8(canvas.depth), UInt8(canvas.kind.rawValue), 0, 0, 0,
      ])
    file += canvas.chunk("acTL", number(frames.count) + number(playCount)) + canvas.colorChunks()
    var sequence = 0
    for (index, frame) in frames.enumerated() {
      let size = number(frame.image.width) + number(frame.image.height) + number(frame.x) + number(frame.y)
      file += canvas.chunk(
        "fcTL",
        number(sequence) + size + short(frame.duration) + short(1000)
          + [UInt8(frame.disposal), frame.isBlended ? 1 : 0])
      sequence += 1
      let data = frame.image.zlib(frame.image.rows())
      if index == 0 {
        file += canvas.chunk("IDAT", data)
      } else {
        file += canvas.chunk("fdAT", number(sequence) + data)
        sequence += 1
      }
    }
    return file + canvas.chunk("IEND", [])
  }

  /// Returns the file with another size in its header, and a valid checksum of the header.
  package static func claiming(_ width: Int, _ height: Int, in bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    let sides = [width, height].flatMap { side in (0..<4).reversed().map { UInt8(side >> ($0 * 8) & 255) } }
    bytes.replaceSubrange(16..<24, with: sides)
    let sum = checksum(Array(bytes[12..<29]))
    bytes.replaceSubrange(29..<33, with: (0..<4).reversed().map { UInt8(sum >> ($0 * 8) & 255) })
    return bytes
  }

  private func number(_ value: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(value >> ($0 * 8) & 255) } }

  private static let table: [UInt32] = (0..<256).map { index in
    var sum = UInt32(index)
    for _ in 0..<8 { sum = sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
    return sum
  }

  private static func checksum(_ bytes: [UInt8]) -> Int {
    var sum = ~UInt32(0)
    for byte in bytes { sum = table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8) }
    return Int(~sum)
  }
}
