internal import Geometry

#if HEIF
  internal import DecoderProtocol
  internal import PhotoDecoders

  /// Decodes a sequence of HEIC or AVIF pictures. It is repeated without an end.
  final class SequenceCodec: ImageCodec {
    let header: ImageHeader
    private let file: SequenceFile
    private let context: DecodingContext
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
      (header.frameCount, header.isAnimated) = (file.color.samples.count, true)
      header.hasColorProfile = !file.profile.isEmpty
      self.header = header
    }

    /// The metadata of the still image that most files have besides.
    var metadata: MetadataBlocks {
      (try? HEIFCodec(file.bytes, context))?.metadata ?? MetadataBlocks()
    }

    /// The memory of the decoders, which keep earlier pictures, and of the colors, for each pixel, in bytes.
    private static let bytesPerPixel = 24

    var keptBytes: Int { file.size.width * file.size.height * Self.bytesPerPixel }

    func decode(_ request: DecodeRequest, allocate: PixelAllocator) throws(DecodeFailure) -> DecodedPixels {
      let (width, height) = file.size
      let plan = try OutputPlan(request, storedWidth: width, storedHeight: height, orientation: .upright)
      try context.limits.checkMemory(
        keptBytes + RowAssembler.memory(plan, width: width), width, height)
      let frames = try kept.frames(at: request.frame) { () throws(DecodeFailure) in
        try SequenceFrames(file, context)
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
      let hasColor = color.next(file) { colors, y in colors.write(row: y, to: start + y * width) }
      let hasAlpha =
        hasColor
        && alpha?.next(file) { colors, y in colors.writeAlpha(row: y, to: start + y * width) } ?? true
      guard hasColor, hasAlpha else {
        defect = "picture \(index + 2) of the sequence is damaged or missing"
        return
      }
      index += 1
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
    mutating func next(_ file: SequenceFile, _ body: (VideoColors, Int) -> Void) -> Bool {
      var isWhole = false
      let size = file.size
      func write(_ picture: VideoPicture) {
        guard picture.width == size.width, picture.height == size.height else { return }
        let colors = VideoColors(picture)
        for y in 0..<picture.height { body(colors, y) }
        isWhole = true
      }
      while !decoder.withPicture(write) {
        guard sample <= track.samples.count else { return false }
        let place = sample < track.samples.count ? track.samples[sample] : nil
        sample += 1
        guard let place else {
          guard decoder.push(nil) else { return false }
          continue
        }
        guard let part = file.bytes.part(place.lowerBound, place.count), !part.isEmpty, decoder.push(part)
        else {
          return false
        }
      }
      return isWhole
    }
  }
#endif
