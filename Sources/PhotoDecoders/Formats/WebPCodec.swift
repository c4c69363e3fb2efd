internal import CWebPDecode
internal import DecoderProtocol
internal import Geometry
internal import Glibc

/// Decodes WebP files with libwebp, which reduces large images while it decodes.
final class WebPCodec: ImageCodec {
  let header: ImageHeader
  private let bytes: UnsafeRawBufferPointer
  private let context: DecodingContext
  private let stored: (width: Int, height: Int)
  private let orientation: ImageOrientation
  private let profile: [UInt8]?

  init(_ bytes: UnsafeRawBufferPointer, _ context: DecodingContext) throws(DecodeFailure) {
    (self.bytes, self.context) = (bytes, context)
    var features = WebPBitstreamFeatures()
    let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    guard WebPGetFeatures(start, bytes.count, &features) == VP8_STATUS_OK, features.width > 0,
      features.height > 0
    else { throw .damaged(detail: "the file ends before the image data, or its header is invalid") }
    stored = (Int(features.width), Int(features.height))
    try context.limits.checkPixels(stored.width, stored.height)
    var frames = 1
    var playCount = 0
    var orientation = ImageOrientation.upright
    var orientationPlace: OrientationPlace?
    var taken: Int?
    var profile: [UInt8]?
    if let demuxer = WebPFile(bytes) {
      frames = demuxer.frameCount
      playCount = demuxer.loopCount
      if let block = demuxer.chunk("EXIF") {
        // Some programs put the prefix of a JPEG's EXIF block before the data.
        let prefix = block.has("Exif\0\0") ? 6 : 0
        let exif = ExifBlock(tiff: UnsafeRawBufferPointer(rebasing: block[prefix...]))
        (orientation, taken) = (exif.orientation, exif.taken)
        // The chunk is a part of the file in memory.
        if let place = exif.orientationPlace, let part = block.baseAddress, let file = bytes.baseAddress,
          part >= file, part - file + place.offset + prefix + 2 <= bytes.count
        {
          orientationPlace = place.moved(by: part - file + prefix)
        }
      }
      profile = demuxer.chunk("ICCP").map { Array($0.prefix(ColorConverter.largestProfile)) }
    }
    (self.orientation, self.profile) = (orientation, profile)
    let swaps = orientation.swapsSides
    var header = ImageHeader(
      format: ImageFormat.webp.name, width: swaps ? stored.height : stored.width,
      height: swaps ? stored.width : stored.height)
    header.frameCount = max(1, frames)
    header.isAnimated = features.has_animation != 0 && frames > 1
    header.playCount = playCount
    header.orientation = orientation.rawValue
    header.orientationPlace = orientationPlace
    header.hasColorProfile = profile != nil
    header.taken = taken
    self.header = header
    isAnimation = features.has_animation != 0
  }

  var metadata: MetadataBlocks {
    var blocks = MetadataBlocks()
    if let file = WebPFile(bytes) {
      let exif = file.chunk("EXIF")
      blocks.exif = MetadataBlocks.copy(exif.flatMap { $0.has("Exif\0\0") ? $0.part(6, $0.count - 6) : $0 })
      blocks.xmp = MetadataBlocks.copy(file.chunk("XMP "))
    }
    blocks.profileName = profile?.withUnsafeBytes { MetadataBlocks.name(ofProfile: $0) }
    return blocks
  }

  private let isAnimation: Bool
  private let kept = KeptFrames<WebPFrames>()

  private var converter: ColorConverter? {
    profile?.withUnsafeBytes { ColorConverter(profile: $0, layout: .bgra) }
  }

  func decode(_ request: DecodeRequest, allocate: PixelAllocator) throws(DecodeFailure) -> DecodedPixels {
    let plan = try OutputPlan(
      request, storedWidth: stored.width, storedHeight: stored.height, orientation: orientation)
    return isAnimation
      ? try decodeFrame(request.frame, plan, allocate: allocate) : try decodeStill(plan, allocate: allocate)
  }

