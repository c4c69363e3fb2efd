import Drawing
import Photos
import Testing

struct DecodingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func decode(
    _ bytes: [UInt8], named name: String = "a.jpg",
    at size: TargetSize = TargetSize(width: 4000, height: 4000)
  ) throws -> DecodedPhoto {
    try InProcessDecoder().decode(folder.add(name, bytes), at: size, cancellation: Cancellation())
  }

  @Test(arguments: [false, true])
  func aPictureIsShownInItsOwnShapeAndNeverEnlarged(isPNG: Bool) throws {
    let bytes =
      isPNG
      ? PNGFixture(width: 120, height: 80, kind: .grey, samples: { _, _ in [7] }).bytes()
      : JPEGFixture.quadrants(120, 80).bytes()
    func size(_ width: Int, _ height: Int, _ shape: TargetSize.Shape) throws -> [Int] {
      let image = try decode(bytes, at: TargetSize(width: width, height: height, shape: shape)).image
      return [image.width, image.height]
    }
    #expect(try size(60, 60, .fitting) == [60, 40])
    #expect(try size(60, 60, .filling) == [90, 60])
    #expect(try size(61, 999, .fitting) == [61, 41])
    #expect(try size(500, 500, .fitting) == [120, 80])
    #expect(try size(121, 20, .filling) == [120, 80])
    #expect(try size(1, 1, .fitting) == [1, 1])
    #expect(try size(0, -5, .fitting) == [1, 1])
  }

  @Test(arguments: [(1200, 900), (801, 601), (333, 1000)], [37, 75, 150, 299])
  func aReducedJPEGIsTheMeanOfItsPixels(picture: (Int, Int), side: Int) throws {
    let (width, height) = picture
    let bytes = JPEGFixture(width: width, height: height) { x, y in
      Colour(red: x * 255 / width, green: y * 255 / height, blue: 128)
    }.bytes()
    let image = try decode(bytes, at: TargetSize(width: side, height: side)).image
    #expect(max(image.width, image.height) == side)
    #expect(image.isOpaque)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let wanted = Colour(
          red: (2 * x + 1) * 255 / (2 * image.width), green: (2 * y + 1) * 255 / (2 * image.height), blue: 128
        )
        try #require(
          image.colour(x, y).isNear(wanted, within: 4), "\(x) \(y): \(image.colour(x, y)), not \(wanted)")
      }
    }
  }

  @Test func progressiveAndGreyJPEGs() throws {
    var picture = JPEGFixture.quadrants(64, 48)
    picture.isProgressive = true
    for (seen, wanted) in zip(
      try decode(picture.bytes()).image.quarters, [Colour.red, .green, .blue, .yellow])
    {
      #expect(seen.isNear(wanted, within: 12))
    }
    let grey = JPEGFixture(width: 20, height: 20, kind: .grey) { _, _ in .grey }
    #expect(try decode(grey.bytes()).image.colour(10, 10).isNear(.grey, within: 2))
  }

  @Test(arguments: [false, true])
  func aPictureInPrintingInksIsShownInColour(isYCCK: Bool) throws {
    var picture = JPEGFixture.quadrants(64, 48)
    picture.kind = .inks(isYCCK: isYCCK)
    for (seen, wanted) in zip(
      try decode(picture.bytes()).image.quarters, [Colour.red, .green, .blue, .yellow])
    {
      #expect(seen.isNear(wanted, within: 12), "\(seen) instead of \(wanted)")
    }
  }

  @Test func aMislabelledPictureIsShownAnyway() throws {
    let png = PNGFixture(width: 2, height: 2, samples: { _, _ in [1, 2, 3, 255] }).bytes()
    #expect(try decode(png, named: "a.jpg").image.colour(1, 1) == Colour(red: 1, green: 2, blue: 3))
    let jpeg = JPEGFixture.quadrants(16, 16).bytes()
    #expect(try decode(jpeg, named: "a.png").image.width == 16)
    #expect(try decode(jpeg, named: "a.txt").image.width == 16)
  }

  @Test func aPreviewLosesTheBlackBarsThatCamerasAdd() throws {
    // 160 × 120 with bars above and below a 3:2 picture.
    let small = JPEGFixture(width: 160, height: 120) { x, y in
      (7..<113).contains(y) ? Colour.quadrant(x, y, of: 160, by: 120) : .black
    }
    var picture = JPEGFixture.quadrants(300, 200)
    picture.exif = ExifFixture.block(orientation: 6, thumbnail: small.bytes())
    let photo = try folder.add("a.jpg", picture.bytes())
    let preview = try #require(try InProcessDecoder().preview(of: photo, cancellation: Cancellation()))
    #expect(preview.width == 106)
    #expect(preview.height == 160)
    // Turned a quarter, blue is above on the left, red on the right.
    for (seen, wanted) in zip(preview.quarters, [Colour.blue, .red, .yellow, .green]) {
      #expect(seen.isNear(wanted, within: 16))
    }
    #expect(!preview.colour(0, 80).isNear(.black, within: 60))
  }

  @Test func aPictureWithoutOrWithABrokenPreviewHasNone() throws {
    let decoder = InProcessDecoder()
    var picture = JPEGFixture.quadrants(32, 32)
    var photo = try folder.add("none.jpg", picture.bytes())
    #expect(try decoder.preview(of: photo, cancellation: Cancellation())?.width == nil)
    picture.exif = ExifFixture.block(orientation: 1, thumbnail: [0xFF, 0xD8, 0xFF, 0xDA, 1, 2, 3, 4])
    photo = try folder.add("broken.jpg", picture.bytes())
    #expect(try decoder.preview(of: photo, cancellation: Cancellation())?.width == nil)
    picture.exif = ExifFixture.block(
      orientation: 1, thumbnail: JPEGFixture.claiming(9000, 9000, in: JPEGFixture.quadrants(32, 32).bytes()))
    photo = try folder.add("lying.jpg", picture.bytes())
    #expect(try decoder.preview(of: photo, cancellation: Cancellation())?.width == nil)
    photo = try folder.add(
      "a.png", PNGFixture(width: 2, height: 2, samples: { _, _ in [1, 2, 3, 255] }).bytes())
    #expect(try decoder.preview(of: photo, cancellation: Cancellation())?.width == nil)
  }

  @Test func cancelledWorkGivesNothing() throws {
    let photo = try folder.add("a.jpg", JPEGFixture.quadrants(32, 32).bytes())
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(throws: PhotoError.cancelled) {
      try InProcessDecoder().decode(photo, at: TargetSize(width: 9, height: 9), cancellation: cancellation)
    }
    #expect(throws: PhotoError.cancelled) {
      _ = try InProcessDecoder().preview(of: photo, cancellation: cancellation)
    }
  }
}
