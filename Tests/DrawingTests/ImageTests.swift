import Drawing
import Testing

@Suite("Image")
struct ImageTests {
  @Test("An image is filled in place and keeps the written pixels")
  func fills() throws {
    let image = try Image(width: 3, height: 2, isOpaque: true) { pixels, stride in
      #expect(stride == 12)
      #expect(pixels.allSatisfy { $0 == 0 })
      for offset in pixels.indices { pixels[offset] = UInt8(offset) }
    }
    #expect(image.width == 3)
    #expect(image.height == 2)
    #expect(image.byteCount == 24)
    #expect(image.withPixels { Array($0) } == (0..<24).map { UInt8($0) })
  }

  @Test(
    "Creating an image of a size outside cairo's range throws invalidSize",
    arguments: [(0, 5), (5, 0), (-1, 5), (32768, 1), (1, .max)])
  func refusesSizes(width: Int, height: Int) {
    #expect(throws: SurfaceError.invalidSize(width: width, height: height)) {
      try Image(width: width, height: height, isOpaque: false) { _, _ in }
    }
  }

  @Test("The error of the filling closure is rethrown")
  func passesErrorsOn() {
    struct Torn: Error {}
    #expect(throws: Torn.self) { try Image(width: 2, height: 2, isOpaque: false) { _, _ in throw Torn() } }
  }

  @Test("Copies of an image share their pixels")
  func sharing() throws {
    let image = try Image(width: 1, height: 1, isOpaque: false) { _, _ in }
    let copy = image
    #expect(copy.isIdentical(to: image))
    #expect(!image.isIdentical(to: try Image(width: 1, height: 1, isOpaque: false) { _, _ in }))
  }

  @Test("The message of a size error names the allowed sizes")
  func wording() {
    #expect(
      "\(SurfaceError.invalidSize(width: 0, height: 5))"
        == "an image of 0 × 5 px cannot be made: each side must be 1 to 32767 px")
  }
}