  private func decodeStill(_ plan: OutputPlan, allocate: PixelAllocator) throws(DecodeFailure)
    -> DecodedPixels
  {
    // libwebp either reduces the whole image to the target, or decodes the region at full size. The region's
    // corner must be even.
    let reduces = plan.isWhole && plan.target != plan.stored
    let corner = (x: plan.region.x & ~1, y: plan.region.y & ~1)
    let size =
      reduces
      ? plan.target
      : (
        width: plan.region.x + plan.region.width - corner.x,
        height: plan.region.y + plan.region.height - corner.y
      )
    // libwebp decodes the whole of a lossless image.
    try context.limits.checkMemory(
      stored.width * stored.height * 4 + size.width * size.height * 4
        + RowAssembler.memory(plan, width: size.width), stored.width, stored.height)
    let pixels = try ByteBuffer(count: size.width * size.height * 4)
    var config = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&config) != 0 else { throw .damaged(detail: "libwebp has another version") }
    if reduces {
      config.options.use_scaling = 1
      config.options.scaled_width = Int32(size.width)
      config.options.scaled_height = Int32(size.height)
    } else if !plan.isWhole {
      config.options.use_cropping = 1
      config.options.crop_left = Int32(corner.x)
      config.options.crop_top = Int32(corner.y)
      config.options.crop_width = Int32(size.width)
      config.options.crop_height = Int32(size.height)
    }
    config.output.colorspace = MODE_BGRA
    config.output.is_external_memory = 1
    config.output.u.RGBA.rgba = pixels.pointer(to: UInt8.self)
    config.output.u.RGBA.stride = Int32(size.width * 4)
    config.output.u.RGBA.size = pixels.bytes.count
    // libwebp keeps the address of the settings until the decoder is deleted.
    let (rowCount, defect) = try withUnsafeMutablePointer(to: &config) {
      config throws(DecodeFailure) in try feed(config)
    }
    if rowCount == 0 { throw .damaged(detail: defect ?? "the file has no image data") }

    let part =
      reduces
      ? PixelRegion(x: 0, y: 0, width: size.width, height: size.height)
      : PixelRegion(
        x: plan.region.x - corner.x, y: plan.region.y - corner.y, width: plan.region.width,
        height: plan.region.height)
    var rows = try RowAssembler(
      plan, region: part, converter: converter, checkpoint: context.checkpoint, allocate: allocate)
    for y in 0..<min(rowCount, size.height) { try rows.add(row: y, pixels.start + y * size.width * 4) }
    return DecodedPixels(layout: try rows.finish(), defect: defect)
  }

  /// Passes the file to libwebp in parts, so that decoding can be canceled between them.
  ///
  /// - Returns: The number of decoded rows, and the reason if rows are missing.
  private func feed(
    _ config: UnsafeMutablePointer<WebPDecoderConfig>
  ) throws(DecodeFailure) -> (rows: Int, defect: String?) {
    guard let decoder = WebPIDecode(nil, 0, config) else { throw .outOfMemory }
    defer { WebPIDelete(decoder) }
    let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    var status = VP8_STATUS_SUSPENDED
    var end = 0
    while status == VP8_STATUS_SUSPENDED, end < bytes.count {
      try context.checkpoint.check()
      end = min(end + Self.partBytes, bytes.count)
      status = WebPIUpdate(decoder, start, end)
    }
    if status == VP8_STATUS_OUT_OF_MEMORY { throw .outOfMemory }
    if status == VP8_STATUS_OK { return (Int.max, nil) }
    var last: Int32 = 0
    _ = WebPIDecGetRGB(decoder, &last, nil, nil, nil)
    let reason = status == VP8_STATUS_SUSPENDED ? "the file ends too early" : "the image data is damaged"
    return (max(0, Int(last)), reason)
  }

  /// The size of a part. Decoding it takes about a millisecond.
  private static let partBytes = 64 << 10

  private func decodeFrame(
    _ index: Int, _ plan: OutputPlan, allocate: PixelAllocator
  ) throws(DecodeFailure) -> DecodedPixels {
    // libwebp keeps two canvases.
    try context.limits.checkMemory(
      FrameCanvas.memory(stored.width, stored.height) + RowAssembler.memory(plan, width: stored.width),
      stored.width, stored.height)
    let frames = try kept.frames(at: index) { () throws(DecodeFailure) in try WebPFrames(bytes, context) }
    guard frames.index == index, let canvas = frames.canvas else {
      throw .damaged(detail: "the frame \(index) is damaged")
    }
    var rows = try RowAssembler(
      plan, converter: converter, checkpoint: context.checkpoint, allocate: allocate)
    for y in rows.startRow..<rows.endRow { try rows.add(row: y, canvas + y * stored.width * 4) }
    return DecodedPixels(layout: try rows.finish(), duration: frames.duration)
  }

  var keptBytes: Int { FrameCanvas.memory(stored.width, stored.height) }
}

