import DecoderClient
import DecoderProtocol
import Drawing
import Foundation
import ImageFixtures
import TestSupport
import Testing

/// Truncated and altered files of each format, decoded in helpers.
struct HostileFilesTests {
  private static let limits: DecodingLimits = {
    var limits = DecodingLimits()
    limits.pixels = 4_000_000  // the altered size may be large
    limits.workingBytes = 128 << 20
    limits.seconds = 60
    return limits
  }()

  /// Decodes all parts of a file. Returns the number of requests that failed because helpers ended.
  private func decode(_ bytes: [UInt8], in pool: DecoderPool) throws -> Int {
    let file = try TestFile(bytes)
    defer { withExtendedLifetime(file) {} }
    var ended = 0
    for request in [
      DecodeRequest(size: TargetSize(width: 25, height: 25)), DecodeRequest(.preview),
      DecodeRequest(frame: 1),
      DecodeRequest(region: PixelRegion(x: 3, y: 5, width: 9, height: 7)),
    ] {
      do throws(PhotoError) {
        let decoded = try pool.decode(file.descriptor, request)
        if let image = decoded.image, let size = request.size {
          #expect(image.width <= size.width && image.height <= size.height)
        }
      } catch {
        if case .helper = error.reason { ended += 1 }
        #expect(error.reason != .content(.tookTooLong(seconds: 60)))
      }
    }
    return ended
  }

  @Test("A file truncated at any of 64 positions is decoded in part or refused", arguments: HostileSample.all)
  func truncated(sample: HostileSample) throws {
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

  @Test(
    "A randomly altered file can crash only its helper, and the next file is decoded",
    arguments: HostileSample.all)
  func altered(sample: HostileSample) throws {
    let pool = DecoderPool(limits: Self.limits)
    let intact = pool.failure(sample.bytes)
    #expect(intact == nil || intact == .content(.unsupported(format: sample.name)))
    var random = SplitMix(seed: SoakSettings.firstSeed)
    for round in 0..<Self.rounds {
      if try decode(sample.altered(round: round, by: &random), in: pool) > 0 {
        print("the \(sample.name) of seed \(SoakSettings.firstSeed), round \(round), ended its helper")
      }
    }
    #expect(pool.failure(sample.bytes) == intact)
  }

  /// Files with EXIF, IPTC and XMP data, and two formats whose metadata other libraries find.
  static let describedSamples: [HostileSample] = {
    let files = (MetadataFixture.formats.map { "photo.\($0)" } + ["iptc.jpg"]).map { name in
      HostileSample(name: name, bytes: (try? MetadataFixture.bytes(name)) ?? [])
    }
    return files + HostileSample.all.filter { ["HEIC", "JPEG XL"].contains($0.name) }
  }()

  @Test(
    "The metadata of a truncated or altered file are missing or within their limits, and end no helper twice",
    arguments: describedSamples)
  func metadata(sample: HostileSample) throws {
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
    print("hostile samples: \(HostileSample.all.map(\.name).joined(separator: ", "))")
    #expect(Set(HostileSample.all.map(\.name)).count == HostileSample.all.count)
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
