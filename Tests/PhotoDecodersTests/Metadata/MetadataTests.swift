import DecoderProtocol
import ExtraDecoders
import Foundation
import ImageFixtures
import PhotoDecoders
import TestSupport
import Testing

/// Metadata that cameras and persons write into files. exiftool has written the values into the files of the folder Data.
@Suite(.serialized)
struct MetadataTests {
  init() { Self.prepare }

  /// Initializes the libraries, as a helper does before it enters its sandbox.
  private static let prepare: Void = CodecTable.all.warmUp()

  private func bytes(_ name: String) throws -> [UInt8] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Data")
    return Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  private func metadata(_ bytes: [UInt8]) throws -> ImageMetadata {
    try #require(try TestImage(bytes, DecodeRequest(.metadata), codecs: .all).result.metadata)
  }

  @Test("All values are read from JPEG, PNG, WebP and TIFF files", arguments: ["jpg", "png", "webp", "tif"])
  func values(format: String) throws {
    let read = try metadata(try bytes("photo.\(format)"))
    #expect(read.camera == "Canon EOS R5" && read.lens == "RF 24-70mm F2.8 L IS USM")
    #expect(read.exposureTime == 1.0 / 250 && read.fNumber == 2.8 && read.sensitivity == 400)
    #expect(read.focalLength == 50)
    let position = try #require(read.position)
    #expect(abs(position.latitude - 48.8583) < 1e-6 && abs(position.longitude + 2.2945) < 1e-6)
    #expect(position.altitude == 33)
    #expect(read.title == "Evening on the river")
    #expect(read.caption == "Two boats; Größe, 日本 and a line break")
    #expect(read.keywords == ["boat", "river", "evening"] && read.rating == 4)
    #expect(read.colorProfile?.contains("sRGB") == true, "\(read.colorProfile ?? "")")
    let header = try TestImage(try bytes("photo.\(format)"), DecodeRequest(.metadata), codecs: .all).result
      .header
    #expect(header.taken == 1_721_413_805 && header.width == 24 && header.height == 16)
  }

  @Test("The metadata of a TIFF file are read if its directories are behind megabytes of pixels")
  func directoriesAtTheEnd() throws {
    let file = try moved(try bytes("photo.tif"), by: 3 << 20)
    let read = try metadata(file)
    #expect(read.camera == "Canon EOS R5" && read.exposureTime == 1.0 / 250 && read.position != nil)
    #expect(read.rating == 4)
  }

  /// Moves the content of a TIFF file behind a gap.
  private func moved(_ file: [UInt8], by distance: Int) throws -> [UInt8] {
    let isLittleEndian = file[0] == 0x49
    var content = file
    func number(_ offset: Int, _ count: Int) -> Int {
      let part = file[offset..<offset + count]
      return (isLittleEndian ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
    }
    func move(_ offset: Int) {
      let value = number(offset, 4) + distance
      for index in 0..<4 {
        content[offset + (isLittleEndian ? index : 3 - index)] = UInt8(
          truncatingIfNeeded: value >> (8 * index))
      }
    }
    func moveDirectory(at start: Int) {
      for entry in (0..<number(start, 2)).map({ start + 2 + $0 * 12 }) {
        let (tag, type, count) = (number(entry, 2), number(entry + 2, 2), number(entry + 4, 4))
        if [0x8769, 0x8825].contains(tag) { moveDirectory(at: number(entry + 8, 4)) }
        let isLong = count * [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8][type] > 4
        if isLong || [0x0111, 0x8769, 0x8825].contains(tag) { move(entry + 8) }
      }
    }
    moveDirectory(at: number(4, 4))
    move(4)
    return Array(content[..<8]) + [UInt8](repeating: 0, count: distance) + content[8...]
  }

  @Test("Title, caption and keywords are read from IPTC data, and the rating from EXIF data")
  func iptc() throws {
    let read = try metadata(try bytes("iptc.jpg"))
    #expect(read.title == "Old title" && read.caption == "Written by an old program")
    #expect(read.keywords == ["alpha", "beta"])
    #expect(read.rating == 2)
    #expect(read.camera == "NIKON D70" && read.lens == nil && read.position == nil)
  }

  @Test("A file without metadata has none, and a helper without readers of metadata says so")
  func none() throws {
    #expect(try metadata(JPEGFixture.quadrants(8, 8).bytes()) == ImageMetadata())
    #expect(
      failure(JPEGFixture.quadrants(8, 8).bytes(), DecodeRequest(.metadata)) == .unsupported(format: "JPEG"))
  }

