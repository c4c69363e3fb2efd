internal import CPNG
internal import DecoderProtocol
internal import Geometry
internal import Glibc

/// Decodes PNG files with libpng and downscales them row by row, so that the full image is never in memory.
/// The frames of APNG files are composed at full size.
final class PNGCodec: ImageCodec {
  let header: ImageHeader
  private let bytes: UnsafeRawBufferPointer
  private let context: DecodingContext
  private let chunks: PNGHeader
  private let kept = KeptFrames<PNGFrames>()

  init(_ bytes: UnsafeRawBufferPointer, _ context: DecodingContext) throws(DecodeFailure) {
    chunks = try PNGHeader(bytes)
    (self.bytes, self.context) = (bytes, context)
    try context.limits.checkPixels(chunks.width, chunks.height)
    let swaps = chunks.orientation.swapsSides
    var header = ImageHeader(
      format: ImageFormat.png.name, width: swaps ? chunks.height : chunks.width,
      height: swaps ? chunks.width : chunks.height)
    header.orientation = chunks.orientation.rawValue
    header.hasColorProfile = chunks.sharedChunks.contains { bytes.has("iCCP", at: $0.lowerBound + 4) }
    header.frameCount = max(1, chunks.frames.count)
    header.isAnimated = !chunks.frames.isEmpty
    header.playCount = chunks.playCount
    header.taken = chunks.taken
    self.header = header
  }

  var metadata: MetadataBlocks {
    func copy(_ range: Range<Int>?) -> [UInt8] {
      MetadataBlocks.copy(range.flatMap { bytes.part($0.lowerBound, $0.count) })
    }
    var blocks = MetadataBlocks()
    (blocks.exif, blocks.xmp) = (copy(chunks.exifRange), copy(chunks.xmpRange))
    blocks.profileName = (try? PNGRows(bytes))?.profileName
    return blocks
  }

  func decode(_ request: DecodeRequest, allocate: PixelAllocator) throws(DecodeFailure) -> DecodedPixels {
    let plan = try OutputPlan(
      request, storedWidth: chunks.width, storedHeight: chunks.height, orientation: chunks.orientation)
    if !chunks.frames.isEmpty { return try decodeFrame(request.frame, plan, allocate: allocate) }
    // libpng keeps two rows of up to 8 bytes per pixel, and `row` below has 4 bytes per pixel. Another 4
    // bytes are reserved.
    try context.limits.checkMemory(
      chunks.width * 24 + RowAssembler.memory(plan, width: chunks.width, isScattered: chunks.isInterlaced),
      chunks.width, chunks.height)

    let reader = try PNGRows(bytes)
    guard (reader.width, reader.height) == (chunks.width, chunks.height),
      reader.isInterlaced == chunks.isInterlaced
    else { throw .damaged(detail: "the file changed while it was read") }
    var rows = try RowAssembler(
      plan, isScattered: chunks.isInterlaced, converter: reader.converter, checkpoint: context.checkpoint,
      allocate: allocate)
    let row = try ByteBuffer(count: chunks.width * 4)
    var count = 0
    var defect: String?
    passes: for pass in Self.passes(isInterlaced: chunks.isInterlaced, width: chunks.width) {
      for y in stride(from: pass.y, to: chunks.height, by: pass.down) {
        if !chunks.isInterlaced, y >= rows.endRow { break passes }
        if let reason = reader.readRow(row) {
          defect = reason
          break passes
        }
        if chunks.isInterlaced {
          try rows.add(row: y, from: pass.x, by: pass.across, row.start)
        } else {
          try rows.add(row: y, row.start)
        }
        count += 1
      }
    }
    if let defect, count == 0 { throw .damaged(detail: defect) }
    return DecodedPixels(layout: try rows.finish(isScattered: chunks.isInterlaced), defect: defect)
  }

  /// The pixels of one pass over an interlaced image: the position of the first pixel, and the distances
  /// between pixels.
  fileprivate typealias Pass = (x: Int, y: Int, across: Int, down: Int)

  /// Returns the passes in the order of the file. Interlaced images have up to seven (Adam7). Passes without
  /// pixels are omitted.
  fileprivate static func passes(isInterlaced: Bool, width: Int) -> [Pass] {
    guard isInterlaced else { return [(0, 0, 1, 1)] }
    let all: [Pass] = [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
    ]
    return all.filter { $0.x < width }
  }

  // MARK: APNG