/// The canvas of an animated WebP with the frames up to one of them.
private final class WebPFrames: AnimationFrames {
  private(set) var index = -1
  private(set) var isAtEnd = false
  /// The pixels of the frame, straight BGRA, until the next one is decoded.
  private(set) var canvas: UnsafeMutablePointer<UInt8>?
  /// The time at which the frame ends and began, in milliseconds since the start of the animation.
  private var end: Int32 = 0
  private var start: Int32 = 0
  private let decoder: OpaquePointer
  private let context: DecodingContext

  init(_ bytes: UnsafeRawBufferPointer, _ context: DecodingContext) throws(DecodeFailure) {
    self.context = context
    var options = WebPAnimDecoderOptions()
    guard WebPAnimDecoderOptionsInit(&options) != 0 else {
      throw .damaged(detail: "libwebp has another version")
    }
    options.color_mode = MODE_BGRA
    options.use_threads = 0
    var data = WebPData(bytes: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), size: bytes.count)
    guard let decoder = WebPAnimDecoderNew(&data, &options) else {
      throw .damaged(detail: "the animation is damaged")
    }
    self.decoder = decoder
  }

  deinit { WebPAnimDecoderDelete(decoder) }

  /// The time that the frame is shown, in seconds. Browsers show a frame of up to 10 ms for 100 ms.
  var duration: Double {
    let milliseconds = Int(end) - Int(start)
    return Double(milliseconds <= 10 ? 100 : milliseconds) / 1000
  }

  func advance() throws(DecodeFailure) {
    try context.checkpoint.check()
    start = end
    guard WebPAnimDecoderGetNext(decoder, &canvas, &end) != 0 else {
      isAtEnd = true
      canvas = nil
      return
    }
    index += 1
  }
}

/// The parts of a WebP file.
private final class WebPFile {
  private let demuxer: OpaquePointer
  private let bytes: UnsafeRawBufferPointer

  /// Fails if the file is damaged.
  init?(_ bytes: UnsafeRawBufferPointer) {
    var data = WebPData(bytes: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), size: bytes.count)
    var state = WEBP_DEMUX_PARSE_ERROR
    guard let demuxer = WebPDemuxPartial(&data, &state) else { return nil }
    self.demuxer = demuxer
    self.bytes = bytes
  }

  deinit { WebPDemuxDelete(demuxer) }

  var frameCount: Int { Int(WebPDemuxGetI(demuxer, WEBP_FF_FRAME_COUNT)) }
  var loopCount: Int { Int(WebPDemuxGetI(demuxer, WEBP_FF_LOOP_COUNT)) }

  /// Returns the content of the first chunk with a name.
  func chunk(_ name: String) -> UnsafeRawBufferPointer? {
    var iterator = WebPChunkIterator()
    guard WebPDemuxGetChunk(demuxer, name, 1, &iterator) != 0 else { return nil }
    defer { WebPDemuxReleaseChunkIterator(&iterator) }
    return UnsafeRawBufferPointer(start: iterator.chunk.bytes, count: iterator.chunk.size)
  }
}
