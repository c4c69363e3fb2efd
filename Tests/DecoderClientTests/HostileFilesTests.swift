import DecoderClient
import DecoderProtocol
import Drawing
import Foundation
import ImageFixtures
import TestSupport
import Testing

/// Truncated and altered files of each format, decoded in helpers.
struct HostileFilesTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    var testDescription: String { name }
  }

  static let samples: [Sample] = {
    var jpeg = JPEGFixture(
      width: 60, height: 44, color: { x, y in PixelColor(red: x * 4, green: y * 5, blue: x ^ y) })
    jpeg.exif = ExifFixture.block(orientation: 6, thumbnail: JPEGFixture.quadrants(16, 12).bytes())
    jpeg.profile = ProfileFixture.displayP3.bytes()
    var progressive = jpeg
    progressive.isProgressive = true
    var cmyk = jpeg
    cmyk.kind = .cmyk(isYCCK: true)
    cmyk.profile = ProfileFixture.cmyk.bytes()
    var png = PNGFixture(width: 29, height: 31, isInterlaced: true) { x, y in [x * 8, y * 8, 100, 255 - x] }
    png.profile = ProfileFixture.adobeRGB.bytes()
    func frame(_ color: [Int], _ side: Int) -> PNGFixture {
      PNGFixture(width: side, height: side) { _, _ in color }
    }
    let apng = PNGFixture.animation([
      .init(frame([255, 0, 0, 255], 20)),
      .init(frame([0, 0, 255, 99], 9), x: 4, y: 5, disposal: 2, isBlended: true),
    ])
    let gif = GIFFixture(
      width: 20, height: 20, palette: [.red, .green, .blue],
      frames: (0..<3).map { .init(x: $0, y: $0, width: 15, height: 12, index: UInt8($0), disposal: $0 + 1) },
      loopCount: 0)
    let webP = WebPFixture.bytes(
      width: 40, height: 30, profile: ProfileFixture.displayP3.bytes(),
      exif: ExifFixture.block(orientation: 3)
    ) { x, y in PixelColor(red: x * 6, green: y * 8, blue: (x * y) & 255, alpha: 255 - y) }
    let animated = WebPFixture.animation(width: 24, height: 18, frameCount: 3, milliseconds: 50) {
      frame, x, y in
      PixelColor(red: frame * 80, green: x * 9, blue: y * 9)
    }
    func color(_ x: Int, _ y: Int) -> PixelColor { PixelColor(red: x * 4, green: y * 5, blue: x ^ y) }
    var tiff = TIFFFixture(width: 40, height: 33, kind: .color16, color: color)
    tiff.orientation = 8
    tiff.profile = ProfileFixture.adobeRGB.bytes()
    var tiles = TIFFFixture(width: 40, height: 33, kind: .palette, color: color)
    tiles.tileSide = 16
    tiles.isLittleEndian = false
    let netpbm = Array("P3 20 3 255\n".utf8) + (0..<180).flatMap { Array("\($0) ".utf8) }
    let drawing = """
      <svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 30'><defs><filter id='f'><feGaussianBlur
      stdDeviation='2'/></filter><linearGradient id='g'><stop stop-color='red'/><stop offset='1'/></linearGradient>
      </defs><path d='M2 2L30 4C9 9 12 22 3 20z' fill='url(#g)' filter='url(#f)'/><text x='3' y='20'>abc</text>
      <use href='#f'/><circle r='9' opacity='.5' transform='rotate(7) scale(2)'/></svg>
      """
    let simple = [
      Sample(name: "TIFF", bytes: tiff.bytes()),
      Sample(name: "TIFF of several pages", bytes: TIFFFixture.bytes([tiles, tiles])),
      Sample(name: "BMP", bytes: SimpleFixtures.bitmap(.bits24, width: 30, height: 20, color: color).bytes),
      Sample(
        name: "BMP with runs", bytes: SimpleFixtures.bitmap(.runs8, width: 60, height: 20, color: color).bytes
      ),
      Sample(name: "ICO", bytes: SimpleFixtures.icon(side: 20, color: color)),
      Sample(name: "QOI", bytes: SimpleFixtures.qoi(width: 40, height: 30, color: color)),
      Sample(name: "PNM", bytes: netpbm),
    ]
    return simple + [
      Sample(name: "JPEG", bytes: jpeg.bytes()), Sample(name: "progressive JPEG", bytes: progressive.bytes()),
      Sample(name: "CMYK JPEG", bytes: cmyk.bytes()), Sample(name: "PNG", bytes: png.bytes()),
      Sample(name: "APNG", bytes: apng), Sample(name: "GIF", bytes: gif.bytes()),
      Sample(name: "WebP", bytes: webP),
      Sample(name: "animated WebP", bytes: animated),
      // Refused as a whole in a build without these formats.
      Sample(name: "HEIC", bytes: ExtraFormatFixtures.datedHEIC),
      Sample(name: "AVIF", bytes: ExtraFormatFixtures.avif),
      Sample(name: "AVIF sequence", bytes: ExtraFormatFixtures.avifAlphaSequence),
      Sample(name: "HEIC sequence", bytes: ExtraFormatFixtures.heicSequence),
      Sample(name: "JPEG XL", bytes: ExtraFormatFixtures.jpegXL),
      Sample(name: "SVG", bytes: Array(drawing.utf8)),
      Sample(name: "camera raw", bytes: RawFixture.sensor(width: 40, height: 30)),
      Sample(name: "compressed SVG", bytes: GzipFixture.bytes(Array(drawing.utf8))),
      Sample(
        name: "CR3",
        bytes: RawFixture.cr3(
          small: JPEGFixture.quadrants(16, 12).bytes(), medium: JPEGFixture.quadrants(24, 16).bytes(),
          large: JPEGFixture.quadrants(48, 32).bytes(), main: ExifFixture.block(orientation: 6),
          details: ExifFixture.block(orientation: 1))),
    ]
  }()

  private static let limits: DecodingLimits = {
    var limits = DecodingLimits()
    limits.pixels = 4_000_000  // the altered size may be large
    limits.workingBytes = 128 << 20
    limits.seconds = 10
    return limits
  }()

  /// Decodes all parts of a file. Returns the number of requests that failed because helpers ended.
  private func decode(_ bytes: [UInt8], in pool: DecoderPool) throws -> Int {
    var ended = 0
    for request in [
      DecodeRequest(size: TargetSize(width: 25, height: 25)), DecodeRequest(.preview),
      DecodeRequest(frame: 1),
      DecodeRequest(region: PixelRegion(x: 3, y: 5, width: 9, height: 7)),
    ] {
      do {
        let decoded = try pool.decode(bytes, request)
        if let image = decoded.image, let size = request.size {
          #expect(image.width <= size.width && image.height <= size.height)
        }
      } catch let failure as PhotoError {
        if case .helper = failure.reason { ended += 1 }
        #expect(failure.reason != .content(.tookTooLong(seconds: 10)))
      }
    }
    return ended
  }

  @Test("A file truncated at any of 64 positions is decoded in part or refused", arguments: samples)
  func truncated(sample: Sample) throws {
    let pool = DecoderPool(limits: Self.limits)
    let intact = pool.failure(sample.bytes)
    #expect(intact == nil || intact == .content(.unsupported(format: sample.name)))
    for place in 0..<64 {
      let count = sample.bytes.count * place / 64
      #expect(try decode(Array(sample.bytes.prefix(count)), in: pool) == 0)
    }
    #expect(pool.failure(sample.bytes) == intact)
  }

  /// The number of altered files of each format. The environment variable CAROUSEL_HOSTILE_ROUNDS changes it,
  /// for example to 1000.
  private static let rounds =
    ProcessInfo.processInfo.environment["CAROUSEL_HOSTILE_ROUNDS"].flatMap { Int($0) } ?? 60

  @Test("A randomly altered file can crash only its helper, and the next file is decoded", arguments: samples)
  func altered(sample: Sample) throws {
    let pool = DecoderPool(limits: Self.limits)
    let intact = pool.failure(sample.bytes)
    #expect(intact == nil || intact == .content(.unsupported(format: sample.name)))
    var random = SplitMix(seed: 16)
    for round in 0..<Self.rounds {
      var bytes = sample.bytes
      for _ in 0...(round % 6) {
        // In every third round a byte of the header is altered.
        let end = round % 3 == 0 ? min(bytes.count, 300) : bytes.count
        let place = random.whole(0...(end - 1))
        bytes[place] =
          round % 2 == 0 ? bytes[place] ^ (1 << UInt8(random.whole(0...7))) : UInt8(random.whole(0...255))
      }
      if try decode(bytes, in: pool) > 0 {
        print("the \(sample.name) of seed 16, round \(round), ended its helper")
      }
    }
    #expect(pool.failure(sample.bytes) == intact)
  }

  /// Files with EXIF, IPTC and XMP data, and two formats whose metadata other libraries find.
  static let describedSamples: [Sample] = {
    let files = (MetadataFixture.formats.map { "photo.\($0)" } + ["iptc.jpg"]).map { name in
      Sample(name: name, bytes: (try? MetadataFixture.bytes(name)) ?? [])
    }
    return files + samples.filter { ["HEIC", "JPEG XL"].contains($0.name) }
  }()

  @Test(
    "The metadata of a truncated or altered file are missing or within their limits, and end no helper twice",
    arguments: describedSamples)
  func metadata(sample: Sample) throws {
    try #require(!sample.bytes.isEmpty)
    let pool = DecoderPool(limits: Self.limits)
    func read(_ bytes: [UInt8]) -> (metadata: ImageMetadata?, hasEnded: Bool) {
      do {
        return (try pool.decode(bytes, DecodeRequest(.metadata)).result.metadata, false)
      } catch {
        if let error = error as? PhotoError, case .helper = error.reason { return (nil, true) }
        return (nil, false)
      }
    }
    let intact = read(sample.bytes).metadata
    var random = SplitMix(seed: 17)
    var ended = 0
    for round in 0..<Self.rounds + 64 {
      var bytes = sample.bytes
      if round < 64 {
        bytes.removeLast(bytes.count - bytes.count * round / 64)
      } else {
        for _ in 0...(round % 20) {
          let place = random.whole(0...bytes.count - 1)
          bytes[place] =
            round % 2 == 0 ? bytes[place] ^ (1 << UInt8(random.whole(0...7))) : UInt8(random.whole(0...255))
        }
      }
      let (metadata, hasEnded) = read(bytes)
      if hasEnded {
        ended += 1
        print("the metadata of \(sample.name) of seed 17, round \(round), ended their helper")
      }
      #expect((metadata?.keywords.count ?? 0) <= 64 && (metadata?.caption ?? "").utf8.count <= 12_000)
    }
    #expect(ended == 0 && read(sample.bytes).metadata == intact)
  }

  @Test("The names of the sample files are unique, and are printed for the result of a long run")
  func names() {
    print("hostile samples: \(Self.samples.map(\.name).joined(separator: ", "))")
    #expect(Set(Self.samples.map(\.name)).count == Self.samples.count)
  }

  @Test("Images of 50,000 × 50,000 pixels are refused when their headers are read")
  func bombs() throws {
    let pool = DecoderPool(.reusing)
    let png = PNGFixture(width: 8, height: 8) { _, _ in [0, 0, 0, 0] }.bytes()
    let gif = GIFFixture(
      width: 50_000, height: 50_000, palette: [], frames: [.init(width: 1, height: 1, index: 0)])
    for bytes in [
      JPEGFixture.claiming(50_000, 50_000, in: JPEGFixture.quadrants(8, 8).bytes()),
      PNGFixture.claiming(50_000, 50_000, in: png), gif.bytes(),
    ] {
      #expect(
        pool.failure(bytes) == .content(.tooManyPixels(width: 50_000, height: 50_000, limit: 512_000_000)))
    }
    #expect(pool.idleHelpers.count == 1)
  }
}
