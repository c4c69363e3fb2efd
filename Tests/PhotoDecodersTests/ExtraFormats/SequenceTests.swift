#if HEIF
  import DecoderProtocol
  import ExtraDecoders
  import ImageFixtures
  import PhotoDecoders
  import Testing

  /// Sequences of AVIF and HEIC pictures.
  struct SequenceTests {
    enum Kind: CaseIterable {
      case avif, alpha, heic

      var bytes: [UInt8] {
        switch self {
        case .avif: ExtraFormatFixtures.avifSequence
        case .alpha: ExtraFormatFixtures.avifAlphaSequence
        case .heic: ExtraFormatFixtures.heicSequence
        }
      }
    }

    private func expectFrame(_ index: Int, _ kind: Kind, _ image: TestImage) {
      let red = kind == .alpha ? PixelColor(red: 128, green: 0, blue: 0, alpha: 128) : .red
      #expect((image.width, image.height) == (64, 64))
      for x in stride(from: 4, to: 64, by: 8) {
        let isInSquare = (index * 16..<index * 16 + 32).contains(x)
        #expect(image.color(x, 32).isNear(isInSquare ? .green : red, within: 24), "frame \(index), \(x)")
        #expect(image.color(x, 8).isNear(red, within: 24))
      }
    }

    @Test("A sequence has its pictures in order, in any order of requests", arguments: Kind.allCases)
    func frames(kind: Kind) throws {
      let header = try TestImage(kind.bytes, DecodeRequest(.header), codecs: .all).result.header
      #expect(header.isAnimated && header.frameCount == 3 && header.playCount == 0)
      #expect(header.format == (kind == .heic ? "HEIC" : "AVIF") && (header.width, header.height) == (64, 64))
      for index in [2, 0, 1] {
        let image = try TestImage(kind.bytes, DecodeRequest(frame: index), codecs: .all)
        expectFrame(index, kind, image)
        let duration = kind == .avif ? 0.1 * Double(index + 1) : 0.1
        #expect(abs(image.result.frameDuration - duration) < 1e-6 && image.result.defect == nil)
      }
      #expect(failure(kind.bytes, DecodeRequest(frame: 3), codecs: .all) == .noSuchFrame(index: 3, count: 3))
      let small = try TestImage(
        kind.bytes, DecodeRequest(size: TargetSize(width: 16, height: 16), frame: 1), codecs: .all)
      #expect((small.width, small.height) == (16, 16) && small.color(8, 8).isNear(.green, within: 24))
    }

    @Test("A decoder that is kept does not read the first picture again", arguments: [Kind.avif, .heic])
    func kept(kind: Kind) throws {
      var file = kind.bytes
      // The samples are at the end of the file, the first one first.
      let samples = file.count - (kind == .heic ? 96 : 219)
      try file.withUnsafeMutableBytes { bytes in
        let session = try DecodingSession(
          UnsafeRawBufferPointer(bytes), limits: DecodingLimits(), checkpoint: .never, codecs: .all)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 64 * 64 * 4, alignment: 16)
        defer { memory.deallocate() }
        for index in 0..<3 {
          let result = try session.decode(DecodeRequest(frame: index), checkpoint: .never) { _ in memory }
          #expect(result.defect == nil)
          // The square begins at this pixel.
          let pixel = memory.load(fromByteOffset: (32 * 64 + index * 16 + 4) * 4, as: UInt32.self)
          #expect(pixel & 0xFF00 > 0xE000 && session.keptBytes > 0)
          for place in samples..<samples + 30 { bytes[place] = 0 }
        }
      }
    }

    @Test("If the pictures of a sequence cannot be decoded, the still image of the file is shown")
    func still() throws {
      var file = ExtraFormatFixtures.avifSequence
      // The description of the pictures begins with six zeros. It states another width than the pictures have.
      let description = try #require(
        file.indices.first { file[$0...].starts(with: Array("av01".utf8) + [0, 0, 0, 0, 0, 0]) })
      file[description + 4 + 25] = 66
      let image = try TestImage(file, DecodeRequest(), codecs: .all)
      expectFrame(0, .avif, image)
    }

    @Test("A sequence whose file is cut shows the pictures that are whole", arguments: Kind.allCases)
    func cut(kind: Kind) throws {
      let image = try TestImage(Array(kind.bytes.dropLast(1)), DecodeRequest(frame: 0), codecs: .all)
      expectFrame(0, kind, image)
      let last = try TestImage(Array(kind.bytes.dropLast(8)), DecodeRequest(frame: 2), codecs: .all)
      #expect(last.result.defect != nil)
    }

    @Test("A sequence that is altered or states false sizes is decoded or refused", arguments: Kind.allCases)
    func damaged(kind: Kind) {
      var limits = DecodingLimits()
      limits.pixels = 1 << 20
      for place in kind.bytes.indices {
        var altered = kind.bytes
        altered[place] ^= 0xFF
        _ = failure(altered, DecodeRequest(frame: 1), limits: limits, codecs: .all)
      }
    }
  }
#endif
