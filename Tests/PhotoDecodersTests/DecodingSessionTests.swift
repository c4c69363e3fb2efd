import DecoderProtocol
import ImageFixtures
import PhotoDecoders
import Testing

/// Frames that are requested one after the other of the same decoder.
struct DecodingSessionTests {
  private static let frameCount = 12

  private static let gif: [UInt8] = {
    let frames = (0..<frameCount).map { index in
      GIFFixture.Frame(
        x: index, y: index % 5, width: 20, height: 15, index: UInt8(index % 3), disposal: 1 + index % 3)
    }
    return GIFFixture(width: 40, height: 30, palette: [.red, .green, .blue], frames: frames).bytes()
  }()

  private static let apng = PNGFixture.animation(
    (0..<frameCount).map { index in
      let part = PNGFixture(width: index == 0 ? 40 : 20, height: index == 0 ? 30 : 15) { x, y in
        [x * 6, y * 8, index * 20, 255 - index * 10]
      }
      return PNGFixture.Frame(
        part, x: index == 0 ? 0 : index, y: index == 0 ? 0 : index % 5, disposal: index % 3,
        isBlended: index % 2 == 1)
    })

  private static let webP = WebPFixture.animation(
    width: 40, height: 30, frameCount: frameCount, milliseconds: 50
  ) {
    PixelColor(red: $0 * 20, green: $1 * 6, blue: $2 * 8)
  }

  static let animations = [("GIF", gif), ("APNG", apng), ("WebP", webP)]

  /// A session, and the pixels of its last request.
  private final class Requests {
    private let bytes: UnsafeMutableRawBufferPointer
    private let session: DecodingSession
    private(set) var checkCount = 0

    init(_ file: [UInt8]) throws {
      bytes = .allocate(byteCount: file.count, alignment: 1)
      bytes.copyBytes(from: file)
      session = try DecodingSession(
        UnsafeRawBufferPointer(bytes), limits: DecodingLimits(), checkpoint: .never)
    }

    deinit { bytes.deallocate() }

    var keptBytes: Int { session.keptBytes }

    func pixels(_ request: DecodeRequest, isCanceled: Bool = false) throws -> [UInt8] {
      var memory: UnsafeMutableRawBufferPointer?
      defer { memory?.deallocate() }
      checkCount = 0
      let checkpoint = Checkpoint(
        seconds: 10,
        now: { [self] in
          checkCount += 1
          return Double(checkCount) * 0.01
        }, isCanceled: { [self] in isCanceled && checkCount > 4 })
      _ = try session.decode(request, checkpoint: checkpoint) { count in
        let new = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
        new.initializeMemory(as: UInt8.self, repeating: 0)
        memory = new
        return new.baseAddress
      }
      return memory.map { Array($0) } ?? []
    }
  }

  @Test(
    "One decoder returns the same frames in any order as a new decoder for each frame",
    arguments: animations.indices)
  func order(index: Int) throws {
    let bytes = Self.animations[index].1
    let wanted = try (0..<Self.frameCount).map { try TestImage(bytes, DecodeRequest(frame: $0)).bytes }
    #expect(Set(wanted).count == Self.frameCount)
    let requests = try Requests(bytes)
    for frame in [0, 1, 2, 2, 5, 3, 11, 0, 0, 7, 8, 1] {
      #expect(try requests.pixels(DecodeRequest(frame: frame)) == wanted[frame], "frame \(frame)")
    }
    let small = DecodeRequest(size: TargetSize(width: 10, height: 10), frame: 8)
    #expect(try requests.pixels(small) == TestImage(bytes, small).bytes)
    #expect(requests.keptBytes == 40 * 30 * 8)
  }

  @Test(
    "Decoding the next frame takes only as much work as the first frame; an earlier frame is decoded from the beginning",
    arguments: [0, 1])
  func work(index: Int) throws {
    let requests = try Requests(Self.animations[index].1)
    var counts: [Int] = []
    for frame in 0..<Self.frameCount {
      _ = try requests.pixels(DecodeRequest(frame: frame))
      counts.append(requests.checkCount)
    }
    #expect(counts.max() ?? 0 <= counts[0] + 2, "\(counts)")
    // The last frame again, and one before it.
    _ = try requests.pixels(DecodeRequest(frame: Self.frameCount - 1))
    #expect(requests.checkCount < counts[0])
    _ = try requests.pixels(DecodeRequest(frame: Self.frameCount - 2))
    #expect(requests.checkCount > counts[0] * 3)
  }

  @Test("After a frame was canceled, the decoder still returns correct frames", arguments: animations.indices)
  func canceled(index: Int) throws {
    let bytes = Self.animations[index].1
    let requests = try Requests(bytes)
    _ = try requests.pixels(DecodeRequest(frame: 1))
    #expect(throws: DecodeFailure.canceled) {
      try requests.pixels(DecodeRequest(frame: 9), isCanceled: true)
    }
    #expect(
      try requests.pixels(DecodeRequest(frame: 4)) == TestImage(bytes, DecodeRequest(frame: 4)).bytes)
  }

  @Test("The decoder of a still image keeps no memory between requests")
  func still() throws {
    #expect(try Requests(JPEGFixture.quadrants(16, 16).bytes()).keptBytes == 0)
  }
}
