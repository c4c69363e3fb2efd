import DecoderProtocol
import ImageFixtures
import Testing

/// The eight EXIF orientations, in each format that supports them.
struct OrientationTests {
  /// Returns the position in the upright image of the stored pixel `x`, `y`. EXIF 2.32 defines each
  /// orientation by the sides at which the first row and column are.
  private func upright(_ x: Int, _ y: Int, _ orientation: Int, _ width: Int, _ height: Int) -> (
    x: Int, y: Int
  ) {
    switch orientation {
    case 2: (width - 1 - x, y)
    case 3: (width - 1 - x, height - 1 - y)
    case 4: (x, height - 1 - y)
    case 5: (y, x)
    case 6: (height - 1 - y, x)
    case 7: (height - 1 - y, width - 1 - x)
    case 8: (y, width - 1 - x)
    default: (x, y)
    }
  }

  @Test(
    "The place of the EXIF orientation is stated for the formats in which its two bytes can be changed alone",
    arguments: 1...8, [true, false])
  func place(value: Int, isLittleEndian: Bool) throws {
    let exif = ExifFixture.block(orientation: value, isLittleEndian: isLittleEndian)
    func color(_ x: Int, _ y: Int) -> PixelColor { .quadrant(x, y, of: 16, by: 24) }
    var jpeg = JPEGFixture(width: 16, height: 24, color: color)
    let plain = jpeg.bytes()
    jpeg.exif = exif
    var tiff = TIFFFixture(width: 16, height: 24, color: color)
    (tiff.orientation, tiff.isLittleEndian) = (value, isLittleEndian)
    let webP = WebPFixture.bytes(width: 16, height: 24, exif: exif, color: color)
    for bytes in [jpeg.bytes(), webP, TIFFFixture.bytes([tiff])] {
      let header = try TestImage(bytes, DecodeRequest(.header)).result.header
      let place = try #require(header.orientationPlace, "\(header.format)")
      #expect(header.orientation == value && place.isLittleEndian == isLittleEndian)
      let pair = Array(bytes[place.offset..<place.offset + 2])
      #expect(pair == (isLittleEndian ? [UInt8(value), 0] : [0, UInt8(value)]), "\(header.format)")
      // The file with other bytes there has another orientation.
      var changed = bytes
      changed[place.offset + (isLittleEndian ? 0 : 1)] = UInt8(9 - value)
      #expect(try TestImage(changed, DecodeRequest(.header)).result.header.orientation == 9 - value)
    }
    // A checksum covers the EXIF data of a PNG file. The preview of a raw file is not the file.
    let png = PNGFixture(width: 16, height: 24, kind: .color, exif: (exif, .beforeImageData)) { _, _ in
      [0, 0, 0]
    }
    var raw = RawFixture(small: plain, large: jpeg.bytes())
    raw.orientation = value
    for bytes in [png.bytes(), raw.bytes(), plain] {
      #expect(try TestImage(bytes, DecodeRequest(.header)).result.header.orientationPlace == nil)
    }
  }

  @Test("The EXIF orientation is applied exactly once", arguments: 1...8, ["PNG", "WebP", "JPEG"])
  func orientation(value: Int, format: String) throws {
    let (width, height) = (16, 24)
    let exif = ExifFixture.block(orientation: value)
    // Blocks of 8 × 8 pixels of one color are not changed by JPEG compression.
    func color(_ x: Int, _ y: Int) -> PixelColor {
      PixelColor(red: x / 8 * 200, green: y / 8 * 100, blue: 50)
    }
    let bytes: [UInt8]
    switch format {
    case "PNG":
      bytes =
        PNGFixture(width: width, height: height, kind: .color, exif: (exif, .beforeImageData)) { x, y in
          [x / 8 * 200, y / 8 * 100, 50]
        }.bytes()
    case "WebP": bytes = WebPFixture.bytes(width: width, height: height, exif: exif, color: color)
    default:
      var fixture = JPEGFixture(width: width, height: height, color: color)
      fixture.exif = exif
      bytes = fixture.bytes()
    }
    let image = try TestImage(bytes)
    #expect((image.width, image.height) == (value < 5 ? (16, 24) : (24, 16)))
    #expect((image.result.header.width, image.result.header.height) == (image.width, image.height))
    for y in 0..<height {
      for x in 0..<width {
        let place = upright(x, y, value, width, height)
        try #require(image.color(place.x, place.y).isNear(color(x, y), within: 6))
      }
    }
  }
}
