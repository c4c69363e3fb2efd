import DecoderClient
import Drawing
import ImageFixtures
import Photos
import TestSupport
import Testing

/// The colors of thumbnails of photos with a color profile.
struct ThumbnailColorTests {
  private let folder: TemporaryFolder
  private let decoder: PhotoDecoder

  init() throws {
    folder = try TemporaryFolder()
    decoder = PhotoDecoder(store: ThumbnailStore(folder: folder.path + "/thumbnails", program: "test"))
  }

  private static let stored = PixelColor(red: 200, green: 40, blue: 30)

  private func check(_ image: Image, _ profile: ProfileFixture, within tolerance: Int) {
    let wanted = profile.sRGB([Self.stored.red, Self.stored.green, Self.stored.blue])
    #expect(!wanted.isNear(Self.stored, within: 3 * tolerance), "the profile changes the color")
    let seen = image.color(image.width / 2, image.height / 2)
    #expect(seen.isNear(wanted, within: tolerance), "\(seen), not \(wanted)")
  }

  @Test(
    "The thumbnail on disk of a photo with a wide color space has the colors in sRGB", .proves("D075"),
    arguments: [ProfileFixture.displayP3, .adobeRGB])
  func onDisk(profile: ProfileFixture) throws {
    var fixture = PNGFixture(width: 600, height: 300, kind: .color) { _, _ in
      [Self.stored.red, Self.stored.green, Self.stored.blue]
    }
    fixture.profile = profile.bytes()
    let photo = try folder.add("a.png", fixture.bytes())
    #expect(try decoder.preview(of: photo, cancellation: Cancellation()) == nil)
    #expect(try decoder.makeThumbnail(of: photo, cancellation: Cancellation()) == .made)
    let preview = try #require(try decoder.preview(of: photo, cancellation: Cancellation()))
    #expect((preview.width, preview.height) == (256, 128))
    check(preview, profile, within: 2)
  }

  @Test(
    "An embedded thumbnail without a profile of its own is converted with the profile of its photo",
    .proves("D075"))
  func embedded() throws {
    var small = JPEGFixture(width: 160, height: 120) { _, _ in Self.stored }
    small.quality = 100
    var fixture = JPEGFixture(width: 320, height: 240) { _, _ in Self.stored }
    fixture.quality = 100
    fixture.exif = ExifFixture.block(orientation: 1, thumbnail: small.bytes())
    fixture.profile = ProfileFixture.displayP3.bytes()
    let photo = try folder.add("a.jpg", fixture.bytes())
    let preview = try #require(try decoder.preview(of: photo, cancellation: Cancellation()))
    #expect((preview.width, preview.height) == (160, 120))
    check(preview, .displayP3, within: 4)
  }
}
