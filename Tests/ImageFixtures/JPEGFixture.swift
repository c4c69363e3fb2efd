internal import CTurboJPEG

/// Encodes JPEG files with libjpeg-turbo.
package struct JPEGFixture {
  package enum Kind {
    case color
    case gray
    /// The inks are the inverted colors, and ``black``. The samples are stored as CMYK (4:4:4) or as YCCK
    /// (4:2:0).
    case cmyk(isYCCK: Bool)
  }

  package var width: Int
  package var height: Int
  package var kind = Kind.color
  /// The amount of black ink in CMYK, 0…255.
  package var black = 0
  package var isProgressive = false
  package var quality = 95
  /// The EXIF data after `Exif\0\0`: a TIFF structure.
  package var exif: [UInt8]?
  /// The color profile.
  package var profile: [UInt8]?
  package var color: (_ x: Int, _ y: Int) -> PixelColor

  package init(
    width: Int, height: Int, kind: Kind = .color, color: @escaping (_ x: Int, _ y: Int) -> PixelColor
  ) {
    (self.width, self.height, self.kind, self.color) = (width, height, kind, color)
  }

  /// Returns an image with red and green quarters above blue and yellow ones.
  package static func quadrants(_ width: Int, _ height: Int) -> JPEGFixture {
    JPEGFixture(width: width, height: height) { .quadrant($0, $1, of: width, by: height) }
  }

  /// Returns the contents of the file.
  package func bytes() -> [UInt8] {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * 4)
    var isCMYK = false
    if case .cmyk = kind { isCMYK = true }
    for y in 0..<height {
      for x in 0..<width {
        let color = color(x, y)
        // CMYK is stored inverted: 255 means no ink.
        let parts = [color.red, color.green, color.blue, isCMYK ? 255 - black : 0]
        pixels += parts.map { UInt8($0) }
      }
    }
    let subsampling: TJSAMP
    switch kind {
    case .color, .cmyk(isYCCK: false): subsampling = TJSAMP_444
    case .gray: subsampling = TJSAMP_GRAY
    case .cmyk(isYCCK: true): subsampling = TJSAMP_420
    }
    let compressor = tjInitCompress()
    defer { tjDestroy(compressor) }
    var output: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    let code = tjCompress2(
      compressor, pixels, Int32(width), 0, Int32(height), Int32((isCMYK ? TJPF_CMYK : TJPF_RGBX).rawValue),
      &output,
      &count, Int32(subsampling.rawValue), Int32(quality), isProgressive ? TJFLAG_PROGRESSIVE : 0)
    precondition(code == 0, String(cString: tjGetErrorStr2(compressor)))
    defer { tjFree(output) }
    let file = Array(UnsafeBufferPointer(start: output, count: Int(count)))
    var start: [UInt8] = [0xFF, 0xD8]
    if let exif { start += Self.segment(0xE1, Array("Exif\0\0".utf8) + exif) }
    if let profile {
      let size = 20_000
      let parts = stride(from: 0, to: profile.count, by: size).map {
        profile[$0..<min($0 + size, profile.count)]
      }
      for (index, part) in parts.enumerated() {
        start += Self.segment(
          0xE2, Array("ICC_PROFILE\0".utf8) + [UInt8(index + 1), UInt8(parts.count)] + part)
      }
    }
    return start + file.dropFirst(2)
  }

  private static func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
    [0xFF, marker, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)] + body
  }

  /// Returns the file with another size in its frame header.
  package static func claiming(_ width: Int, _ height: Int, in bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    let frame = bytes.indices.dropLast(9).first { bytes[$0] == 0xFF && [0xC0, 0xC2].contains(bytes[$0 + 1]) }
    guard let frame else { return bytes }
    bytes.replaceSubrange(
      (frame + 5)..<(frame + 9),
      with: [height >> 8, height & 255, width >> 8, width & 255].map { UInt8($0) })
    return bytes
  }
}

/// Creates EXIF data with an orientation and a thumbnail, or with times.
package enum ExifFixture {
  /// Returns a TIFF structure with the time of the last change and the time at which the photo was taken.
  package static func block(changed: String, taken: String) -> [UInt8] {
    func number(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(value >> ($0 * 8) & 255) } }
    func entry(_ tag: Int, type: Int, count: Int, _ value: Int) -> [UInt8] {
      number(tag, 2) + number(type, 2) + number(count, 4) + number(value, 4)
    }
    let details = 8 + 2 + 2 * 12 + 4
    let texts = details + 2 + 12 + 4
    return Array("II".utf8) + number(42, 2) + number(8, 4)
      + number(2, 2) + entry(0x0132, type: 2, count: 20, texts) + entry(0x8769, type: 4, count: 1, details)
      + number(0, 4) + number(1, 2) + entry(0x9003, type: 2, count: 20, texts + 20) + number(0, 4)
      + Array(changed.utf8) + [0] + Array(taken.utf8) + [0]
  }

  /// Returns a TIFF structure with an orientation and, if given, an embedded JPEG.
  package static func block(orientation: Int, thumbnail: [UInt8]? = nil, isLittleEndian: Bool = true)
    -> [UInt8]
  {
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
