import DecoderProtocol
import Drawing
import Foundation
import ImageFixtures
import PhotoLoading
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
      #expect(try pool.decode(TraitFixtures.heic).result.header.format == "HEIC")
      let second = pool.idleHelpers
      #expect(second.count == 1 && second != first)
      #expect(try pool.decode(jpeg).result.header.format == "JPEG")
      #expect(try pool.decode(TraitFixtures.avif).result.header.format == "AVIF")
      #expect(pool.idleHelpers == second)
    }

    @Test("With two helpers, the one with the first program stays when the second program starts")
    func bothPrograms() throws {
      let pool = DecoderPool(helpers: 2, grace: 30)
      _ = try pool.decode(jpeg)
      let first = try #require(pool.idleHelpers.first)
      _ = try pool.decode(TraitFixtures.heic)
      #expect(pool.idleHelpers.count == 2 && pool.idleHelpers.contains(first))
    }
  #endif

  @Test("A format that no program decodes does not start the second program")
  func unsupported() throws {
    let pool = DecoderPool(helpers: 1, grace: 30)
    _ = try pool.decode(jpeg)
    let helper = pool.idleHelpers
    var bytes = jpeg
    let frame = try #require(bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    bytes[frame + 1] = 0xC1  // extended sequential
    bytes[frame + 4] = 12  // bits
    #expect(pool.failure(bytes) == .content(.unsupported(format: "12-bit JPEG")))
    #expect(pool.idleHelpers == helper)
  }

  #if JPEGXL
    @Test("A JPEG XL file is decoded under the lock")
    func jpegXL() throws {
      let image = try DecoderPool(grace: 30).decode(TraitFixtures.jpegXL)
      #expect(image.result.header.format == "JPEG XL" && image.image?.width == 64)
    }
  #endif

  #if SVG
    @Test("An SVG file with text is drawn under the lock, where no font file can be opened")
    func svg() throws {
      let drawing =
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 20'><text y='18' font-size='20'>Ag</text></svg>"
      let request = DecodeRequest(size: TargetSize(width: 40, height: 40))
      let decoded = try DecoderPool(grace: 30).decode(Array(drawing.utf8), request)
      let image = try #require(decoded.image)
      #expect((image.width, image.height) == (40, 20))
      let inked = image.withPixels { pixels in
        stride(from: 3, to: pixels.count, by: 4).count { pixels[$0] > 127 }
      }
      #expect(inked > 40, "\(inked) pixels of the letters are dark")
    }
  #endif

  @Test("Without the second program, the error for a HEIC file names the format")
  func missing() throws {
    let folder = try folderWithDecoder()
    #expect(pool(in: folder).failure(TraitFixtures.heic) == .content(.unsupported(format: "HEIC")))
  }

  @Test("If the second program cannot start, the error says so, and other formats are still decoded")
  func broken() throws {
    let folder = try folderWithDecoder()
    let path = folder.path + "/carousel-decoder-extra"
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/bin/true")
    let pool = pool(in: folder)
    #expect(pool.failure(TraitFixtures.heic) == .helper(.endedAtStart(path: path, status: 0)))
    #expect(pool.failure(jpeg) == nil)
  }

  @Test("Requests for both programs that wait for one helper all end if the second program cannot start")
  func waiters() async throws {
    let folder = try folderWithDecoder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/carousel-decoder-extra", withDestinationPath: "/bin/true")
    let (pool, jpeg) = (pool(in: folder), jpeg)
    let failures = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<24 {
        group.addTask {
          await withCheckedContinuation { continuation in
            Thread {
              let bytes = number.isMultiple(of: 2) ? TraitFixtures.heic : jpeg
              continuation.resume(returning: pool.failure(bytes) != nil)
            }.start()
          }
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(failures == 12)
  }

  /// Returns a folder that contains a link to `carousel-decoder`.
  private func folderWithDecoder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/carousel-decoder", withDestinationPath: DecoderPool.helperBesideProgram)
    return folder
  }

  private func pool(in folder: TemporaryFolder) -> DecoderPool {
    var options = DecoderPool.Options()
    options.helperPath = folder.path + "/carousel-decoder"
    options.helperCount = 1
    options.grace = 30
    return DecoderPool(options)
  }
}
