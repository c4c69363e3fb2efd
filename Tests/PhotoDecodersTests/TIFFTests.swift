import DecoderProtocol
import ImageFixtures
import Testing

/// TIFF files.
struct TIFFTests {
  @Test(
    "A TIFF of any kind has the encoded pixels, in strips and in tiles", arguments: TIFFFixture.Kind.allCases,
    [true, false])
  func kinds(kind: TIFFFixture.Kind, isLittleEndian: Bool) throws {
    func color(_ x: Int, _ y: Int) -> PixelColor {
      var color = pattern(x, y)
      if kind == .gray8 || kind == .gray16 {
        color = PixelColor(red: color.red, green: color.red, blue: color.red)
      }
      if kind == .bitmap { color = (x ^ y) & 4 == 0 ? .black : PixelColor(red: 255, green: 255, blue: 255) }
      if kind == .colorAlpha { color.alpha = x * 4 }
      return color
    }
    var fixture = TIFFFixture(width: 45, height: 38, kind: kind, color: color)
    fixture.isLittleEndian = isLittleEndian
    for tileSide in [nil, 16] {
      fixture.tileSide = tileSide
      let image = try TestImage(fixture.bytes())
      #expect(image.result.defect == nil)
      #expect(image.result.header.format == "TIFF")
      for y in 0..<38 {
        // libtiff 4.5 misplaces 16-bit gray pixels of a tile that reaches beyond the page.
        for x in 0..<(kind == .gray16 && tileSide != nil ? 32 : 45) {
          let stored = color(x, y)
          var wanted = stored
          switch kind {
          case .palette:
            wanted = PixelColor(red: stored.red, green: 255 - stored.red, blue: (stored.red + 512) * 3 & 255)
          case .colorAlpha:
            let alpha = stored.alpha
            wanted = PixelColor(
              red: stored.red * alpha / 255, green: stored.green * alpha / 255,
              blue: stored.blue * alpha / 255,
              alpha: alpha)
          default: break
          }
          try #require(
            image.color(x, y).isNear(wanted, within: 2), "\(x) \(y): \(image.color(x, y)), not \(wanted)")
        }
      }
    }
  }

  @Test("The orientation of a TIFF is applied exactly once", arguments: 1...8)
  func orientation(value: Int) throws {
    var fixture = TIFFFixture(width: 20, height: 30, color: pattern)
    let upright = try TestImage(fixture.bytes())
    fixture.orientation = value
    for rows in [7, 30] {
      fixture.rowsPerStrip = rows
      let image = try TestImage(fixture.bytes())
      #expect((image.width, image.height) == (value < 5 ? (20, 30) : (30, 20)))
      let corner = upright.color(0, 0)
      let place =
        [(0, 0), (19, 0), (19, 29), (0, 29), (0, 0), (29, 0), (29, 19), (0, 19)][value - 1]
      #expect(image.color(place.0, place.1) == corner)
      let second = upright.color(1, 0)
      let step = [(1, 0), (-1, 0), (-1, 0), (1, 0), (0, 1), (0, 1), (0, -1), (0, -1)][value - 1]
      #expect(image.color(place.0 + step.0, place.1 + step.1) == second)
    }
  }

  @Test("Each page of a TIFF is decoded as a frame")
  func pages() throws {
    let pages = [PixelColor.red, .green, .blue].map { color in
      TIFFFixture(width: 5, height: 4, color: { _, _ in color })
    }
    let bytes = TIFFFixture.bytes(pages)
    for (index, color) in [PixelColor.red, .green, .blue].enumerated() {
      let image = try TestImage(bytes, DecodeRequest(frame: index))
      #expect(image.result.header.frameCount == 3)
      #expect(!image.result.header.isAnimated)
      #expect(image.color(2, 2) == color)
    }
    #expect(failure(bytes, DecodeRequest(frame: 3)) == .noSuchFrame(index: 3, count: 3))
  }

  @Test("Tiles of 2³¹ × 2³¹ pixels are refused")
  func largeTiles() throws {
    var fixture = TIFFFixture(width: 20, height: 20, kind: .bitmap, color: pattern)
    fixture.tileSide = 16
    var bytes = fixture.bytes()
    for tag in [UInt8(0x42), 0x43] {
      let entry = [tag, 1, 3, 0, 1, 0, 0, 0, 16, 0, 0, 0]
      let place = try #require(bytes.indices.dropLast(12).first { Array(bytes[$0..<($0 + 12)]) == entry })
      bytes.replaceSubrange(place..<(place + 12), with: [tag, 1, 4, 0, 1, 0, 0, 0, 0, 0, 0, 0x80])
    }
    guard case .tooMuchMemory(20, 20, _, _)? = failure(bytes) else {
      Issue.record("\(String(describing: failure(bytes)))")
      return
    }
  }

  @Test("Each page of a TIFF is converted with its own color profile")
  func profiles() throws {
    var first = TIFFFixture(width: 8, height: 8) { _, _ in PixelColor(red: 30, green: 200, blue: 90) }
    var second = first
    first.profile = ProfileFixture.displayP3.bytes()
    second.profile = ProfileFixture.adobeRGB.bytes()
    let bytes = TIFFFixture.bytes([first, second, second])
    #expect(
      try TestImage(bytes).color(3, 3).isNear(ProfileFixture.displayP3.sRGB([30, 200, 90]), within: 2))
    #expect(
      try TestImage(bytes, DecodeRequest(frame: 1)).color(3, 3).isNear(
        ProfileFixture.adobeRGB.sRGB([30, 200, 90]), within: 2))
  }

  @Test("The color profile of a TIFF is applied")
  func profile() throws {
    var fixture = TIFFFixture(width: 8, height: 8) { _, _ in PixelColor(red: 30, green: 200, blue: 90) }
    fixture.profile = ProfileFixture.displayP3.bytes()
    let wanted = ProfileFixture.displayP3.sRGB([30, 200, 90])
    #expect(try TestImage(fixture.bytes()).color(3, 3).isNear(wanted, within: 2))
  }

  @Test(
    "The color profile of a CMYK TIFF is applied, in strips and in tiles, to the whole and to a region",
    arguments: [nil, 16], [1, 6])
  func cmykProfile(tileSide: Int?, orientation: Int) throws {
    var fixture = TIFFFixture(width: 45, height: 38, kind: .cmyk, color: pattern)
    fixture.tileSide = tileSide
    fixture.black = 40
    fixture.orientation = orientation
    fixture.profile = ProfileFixture.cmyk.bytes()
    let bytes = fixture.bytes()
    let whole = try TestImage(bytes)
    #expect(whole.result.header.hasColorProfile && whole.result.defect == nil)
    for (x, y) in [(0, 0), (44, 0), (17, 20), (0, 37), (44, 37)] {
      let stored = pattern(x, y)
      let wanted = ProfileFixture.cmyk.sRGB([255 - stored.red, 255 - stored.green, 255 - stored.blue, 40])
      let seen = orientation == 1 ? whole.color(x, y) : whole.color(37 - y, x)
      #expect(seen.isNear(wanted, within: 2), "\(x), \(y): \(seen), not \(wanted)")
    }
    let region = PixelRegion(x: 9, y: 11, width: 20, height: 19)
    let part = try TestImage(bytes, DecodeRequest(region: region))
    #expect((part.width, part.height) == (20, 19))
    for y in 0..<19 {
      for x in 0..<20 { try #require(part.color(x, y) == whole.color(9 + x, 11 + y)) }
    }
  }

  @Test("If the profile of a CMYK TIFF is damaged, the inks are multiplied")
  func damagedCMYKProfile() throws {
    var fixture = TIFFFixture(width: 45, height: 38, kind: .cmyk, color: pattern)
    let plain = try TestImage(fixture.bytes())
    fixture.profile = [UInt8](repeating: 7, count: 500)
    #expect(try TestImage(fixture.bytes()).bytes == plain.bytes)
  }
}
