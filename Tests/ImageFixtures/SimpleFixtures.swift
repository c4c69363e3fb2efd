/// Encodes files of formats that can be written without a library.
package enum SimpleFixtures {
  /// The kinds of Windows bitmaps.
  package enum BitmapKind: String, CaseIterable, Sendable {
    case bits1, bits4, bits8, bits16, bits24, bits32, bitFields, runs8, runs4, topDown, old
  }

  private static func little(_ value: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// Returns a bitmap, and the colors that its pixels have after conversion to the kind.
  package static func bitmap(
    _ kind: BitmapKind, width: Int, height: Int, color: (_ x: Int, _ y: Int) -> PixelColor
  ) -> (bytes: [UInt8], colors: [[PixelColor]]) {
    let body = bitmapBody(kind, width: width, height: height, color: color)
    let file = Array("BM".utf8) + little(14 + body.header.count + body.data.count, 4) + little(0, 4)
    return (file + little(14 + body.header.count, 4) + body.header + body.data, body.colors)
  }

  private static func bitmapBody(
    _ kind: BitmapKind, width: Int, height: Int, color: (_ x: Int, _ y: Int) -> PixelColor,
    statedHeight: Int? = nil
  ) -> (header: [UInt8], data: [UInt8], colors: [[PixelColor]]) {
    let bits: Int
    switch kind {
    case .bits1: bits = 1
    case .bits4, .runs4: bits = 4
    case .bits8, .runs8, .old: bits = 8
    case .bits16, .bitFields: bits = 16
    case .bits24, .topDown: bits = 24
    case .bits32: bits = 32
    }
    let palette = (0..<(bits <= 8 ? 1 << bits : 0)).map { index in
      PixelColor(red: index * 255 / ((1 << bits) - 1), green: 255 - index & 255, blue: index * 3 & 255)
    }
    var colors: [[PixelColor]] = []
    var indexes: [[Int]] = []
    var rows: [[UInt8]] = []
    for y in 0..<height {
      var line: [PixelColor] = []
      var numbers: [Int] = []
      var row: [UInt8] = []
      for x in 0..<width {
        let color = color(x, y)
        switch kind {
        case .bits16:
          let (r, g, b) = (color.red >> 3, color.green >> 3, color.blue >> 3)
          row += little(r << 10 | g << 5 | b, 2)
          line.append(PixelColor(red: scaled(r, 31), green: scaled(g, 31), blue: scaled(b, 31)))
        case .bitFields:
          let (r, g, b) = (color.red >> 3, color.green >> 2, color.blue >> 3)
          row += little(r << 11 | g << 5 | b, 2)
          line.append(PixelColor(red: scaled(r, 31), green: scaled(g, 63), blue: scaled(b, 31)))
        case .bits24, .topDown, .bits32:
          row += [UInt8(color.blue), UInt8(color.green), UInt8(color.red)]
          if kind == .bits32 { row.append(9) }  // not used
          line.append(color)
        default:
          let index = color.red % palette.count
          numbers.append(index)
          line.append(palette[index])
        }
      }
      if !palette.isEmpty { row = packed(numbers, bits) }
      while row.count % 4 != 0 { row.append(0) }
      colors.append(line)
      indexes.append(numbers)
      rows.append(row)
    }
    var data: [UInt8] = []
    var compression = 0
    switch kind {
    case .topDown: data = rows.flatMap { $0 }
    case .runs8, .runs4:
      compression = kind == .runs8 ? 1 : 2
      for line in indexes.reversed() { data += runs(line, isHalf: kind == .runs4) + [0, 0] }
      data += [0, 1]
    default: data = rows.reversed().flatMap { $0 }
    }
    if kind == .bitFields { compression = 3 }
    var header: [UInt8]
    if kind == .old {
      header = little(12, 4) + little(width, 2) + little(height, 2) + little(1, 2) + little(bits, 2)
      for color in palette { header += [UInt8(color.blue), UInt8(color.green), UInt8(color.red)] }
    } else {
      let stated = statedHeight ?? (kind == .topDown ? -height : height)
      header = little(40, 4) + little(width, 4) + little(stated, 4) + little(1, 2) + little(bits, 2)
      header += little(compression, 4) + little(data.count, 4) + little(0, 16)
      if kind == .bitFields { header += little(0xF800, 4) + little(0x7E0, 4) + little(0x1F, 4) }
      for color in palette { header += [UInt8(color.blue), UInt8(color.green), UInt8(color.red), 0] }
    }
    return (header, data, colors)
  }

  private static func scaled(_ value: Int, _ maximum: Int) -> Int { (value * 255 + maximum / 2) / maximum }

  private static func packed(_ numbers: [Int], _ bits: Int) -> [UInt8] {
    let perByte = 8 / bits
    return stride(from: 0, to: numbers.count, by: perByte).map { start in
      UInt8(
        (0..<perByte).reduce(0) { $0 << bits | (start + $1 < numbers.count ? numbers[start + $1] : 0) })
    }
  }

  /// Encodes half of the line as runs, and the rest literally.
  private static func runs(_ line: [Int], isHalf: Bool) -> [UInt8] {
    var data: [UInt8] = []
    var x = 0
    while x < line.count / 2 {
      var end = x + 1
      while end < line.count, line[end] == line[x], end - x < 255 { end += 1 }
      data += [UInt8(end - x), UInt8(isHalf ? line[x] << 4 | line[x] : line[x])]
      x = end
    }
    while x < line.count {
      // A literal block has at least 3 pixels.
      if line.count - x < 3 {
        data += [1, UInt8(isHalf ? line[x] << 4 : line[x])]
        x += 1
        continue
      }
      let part = Array(line[x..<min(x + 200, line.count)])
      data += [0, UInt8(part.count)]
      var bytes = isHalf ? packed(part, 4) : part.map { UInt8($0) }
      if bytes.count % 2 == 1 { bytes.append(0) }
      data += bytes
      x += part.count
    }
    return data
  }

  /// Returns an icon with an image of one pixel, and a larger image: a 24-bit bitmap whose mask makes the
  /// pixels with `x` = `y` transparent.
  package static func icon(side: Int, color: (_ x: Int, _ y: Int) -> PixelColor) -> [UInt8] {
    let small = bitmapBody(.bits32, width: 1, height: 1, color: { _, _ in .black }, statedHeight: 2)
    let large = bitmapBody(.bits24, width: side, height: side, color: color, statedHeight: side * 2)
    var mask: [UInt8] = []
    for y in (0..<side).reversed() {
      var row = packed((0..<side).map { $0 == y ? 1 : 0 }, 1)
      while row.count % 4 != 0 { row.append(0) }
      mask += row
    }
    return icon([(1, 32, small.header + small.data), (side, 24, large.header + large.data + mask)])
  }

  /// Returns an icon that contains a PNG file.
  package static func icon(png: [UInt8], side: Int) -> [UInt8] { icon([(side, 32, png)]) }

  private static func icon(_ images: [(side: Int, bits: Int, bytes: [UInt8])]) -> [UInt8] {
    var file = little(0, 2) + little(1, 2) + little(images.count, 2)
    var start = 6 + 16 * images.count
    for image in images {
      file += [UInt8(image.side & 255), UInt8(image.side & 255), 0, 0] + little(1, 2) + little(image.bits, 2)
      file += little(image.bytes.count, 4) + little(start, 4)
      start += image.bytes.count
    }
    return file + images.flatMap(\.bytes)
  }

  /// Returns a QOI file in which each kind of chunk occurs.
  package static func qoi(width: Int, height: Int, color: (_ x: Int, _ y: Int) -> PixelColor) -> [UInt8] {
    func big(_ value: Int) -> [UInt8] { little(value, 4).reversed() }
    var file = Array("qoif".utf8) + big(width) + big(height) + [4, 0]
    var former = PixelColor.black
    var seen = [PixelColor](repeating: PixelColor(red: 0, green: 0, blue: 0, alpha: 0), count: 64)
    var run = 0
    func endRun() {
      if run > 0 { file.append(0xC0 | UInt8(run - 1)) }
      run = 0
    }
    for y in 0..<height {
      for x in 0..<width {
        let next = color(x, y)
        if next == former {
          run += 1
          if run == 62 { endRun() }
          continue
        }
        endRun()
        let slot = (next.red * 3 + next.green * 5 + next.blue * 7 + next.alpha * 11) % 64
        let (red, green) = (next.red - former.red, next.green - former.green)
        let blue = next.blue - former.blue
        if seen[slot] == next {
          file.append(UInt8(slot))
        } else if next.alpha != former.alpha {
          file += [0xFF, UInt8(next.red), UInt8(next.green), UInt8(next.blue), UInt8(next.alpha)]
        } else if [red, green, blue].allSatisfy({ (-2...1).contains($0) }) {
          file.append(UInt8(0x40 | (red + 2) << 4 | (green + 2) << 2 | (blue + 2)))
        } else if (-32...31).contains(green), (-8...7).contains(red - green), (-8...7).contains(blue - green)
        {
          file += [UInt8(0x80 | (green + 32)), UInt8((red - green + 8) << 4 | (blue - green + 8))]
        } else {
          file += [0xFE, UInt8(next.red), UInt8(next.green), UInt8(next.blue)]
        }
        seen[slot] = next
        former = next
      }
    }
    endRun()
    return file + [0, 0, 0, 0, 0, 0, 0, 1]
  }
}
