import DecoderClient
import DecoderProtocol
import Drawing
import ImageFixtures
import Photos
import TestSupport
import Testing

/// The size, the colors and the previews of intact files.
struct DecodingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func decode(
    _ bytes: [UInt8], named name: String = "a.jpg",
    at size: TargetSize = TargetSize(width: 4000, height: 4000)
  ) throws -> DecodedPhoto {
    try PhotoDecoder.shared.decode(folder.add(name, bytes), at: size, cancellation: Cancellation())
  }

  @Test(
    "An image keeps its aspect ratio and is never enlarged",
    arguments: [false, true])
  func size(isPNG: Bool) throws {
    let bytes =
      isPNG
      ? PNGFixture(width: 120, height: 80, kind: .gray, samples: { _, _ in [7] }).bytes()
      : JPEGFixture.quadrants(120, 80).bytes()
    func decodedSize(_ width: Int, _ height: Int, _ shape: TargetSize.Shape) throws -> [Int] {
      let image = try decode(bytes, at: TargetSize(width: width, height: height, shape: shape)).image
      return [image.width, image.height]
    }
    #expect(try decodedSize(60, 60, .fitting) == [60, 40])
    #expect(try decodedSize(60, 60, .filling) == [90, 60])
    #expect(try decodedSize(61, 999, .fitting) == [61, 41])
    #expect(try decodedSize(500, 500, .fitting) == [120, 80])
    #expect(try decodedSize(121, 20, .filling) == [120, 80])
    #expect(try decodedSize(1, 1, .fitting) == [1, 1])
    #expect(try decodedSize(0, -5, .fitting) == [1, 1])
  }

  @Test(
    "Each pixel of a downscaled JPEG is the mean of the source area that it covers",
    arguments: [(1200, 900), (801, 601), (333, 1000)], [37, 75, 150, 299])
  func downscaledJPEG(imageSize: (Int, Int), side: Int) throws {
    let (width, height) = imageSize
    let bytes = JPEGFixture(width: width, height: height) { x, y in
      PixelColor(red: x * 255 / width, green: y * 255 / height, blue: 128)
    }.bytes()
    let image = try decode(bytes, at: TargetSize(width: side, height: side)).image
    #expect(max(image.width, image.height) == side)
    #expect(image.isOpaque)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let wanted = PixelColor(
          red: (2 * x + 1) * 255 / (2 * image.width), green: (2 * y + 1) * 255 / (2 * image.height), blue: 128
        )
        try #require(
          image.color(x, y).isNear(wanted, within: 4), "\(x) \(y): \(image.color(x, y)), not \(wanted)")
      }
    }
  }

  @Test("A progressive JPEG and a gray JPEG have the expected colors")
  func progressiveAndGrayJPEGs() throws {
    var fixture = JPEGFixture.quadrants(64, 48)
    fixture.isProgressive = true
    for (seen, wanted) in zip(
      try decode(fixture.bytes()).image.quarters, [PixelColor.red, .green, .blue, .yellow])
    {
      #expect(seen.isNear(wanted, within: 12))
    }
    let gray = JPEGFixture(width: 20, height: 20, kind: .gray) { _, _ in .gray }
    #expect(try decode(gray.bytes()).image.color(10, 10).isNear(.gray, within: 2))
  }

  @Test(
    "A CMYK or YCCK JPEG is converted to RGB",
    arguments: [false, true])
  func cmyk(isYCCK: Bool) throws {
    var fixture = JPEGFixture.quadrants(64, 48)
    fixture.kind = .cmyk(isYCCK: isYCCK)
    for (seen, wanted) in zip(
      try decode(fixture.bytes()).image.quarters, [PixelColor.red, .green, .blue, .yellow])
    {
      #expect(seen.isNear(wanted, within: 12), "\(seen) instead of \(wanted)")
    }
  }

  @Test("The content of a file determines its format, not the extension")
  func wrongExtension() throws {
    let png = PNGFixture(width: 2, height: 2, samples: { _, _ in [1, 2, 3, 255] }).bytes()
    #expect(try decode(png, named: "a.jpg").image.color(1, 1) == PixelColor(red: 1, green: 2, blue: 3))
    let jpeg = JPEGFixture.quadrants(16, 16).bytes()
    #expect(try decode(jpeg, named: "a.png").image.width == 16)
    #expect(try decode(jpeg, named: "a.txt").image.width == 16)
  }

  @Test("The black bars that cameras add to a preview are removed")
  func blackBars() throws {
    // A 3:2 image in 160 × 120 pixels, with bars above and below.
    let small = JPEGFixture(width: 160, height: 120) { x, y in
      (7..<113).contains(y) ? PixelColor.quadrant(x, y, of: 160, by: 120) : .black
    }
    var fixture = JPEGFixture.quadrants(300, 200)
    fixture.exif = ExifFixture.block(orientation: 6, thumbnail: small.bytes())
    let photo = try folder.add("a.jpg", fixture.bytes())
    let preview = try #require(try PhotoDecoder.shared.preview(of: photo, cancellation: Cancellation()))
    #expect(preview.width == 106)
    #expect(preview.height == 160)
    // Orientation 6 rotates by 90° clockwise: blue is at the top left, red at the top right.
    for (seen, wanted) in zip(preview.quarters, [PixelColor.blue, .red, .yellow, .green]) {
      #expect(seen.isNear(wanted, within: 16))
    }
    #expect(!preview.color(0, 80).isNear(.black, within: 60))
  }

  @Test("If the thumbnail in a file is missing or damaged, the file has no preview")
  func noPreview() throws {
    let decoder = PhotoDecoder.shared
    var fixture = JPEGFixture.quadrants(32, 32)
    var photo = try folder.add("none.jpg", fixture.bytes())
    #expect(try decoder.preview(of: photo, cancellation: Cancellation())?.width == nil)
    fixture.exif = ExifFixture.block(orientation: 1, thumbnail: [0xFF, 0xD8, 0xFF, 0xDA, 1, 2, 3, 4])
    photo = try folder.add("broken.jpg", fixture.bytes())
    #expect(try decoder.preview(of: photo, cancellation: Cancellation())?.width == nil)
    fixture.exif = ExifFixture.block(
      orientation: 1, thumbnail: JPEGFixture.claiming(9000, 9000, in: JPEGFixture.quadrants(32, 32).bytes()))
    photo = try folder.add("lying.jpg", fixture.bytes())
    #expect(try decoder.preview(of: photo, cancellation: Cancellation())?.width == nil)
    photo = try folder.add(
      "a.png", PNGFixture(width: 2, height: 2, samples: { _, _ in [1, 2, 3, 255] }).bytes())
    #expect(try decoder.preview(of: photo, cancellation: Cancellation())?.width == nil)
  }

  @Test("A helper decodes the frames of a GIF, and its description comes with the first one")
  func animation() throws {
    let frames = (0..<3).map { GIFFixture.Frame(width: 8, height: 8, index: UInt8($0), disposal: 1) }
    let photo = try folder.add(
      "a.gif",
      GIFFixture(width: 8, height: 8, palette: [.red, .green, .blue], frames: frames, loopCount: 0).bytes())
    let decoder = PhotoDecoder.shared
    let size = TargetSize(width: 8, height: 8)
    let first = try decoder.decode(photo, at: size, cancellation: Cancellation())
    #expect(first.animation == ImageAnimationInfo(frameCount: 3, playCount: 0, firstDuration: 0.1))
    let last = try #require(
      decoder.decode(photo, DecodeRequest(size: size, frame: 2), Cancellation()).frame)
    #expect(last.image.withPixels { Array($0.prefix(4)) } == [255, 0, 0, 255])
    #expect(last.duration == 0.1)
    let still = try folder.add("a.jpg", JPEGFixture.quadrants(8, 8).bytes())
    #expect(try decoder.decode(still, at: size, cancellation: Cancellation()).animation == nil)
  }

  @Test("Decoding with a canceled cancellation throws")
  func canceled() throws {
    let photo = try folder.add("a.jpg", JPEGFixture.quadrants(32, 32).bytes())
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(throws: PhotoError.canceled) {
      try PhotoDecoder.shared.decode(photo, at: TargetSize(width: 9, height: 9), cancellation: cancellation)
    }
    #expect(throws: PhotoError.canceled) {
      _ = try PhotoDecoder.shared.preview(of: photo, cancellation: cancellation)
    }
  }
}
