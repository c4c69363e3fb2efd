import DecoderProtocol
import ImageFixtures
import Testing

/// The frames of GIF, APNG and WebP files.
struct AnimationTests {
  private static let clear = PixelColor(red: 0, green: 0, blue: 0, alpha: 0)

  private func frame(_ bytes: [UInt8], _ index: Int) throws -> TestImage {
    try TestImage(bytes, DecodeRequest(frame: index))
  }

  @Test("A frame of a GIF is drawn over the earlier frames, after their disposal was applied")
  func gif() throws {
    let palette: [PixelColor] = [.red, .green, .blue, .yellow, .black]
    typealias Frame = GIFFixture.Frame
    var blue = Frame(x: 1, y: 1, width: 2, height: 2, index: 2, disposal: 3)
    blue.delay = 25
    var yellow = Frame(x: 2, y: 0, width: 2, height: 4, index: 3, disposal: 2)
    yellow.transparent = 4
    yellow.indexes[0] = 4
    yellow.delay = 1
    let bytes = GIFFixture(
      width: 4, height: 4, palette: palette,
      frames: [
        Frame(width: 4, height: 4, index: 0, disposal: 1), blue, yellow,
        Frame(x: 0, y: 3, width: 1, height: 1, index: 1),
      ], loopCount: 2
    ).bytes()
    let first = try frame(bytes, 0)
    #expect(first.result.header.frameCount == 4)
    #expect(first.result.header.isAnimated)
    #expect(first.result.header.playCount == 3)
    #expect(first.result.frameDuration == 0.1)
    let r = PixelColor.red
    let y = PixelColor.yellow
    #expect(first.colors == [[r, r, r, r], [r, r, r, r], [r, r, r, r], [r, r, r, r]])
    let second = try frame(bytes, 1)
    #expect(second.result.frameDuration == 0.25)
    #expect(second.colors[1] == [r, .blue, .blue, r])
    #expect(second.colors[0] == [r, r, r, r])
    let third = try frame(bytes, 2)
    // The region of the blue square was restored. One pixel of the yellow frame is transparent.
    #expect(third.colors == [[r, r, r, y], [r, r, y, y], [r, r, y, y], [r, r, y, y]])
    #expect(third.result.frameDuration == 0.1, "a duration of 1/100 s becomes 1/10 s, as in browsers")
    let fourth = try frame(bytes, 3)
    let c = Self.clear
    #expect(fourth.colors == [[r, r, c, c], [r, r, c, c], [r, r, c, c], [.green, r, c, c]])
    #expect(fourth.result.pixels?.isOpaque == false)
    #expect(failure(bytes, DecodeRequest(frame: 4)) == .noSuchFrame(index: 4, count: 4))
    #expect(failure(bytes, DecodeRequest(frame: -1)) == .noSuchFrame(index: -1, count: 4))
  }

  @Test("An interlaced GIF is decoded, and a frame is cut off at the edge of the canvas")
  func gifKinds() throws {
    let palette = (0..<256).map { PixelColor(red: $0, green: 255 - $0, blue: $0 * 7 & 255) }
    var frame = GIFFixture.Frame(width: 23, height: 19, index: 0)
    frame.indexes = (0..<(23 * 19)).map { UInt8($0 * 31 & 255) }
    frame.isInterlaced = true
    let bytes = GIFFixture(width: 20, height: 25, palette: palette, frames: [frame]).bytes()
    let image = try TestImage(bytes)
    #expect(!image.result.header.isAnimated)
    for y in 0..<25 {
      for x in 0..<20 {
        let wanted = y < 19 ? palette[Int(frame.indexes[y * 23 + x])] : Self.clear
        try #require(image.color(x, y) == wanted)
      }
    }
  }

  @Test("A frame of an APNG is blended over the earlier frames, or replaces them")
  func apng() throws {
    func fixture(_ width: Int, _ height: Int, _ color: [Int]) -> PNGFixture {
      PNGFixture(width: width, height: height, samples: { _, _ in color })
    }
    typealias Frame = PNGFixture.Frame
    let bytes = PNGFixture.animation(
      [
        Frame(fixture(4, 3, [255, 0, 0, 255])),
        Frame(fixture(2, 2, [0, 0, 255, 128]), x: 1, y: 0, disposal: 2, isBlended: true),
        Frame(fixture(2, 2, [0, 255, 0, 0]), x: 2, y: 1, disposal: 1),
        Frame(fixture(1, 1, [0, 255, 0, 255]), x: 0, y: 0),
      ], playCount: 7)
    let first = try frame(bytes, 0)
    #expect(first.result.header.frameCount == 4)
    #expect(first.result.header.playCount == 7)
    #expect(first.result.frameDuration == 0.1)
    let r = PixelColor.red
    #expect(first.colors == [[r, r, r, r], [r, r, r, r], [r, r, r, r]])
    let purple = PixelColor(red: 127, green: 0, blue: 128)
    #expect(try frame(bytes, 1).colors == [[r, purple, purple, r], [r, purple, purple, r], [r, r, r, r]])
    let c = Self.clear
    #expect(try frame(bytes, 2).colors == [[r, r, r, r], [r, r, c, c], [r, r, c, c]])
    #expect(try frame(bytes, 3).colors == [[.green, r, r, r], [r, r, c, c], [r, r, c, c]])
  }

  @Test("Each frame of an animated WebP has the encoded pixels and duration")
  func webP() throws {
    func color(_ frame: Int, _ x: Int, _ y: Int) -> PixelColor {
      PixelColor(red: frame * 60 + x, green: y * 9, blue: (x ^ y) & 255)
    }
    let bytes = WebPFixture.animation(
      width: 24, height: 18, frameCount: 4, milliseconds: 70, loopCount: 5, color: color)
    for index in 0..<4 {
      let image = try frame(bytes, index)
      #expect(image.result.header.frameCount == 4)
      #expect(image.result.header.playCount == 5)
      #expect(image.result.frameDuration == 0.07)
      for y in 0..<18 {
        for x in 0..<24 { try #require(image.color(x, y) == color(index, x, y)) }
      }
    }
    #expect(failure(bytes, DecodeRequest(frame: 4)) == .noSuchFrame(index: 4, count: 4))
  }

  @Test("If a GIF is damaged, the frames before the damage are decoded")
  func damagedGIF() throws {
    let frames = (0..<3).map { GIFFixture.Frame(width: 20, height: 20, index: UInt8($0), disposal: 1) }
    let bytes = GIFFixture(width: 20, height: 20, palette: [.red, .green, .blue], frames: frames).bytes()
    let cut = Array(bytes.prefix(bytes.count - 200))
    #expect(try frame(cut, 1).colors[19][19] == .green)
    let last = try frame(cut, 2)
    #expect(last.result.defect != nil)
    #expect(last.color(0, 0) == .blue)
    #expect(last.color(19, 19) == .green)
  }
}