  private func decodeFrame(
    _ index: Int, _ plan: OutputPlan, allocate: PixelAllocator
  ) throws(DecodeFailure) -> DecodedPixels {
    try context.limits.checkMemory(
      FrameCanvas.memory(chunks.width, chunks.height) + bytes.count
        + RowAssembler.memory(plan, width: chunks.width), chunks.width, chunks.height)
    let frames = try kept.frames(at: index) { () throws(DecodeFailure) in
      try PNGFrames(bytes, chunks, context)
    }
    let layout = try frames.canvas.finish(
      plan, converter: frames.converter, checkpoint: context.checkpoint, allocate: allocate)
    return DecodedPixels(layout: layout, duration: chunks.frames[index].duration, defect: frames.defect)
  }

  var keptBytes: Int { FrameCanvas.memory(chunks.width, chunks.height) }
}

/// The canvas of an APNG with the frames up to one of them.
private final class PNGFrames: AnimationFrames {
  let canvas: FrameCanvas
  private(set) var index = -1
  private(set) var defect: String?
  private(set) var converter: ColorConverter?
  private let bytes: UnsafeRawBufferPointer
  private let chunks: PNGHeader
  private let context: DecodingContext

  init(
    _ bytes: UnsafeRawBufferPointer, _ chunks: PNGHeader, _ context: DecodingContext
  ) throws(DecodeFailure) {
    (self.bytes, self.chunks, self.context) = (bytes, chunks, context)
    canvas = try FrameCanvas(width: chunks.width, height: chunks.height)
  }

  var isAtEnd: Bool { defect != nil || index + 1 >= chunks.frames.count }

  func advance() throws(DecodeFailure) {
    if index >= 0 { canvas.dispose() }
    index += 1
    let frame = chunks.frames[index]
    canvas.begin(frame.region, disposal: Self.disposal(frame.disposal, isFirst: index == 0))
    let file = PNGFrameFile.bytes(of: frame, in: bytes, chunks)
    let drawn = file.withUnsafeBytes { file in
      Result { () throws(DecodeFailure) in try draw(frame, file) }
    }
    defect = try drawn.get()
  }

  /// Draws a frame from its PNG file. Returns the reason if the frame cannot be drawn completely.
  private func draw(_ frame: PNGHeader.Frame, _ file: UnsafeRawBufferPointer) throws(DecodeFailure) -> String?
  {
    let reader: PNGRows
    do throws(DecodeFailure) {
      reader = try PNGRows(file)
    } catch {
      if case .damaged(let detail) = error { return detail }
      throw error
    }
    converter = reader.converter
    let row = try ByteBuffer(count: frame.region.width * 4)
    for pass in PNGCodec.passes(isInterlaced: reader.isInterlaced, width: frame.region.width) {
      for y in stride(from: pass.y, to: frame.region.height, by: pass.down) {
        try context.checkpoint.check()
        if let reason = reader.readRow(row) { return reason }
        canvas.draw(
          row.pointer(to: UInt32.self), row: y, from: pass.x, by: pass.across, isBlended: frame.isBlended)
      }
    }
    return nil
  }

  private static func disposal(_ value: Int, isFirst: Bool) -> FrameCanvas.Disposal {
    switch value {
    case 1: .clear
    // Before the first frame there is no content to restore (APNG 1.0).
    case 2: isFirst ? .clear : .restore
    default: .keep
    }
  }
}

/// The rows of a PNG file, as libpng returns them.
private final class PNGRows {
  private let reader: OpaquePointer
  private let header: cpng_header
  private let message = CStringBuffer()

  /// - Throws: ``DecodeFailure/damaged(detail:)``.
  init(_ bytes: UnsafeRawBufferPointer) throws(DecodeFailure) {
    var header = cpng_header()
    let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    guard let reader = cpng_reader_open_memory(start, bytes.count, &header, message.start) else {
      throw .damaged(detail: message.text)
    }
    (self.reader, self.header) = (reader, header)
  }

  deinit { cpng_reader_close(reader) }

  var width: Int { Int(header.width) }
  var height: Int { Int(header.height) }
  var isInterlaced: Bool { header.is_interlaced != 0 }

  private var profile: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: header.profile, count: Int(header.profile_count))
  }

  /// Converts the colors to sRGB; `nil` if they are sRGB already.
  var converter: ColorConverter? {
    ColorConverter(profile: profile, layout: header.is_gray != 0 ? .gray : .bgra)
  }

  var profileName: String? { MetadataBlocks.name(ofProfile: profile) }

  /// Reads the next stored row as straight BGRA. Returns the reason of a failure; `nil` on success.
  func readRow(_ row: ByteBuffer) -> String? {
    cpng_reader_read_row(reader, row.pointer(to: UInt8.self), message.start) == 0 ? nil : message.text
  }
}
