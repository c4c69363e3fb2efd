import CTurboJPEG

/// Makes JPEG files of any kind that the tests need.
struct JPEGFixture {
  enum Kind {
    case colour
    case grey
    /// Stored as inks, without (4:4:4) or with (4:2:0) a change to YCCK.
    case inks(isYCCK: Bool)
  }

  var width: Int
  var height: Int
  var kind = Kind.colour
  var isProgressive = false
  var quality = 95
  /// EXIF data, without its length.
  var exif: [UInt8]?
  var colour: (_ x: Int, _ y: Int) -> Colour

  /// Red, green, blue and yellow quarters.
  static func quadrants(_ width: Int, _ height: Int) -> JPEGFixture {
    JPEGFixture(width: width, height: height) { .quadrant($0, $1, of: width, by: height) }
  }

  func bytes() -> [UInt8] {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * 4)
    var isInk = false
    if case .inks = kind { isInk = true }
    for y in 0..<height {
      for x in 0..<width {
        let colour = colour(x, y)
        // Inks are stored inverted, so white paper is 255 and a pure colour needs no black.
        let parts = [colour.red, colour.green, colour.blue, isInk ? 255 : 0]
        pixels += parts.map { UInt8($0) }
      }
    }
    let subsampling: TJSAMP
    switch kind {
    case .colour, .inks(isYCCK: false): subsampling = TJSAMP_444
    case .grey: subsampling = TJSAMP_GRAY
    case .inks(isYCCK: true): subsampling = TJSAMP_420
    }
    let compressor = tjInitCompress()
    defer { tjDestroy(compressor) }
    var output: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    let code = tjCompress2(
      compressor, pixels, Int32(width), 0, Int32(height), Int32((isInk ? TJPF_CMYK : TJPF_RGBX).rawValue),
      &output,
      &count, Int32(subsampling.rawValue), Int32(quality), isProgressive ? TJFLAG_PROGRESSIVE : 0)
    precondition(code == 0, String(cString: tjGetErrorStr2(compressor)))
    defer { tjFree(output) }
    let file = Array(UnsafeBufferPointer(start: output, count: Int(count)))
    guard let exif else { return file }
    let length = exif.count + 8
    return [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + Array("Exif\0\0".utf8) + exif
      + file.dropFirst(2)
  }

  /// Returns the file with another size written into its frame header.
  static func claiming(_ width: Int, _ height: Int, in bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    let frame = bytes.indices.dropLast(9).first { bytes[$0] == 0xFF && [0xC0, 0xC2].contains(bytes[$0 + 1]) }
    guard let frame else { return bytes }
    bytes.replaceSubrange(
      (frame + 5)..<(frame + 9),
      with: [height >> 8, height & 255, width >> 8, width & 255].map { UInt8($0) })
    return bytes
  }
}

/// Writes the part of EXIF that matters here.
enum ExifFixture {
  /// A TIFF block with an orientation and, if given, an embedded JPEG.
  static func block(orientation: Int, thumbnail: [UInt8]? = nil, isLittleEndian: Bool = true) -> [UInt8] {
    func number(_ value: Int, _ bytes: Int) -> [UInt8] {
      let big = (0..<bytes).reversed().map { UInt8(value >> ($0 * 8) & 255) }
      return isLittleEndian ? big.reversed() : big
    }
    func entry(_ tag: Int, type: Int, _ value: [UInt8]) -> [UInt8] {
      number(tag, 2) + number(type, 2) + number(1, 4) + value
    }
    let head = Array((isLittleEndian ? "II" : "MM").utf8) + number(42, 2) + number(8, 4)
    let main = number(1, 2) + entry(0x0112, type: 3, number(orientation, 2) + [0, 0])
    guard let thumbnail else { return head + main + number(0, 4) }
    let small = head.count + main.count + 4
    let data = small + 2 + 2 * 12 + 4
    return head + main + number(small, 4) + number(2, 2) + entry(0x0201, type: 4, number(data, 4))
      + entry(0x0202, type: 4, number(thumbnail.count, 4)) + number(0, 4) + thumbnail
  }
}
