import DecoderClient
import DecoderProtocol
import Photos
import Testing

/// Replies of a compromised helper.
struct HostileRepliesTests {
  /// A number that occurs in no other field of the replies.
  private static let marker = 0x7A6B_5C4D

  /// Replies in each of which another field has the marker.
  private static let replies: [HelperReply] = {
    func header(_ change: (inout ImageHeader) -> Void) -> HelperReply {
      var header = ImageHeader(format: "PNG", width: 3, height: 3)
      change(&header)
      return .result(id: 1, DecodeResult(header: header))
    }
    let failures: [DecodeFailure] = [
      .tooManyPixels(width: marker, height: 3, limit: 3), .tooManyPixels(width: 3, height: marker, limit: 3),
      .tooManyPixels(width: 3, height: 3, limit: marker),
      .tooMuchMemory(width: marker, height: 3, needed: 3, limit: 3),
      .tooMuchMemory(width: 3, height: marker, needed: 3, limit: 3),
      .tooMuchMemory(width: 3, height: 3, needed: marker, limit: 3),
      .tooMuchMemory(width: 3, height: 3, needed: 3, limit: marker),
      .fileTooLong(bytes: marker, limit: 3), .fileTooLong(bytes: 3, limit: marker),
      .noSuchFrame(index: marker, count: 3), .noSuchFrame(index: 3, count: marker),
    ]
    return failures.map { .failure(id: 1, $0) } + [
      header { $0.width = marker }, header { $0.height = marker }, header { $0.frameCount = marker },
      header { $0.playCount = marker },
    ]
  }()

  /// Replaces the eight bytes of the field that contains the marker.
  private func replacing(_ marker: UInt64, in bytes: [UInt8], by value: UInt64) throws -> [UInt8] {
    func field(_ value: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
    let place = try #require(bytes.indices.dropLast(7).first { Array(bytes[$0..<($0 + 8)]) == field(marker) })
    return Array(bytes[..<place]) + field(value) + Array(bytes[(place + 8)...])
  }

  @Test("A reply with a number out of range is refused", arguments: replies)
  func numbers(reply: HelperReply) throws {
    #expect(HelperReply(reply.bytes) == reply)
    for value in [Int.max, .max - 1, .min, -1, 1 << 51] {
      let bytes = try replacing(UInt64(Self.marker), in: reply.bytes, by: UInt64(bitPattern: Int64(value)))
      #expect(HelperReply(bytes) == nil, "\(value)")
    }
  }

  @Test("A reply with a time out of range is refused")
  func times() throws {
    var result = DecodeResult(header: ImageHeader(format: "GIF", width: 3, height: 3))
    result.frameDuration = 12.25
    for reply in [HelperReply.result(id: 1, result), .failure(id: 1, .tookTooLong(seconds: 12.25))] {
      #expect(HelperReply(reply.bytes) == reply)
      for value in [1e300, 1.1e6, -1, .infinity, .nan] {
        let bytes = try replacing((12.25).bitPattern, in: reply.bytes, by: value.bitPattern)
        #expect(HelperReply(bytes) == nil, "\(value)")
      }
    }
  }

  @Test("A reply in which any byte is altered is refused, or states facts within their ranges")
  func bytes() {
    var header = ImageHeader(format: "PNG", width: 3, height: 3)
    (header.frameCount, header.isAnimated, header.orientation, header.taken) = (2, true, 6, 1000)
    header.orientationPlace = OrientationPlace(offset: 12, isLittleEndian: true)
    var result = DecodeResult(header: header, pixels: PixelLayout(width: 3, height: 3, isOpaque: true))
    (result.frameDuration, result.defect) = (0.5, "cut")
    let bytes = HelperReply.result(id: 1, result).bytes
    for place in bytes.indices {
      for value in [0, 1, 9, 0x1B, 0x7F, 0x80, 0xFF] as [UInt8] {
        var altered = bytes
        altered[place] = value
        guard case .result(_, let read)? = HelperReply(altered) else { continue }
        let (header, sides) = (read.header, 0...(1 << 32))
        #expect(sides.contains(header.width) && sides.contains(header.height), "\(place)")
        #expect(
          (1...8).contains(header.orientation) && (1...(1 << 31)).contains(header.frameCount), "\(place)")
        #expect(
          (0...(1 << 31)).contains(header.playCount) && (0...1e6).contains(read.frameDuration), "\(place)")
        #expect((header.orientationPlace?.offset).map { (0...(1 << 50)).contains($0) } ?? true, "\(place)")
        #expect(header.taken.map { (-(1 << 36)...(1 << 38)).contains($0) } ?? true, "\(place)")
        let pixelSides = 1...TargetSize.largestSide
        #expect(read.pixels.map { pixelSides.contains($0.width) && pixelSides.contains($0.height) } ?? true)
        #expect(!header.format.contains("\u{1B}") && read.defect?.contains("\u{1B}") != true, "\(place)")
      }
    }
    for code in [Int.min, -1, 4096, .max] {
      let failure = HelperReply.failure(id: 1, .unreadable(code: 5)).bytes
      #expect(HelperReply(Array(failure.dropLast(8) + HelperReply.otherVersion(code).bytes.suffix(8))) == nil)
    }
  }

  @Test("A helper clamps the numbers of its reply to the valid range")
  func clamped() {
    for value in [Int.max, .min] {
      for failure in [
        DecodeFailure.tooManyPixels(width: value, height: value, limit: value),
        .tooMuchMemory(width: value, height: value, needed: value, limit: value),
        .fileTooLong(bytes: value, limit: value), .noSuchFrame(index: value, count: value),
        .tookTooLong(seconds: Double(value)), .unreadable(code: Int32(truncatingIfNeeded: value)),
      ] { #expect(HelperReply(HelperReply.failure(id: 1, failure).bytes) != nil) }
    }
  }

  @Test("The description of an error does not trap for any number", arguments: [Int.max, .min, -1, 0])
  func descriptions(value: Int) {
    for failure in [
      DecodeFailure.tooManyPixels(width: value, height: value, limit: value),
      .tooMuchMemory(width: value, height: value, needed: value, limit: value),
      .fileTooLong(bytes: value, limit: value), .noSuchFrame(index: value, count: value),
      .tookTooLong(seconds: Double(value) * 1e280), .tookTooLong(seconds: .nan),
      .unreadable(code: Int32(truncatingIfNeeded: value)), .outOfMemory,
    ] {
      let error = PhotoError("a", .content(failure))
      #expect(!error.description.isEmpty && !error.brief.isEmpty)
    }
    #expect(!PhotoError("a", .outOfMemory(limit: value)).description.isEmpty)
    let tooLong = PhotoError("a", .content(.fileTooLong(bytes: 1_000_001, limit: 1)))
    #expect(tooLong.brief == "File too large: 2 MB")
  }
}
