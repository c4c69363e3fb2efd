import DecoderProtocol
import ExtraDecoders
import ImageFixtures
import PhotoDecoders
import Testing

/// The raw files of cameras, of which the largest embedded JPEG file is shown.
struct RawTests {
  private let small = JPEGFixture(width: 16, height: 8) { _, _ in .black }.bytes()
  private let large = JPEGFixture.quadrants(64, 48).bytes()

  private func expectUpright(_ bytes: [UInt8], _ orientation: Int) throws {
    let image = try TestImage(bytes)
    #expect(image.result.header.format == "camera raw" && image.result.header.orientationPlace == nil)
    #expect((image.width, image.height) == (orientation == 1 ? (64, 48) : (48, 64)))
    #expect(image.color(4, 4).isNear(orientation == 1 ? .red : .blue, within: 16))
    #expect(image.result.header.taken == 1_721_413_805)
  }

  /// A TIFF structure with an entry for the orientation, and one with the times.
  private func times(_ orientation: Int) -> (main: [UInt8], details: [UInt8]) {
    let text = Array("2024:07:19 18:30:05\0".utf8)
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
      [(tag, 2), (type, 2), (count, 4), (value, 4)].flatMap { MediaFixture.number($0, $1).reversed() }
    }
    let start: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0]
    return (
      start + entry(0x0112, 3, 1, orientation) + [0, 0, 0, 0],
      start + entry(0x9003, 2, text.count, 26) + [0, 0, 0, 0] + text
    )
  }

  @Test("A TIFF file of a camera is decoded as its largest embedded JPEG, upright", arguments: [1, 6])
  func tiff(orientation: Int) throws {
    var fixture = RawFixture(small: small, large: large)
    fixture.orientation = orientation
    let image = try TestImage(fixture.bytes())
    #expect(image.result.header.format == "camera raw")
    #expect((image.width, image.height) == (orientation == 1 ? (64, 48) : (48, 64)))
    #expect(image.color(4, 4).isNear(orientation == 1 ? .red : .blue, within: 16))
  }

  @Test("A RAF file is decoded as its embedded JPEG, with the orientation and the time of that file")
  func raf() throws {
    var preview = JPEGFixture.quadrants(64, 48)
    preview.exif = ExifFixture.block(changed: "2030:01:01 00:00:00", taken: "2024:07:19 18:30:05")
    try expectUpright(RawFixture.raf(preview: preview.bytes()), 1)
    preview.exif = ExifFixture.block(orientation: 6)
    let turned = try TestImage(RawFixture.raf(preview: preview.bytes()))
    #expect((turned.width, turned.height) == (48, 64) && turned.color(4, 4).isNear(.blue, within: 16))
  }

  @Test(
    "A CR3 file is decoded as its largest embedded JPEG, with the orientation and the time of Canon's boxes",
    arguments: [1, 6], [true, false])
  func cr3(orientation: Int, isInTrack: Bool) throws {
    let (main, details) = times(orientation)
    try expectUpright(
      RawFixture.cr3(
        small: small, medium: isInTrack ? small : large, large: isInTrack ? large : nil, main: main,
        details: details), orientation)
  }

  #if RAW
    @Test(
      "A raw file without an embedded JPEG is decoded from the data of its sensor, upright, at any size",
      arguments: [1, 6], [200, 40])
    func sensor(orientation: Int, side: Int) throws {
      let file = RawFixture.sensor(width: 160, height: 120, orientation: orientation)
      #expect(failure(file) == .unsupported(format: "camera raw without a preview"))
      let image = try TestImage(
        file, DecodeRequest(size: TargetSize(width: side, height: side)), codecs: .all)
      #expect(image.result.header.format == "camera raw")
      let size = (image.result.header.width, image.result.header.height)
      #expect(size == (orientation == 1 ? (160, 120) : (120, 160)))
      #expect(max(image.width, image.height) == min(side, 160) && image.result.pixels?.isOpaque == true)
      // The right half of the sensor is turned to the lower half.
      let (red, blue) = (
        image.color(image.width / 4, image.height / 4), image.color(image.width * 3 / 4, image.height * 3 / 4)
      )
      #expect(red.red > red.blue + 60 && blue.blue > blue.red + 60, "\(red) \(blue)")
      let cut = Array(file.dropLast(file.count / 2))
      _ = failure(cut, codecs: .all)
    }

    @Test("A raw file whose embedded JPEG is only a thumbnail is decoded from the data of its sensor")
    func thumbnail() throws {
      let file = RawFixture.sensor(width: 160, height: 120, embedded: small)
      #expect(failure(file) == .unsupported(format: "camera raw without a preview"))
      let image = try TestImage(file, codecs: .all)
      try #require((image.width, image.height) == (160, 120))
      #expect(image.result.header.format == "camera raw" && image.result.pixels?.isOpaque == true)
      #expect(image.color(40, 60).red > 100 && image.color(120, 60).blue > 100)
      let preview = try TestImage(file, DecodeRequest(.preview), codecs: .all)
      try #require((preview.width, preview.height) == (16, 8))
      #expect(preview.color(8, 4).isNear(.black, within: 8))
    }

    @Test("If the data of the sensor cannot be decoded, the thumbnail is shown with a defect")
    func damagedSensor() throws {
      var file = RawFixture.sensor(width: 160, height: 120, embedded: small)
      // The entry of the compression, which becomes a lossy JPEG.
      let place = try #require(
        file.indices.first { file[$0...].starts(with: [3, 1, 3, 0, 1, 0, 0, 0, 1, 0]) })
      (file[place + 8], file[place + 9]) = (0x4C, 0x88)
      let image = try TestImage(file, codecs: .all)
      try #require((image.width, image.height) == (16, 8))
      #expect(
        image.result.defect?.contains("thumbnail") == true && image.color(8, 4).isNear(.black, within: 8))
    }
  #endif

  @Test(
    "An embedded JPEG with a quarter of the width of the sensor is the photo", arguments: [true, false])
  func smallPreview(hasAllCodecs: Bool) throws {
    let file = RawFixture.sensor(
      width: 160, height: 120, embedded: JPEGFixture.quadrants(40, 30).bytes())
    let image = try TestImage(file, codecs: hasAllCodecs ? .all : .common)
    #expect((image.width, image.height) == (40, 30) && image.result.header.format == "camera raw")
    #expect(image.color(4, 4).isNear(.red, within: 16))
  }

  @Test(
    "A thumbnail is shown, and the format says so, if there are no data of the sensor that can be decoded")
  func onlyThumbnail() throws {
    let file = RawFixture.withoutSensor(width: 4000, height: 3000, embedded: large)
    let image = try TestImage(file, codecs: .all)
    #expect((image.width, image.height) == (64, 48) && image.color(4, 4).isNear(.red, within: 16))
    #expect(image.result.header.format == "camera raw (only its thumbnail)")
  }

  @Test("A raw file without an embedded JPEG is refused with a reason", arguments: [true, false])
  func withoutPreview(isCanon: Bool) {
    let (main, details) = times(1)
    let none: [UInt8] = [1, 2, 3]
    let file =
      isCanon
      ? RawFixture.cr3(small: none, medium: none, large: nil, main: main, details: details)
      : RawFixture.raf(preview: none)
    #expect(failure(file) == .unsupported(format: "camera raw without a preview"))
  }

  @Test("A CR3 file that is cut or whose boxes state false sizes is decoded or refused")
  func damaged() {
    let (main, details) = times(6)
    let file = RawFixture.cr3(small: small, medium: small, large: large, main: main, details: details)
    for end in stride(from: 0, to: file.count, by: 7) { _ = failure(Array(file[..<end])) }
    for place in 0..<min(file.count, 600) {
      for value in [0, 1, 255] as [UInt8] {
        var altered = file
        altered[place] = value
        _ = failure(altered)
      }
    }
  }
}
