#if HEIF
  import DecoderProtocol
  import ExtraDecoders
  import ImageFixtures
  import PhotoDecoders
  import Testing

  /// Files with sequences that state false facts, so that a decoder reads too far, takes too much or does not end.
  struct HostileSequenceTests {
    /// The description of AV1 pictures, with a size.
    private func description(side: Int) -> [UInt8] {
      MediaFixture.box(
        "av01", [UInt8](repeating: 0, count: 24), MediaFixture.number(side, 2), MediaFixture.number(side, 2),
        [UInt8](repeating: 0, count: 50))
    }

    /// A track whose tables state that it has `count` samples of `size` bytes, all in one chunk, in about 200 bytes.
    private func endlessTrack(side: Int, size: Int, count: Int, start: Int) -> [UInt8] {
      let (none, one, most) = (
        MediaFixture.number(0, 4), MediaFixture.number(1, 4), MediaFixture.number(count, 4)
      )
      let tables = MediaFixture.box(
        "stbl", MediaFixture.box("stsd", none, one, description(side: side)),
        MediaFixture.box("stts", none, one, most, MediaFixture.number(100, 4)),
        MediaFixture.box("stsc", none, one, one, most, one),
        MediaFixture.box("stsz", none, MediaFixture.number(size, 4), most),
        MediaFixture.box("stco", none, one, MediaFixture.number(start, 4)))
      return MediaFixture.box(
        "trak",
        MediaFixture.box(
          "mdia", MediaFixture.box("mdhd", none, none, none, MediaFixture.number(1000, 4), none, none),
          MediaFixture.box("hdlr", none, none, Array("pict".utf8), none), MediaFixture.box("minf", tables)))
    }

    private let kind = MediaFixture.box("ftyp", Array("avis".utf8), MediaFixture.number(0, 4))

    @Test("Of a thousand tracks with billions of samples each, few tracks with few samples are read")
    func tracks() throws {
      let track = endlessTrack(side: 16, size: 4, count: 0xFFFF_FFFF, start: 8)
      let movie = MediaFixture.box("moov", Array(repeatElement(track, count: 1000).joined()))
      let file = kind + movie + movie
      let counts = file.withUnsafeBytes {
        MediaTrack.tracks(of: $0).map { ($0.samples.count, $0.durations.count) }
      }
      #expect(counts.count == 8)
      #expect(counts.allSatisfy { $0 == (MediaTrack.mostSamples, MediaTrack.mostSamples) })
      // CR3 files are read for one sample of each track.
      let few = file.withUnsafeBytes { MediaTrack.tracks(of: $0, samples: 1).map(\.samples.count) }
      #expect(few == Array(repeating: 1, count: 8))
      let reason = try #require(failure(file, codecs: .all))
      if case .damaged = reason {} else { Issue.record("\(reason)") }
    }

    @Test("Only the first box of tracks is read")
    func movies() {
      let track = endlessTrack(side: 16, size: 4, count: 2, start: 8)
      let file = kind + MediaFixture.box("moov", track) + MediaFixture.box("moov", track, track)
      #expect(file.withUnsafeBytes { MediaTrack.tracks(of: $0).count } == 1)
    }

    @Test(
      "The matrix of green, blue and red is not used for smaller planes of colors, which would be read beyond their end"
    )
    func identity() throws {
      var file = ExtraFormatFixtures.avifSequence
      // The coding that the track states takes the place of that of its pictures.
      let colors = try #require(
        file.indices.last { file[$0...].starts(with: Array("colrnclx".utf8)) })
      file[colors + 13] = 0
      let (image, intact) = (
        try TestImage(file, codecs: .all), try TestImage(ExtraFormatFixtures.avifSequence, codecs: .all)
      )
      #expect(image.result.header.isAnimated && image.result.defect == nil)
      for x in stride(from: 4, to: 64, by: 8) {
        #expect(image.color(x, 32).isNear(intact.color(x, 32), within: 2), "\(x)")
      }
    }

    @Test("Samples without a picture are canceled between two of them")
    func canceled() {
      // A temporal delimiter, as often as the tables permit. All samples are the same bytes.
      let delimiter: [UInt8] = [0x12, 0]
      let place = kind.count + 8
      let file =
        kind + MediaFixture.box("mdat", Array(repeatElement(delimiter, count: 20_000).joined()))
        + MediaFixture.box("moov", endlessTrack(side: 16, size: 2, count: 16_000, start: place))
      var checks = 0
      func isCanceled() -> Bool {
        checks += 1
        return checks > 100
      }
      // Each check is later than the interval of the checkpoint.
      let checkpoint = Checkpoint(seconds: 1e6, now: { Double(checks) }, isCanceled: isCanceled)
      #expect(failure(file, checkpoint: checkpoint, codecs: .all) == .canceled)
      #expect(checks == 101)
    }

    @Test("A picture that is larger than its track states is not shown")
    func size() throws {
      var file = ExtraFormatFixtures.avifSequence
      // The still image is removed, so that it does not take the place of the sequence.
      let description = try #require(
        file.indices.first { file[$0...].starts(with: Array("av01".utf8) + [0, 0, 0, 0, 0, 0]) })
      for place in [description + 4 + 25, description + 4 + 27] { file[place] = 16 }
      let meta = try #require(file.indices.first { file[$0...].starts(with: Array("meta".utf8)) })
      file.replaceSubrange(meta..<meta + 4, with: Array("free".utf8))
      let reason = try #require(failure(file, codecs: .all))
      if case .damaged = reason {} else { Issue.record("\(reason)") }
    }

    @Test(
      "A damaged picture ends its sequence, so that colors, transparency and times stay together",
      arguments: ["pict", "auxv"])
    func damagedSample(handler: String) throws {
      var file = ExtraFormatFixtures.avifAlphaSequence
      let tracks = file.withUnsafeBytes { MediaTrack.tracks(of: $0).map { ($0.handler, $0.samples) } }
      let samples = try #require(tracks.first { $0.0 == handler }?.1)
      try #require(samples.count == 3)
      for place in samples[1] { file[place] = 0xFF }
      #expect(try TestImage(file, DecodeRequest(frame: 0), codecs: .all).result.defect == nil)
      let last = try TestImage(file, DecodeRequest(frame: 2), codecs: .all)
      #expect(last.result.defect?.contains("picture 2") == true)
      // The square of the last whole picture is at the left side, and that of the next one is not.
      let hasMoved = handler == "auxv"
      #expect(last.color(4, 32).isNear(.green, within: 24) != hasMoved)
    }
  }
#endif
