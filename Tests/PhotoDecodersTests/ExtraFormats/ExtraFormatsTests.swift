import DecoderProtocol
import ExtraDecoders
import ImageFixtures
import Testing

/// Formats that `extraFormats` of Package.swift selects. The files have 64 × 64 pixels, with red and
/// green quarters above blue and yellow ones. They were made with heif-enc and cjxl.
struct ExtraFormatsTests {
  private static let supported: Set<String> = {
    var formats: Set<String> = []
    #if HEIF
      formats.formUnion(["HEIC", "AVIF"])
    #endif
    #if JPEGXL
      formats.insert("JPEG XL")
    #endif
    return formats
  }()

  private func expectQuarters(_ bytes: [UInt8], format: String) throws {
    guard Self.supported.contains(format) else {
      #expect(failure(bytes, codecs: .all) == .unsupported(format: format))
      return
    }
    for size in [TargetSize(width: 64, height: 64), TargetSize(width: 16, height: 16)] {
      let image = try TestImage(bytes, DecodeRequest(size: size), codecs: .all)
      #expect(image.result.header.format == format)
      #expect((image.result.header.width, image.result.header.height) == (64, 64))
      #expect((image.width, image.height) == (size.width, size.height))
      let (near, far) = (size.width / 4, size.width * 3 / 4)
      #expect(image.color(near, near).isNear(.red, within: 24))
      #expect(image.color(far, near).isNear(.green, within: 24))
      #expect(image.color(near, far).isNear(.blue, within: 24))
      #expect(image.color(far, far).isNear(.yellow, within: 24))
    }
    let part = try TestImage(
      bytes, DecodeRequest(region: PixelRegion(x: 40, y: 3, width: 20, height: 20)), codecs: .all)
    #expect(part.color(9, 9).isNear(.green, within: 24))
    guard case .damaged = failure(Array(bytes.prefix(bytes.count / 3)), codecs: .all) else {
      Issue.record("a third of a file was decoded")
      return
    }
  }

  @Test("If the build has HEIF, a HEIC file is decoded; otherwise the error names the format")
  func heic() throws { try expectQuarters(ExtraFormatFixtures.heic, format: "HEIC") }

  @Test("If the build has HEIF, an AVIF file is decoded; otherwise the error names the format")
  func avif() throws { try expectQuarters(ExtraFormatFixtures.avif, format: "AVIF") }

  @Test("If the build has JPEGXL, a JPEG XL file is decoded; otherwise the error names the format")
  func jpegXL() throws { try expectQuarters(ExtraFormatFixtures.jpegXL, format: "JPEG XL") }

  #if HEIF
    @Test("The time at which a HEIC photo was taken is read from its EXIF data")
    func heicDate() throws {
      let bytes = ExtraFormatFixtures.datedHEIC
      // 2024:07:19 18:30:05
      #expect(try TestImage(bytes, DecodeRequest(.header), codecs: .all).result.header.taken == 1_721_413_805)
    }
  #endif

  #if JPEGXL
    @Test("A JPEG XL file of 67 megapixels is refused, and the refusal states the memory and the limit")
    func largeJPEGXL() {
      // After the signature: no small size, a height of 8192 in 13 bits, and the same width; then default metadata.
      let size = 1 << 1 | (8192 - 1) << 3 | 1 << 16 | 1 << 19
      let bytes = [0xFF, 0x0A] + (0..<3).map { UInt8(truncatingIfNeeded: size >> ($0 * 8)) }
      let refusal = failure(bytes + [UInt8](repeating: 0, count: 64), codecs: .all)
      guard case .tooMuchMemory(8192, 8192, let needed, let limit) = refusal else {
        Issue.record("\(String(describing: refusal))")
        return
      }
      #expect(limit == 1 << 30 && needed > limit)
    }

    @Test("The time at which a JPEG XL photo was taken is read from its EXIF box")
    func jpegXLDate() throws {
      func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: (content.count + 8) >> $0) } + Array(type.utf8)
          + content
      }
      let stream = ExtraFormatFixtures.jpegXL
      let block = ExifFixture.block(changed: "2030:01:01 00:00:00", taken: "2024:07:19 18:30:05")
      let start = box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + box("ftyp", Array("jxl \0\0\0\0jxl ".utf8))
      for (distance, junk) in [(0, []), (3, [1, 2, 3])] as [(UInt8, [UInt8])] {
        let exif = box("Exif", [0, 0, 0, distance] + junk + block)
        for boxes in [exif + box("jxlc", stream), box("jxlc", stream) + exif] {
          let image = try TestImage(start + boxes, codecs: .all)
          #expect(image.result.header.taken == 1_721_413_805)
          #expect(image.color(8, 8).isNear(.red, within: 24))
        }
      }
      #expect(try TestImage(start + box("jxlc", stream), codecs: .all).result.header.taken == nil)
      // A distance beyond the box.
      let wrong = start + box("Exif", [9, 9, 9, 9] + block) + box("jxlc", stream)
      #expect(try TestImage(wrong, codecs: .all).result.header.taken == nil)
    }
  #endif
}
