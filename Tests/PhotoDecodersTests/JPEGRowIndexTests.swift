import DecoderProtocol
import ImageFixtures
import PhotoDecoders
import TestSupport
import Testing

/// Parts of JPEG files that are decoded without the rows above.
struct JPEGRowIndexTests {
  /// Noise, whose coefficients have long codes.
  private static func noise(_ x: Int, _ y: Int) -> PixelColor {
    let value = StableNoise.value(x, y)
    return PixelColor(red: value & 255, green: value >> 8 & 255, blue: value >> 16 & 255)
  }

  private enum StableNoise {
    static func value(_ x: Int, _ y: Int) -> Int {
      var value = UInt32(truncatingIfNeeded: x &* 73_856_093 ^ y &* 19_349_663)
      value = (value ^ value >> 15) &* 0x85EB_CA6B
      value = (value ^ value >> 13) &* 0xC2B2_AE35
      return Int(value ^ value >> 16)
    }
  }

  private static func file(
    interval: Int = 0, width: Int = 200, height: Int = 420, _ color: @escaping (Int, Int) -> PixelColor
  ) -> [UInt8] {
    var jpeg = SampledJPEG(
      width: width, height: height, samplings: [(2, 2), (1, 1), (1, 1)], color: color)
    jpeg.restartInterval = interval
    return jpeg.bytes()
  }

  /// A decoded part of a file.
  private struct Part {
    var pixels: [UInt8] = []
    var index: JPEGRowIndex
    var defect: String?
    /// The number of checks of the decoder for its end.
    var checkCount = 0
    /// Whether the decode was not canceled.
    var isDone = false
  }

  private static func part(
    _ file: [UInt8], _ region: PixelRegion, _ index: JPEGRowIndex = JPEGRowIndex(),
    canceledAfter limit: Int = .max
  ) throws(DecodeFailure) -> Part {
    var part = Part(index: index)
    let outcome: DecodeFailure? = file.withUnsafeBytes { bytes in
      var memory: UnsafeMutableRawBufferPointer?
      defer { memory?.deallocate() }
      let checkpoint = Checkpoint(
        seconds: 1e9,
        now: {
          part.checkCount += 1
          return Double(part.checkCount)
        }, isCanceled: { part.checkCount > limit })
      do throws(DecodeFailure) {
        let session = try DecodingSession(
          bytes, limits: DecodingLimits(), checkpoint: checkpoint, rowIndex: index)
        defer { part.index = session.rowIndex }
        let result = try session.decode(DecodeRequest(region: region), checkpoint: checkpoint) { count in
          let new = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
          new.initializeMemory(as: UInt8.self, repeating: 0)
          memory = new
          return new.baseAddress
        }
        (part.defect, part.isDone) = (result.defect, true)
      } catch {
        return error
      }
      part.pixels = memory.map { Array($0) } ?? []
      return nil
    }
    if let outcome, outcome != .canceled { throw outcome }
    return part
  }

  private static func crop(_ whole: [UInt8], width: Int, _ region: PixelRegion) -> [UInt8] {
    var pixels: [UInt8] = []
    for y in region.y..<(region.y + region.height) {
      let start = (y * width + region.x) * 4
      pixels += whole[start..<(start + region.width * 4)]
    }
    return pixels
  }

  /// 13 units are in a row.
  @Test(
    "A part equals this part of the whole image, without and with restart markers",
    arguments: [0, 13, 39, 1, 5, 26])
  func intervals(interval: Int) throws {
    for color in [pattern, Self.noise] {
      let file = Self.file(interval: interval, color)
      let whole = SampledJPEG.reference(file)
      var index = JPEGRowIndex()
      var random = SplitMix(seed: 3)
      for _ in 0..<30 {
        let (x, y) = (random.whole(0...199), random.whole(0...419))
        let region = PixelRegion(
          x: x, y: y, width: random.whole(1...(200 - x)), height: random.whole(1...(420 - y)))
        let part = try Self.part(file, region, index)
        index = part.index
        #expect(part.defect == nil)
        try #require(part.pixels == Self.crop(whole.pixels, width: 200, region), "\(region)")
      }
      #expect(index.isEmpty == [1, 5].contains(interval), "markers within a row need the whole data")
    }
  }

  @Test("The second part of a file is decoded without the rows above it")
  func second() throws {
    let file = Self.file(width: 64, height: 4000, pattern)
    let region = PixelRegion(x: 0, y: 3900, width: 64, height: 40)
    let first = try Self.part(file, region)
    let second = try Self.part(file, region, first.index)
    #expect(first.pixels == second.pixels && !first.pixels.isEmpty)
    // One for each of the 250 rows, and some for the part.
    #expect(first.checkCount - second.checkCount > 240, "\(first.checkCount), \(second.checkCount)")
  }

  @Test("A canceled decode keeps the rows that it has found")
  func canceled() throws {
    let file = Self.file(width: 64, height: 4000, pattern)
    let region = PixelRegion(x: 0, y: 3900, width: 64, height: 40)
    let canceled = try Self.part(file, region, canceledAfter: 100)
    #expect(!canceled.isDone && !canceled.index.isEmpty)
    let next = try Self.part(file, region, canceled.index)
    let fresh = try Self.part(file, region)
    #expect(next.pixels == fresh.pixels && next.checkCount < fresh.checkCount - 80)
  }

  @Test("A part of a damaged file equals this part of the whole image, or has a defect")
  func damaged() throws {
    let intact = Self.file(Self.noise)
    let start = intact.indices.first { intact[$0] == 0xFF && intact[$0 + 1] == 0xDA } ?? 0
    var random = SplitMix(seed: 9)
    var sameCount = 0
    for _ in 0..<60 {
      var file = intact
      for _ in 0..<random.whole(1...3) {
        let place = random.whole((start + 14)...(file.count - 3))
        // A new marker would end the data.
        if file[place] != 0xFF, file[place - 1] != 0xFF { file[place] = UInt8(random.whole(0...254)) }
      }
      let whole = SampledJPEG.reference(file)
      let region = PixelRegion(x: 20, y: 200, width: 100, height: 100)
      let part = try Self.part(file, region)
      let isSame = part.pixels == Self.crop(whole.pixels, width: 200, region)
      sameCount += isSame ? 1 : 0
      #expect(isSame || part.defect != nil)
    }
    #expect(sameCount > 50)
  }

  @Test("A file that ends early, with the index of the whole file")
  func truncated() throws {
    let file = Self.file(Self.noise)
    let region = PixelRegion(x: 0, y: 300, width: 200, height: 100)
    let index = try Self.part(file, region).index
    for count in [file.count / 2, file.count * 3 / 4, file.count - 40] {
      let part = try Self.part(Array(file[..<count]), region, index)
      #expect(part.pixels.count == 200 * 100 * 4)
      #expect(part.defect != nil || count == file.count - 40)
    }
  }

  @Test("An index of another file is not used")
  func otherFile() throws {
    let region = PixelRegion(x: 0, y: 300, width: 200, height: 100)
    let index = try Self.part(Self.file(interval: 13, pattern), region).index
    let file = Self.file(Self.noise)
    #expect(try Self.part(file, region, index).pixels == Self.part(file, region).pixels)
  }

  @Test("A progressive file has no index")
  func progressive() throws {
    var jpeg = SampledJPEG(width: 100, height: 300, samplings: [(2, 2), (1, 1), (1, 1)], color: pattern)
    jpeg.isProgressive = true
    #expect(try Self.part(jpeg.bytes(), PixelRegion(x: 0, y: 200, width: 10, height: 10)).index.isEmpty)
  }
}
