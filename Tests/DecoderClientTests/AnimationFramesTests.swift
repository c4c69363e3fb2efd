import DecoderClient
import DecoderProtocol
import Drawing
import ImageFixtures
import TestSupport
import Testing

/// The frames of animations that helpers decode.
struct AnimationFramesTests {
  @Test("Each frame of an animation is decoded by the helper that decoded the frame before it")
  func frames() throws {
    func bytes(_ colors: [PixelColor]) -> [UInt8] {
      let frames = (0..<3).map { GIFFixture.Frame(width: 8, height: 8, index: UInt8($0), disposal: 1) }
      return GIFFixture(width: 8, height: 8, palette: colors, frames: frames).bytes()
    }
    let pool = DecoderPool(helpers: 2)
    let animation = try TestFile(bytes([.red, .green, .blue]))
    let other = try TestFile(bytes([.blue, .red, .green]))
    func color(_ file: TestFile, _ frame: Int) throws -> [UInt8] {
      let image = try #require(try pool.decode(file.descriptor, DecodeRequest(frame: frame)).image)
      return image.withPixels { Array($0.prefix(4)) }
    }
    // Blue, green, red, alpha.
    #expect(try color(animation, 0) == [0, 0, 255, 255])
    let first = pool.idleHelpers
    #expect(first.count == 1)
    #expect(try color(animation, 1) == [0, 255, 0, 255])
    #expect(try color(other, 1) == [0, 0, 255, 255])
    #expect(try color(animation, 2) == [255, 0, 0, 255])
    #expect(try color(animation, 0) == [0, 0, 255, 255])
    #expect(pool.idleHelpers == first, "no other helper was needed")
    let missing = DecodeRequest(frame: 3)
    #expect(
      pool.failure(bytes([.red, .green, .blue]), missing) == .content(.noSuchFrame(index: 3, count: 3)))
  }
}
