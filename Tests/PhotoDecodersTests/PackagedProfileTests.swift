import Foundation
import ImageFixtures
import TestSupport
import Testing

/// Converted colors beside those of transicc, with the profiles of Debian packages.
struct PackagedProfileTests {
  @Test(
    "Patches of a CMYK JPEG and a CMYK TIFF with the profile of an offset press are within 2 levels of transicc",
    .proves("D075"), .needsTransicc, .needs(.press), arguments: [0, 30, 90, 180])
  func press(black: Int) throws {
    let profile = try PackagedProfile.press.bytes()
    try Transicc.expectPatches(ofJPEGWith: profile, black: black)
    try Transicc.expectPatches(ofTIFFWith: profile, black: black)
  }

  @Test(
    "Patches in color spaces with published profiles are within 2 levels of transicc", .proves("D075"),
    .needsTransicc, .needs(.adobeRGB), arguments: [PackagedProfile.adobeRGB, .eciRGB, .rec709, .wideGamut])
  func rgb(profile: PackagedProfile) throws {
    try Transicc.expectPatches(ofPNGWith: try profile.bytes(), changed: 51)
  }
}

/// A color profile of a Debian package.
enum PackagedProfile: String, Sendable {
  /// The SWOP press with coated paper.
  case press = "ghostscript/default_cmyk.icc"
  case adobeRGB = "colord/AdobeRGB1998.icc"
  case eciRGB = "colord/ECI-RGBv2.icc"
  case rec709 = "colord/Rec709.icc"
  /// A color space that is wider than Display P3.
  case wideGamut = "colord/WideGamutRGB.icc"

  private var path: String { "/usr/share/color/icc/\(rawValue)" }
  private var package: String { self == .press ? "libgs-common" : "colord-data" }

  /// The reason why the profile cannot be read on this machine; `nil` if it can.
  var missing: String? {
    access(path, R_OK) == 0 ? nil : "needs \(path) of the package \(package)"
  }

  func bytes() throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }
}

extension Trait where Self == ConditionTrait {
  /// Skips the test on a machine without the package of the profile.
  fileprivate static func needs(_ profile: PackagedProfile) -> Self {
    .disabled(if: profile.missing != nil, Comment(rawValue: profile.missing ?? ""))
  }
}
