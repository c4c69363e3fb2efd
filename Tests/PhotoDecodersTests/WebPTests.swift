import DecoderProtocol
import ImageFixtures
import Testing

/// Still WebP files.
struct WebPTests {
  private static func translucent(_ x: Int, _ y: Int) -> PixelColor {
    PixelColor(red: x * 4, green: y * 5, blue: 100, alpha: (x + y) * 255 / 110)
  }

  @Test("A WebP has the encoded pixels, premultiplied")
  func pixels() throws {
    let image = try TestImage(WebPFixture.bytes(width: 60, height: 50, color: Self.translucent))
    #expect(image.result.header.format == "WebP")
    #expect((image.width, image.height) == (60, 50))
    for y in 0..<50 {
      for x in 0..<60 {
        let color = Self.translucent(x, y)
        let alpha = color.alpha
        let wanted = PixelColor(
          red: color.red * alpha / 255, green: color.green * alpha / 255, blue: color.blue * alpha / 255,
          alpha: alpha)
        try #require(image.color(x, y).isNear(wanted, within: 1))
      }
    }
  }

  @Test("A WebP is decoded at a reduced size")
  func downscaled() throws {
    let bytes = WebPFixture.bytes(width: 240, height: 120) { x, y in
      PixelColor(red: x, green: y * 2, blue: 77)
    }
    let image = try TestImage(bytes, DecodeRequest(size: TargetSize(width: 60, height: 60)))
    #expect((image.width, image.height) == (60, 30))
    for y in 0..<30 {
      for x in 0..<60 {
        try #require(
          image.color(x, y).isNear(PixelColor(red: x * 4 + 2, green: y * 8 + 4, blue: 77), within: 4))
      }
    }
  }

  @Test("A decoded region of a WebP equals that region of the upright image", arguments: 1...8)
  func region(orientation: Int) throws {
    let bytes = WebPFixture.bytes(
      width: 40, height: 30, exif: ExifFixture.block(orientation: orientation), color: pattern)
    let whole = try TestImage(bytes)
    #expect((whole.width, whole.height) == (orientation < 5 ? (40, 30) : (30, 40)))
    #expect(whole.result.header.orientation == orientation)
    let part = try TestImage(bytes, DecodeRequest(region: PixelRegion(x: 7, y: 11, width: 9, height: 8)))
    for y in 0..<8 {
      for x in 0..<9 { try #require(part.color(x, y) == whole.color(x + 7, y + 11)) }
    }
  }

  @Test("A truncated WebP is decoded up to its end, and the rest is gray")
  func truncated() throws {
    let bytes = WebPFixture.bytes(width: 200, height: 200) { x, y in
      PixelColor(red: (x * x + y * 3) & 255, green: (x * y) & 255, blue: (x ^ y) & 255)
    }
    let image = try TestImage(Array(bytes.prefix(bytes.count * 3 / 4)))
    #expect(image.result.defect == "the file ends too early")
    #expect(image.color(0, 0) == PixelColor(red: 0, green: 0, blue: 0))
    #expect(image.color(199, 199) == .gray)
  }
}
