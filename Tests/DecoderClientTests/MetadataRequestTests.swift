import DecoderClient
import DecoderProtocol
import Foundation
import ImageFixtures
import TestSupport
import Testing

/// Requests for metadata, which `carousel-decoder-extra` answers in its sandbox.
struct MetadataRequestTests {
  private func bytes(_ name: String) throws -> [UInt8] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return Array(
      try Data(contentsOf: folder.appendingPathComponent("PhotoDecodersTests/Metadata/Data/\(name)")))
  }

  @Test("EXIF data, XMP and the color profile are read in the sandbox of the helper")
  func values() throws {
    let pool = DecoderPool()
    let decoded = try pool.decode(try bytes("photo.jpg"), DecodeRequest(.metadata))
    let metadata = try #require(decoded.result.metadata)
    #expect(
      metadata.camera == "Canon EOS R5" && metadata.title == "Evening on the river" && metadata.rating == 4)
    #expect(metadata.position != nil && metadata.colorProfile?.contains("sRGB") == true)
    #expect(decoded.image == nil && decoded.result.header.taken == 1_721_413_805)
    // The pixels of the same photo come from the other program.
    #expect(try pool.decode(try bytes("photo.jpg")).result.metadata == nil)
  }

  @Test("A damaged file of the fuzzed metadata never ends a pool, and its pixels are decoded all the same")
  func fuzz() throws {
    let pool = DecoderPool()
    let whole = try bytes("photo.jpg")
    // The pixels begin at the last start-of-frame marker.
    let frame = try #require(whole.indices.last { whole[$0...].starts(with: [0xFF, 0xC0]) })
    for seed in 0..<60 {
      var random = SplitMix(seed: UInt64(seed))
      var bytes = whole
      for _ in 0..<random.whole(1...40) {
        // Lengths of segments stay, so that the image remains readable.
        let place = random.whole(60...frame - 400)
        if bytes[place] != 0xFF, bytes[place - 1] != 0xFF { bytes[place] = UInt8(random.whole(0...254)) }
      }
      _ = try? pool.decode(bytes, DecodeRequest(.metadata))
      _ = try? pool.decode(bytes, DecodeRequest(size: TargetSize(width: 8, height: 8)))
    }
    #expect(try pool.decode(whole, DecodeRequest(.metadata)).result.metadata?.rating == 4)
  }
}
