import DecoderProtocol
import ImageFixtures
import PhotoDecoders
import TestSupport
import Testing

/// Parts of images.
struct RegionTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
  }

  static let samples: [Sample] = {
    var samples: [Sample] = []
    func add(_ name: String, _ bytes: [UInt8]) { samples.append(Sample(testDescription: name, bytes: bytes)) }
    for (index, samplings) in JPEGTests.samplings.enumerated() {
      add(
        "JPEG of sampling \(index)",
        SampledJPEG(width: 203, height: 187, samplings: samplings, color: pattern).bytes())
    }
    for orientation in [1, 6] {
      for kind in [JPEGFixture.Kind.color, .gray, .cmyk(isYCCK: true)] {
        var jpeg = JPEGFixture(width: 190, height: 170, kind: kind, color: pattern)
        jpeg.exif = ExifFixture.block(orientation: orientation)
        add("\(kind) JPEG, orientation \(orientation)", jpeg.bytes())
        jpeg.isProgressive = true
        add("progressive \(kind) JPEG, orientation \(orientation)", jpeg.bytes())
      }
      var tiff = TIFFFixture(width: 120, height: 90, kind: .color8, color: pattern)
      tiff.orientation = orientation
      add("TIFF in strips, orientation \(orientation)", tiff.bytes())
      tiff.tileSide = 16
      add("TIFF in tiles, orientation \(orientation)", tiff.bytes())
    }
    for isInterlaced in [false, true] {
      let png = PNGFixture(width: 120, height: 90, isInterlaced: isInterlaced) { x, y in
        [x * 2, y * 2, x ^ y, 255 - x]
      }
      add(isInterlaced ? "interlaced PNG" : "PNG", png.bytes())
    }
    add("WebP", WebPFixture.bytes(width: 120, height: 90, color: pattern))
    add("BMP", SimpleFixtures.bitmap(.bits24, width: 120, height: 90, color: pattern).bytes)
    add("BMP with runs", SimpleFixtures.bitmap(.runs8, width: 120, height: 90, color: pattern).bytes)
    add("QOI", SimpleFixtures.qoi(width: 120, height: 90, color: pattern))
    let samplesOfText = (0..<(120 * 90 * 3)).map { "\($0 * 7 % 256)" }.joined(separator: " ")
    add("PNM as text", Array("P3 120 90 255 \(samplesOfText)".utf8))
    add("PNM", Array("P6 120 90 255\n".utf8) + (0..<(120 * 90 * 3)).map { UInt8($0 * 7 % 256) })
    var frame = GIFFixture.Frame(width: 120, height: 90, index: 0)
    frame.indexes = (0..<(120 * 90)).map { UInt8($0 * 31 & 255) }
    let palette = (0..<256).map { PixelColor(red: $0, green: 255 - $0, blue: $0 * 7 & 255) }
    add("GIF", GIFFixture(width: 120, height: 90, palette: palette, frames: [frame]).bytes())
    return samples
  }()

  @Test("A decoded part of an image has the same pixels as this part of the whole image", arguments: samples)
  func parts(sample: Sample) throws {
    let whole = try TestImage(sample.bytes)
    var random = SplitMix(seed: 5)
    for _ in 0..<12 {
      let (x, y) = (random.whole(0...(whole.width - 1)), random.whole(0...(whole.height - 1)))
      let region = PixelRegion(
        x: x, y: y, width: random.whole(1...(whole.width - x)), height: random.whole(1...(whole.height - y)))
      let part = try TestImage(sample.bytes, DecodeRequest(region: region))
      #expect(part.result.defect == nil)
      try #require((part.width, part.height) == (region.width, region.height))
      for row in 0..<part.height {
        for column in 0..<part.width {
          try #require(
            part.color(column, row) == whole.color(x + column, y + row), "\(region), \(column), \(row)")
        }
      }
    }
  }

  @Test(
    "A part of a JPEG that is decoded at a reduced size equals this part of the reduced image",
    arguments: JPEGTests.samplings.indices)
  func reduced(index: Int) throws {
    let bytes = SampledJPEG(
      width: 192, height: 160, samplings: JPEGTests.samplings[index], color: pattern
    ).bytes()
    for scale in [2, 4, 8] {
      let size = TargetSize(width: 192 / scale, height: 160 / scale)
      let whole = try TestImage(bytes, DecodeRequest(size: size))
      let region = PixelRegion(x: 72, y: 40, width: 64, height: 96)
      let box = TargetSize(width: 64 / scale, height: 96 / scale)
      let part = try TestImage(bytes, DecodeRequest(size: box, region: region))
      try #require((part.width, part.height) == (box.width, box.height))
      for row in 0..<part.height {
        for column in 0..<part.width {
          try #require(
            part.color(column, row) == whole.color(72 / scale + column, 40 / scale + row),
            "1/\(scale): \(column), \(row)")
        }
      }
    }
  }

  @Test("The tiles and strips outside a part of a TIFF file are not decoded", arguments: [16, nil])
  func untouched(tileSide: Int?) throws {
    var tiff = TIFFFixture(width: 320, height: 320, kind: .color8, color: pattern)
    tiff.tileSide = tileSide
    let bytes = tiff.bytes()
    // The decoder checks for its end before each block.
    func checks(_ region: PixelRegion?) throws -> Int {
      var count = 0
      let counting = Checkpoint(
        seconds: 10,
        now: {
          count += 1
          return 0
        }, isCanceled: { false })
      _ = try TestImage(bytes, DecodeRequest(region: region), checkpoint: counting)
      return count
    }
    let part = try checks(PixelRegion(x: 160, y: 160, width: 16, height: 16))
    #expect(part * 5 < (try checks(nil)))
  }
}
