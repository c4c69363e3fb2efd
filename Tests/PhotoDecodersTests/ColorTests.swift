import DecoderProtocol
import ImageFixtures
import TestSupport
import Testing

/// Conversion of color profiles to sRGB.
struct ColorTests {
  /// 4 × 4 × 4 colors and further gray values.
  private static let patches: [PixelColor] = {
    var patches: [PixelColor] = []
    for red in [0, 80, 160, 255] {
      for green in [0, 80, 160, 255] {
        for blue in [0, 80, 160, 255] { patches.append(PixelColor(red: red, green: green, blue: blue)) }
      }
    }
    return patches + stride(from: 5, to: 255, by: 10).map { PixelColor(red: $0, green: $0, blue: $0) }
  }()

  @Test(
    "Colors of a wide color space match lcms2 within 2 levels", .proves("D075"),
    arguments: [ProfileFixture.displayP3, .adobeRGB])
  func rgb(profile: ProfileFixture) throws {
    let patches = Self.patches
    let png = PNGFixture(width: patches.count, height: 1, kind: .color) { x, _ in
      [patches[x].red, patches[x].green, patches[x].blue]
    }
    var tagged = png
    tagged.profile = profile.bytes()
    let webP = WebPFixture.bytes(width: patches.count, height: 1, profile: profile.bytes()) { x, _ in
      patches[x]
    }
    var changed = 0
    for bytes in [tagged.bytes(), webP] {
      let image = try TestImage(bytes)
      #expect(image.result.header.hasColorProfile)
      for (x, patch) in patches.enumerated() {
        let wanted = profile.sRGB([patch.red, patch.green, patch.blue])
        #expect(image.color(x, 0).isNear(wanted, within: 2), "\(patch): \(image.color(x, 0)), not \(wanted)")
        if !wanted.isNear(patch, within: 4) { changed += 1 }
      }
    }
    #expect(changed > 60)
    #expect(try TestImage(png.bytes()).color(1, 0) == patches[1])
  }

  @Test("The profile of a gray JPEG is applied")
  func gray() throws {
    var fixture = JPEGFixture(width: 256, height: 16, kind: .gray) { x, _ in
      PixelColor(red: x, green: x, blue: x)
    }
    fixture.quality = 100
    let plain = try TestImage(fixture.bytes())
    fixture.profile = ProfileFixture.grayGamma18.bytes()
    let image = try TestImage(fixture.bytes())
    for x in stride(from: 0, to: 256, by: 5) {
      let wanted = ProfileFixture.grayGamma18.sRGB([plain.color(x, 8).red])
      #expect(image.color(x, 8).isNear(wanted, within: 2))
    }
    #expect(!image.color(60, 8).isNear(plain.color(60, 8), within: 4))
  }

  @Test(
    "Colors of a CMYK JPEG with a profile match lcms2 within 2 levels", .proves("D075"),
    arguments: [0, 60, 160])
  func cmyk(black: Int) throws {
    let patches = Self.patches
    // Each color fills a block of 8 × 8 pixels, which JPEG keeps almost exactly at the quality 100.
    var fixture = JPEGFixture(width: patches.count * 8, height: 8, kind: .cmyk(isYCCK: false)) { x, _ in
      patches[x / 8]
    }
    fixture.quality = 100
    fixture.black = black
    fixture.profile = ProfileFixture.cmyk.bytes()
    let bytes = fixture.bytes()
    #expect((fixture.profile?.count ?? 0) > 20_000, "the profile is stored in several parts")
    let image = try TestImage(bytes)
    // JPEG changes some inks by a level, which dark colors show as four.
    let inks = SampledJPEG.reference(bytes, isCMYK: true)
    for (index, patch) in patches.enumerated() {
      let start = (4 * inks.width + index * 8 + 4) * 4
      let wanted = ProfileFixture.cmyk.sRGB(inks.pixels[start..<(start + 4)].map { 255 - Int($0) })
      let seen = image.color(index * 8 + 4, 4)
      #expect(seen.isNear(wanted, within: 2), "\(patch): \(seen), not \(wanted)")
    }
  }

  @Test("The opacity of a pixel does not change the conversion of its color")
  func transparency() throws {
    var fixture = PNGFixture(width: 256, height: 1) { x, _ in [200, 40, 30, x] }
    fixture.profile = ProfileFixture.displayP3.bytes()
    let image = try TestImage(fixture.bytes())
    let wanted = ProfileFixture.displayP3.sRGB([200, 40, 30])
    for x in 0..<256 {
      let seen = image.color(x, 0)
      #expect(seen.alpha == x)
      #expect(max(seen.red, seen.green, seen.blue) <= x)
      if x > 40 { #expect(abs(seen.red * 255 / x - wanted.red) <= 2 + 255 / x) }
    }
  }

  @Test("If a color profile is damaged or belongs to another kind of pixels, it is ignored")
  func unusable() throws {
    let plain = try TestImage(JPEGFixture.quadrants(16, 16).bytes())
    var fixture = JPEGFixture.quadrants(16, 16)
    for profile in [ProfileFixture.cmyk.bytes(), [UInt8](repeating: 7, count: 500), [1]] {
      fixture.profile = profile
      #expect(try TestImage(fixture.bytes()).bytes == plain.bytes)
    }
  }
}
