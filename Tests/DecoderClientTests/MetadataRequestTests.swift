import DecoderClient
import DecoderProtocol
import ImageFixtures
import Testing

/// Requests for metadata, which `carousel-decoder-extra` answers in its sandbox.
struct MetadataRequestTests {
  @Test("EXIF data, XMP and the color profile are read in the sandbox of the helper")
  func values() throws {
    let pool = DecoderPool(.reusing)
    let decoded = try pool.decode(try MetadataFixture.bytes("photo.jpg"), DecodeRequest(.metadata))
    let metadata = try #require(decoded.result.metadata)
    #expect(
      metadata.camera == "Canon EOS R5" && metadata.title == "Evening on the river" && metadata.rating == 4)
    #expect(metadata.position != nil && metadata.colorProfile?.contains("sRGB") == true)
    #expect(decoded.image == nil && decoded.result.header.taken == 1_721_413_805)
    // The pixels of the same photo come from the other program.
    #expect(try pool.decode(try MetadataFixture.bytes("photo.jpg")).result.metadata == nil)
  }
}
