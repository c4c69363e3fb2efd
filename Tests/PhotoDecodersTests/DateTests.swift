import DecoderProtocol
import ImageFixtures
import PhotoDecoders
import Testing

/// The time at which a photo was taken.
struct DateTests {
  private func taken(_ changed: String, _ taken: String) throws -> Int? {
    var jpeg = JPEGFixture.quadrants(8, 8)
    jpeg.exif = ExifFixture.block(changed: changed, taken: taken)
    return try TestImage(jpeg.bytes(), DecodeRequest(.header)).result.header.taken
  }

  @Test(
    "The time is read from EXIF data",
    arguments: [
      ("2024:02:29 18:30:05", 1_709_231_405), ("1970:01:01 00:00:00", 0), ("1969:12:31 23:59:59", -1),
      ("2100:03:01 00:00:00", 4_107_542_400),
    ])
  func seconds(text: String, seconds: Int) throws {
    #expect(try taken("2030:01:01 00:00:00", text) == seconds)
    // If the file does not state when the photo was taken, the time of the last change is used.
    #expect(try taken(text, "0000:00:00 00:00:00") == seconds)
  }

  @Test(
    "An invalid time is ignored",
    arguments: ["0000:00:00 00:00:00", "2024:13:01 00:00:00", "yesterday, at noon."])
  func invalid(text: String) throws { #expect(try taken(text, text) == nil) }

  @Test("The time is read from EXIF data in a PNG file")
  func formats() throws {
    let block = ExifFixture.block(changed: "2030:01:01 00:00:00", taken: "2024:02:29 18:30:05")
    var png = PNGFixture(width: 8, height: 8) { _, _ in [0, 0, 0, 0] }
    png.exif = (block, .beforeImageData)
    #expect(try TestImage(png.bytes(), DecodeRequest(.header)).result.header.taken == 1_709_231_405)
  }

  @Test("An EXIF directory that refers to itself is parsed without an endless loop")
  func loop() throws {
    var block = ExifFixture.block(changed: "2030:01:01 00:00:00", taken: "2024:02:29 18:30:05")
    // The entry for the detail directory refers to the main directory.
    block[8 + 2 + 12 + 8] = 8
    var jpeg = JPEGFixture.quadrants(8, 8)
    jpeg.exif = block
    #expect(try TestImage(jpeg.bytes(), DecodeRequest(.header)).result.header.taken == 1_893_456_000)
  }
}
