import DecoderClient
import DecoderProtocol
import Drawing
import Foundation
import ImageFixtures
import TestSupport
import Testing

/// The second program, which decodes HEIC, AVIF, JPEG XL and SVG.
struct ExtraHelperTests {
  private let jpeg = JPEGFixture.quadrants(8, 8).bytes()

  #if HEIF
    @Test("A helper with the second program decodes a HEIC file; it replaces an idle one and decodes JPEGs")
    func heic() throws {
      let pool = DecoderPool(helpers: 1, grace: 30)
      _ = try pool.decode(jpeg)
      let first = pool.idleHelpers
      #expect(first.count == 1)
      #expect(try pool.decode(ExtraFormatFixtures.heic).result.header.format == "HEIC")
      let second = pool.idleHelpers
      #expect(second.count == 1 && second != first)
      #expect(try pool.decode(jpeg).result.header.format == "JPEG")
      #expect(try pool.decode(ExtraFormatFixtures.avif).result.header.format == "AVIF")
      #expect(pool.idleHelpers == second)
    }

    @Test("With two helpers, the one with the first program stays when the second program starts")
    func bothPrograms() throws {
      let pool = DecoderPool(helpers: 2, grace: 30)
      _ = try pool.decode(jpeg)
      let first = try #require(pool.idleHelpers.first)
      _ = try pool.decode(ExtraFormatFixtures.heic)
      #expect(pool.idleHelpers.count == 2 && pool.idleHelpers.contains(first))
    }
  #endif

  @Test("A format that no program decodes does not start the second program")
  func unsupported() throws {
    // The second program is missing.
    let folder = try folderWithDecoder()
    let pool = pool(in: folder)
    var bytes = jpeg
    let frame = try #require(bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    bytes[frame + 1] = 0xC1  // extended sequential
    bytes[frame + 4] = 12  // bits
    #expect(pool.failure(bytes) == .content(.unsupported(format: "12-bit JPEG")))
  }

  #if JPEGXL
    @Test("A JPEG XL file is decoded in the sandbox")
    func jpegXL() throws {
      let image = try DecoderPool(grace: 30).decode(ExtraFormatFixtures.jpegXL)
      #expect(image.result.header.format == "JPEG XL" && image.image?.width == 64)
    }
  #endif

  #if SVG
    @Test(
      "The text of an SVG file is drawn with its letters in the sandbox",
      arguments: ["serif", "sans-serif", "monospace", "Arial", "No Such Font"], ["normal", "bold"])
    func svg(family: String, weight: String) throws {
      let pool = DecoderPool(grace: 30)
      for size in [9, 20, 33] {
        let narrow = try ink(of: "....", family, weight, size, pool)
        let wide = try ink(of: "MMMM", family, weight, size, pool)
        // A font that is not available draws the same box for each letter.
        #expect(wide > 2 * narrow, "\(size): \(narrow) and \(wide) dark pixels")
      }
    }

    /// Returns the number of dark pixels of a text.
    private func ink(of text: String, _ family: String, _ weight: String, _ size: Int, _ pool: DecoderPool)
      throws -> Int
    {
      let style = "font-family='\(family)' font-weight='\(weight)' font-size='\(size)'"
      let drawing =
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 160 40'><text y='35' \(style)>\(text)</text></svg>"
      let request = DecodeRequest(size: TargetSize(width: 160, height: 40))
      let decoded = try pool.decode(Array(drawing.utf8), request)
      let image = try #require(decoded.image)
      return image.withPixels { pixels in
        stride(from: 3, to: pixels.count, by: 4).count { pixels[$0] > 127 }
      }
    }
  #endif

  @Test(
    "Without the second program, the error for a HEIC file says what to install, and a JPEG is still decoded")
  func missing() throws {
    let folder = try folderWithDecoder()
    let pool = pool(in: folder)
    let path = folder.path + "/carousel-decoder-extra"
    #expect(pool.failure(ExtraFormatFixtures.heic) == .helper(.missing(path: path)))
    #expect(HelperFailure.missing(path: path).description.contains("Install carousel-decoder-extra beside"))
    #expect(pool.failure(jpeg) == nil)
  }

  @Test("If the second program cannot start, the error says so, and other formats are still decoded")
  func broken() throws {
    let folder = try folderWithDecoder()
    let path = folder.path + "/carousel-decoder-extra"
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/bin/true")
    let pool = pool(in: folder)
    #expect(pool.failure(ExtraFormatFixtures.heic) == .helper(.endedAtStart(path: path, status: 0)))
    #expect(pool.failure(jpeg) == nil)
  }

  @Test("Requests for both programs that wait for one helper all end if the second program cannot start")
  func waiters() async throws {
    let folder = try folderWithDecoder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/carousel-decoder-extra", withDestinationPath: "/bin/true")
    let (pool, jpeg) = (pool(in: folder), jpeg)
    let ends = ReportQueue<(number: Int, isFailure: Bool)>()
    for number in 0..<24 {
      Thread {
        let bytes = number.isMultiple(of: 2) ? ExtraFormatFixtures.heic : jpeg
        ends.report((number, pool.failure(bytes) != nil))
      }.start()
    }
    var waiting = Set(0..<24)
    while !waiting.isEmpty {
      let end = try #require(await ends.next(), "the requests \(waiting.sorted()) did not end")
      waiting.remove(end.number)
      #expect(end.isFailure == end.number.isMultiple(of: 2), "request \(end.number)")
    }
  }

  /// Returns a folder that contains a link to `carousel-decoder`.
  private func folderWithDecoder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/carousel-decoder", withDestinationPath: DecoderPool.helperBesideProgram)
    return folder
  }

  private func pool(in folder: TemporaryFolder) -> DecoderPool {
    var options = DecoderPool.Options.reusing
    options.helperPath = folder.path + "/carousel-decoder"
    options.helperCount = 1
    options.grace = 30
    return DecoderPool(options)
  }
}
