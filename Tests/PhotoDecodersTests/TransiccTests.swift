import ImageFixtures
import TestSupport
import Testing

/// Converted colors beside those of transicc, with generated profiles.
struct TransiccTests {
  @Test(
    "Patches in Display P3 and Adobe RGB are within 2 levels of transicc", .proves("D075"),
    .needsTransicc, arguments: [ProfileFixture.displayP3, .adobeRGB])
  func rgb(profile: ProfileFixture) throws {
    try Transicc.expectPatches(ofPNGWith: profile.bytes(), changed: 51)
  }

  @Test(
    "Patches of a CMYK JPEG and a CMYK TIFF are within 2 levels of transicc", .proves("D075"),
    .needsTransicc, arguments: [0, 30, 90, 180])
  func cmyk(black: Int) throws {
    let profile = ProfileFixture.cmyk.bytes()
    try Transicc.expectPatches(ofJPEGWith: profile, black: black)
    try Transicc.expectPatches(ofTIFFWith: profile, black: black)
  }
}