  @Test(
    "Damaged metadata are missing; the image is still described", arguments: ["jpg", "png", "webp", "tif"])
  func damaged(format: String) throws {
    let whole = try bytes("photo.\(format)")
    let limits = whole.count
    for seed in 0..<400 {
      var random = SplitMix(seed: UInt64(seed))
      var bytes = whole
      for _ in 0..<random.whole(1...30) {
        let place = random.whole(0...limits - 1)
        switch random.whole(0...3) {
        case 0: bytes[place] = 0xFF
        case 1: bytes[place] ^= UInt8(1 << random.whole(0...7))
        case 2: bytes[place] = UInt8(random.whole(0...255))
        default:
          let source = random.whole(0...limits - 1)
          for offset in 0..<min(8, limits - max(place, source)) {
            bytes[place + offset] = whole[source + offset]
          }
        }
      }
      if random.once(in: 4) { bytes.removeLast(random.whole(0...bytes.count - 1)) }
      guard let read = try? TestImage(bytes, DecodeRequest(.metadata), codecs: .all).result.metadata else {
        continue
      }
      // All values are within their limits, so that the reply of a helper is accepted.
      let reply = HelperReply.result(id: 1, Self.result(read))
      #expect(HelperReply(reply.bytes) != nil && reply.bytes.count <= HelperReply.longest, "seed \(seed)")
    }
  }

  private static func result(_ metadata: ImageMetadata) -> DecodeResult {
    var result = DecodeResult(header: ImageHeader(format: "JPEG", width: 1, height: 1))
    result.metadata = metadata
    return result
  }

  // MARK: XMP

  private func jpeg(xmp: String) -> [UInt8] {
    var bytes = JPEGFixture.quadrants(8, 8).bytes()
    let body = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(xmp.utf8)
    let length = body.count + 2
    bytes.insert(contentsOf: [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + body, at: 2)
    return bytes
  }

  private func packet(_ content: String) -> String {
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
    \(content)</rdf:Description></rdf:RDF></x:xmpmeta>
    """
  }

  @Test("Control characters and direction characters of a caption are replaced, and long texts are cut off")
  func hostileTexts() throws {
    let long = String(repeating: "é", count: 9000)
    let keywords = (0..<300).map { "<rdf:li>k\($0)</rdf:li>" }.joined()
    let content = """
      <dc:title><rdf:Alt><rdf:li xml:lang="x-default">a&#x202E;b</rdf:li></rdf:Alt></dc:title>
      <dc:description><rdf:Alt><rdf:li xml:lang="x-default">\(long)</rdf:li></rdf:Alt></dc:description>
      <dc:subject><rdf:Bag>\(keywords)</rdf:Bag></dc:subject><xmp:Rating>77</xmp:Rating>
      """
    let read = try metadata(jpeg(xmp: packet(content)))
    #expect(read.rating == nil && read.keywords.count == 64 && read.keywords.last == "k63")
    #expect(read.caption == String(repeating: "é", count: 2000))
    // The caller replaces the characters when it reads the reply.
    let reply = HelperReply(HelperReply.result(id: 1, Self.result(read)).bytes)
    guard case .result(_, let result)? = reply else {
      Issue.record("the reply is refused")
      return
    }
    #expect(result.metadata?.title == "a\u{FFFD}b")
  }

  @Test(
    "XML that is no XMP, or that expands entities, gives no values",
    arguments: [
      "<x", "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", "", "\0\0\0", "<rdf:RDF/>",
      "<!DOCTYPE l [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;\">]><l>&c;</l>",
    ])
  func noXMP(text: String) throws { #expect(try metadata(jpeg(xmp: text)) == ImageMetadata()) }

  @Test("The fields of a reply with metadata survive its coding; every other byte string is refused or valid")
  func coding() throws {
    var metadata = ImageMetadata()
    metadata.camera = "A"
    metadata.exposureTime = 0.25
    metadata.position = ImageMetadata.Position(latitude: -1, longitude: 2)
    metadata.keywords = ["x", "y"]
    metadata.rating = -1
    let bytes = HelperReply.result(id: 3, Self.result(metadata)).bytes
    #expect(HelperReply(bytes) == .result(id: 3, Self.result(metadata)))
    for place in bytes.indices {
      for value in [0, 1, 0x7F, 0xFF] as [UInt8] {
        var changed = bytes
        changed[place] = value
        guard case .result(_, let result)? = HelperReply(changed), let read = result.metadata else {
          continue
        }
        #expect(read.limited == read || read.camera != metadata.camera || read.keywords != metadata.keywords)
        #expect(read.position.map { abs($0.latitude) <= 90 } ?? true)
      }
    }
  }
}
