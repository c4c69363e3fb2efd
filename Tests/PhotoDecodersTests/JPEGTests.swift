import DecoderProtocol
import ImageFixtures
import PhotoDecoders
import Testing

/// JPEG files: chroma sampling, warnings, scans and cancellation.
struct JPEGTests {
  static let samplings: [[(across: Int, down: Int)]] = [
    [(1, 1)], [(2, 2)], [(1, 1), (1, 1), (1, 1)], [(2, 1), (1, 1), (1, 1)], [(1, 2), (1, 1), (1, 1)],
    [(2, 2), (1, 1), (1, 1)], [(3, 1), (1, 1), (1, 1)], [(4, 1), (1, 1), (1, 1)], [(4, 2), (1, 1), (1, 1)],
    [(1, 4), (1, 1), (1, 1)], [(2, 4), (1, 1), (1, 1)], [(2, 2), (1, 2), (2, 1)], [(1, 1), (2, 2), (2, 2)],
    [(2, 1), (2, 1), (1, 1)], [(1, 3), (1, 1), (1, 1)],
  ]

  @Test("A JPEG of any chroma sampling has the pixels that libjpeg decodes", arguments: samplings.indices)
  func sampling(index: Int) throws {
    let fixture = SampledJPEG(width: 61, height: 47, samplings: Self.samplings[index], color: pattern)
    let bytes = fixture.bytes()
    let image = try TestImage(bytes)
    let reference = SampledJPEG.reference(bytes)
    #expect(image.result.defect == nil)
    #expect((image.width, image.height) == (reference.width, reference.height))
    #expect(image.bytes == reference.pixels)
    // This size is reduced by libjpeg first, and then downscaled.
    let small = try TestImage(bytes, DecodeRequest(size: TargetSize(width: 13, height: 13)))
    #expect((small.width, small.height) == (13, 10))
  }

  @Test("Stray bytes before a marker or after the image are not reported as a defect")
  func harmlessWarnings() throws {
    let bytes = SampledJPEG(width: 32, height: 32, samplings: [(1, 1), (1, 1), (1, 1)], color: pattern)
      .bytes()
    // An Adobe marker with an unknown transform, followed by stray bytes.
    let adobe: [UInt8] = [0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 7]
    let odd = Array(bytes[..<2]) + adobe + [1, 2, 3] + Array(bytes[2...]) + [9, 9, 9]
    let image = try TestImage(odd)
    #expect(image.result.defect == nil)
    #expect(image.bytes == SampledJPEG.reference(odd).pixels)
  }

  @Test("A decoded region of a JPEG equals the same region of the whole image", arguments: 1...8)
  func region(orientation: Int) throws {
    var fixture = JPEGFixture(width: 96, height: 64, color: pattern)
    fixture.exif = ExifFixture.block(orientation: orientation)
    let bytes = fixture.bytes()
    let whole = try TestImage(bytes)
    for region in [
      PixelRegion(x: 3, y: 5, width: 17, height: 40), PixelRegion(x: 32, y: 32, width: 32, height: 16),
      PixelRegion(x: -5, y: -5, width: 20, height: 20), PixelRegion(x: 50, y: 50, width: 1000, height: 1000),
    ] {
      let part = try TestImage(bytes, DecodeRequest(region: region))
      let (left, top) = (max(region.x, 0), max(region.y, 0))
      #expect(part.width == min(region.x + region.width, whole.width) - left)
      for y in 0..<part.height {
        for x in 0..<part.width { try #require(part.color(x, y) == whole.color(left + x, top + y)) }
      }
    }
    let request = DecodeRequest(region: PixelRegion(x: 96, y: 96, width: 5, height: 5))
    #expect(failure(bytes, request) == .noSuchRegion)
  }

  @Test("Regions of a JPEG decoded at a reduced size have the colors of the whole image")
  func tiles() throws {
    let bytes = JPEGFixture(width: 256, height: 256) { x, y in PixelColor(red: x, green: y, blue: 90) }
      .bytes()
    for (x, y) in [(0, 0), (128, 0), (64, 128)] {
      let tile = try TestImage(
        bytes,
        DecodeRequest(
          size: TargetSize(width: 32, height: 32), region: PixelRegion(x: x, y: y, width: 128, height: 128)))
      #expect((tile.width, tile.height) == (32, 32))
      for row in 0..<32 {
        for column in 0..<32 {
          let wanted = PixelColor(red: x + column * 4 + 2, green: y + row * 4 + 2, blue: 90)
          try #require(tile.color(column, row).isNear(wanted, within: 4))
        }
      }
    }
  }

  @Test("If an image has many scans, only the scans within the limit are decoded")
  func manyScans() throws {
    let bytes = ScanBomb.bytes(side: 64, scans: 40)
    var limits = DecodingLimits()
    limits.scanPixels = 0
    let image = try TestImage(bytes, limits: limits)
    #expect(image.width == 64)
    #expect(image.result.defect == "more than 16 scans; only the first are shown")
    #expect(try TestImage(bytes).result.defect?.contains("scans;") != true)
  }

  @Test("Decoding 64 megapixels with 400 scans stops at the time limit, and when it is canceled")
  func scanBomb() throws {
    let bytes = ScanBomb.bytes(side: 8000, scans: 400)
    #expect(bytes.count < 400_000)
    var limits = DecodingLimits()
    limits.scanPixels = .max
    // Each check advances the time by 0.1 s.
    var time = 0.0
    let slow = Checkpoint(
      seconds: 5,
      now: {
        time += 0.1
        return time
      }, isCanceled: { false })
    #expect(failure(bytes, limits: limits, checkpoint: slow) == .tookTooLong(seconds: 5))
    var checks = 0
    var tick = 0.0
    let canceled = Checkpoint(
      seconds: 1e9,
      now: {
        tick += 1
        return tick
      },
      isCanceled: {
        checks += 1
        return checks > 30
      })
    #expect(failure(bytes, limits: limits, checkpoint: canceled) == .canceled)
    #expect(checks == 31)
  }

  @Test("A JPEG of 12 bits per sample is unsupported, not damaged")
  func twelveBits() {
    var bytes = JPEGFixture.quadrants(16, 16).bytes()
    let frame = bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 }
    if let frame {
      bytes[frame + 1] = 0xC1  // extended sequential
      bytes[frame + 4] = 12
    }
    #expect(frame != nil)
    #expect(failure(bytes) == .unsupported(format: "12-bit JPEG"))
    #expect(failure(bytes, DecodeRequest(.header)) == .unsupported(format: "12-bit JPEG"))
  }

  @Test("An image of 50,000 × 50,000 pixels is refused when its header is read")
  func tooLarge() {
    let jpeg = JPEGFixture.claiming(50_000, 50_000, in: JPEGFixture.quadrants(8, 8).bytes())
    #expect(failure(jpeg) == .tooManyPixels(width: 50_000, height: 50_000, limit: 512_000_000))
    #expect(
      failure(jpeg, DecodeRequest(.header))
        == .tooManyPixels(width: 50_000, height: 50_000, limit: 512_000_000))
  }

  @Test("A progressive JPEG that needs more memory than the limit is refused")
  func memory() {
    var limits = DecodingLimits()
    limits.workingBytes = 1 << 20
    let bytes = ScanBomb.bytes(side: 2048, scans: 1)
    guard case .tooMuchMemory(2048, 2048, let needed, 1_048_576) = failure(bytes, limits: limits) else {
      Issue.record("\(String(describing: failure(bytes, limits: limits)))")
      return
    }
    #expect(needed > 8_000_000)
  }
}
