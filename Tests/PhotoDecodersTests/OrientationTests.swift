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
