import DecoderProtocol
import ImageFixtures
import Testing

/// JPEG and WebP files of all kinds, compared with libjpeg-turbo and libwebp.
struct ReferenceTests {
  struct Coding: Sendable, CustomTestStringConvertible {
    let isProgressive: Bool
    let isArithmetic: Bool
    let restartInterval: Int
    var testDescription: String {
      "\(isProgressive ? "progressive" : "sequential"), \(isArithmetic ? "arithmetic" : "Huffman"), "
        + "restart interval \(restartInterval)"
    }
  }

  static let codings: [Coding] = [false, true].flatMap { isProgressive in
    [false, true].flatMap { isArithmetic in
      [0, 1, 5].map {
        Coding(isProgressive: isProgressive, isArithmetic: isArithmetic, restartInterval: $0)
      }
    }
  }

  @Test("A JPEG of any coding, sampling and size has the pixels that libjpeg decodes", arguments: codings)
  func jpeg(coding: Coding) throws {
    for samplings in JPEGTests.samplings {
      for (width, height) in [(1, 1), (7, 17), (16, 16), (31, 9), (61, 47)] {
        var fixture = SampledJPEG(width: width, height: height, samplings: samplings, color: pattern)
        fixture.isProgressive = coding.isProgressive
        fixture.isArithmetic = coding.isArithmetic
        fixture.restartInterval = coding.restartInterval
        let bytes = fixture.bytes()
        let image = try TestImage(bytes)
        let reference = SampledJPEG.reference(bytes)
        #expect(image.result.defect == nil, "\(samplings)")
        try #require((image.width, image.height) == (reference.width, reference.height))
        let isEqual = image.bytes == reference.pixels
        try #require(isEqual, "\(samplings), \(width) × \(height)")
      }
    }
  }

  @Test(
    "A sequential JPEG without its last third is decoded to libjpeg's pixels in its first third",
    arguments: codings.filter { !$0.isProgressive })
  func truncatedJPEG(coding: Coding) throws {
    var fixture = SampledJPEG(width: 64, height: 96, samplings: [(2, 2), (1, 1), (1, 1)], color: pattern)
    fixture.isArithmetic = coding.isArithmetic
    fixture.restartInterval = coding.restartInterval
    let bytes = Array(fixture.bytes().dropLast(fixture.bytes().count / 3))
    let image = try TestImage(bytes)
    let reference = SampledJPEG.reference(bytes)
    #expect(image.result.defect != nil)
    #expect((image.width, image.height) == (64, 96))
    let isEqual = image.bytes.prefix(32 * 64 * 4).elementsEqual(reference.pixels.prefix(32 * 64 * 4))
    #expect(isEqual)
  }

  @Test("A WebP of any kind and size has the pixels that libwebp decodes", arguments: [nil, 10, 75, 100])
  func webP(quality: Int?) throws {
    for hasAlpha in [false, true] {
      for (width, height) in [(1, 1), (2, 3), (7, 17), (16, 16), (33, 9), (100, 75)] {
        func color(_ x: Int, _ y: Int) -> PixelColor {
          var color = pattern(x, y)
          if hasAlpha { color.alpha = (x * 9 + y * 4) & 255 }
          return color
        }
        let bytes =
          quality.map { WebPFixture.lossy(width: width, height: height, quality: $0, color: color) }
          ?? WebPFixture.bytes(width: width, height: height, color: color)
        let image = try TestImage(bytes)
        let reference = try #require(WebPFixture.reference(bytes))
        try #require((image.width, image.height) == (reference.width, reference.height))
        for place in image.bytes.indices {
          let alpha = Int(reference.pixels[place | 3])
          let straight = Int(reference.pixels[place])
          let wanted = place & 3 == 3 ? alpha : (straight * alpha + 127) / 255
          let limit = alpha == 255 || place & 3 == 3 ? 0 : 1
          try #require(
            abs(Int(image.bytes[place]) - wanted) <= limit, "\(width) × \(height), byte \(place)")
        }
      }
    }
  }
}
