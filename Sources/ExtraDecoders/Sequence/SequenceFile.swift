#if HEIF
  internal import PhotoDecoders

  /// The tracks of a file with a sequence of pictures.
  struct SequenceFile {
    let bytes: UnsafeRawBufferPointer
    /// The track of the colors.
    let color: MediaTrack
    /// The track of the alpha channel, with as many samples; `nil` for opaque pictures.
    let alpha: MediaTrack?
    /// The size of a picture, in pixels.
    let size: (width: Int, height: Int)
    /// The coding of the colors that the file states in place of that of the pictures; `nil` if it states none.
    let coding: (matrix: Int, isFullRange: Bool)?
    /// A profile in the ICC format; empty if there is none.
    let profile: [UInt8]

    /// Fails if a file has no track of at least two pictures in a known coding.
    init?(_ bytes: UnsafeRawBufferPointer) {
      let tracks = MediaTrack.tracks(of: bytes) { handler, coding in
        ["pict", "auxv"].contains(handler) && Self.codings.contains(coding)
      }
      guard let color = tracks.first(where: { $0.handler == "pict" && $0.samples.count > 1 }),
        let width = color.description.content.number(at: 24, bytes: 2),
        let height = color.description.content.number(at: 26, bytes: 2), width > 0, height > 0
      else { return nil }
      (self.bytes, self.color, size) = (bytes, color, (width, height))
      alpha = tracks.first { $0.handler == "auxv" && $0.samples.count == color.samples.count }
      let colors = Self.box("colr", of: color)
      profile = MetadataBlocks.copy(colors.flatMap { $0.has("prof") ? $0.part(4, $0.count - 4) : nil })
      if let colors, colors.has("nclx"), let matrix = colors.number(at: 8, bytes: 2),
        let range = colors.number(at: 10, bytes: 1), matrix != 2
      {
        coding = (matrix, range & 0x80 != 0)
      } else {
        coding = nil
      }
    }

    private static let codings: Set = ["av01", "hvc1", "hev1"]

    /// Returns a box of the description of samples, which follows their size and other numbers.
    static func box(_ kind: String, of track: MediaTrack) -> UnsafeRawBufferPointer? {
      track.description.boxes(after: 78).first { $0.kind == kind }?.content
    }

    /// Creates the decoder of a track.
    func decoder(of track: MediaTrack) -> (any VideoDecoder)? {
      if track.description.kind == "av01" { return AV1Decoder(pixels: size.width * size.height) }
      return Self.box("hvcC", of: track).flatMap { HEVCDecoder($0) }
    }
  }
#endif
