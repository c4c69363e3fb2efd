internal import Geometry

#if HEIF
  internal import DecoderProtocol
  internal import PhotoDecoders

  /// Decodes a sequence of HEIC or AVIF pictures. It is repeated without an end. The alpha channel counts as straight, and the rotation of
  /// the track is ignored.
  final class SequenceCodec: ImageCodec {
    let header: ImageHeader
    private let file: SequenceFile
    private let context: DecodingContext
    /// The still image that most files have besides.
    private let still: HEIFCodec?
    private let kept = KeptFrames<SequenceFrames>()

    convenience init(_ bytes: UnsafeRawBufferPointer, _ context: DecodingContext) throws(DecodeFailure) {
      guard let file = SequenceFile(bytes) else { throw .damaged(detail: "the file has no sequence") }
      try self.init(file, context)
    }

    init(_ file: SequenceFile, _ context: DecodingContext) throws(DecodeFailure) {
      (self.file, self.context) = (file, context)
      let isAVIF = file.color.description.kind == "av01"
      try context.limits.checkPixels(file.size.width, file.size.height)
      var header = ImageHeader(
        format: (isAVIF ? ImageFormat.avif : .heic).name, width: file.size.width, height: file.size.height)
      // Without its decoder, each picture would be decoded together with all before it.
      let isKept = file.size.width * file.size.height * Self.bytesPerPixel <= FileContent.keptBytes
      (header.frameCount, header.isAnimated) = (isKept ? file.color.samples.count : 1, isKept)
      header.hasColorProfile = !file.profile.isEmpty
      still = try? HEIFCodec(file.bytes, context)
      header.taken = still?.header.taken
      self.header = header
    }

    var metadata: MetadataBlocks { still?.metadata ?? MetadataBlocks() }

    /// The memory of the decoders, which keep earlier pictures, and of the colors, for each pixel, in bytes.
    private static let bytesPerPixel = 24

    var keptBytes: Int { file.size.width * file.size.height * Self.bytesPerPixel }

    func decode(_ request: DecodeRequest, allocate: PixelAllocator) throws(DecodeFailure) -> DecodedPixels {
      let (width, height) = file.size
      let plan = try OutputPlan(request, storedWidth: width, storedHeight: height, orientation: .upright)
      try context.limits.checkMemory(
        keptBytes + RowAssembler.memory(plan, width: width), width, height)
      let frames: SequenceFrames
      do throws(DecodeFailure) {
        frames = try kept.frames(at: request.frame) { () throws(DecodeFailure) in
          try SequenceFrames(file, context)
        }
      } catch {
        guard case .damaged = error, request.frame == 0, let still else { throw error }
        return try still.decode(request, allocate: allocate)
      }
      let converter =
        file.profile.isEmpty
        ? nil : file.profile.withUnsafeBytes { ColorConverter(profile: $0, layout: .bgra) }
      var rows = try RowAssembler(
        plan, converter: converter, checkpoint: context.checkpoint, allocate: allocate)
      for y in rows.startRow..<rows.endRow {
        try rows.add(row: y, frames.pixels.start + y * width * 4)
      }
      return DecodedPixels(
        layout: try rows.finish(), duration: file.color.durations[max(0, frames.index)], defect: frames.defect
      )
    }
  }

  /// The decoders of a sequence at one of its pictures.
  private final class SequenceFrames: AnimationFrames {
    private(set) var index = -1
    /// The reason why there is no further picture; `nil` if there is one.
    private(set) var defect: String?
    var isAtEnd: Bool { defect != nil }
    /// The picture as straight BGRA.
    let pixels: ByteBuffer
    private let file: SequenceFile
    private let context: DecodingContext
    private var color: TrackReader
    private var alpha: TrackReader?

    init(_ file: SequenceFile, _ context: DecodingContext) throws(DecodeFailure) {
      (self.file, self.context) = (file, context)
      pixels = try ByteBuffer(count: file.size.width * file.size.height * 4)
      color = try TrackReader(file.color, of: file)
      if let track = file.alpha { alpha = try TrackReader(track, of: file) }
      try advance()
      if let defect { throw .damaged(detail: defect) }
    }

    func advance() throws(DecodeFailure) {
      try context.checkpoint.check()
      let (width, start) = (file.size.width, pixels.pointer(to: UInt32.self))
      guard
        try color.next(file, context, { colors, y in colors.write(row: y, to: start + y * width) })
      else {
        defect = "picture \(index + 2) of the sequence is damaged or missing"
        return
      }
      index += 1
      let hasAlpha = try alpha?.next(file, context) { colors, y in
        colors.writeAlpha(row: y, to: start + y * width)
      }
      if hasAlpha == false { defect = "the transparency of picture \(index + 1) is damaged or missing" }
    }
  }

  /// Reads the samples of a track and decodes them.
  private struct TrackReader {
    private let track: MediaTrack
    private let decoder: any VideoDecoder
    private var sample = 0

    init(_ track: MediaTrack, of file: SequenceFile) throws(DecodeFailure) {
      guard let decoder = file.decoder(of: track) else {
        throw .damaged(detail: "the description of the pictures is damaged")
      }
      (self.track, self.decoder) = (track, decoder)
    }

    /// Decodes the next picture, and calls a function for each of its rows. Returns `false` if there is none of the size of the file.
    mutating func next(
      _ file: SequenceFile, _ context: DecodingContext, _ body: (VideoColors, Int) -> Void
    ) throws(DecodeFailure) -> Bool {
      var isWhole = false
      func write(_ picture: VideoPicture) {
        guard picture.width == file.size.width, picture.height == file.size.height else { return }
        var picture = picture
        if picture.chroma != nil, let coding = file.coding {
          (picture.matrix, picture.isFullRange) = coding
        }
        let colors = VideoColors(picture)
        for y in 0..<picture.height { body(colors, y) }
        isWhole = true
      }
      while true {
        switch decoder.withPicture(write) {
        case .picture: return isWhole
        case .failed: return false
        case .needsSample:
          try context.checkpoint.check()
          guard push(file) else { return false }
        }
      }
    }

    /// Passes the next sample, or the end, to the decoder. Returns `false` after the end.
    private mutating func push(_ file: SequenceFile) -> Bool {
      defer { sample += 1 }
      guard sample < track.samples.count else { return sample == track.samples.count && decoder.push(nil) }
      let place = track.samples[sample]
      guard let part = file.bytes.part(place.lowerBound, place.count), !part.isEmpty else { return false }
      return decoder.push(part)
    }
  }
#endif
