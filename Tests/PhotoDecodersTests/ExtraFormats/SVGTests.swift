import DecoderProtocol
import ExtraDecoders
import ImageFixtures
import PhotoDecoders
import Testing

/// SVG files.
struct SVGTests {
  private func document(_ attributes: String, _ content: String) -> [UInt8] {
    let names = "xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'"
    return Array(
      "<?xml version='1.0'?>\n<!-- a drawing -->\n<svg \(names) \(attributes)>\(content)</svg>".utf8)
  }

  private let quarters = """
    <rect width='50%' height='50%' fill='#f00'/><rect x='50%' width='50%' height='50%' fill='#0f0'/>
    <rect y='50%' width='50%' height='50%' fill='#00f'/>
    """

  #if SVG
    @Test(
      "An SVG drawing is drawn at the size of the requested box, whatever its own size",
      arguments: [10, 300, 20_000])
    func size(side: Int) throws {
      let bytes = document("width='\(side)' height='\(side)'", quarters)
      let image = try TestImage(bytes, DecodeRequest(size: TargetSize(width: 200, height: 300)), codecs: .all)
      #expect(image.result.header.format == "SVG")
      #expect((image.width, image.height) == (200, 200))
      #expect(image.result.pixels?.isOpaque == false)
      #expect(image.color(99, 99) == .red)
      #expect(image.color(100, 99) == .green)
      #expect(image.color(99, 100) == .blue)
      #expect(image.color(100, 100) == PixelColor(red: 0, green: 0, blue: 0, alpha: 0))
      let header = try TestImage(bytes, DecodeRequest(.header), codecs: .all).result.header
      #expect(header.width == min(max(side, 1024), 8192) && header.height == header.width)
    }

    @Test("An SVG drawing without a size has the shape of its view box, or is a square if it has none")
    func viewBox() throws {
      for (attributes, size) in [("viewBox='0 0 20 10'", (1024, 512)), ("", (1024, 1024))] {
        let header = try TestImage(document(attributes, quarters), DecodeRequest(.header), codecs: .all)
          .result.header
        #expect((header.width, header.height) == size)
      }
    }

    @Test("A part of an SVG drawing is drawn with all its details")
    func region() throws {
      let bytes = document("width='1024' height='1024'", quarters)
      let region = PixelRegion(x: 500, y: 500, width: 24, height: 24)
      let image = try TestImage(bytes, DecodeRequest(region: region), codecs: .all)
      #expect((image.width, image.height) == (24, 24))
      #expect(image.color(11, 11) == .red)
      #expect(image.color(12, 11) == .green)
      #expect(image.color(11, 12) == .blue)
    }

    private func expectQuarters(_ bytes: [UInt8]) throws {
      let image = try TestImage(bytes, DecodeRequest(size: TargetSize(width: 64, height: 64)), codecs: .all)
      #expect(image.result.header.format == "SVG" && (image.width, image.height) == (64, 64))
      #expect(image.color(9, 9) == .red && image.color(40, 9) == .green && image.color(9, 40) == .blue)
    }

    @Test("An SVG file that is compressed with gzip is drawn")
    func compressed() throws {
      try expectQuarters(GzipFixture.bytes(document("width='64' height='64'", quarters)))
    }

    @Test(
      "An SVG file in UTF-16 is drawn, in both orders of bytes, and if it is compressed",
      arguments: [true, false])
    func utf16(isLittleEndian: Bool) throws {
      let text = String(decoding: document("width='64' height='64'", quarters), as: UTF8.self)
        .replacing("version='1.0'", with: "version='1.0' encoding='UTF-16'")
      let bytes = ([0xFEFF] + Array(text.utf16)).flatMap { unit in
        isLittleEndian ? [UInt8(unit & 255), UInt8(unit >> 8)] : [UInt8(unit >> 8), UInt8(unit & 255)]
      }
      try expectQuarters(bytes)
      try expectQuarters(GzipFixture.bytes(bytes))
    }

    @Test(
      "A compressed file is refused if it is no drawing, is cut, is damaged or has more than 32 MiB of text")
    func compressedFailures() {
      let packed = GzipFixture.bytes(document("width='64' height='64'", quarters))
      #expect(failure(GzipFixture.bytes(Array("a text".utf8)), codecs: .all) == .notAnImage)
      let damage = DecodeFailure.damaged(detail: "the compressed text is damaged or incomplete")
      #expect(failure(Array(packed.dropLast(20)), codecs: .all) == damage)
      #expect(failure(Array(packed[..<11]), codecs: .all) == damage)
      var altered = packed
      altered[altered.count - 6] ^= 1  // the checksum
      #expect(failure(altered, codecs: .all) == damage)
      let long = GzipFixture.bytes([UInt8](repeating: 32, count: 33 << 20))
      guard case .fileTooLong(_, 33_554_432) = failure(long, codecs: .all) else {
        Issue.record("33 MiB of text were unpacked")
        return
      }
    }

    @Test("In an SVG file, references to other files and to addresses draw nothing")
    func references() throws {
      let link = "<image width='100%' height='100%' xlink:href='file:///etc/passwd'/>"
      let page = "<image width='100%' height='100%' href='http://localhost:1/a.png'/>"
      let entity = "<use xlink:href='/tmp/other.svg#a'/>"
      let image = try TestImage(document("width='20' height='20'", link + page + entity), codecs: .all)
      #expect(image.bytes.allSatisfy { $0 == 0 })
    }

    @Test("An SVG document that is not closed, or that has too many references, is refused")
    func damaged() {
      let open = Array("<svg xmlns='http://www.w3.org/2000/svg'><rect>".utf8)
      guard case .damaged = failure(open, codecs: .all) else {
        Issue.record("\(String(describing: failure(open, codecs: .all)))")
        return
      }
      // Each group draws the one before it ten times.
      var groups = "<g id='a0'><rect width='1' height='1'/></g>"
      for level in 1..<12 {
        let uses = String(repeating: "<use xlink:href='#a\(level - 1)'/>", count: 10)
        groups += "<g id='a\(level)'>\(uses)</g>"
      }
      let request = DecodeRequest(size: TargetSize(width: 10, height: 10))
      guard case .damaged = failure(document("width='20' height='20'", groups), request, codecs: .all) else {
        Issue.record("a billion references were drawn")
        return
      }
    }
  #else
    @Test("In a build without SVG, the error for an SVG file names the format")
    func unsupported() {
      #expect(failure(document("width='20' height='20'", quarters)) == .unsupported(format: "SVG"))
    }
  #endif
}
