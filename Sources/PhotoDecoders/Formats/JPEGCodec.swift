internal import CImageCodecs
internal import DecoderProtocol
internal import Geometry
internal import Glibc

/// Decodes JPEG files with libjpeg-turbo, which reduces large images by 2, 4 or 8 while it decodes.
final class JPEGCodec: ImageCodec {
  let header: ImageHeader
  private let context: DecodingContext
  private let bytes: UnsafeRawBufferPointer
  private let markers: JPEGHeader
  private let stated: cjpeg_header
  private let reader: OpaquePointer
  private let message: CStringBuffer
  private let profile: [UInt8]?
  private let orientation: ImageOrientation

  convenience init(_ bytes: UnsafeRawBufferPointer, _ context: DecodingContext) throws(DecodeFailure) {
    try self.init(bytes, context, profile: nil, orientation: nil)
  }

  /// - Parameters:
  ///   - profile: The color profile to use if the file has none.
  ///   - orientation: The orientation to use if the file states none.
  init(
    _ bytes: UnsafeRawBufferPointer, _ context: DecodingContext, profile: [UInt8]? = nil,
    orientation: ImageOrientation?
  ) throws(DecodeFailure) {
    let markers = JPEGHeader(bytes)
    if let kind = markers.unsupportedKind { throw .unsupported(format: kind) }
    try context.limits.checkPixels(markers.width, markers.height)
    // A file with at most two bytes of data has only the end marker.
    if let start = markers.dataStart, bytes.count - start <= 2 {
      throw .damaged(detail: "the file has a header, but no image data")
    }
    let message = CStringBuffer()
    var stated = cjpeg_header()
    let reader = cjpeg_open(
      bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count,
      min(context.limits.workingBytes, Int.max / 2) + Self.libraryBytes,
      { context in
        guard let context else { return 1 }
        return Unmanaged<Checkpoint>.fromOpaque(context).takeUnretainedValue().mustStop() ? 1 : 0
      }, Unmanaged.passUnretained(context.checkpoint).toOpaque(), &stated, message.start)
    guard let reader else {
      try context.checkpoint.check()
      throw .damaged(detail: message.text)
    }
    let (width, height) = (Int(stated.width), Int(stated.height))
    do throws(DecodeFailure) {
      try context.limits.checkPixels(width, height)
    } catch {
      cjpeg_close(reader)
      throw error
    }
    (self.bytes, self.context, self.markers) = (bytes, context, markers)
    (self.stated, self.reader, self.message) = (stated, reader, message)
    self.profile = markers.profile(in: bytes) ?? profile
    let isWholeFile = orientation == nil
    let own = markers.exif.orientation
    let orientation = own == .upright ? orientation ?? own : own
    self.orientation = orientation
    var header = ImageHeader(
      format: ImageFormat.jpeg.name, width: orientation.swapsSides ? height : width,
      height: orientation.swapsSides ? width : height)
    header.orientation = orientation.rawValue
    // The preview of a camera's raw file is not the whole file.
    header.orientationPlace = isWholeFile ? markers.orientationPlace : nil
    header.hasColorProfile = self.profile != nil
    header.taken = markers.exif.taken
    self.header = header
  }

  deinit { cjpeg_close(reader) }

  var metadata: MetadataBlocks {
    var blocks = markers.metadata(in: bytes)
    blocks.profileName = profile?.withUnsafeBytes { MetadataBlocks.name(ofProfile: $0) }
    return blocks
  }

  func decode(_ request: DecodeRequest, allocate: PixelAllocator) throws(DecodeFailure) -> DecodedPixels {
    let (width, height) = (Int(stated.width), Int(stated.height))
    let plan = try OutputPlan(
      request, storedWidth: width, storedHeight: height, orientation: orientation)
    let eighths = Self.reductions.first { reduced(plan, $0) != nil } ?? 8
    guard let region = reduced(plan, eighths) else { throw .noSuchRegion }
    let reducedWidth = (width * eighths + 7) / 8
    let coefficients = stated.has_multiple_scans != 0 ? max(markers.coefficientBytes, width * height * 2) : 0
    try context.limits.checkMemory(
      coefficients + reducedWidth * 64 + RowAssembler.memory(plan, width: region.width), width, height)

    let scans = max(Self.usualScans, context.limits.scanPixels / max(1, width * height))
    var size: (width: UInt32, height: UInt32) = (0, 0)
    try check(cjpeg_start(reader, Int32(eighths), Int32(clamping: scans), &size.width, &size.height))
    guard (Int(size.width), Int(size.height)) == (reducedWidth, (height * eighths + 7) / 8) else {
      throw .damaged(detail: "libjpeg states another size")
    }
    let part = try select(region, of: (reducedWidth, Int(size.height)))
    let cmyk = stated.layout == cjpeg_cmyk ? CMYKRows(profile, isInverted: markers.isFromAdobe) : nil
    var rows = try RowAssembler(
      plan, region: part.region, converter: cmyk == nil ? converter : nil, checkpoint: context.checkpoint,
      allocate: allocate)
    let row = try ByteBuffer(count: part.width * 4)
    for y in part.firstRow..<rows.endRow {
      let status = cjpeg_read_row(reader, row.pointer(to: UInt8.self))
      if status != cjpeg_ok {
        // After a failure the rows decoded so far are shown.
        if status == cjpeg_failed, y > 0 { break }
        try check(status)
      }
      cmyk?.convert(row, count: part.width)
      try rows.add(row: y, row.start)
    }
    let layout = try rows.finish()
    return DecodedPixels(layout: layout, defect: message.isEmpty ? nil : message.text)
  }

  /// Lets libjpeg decode only the part of the reduced image that is needed, and a margin, from which it interpolates the
  /// colors at the edges.
  ///
  /// - Returns: The first decoded row, the number of decoded columns, and the region in these columns.
  private func select(
    _ region: PixelRegion, of size: (width: Int, height: Int)
  ) throws(DecodeFailure) -> (firstRow: Int, width: Int, region: PixelRegion) {
    // libjpeg-turbo 2.1 interpolates the edges of reduced parts wrongly with a sampling of 4.
    if markers.largestSampling > 2 { return (0, size.width, region) }
    let left = max(0, region.x - Self.margin)
    let right = min(size.width, region.x + region.width + Self.margin)
    let firstRow = max(0, region.y - Self.margin)
    var (x, width) = (UInt32(left), UInt32(right - left))
    try check(cjpeg_select(reader, UInt32(firstRow), &x, &width))
    // A whole row begins at its first column.
    let start = right - left < size.width ? Int(x) : 0
    guard start <= region.x, start + Int(width) >= region.x + region.width else {
      throw .damaged(detail: "libjpeg states another size")
    }
    var part = region
    part.x -= start
    return (firstRow, Int(width), part)
  }

  /// The memory of libjpeg beside the coefficients, in bytes. `decode` checks the limit; libjpeg must not refuse an
  /// image that passed that check.
  private static let libraryBytes = 8 << 20
  /// The columns and rows around a part, in pixels: more than a block of the largest sampling.
  private static let margin = 32

  /// The reductions that libjpeg-turbo optimizes. Other reductions were slower than downscaling a larger
  /// image.
  private static let reductions = [1, 2, 4, 8]
  /// Encoders write about 10 scans; this number of scans is always read.
  private static let usualScans = 16

  private var converter: ColorConverter? {
    let isGray = markers.componentCount == 1
    return profile?.withUnsafeBytes { ColorConverter(profile: $0, layout: isGray ? .gray : .bgra) }
  }

  /// Returns the needed region of the image reduced to `eighths`/8. Returns `nil` if the reduced region is
  /// smaller than the result, or if an edge of the region falls inside a reduced pixel.
  private func reduced(_ plan: OutputPlan, _ eighths: Int) -> PixelRegion? {
    func reduced(_ start: Int, _ length: Int, _ side: Int) -> (start: Int, length: Int)? {
      let end = start + length
      guard (start * eighths).isMultiple(of: 8), end == side || (end * eighths).isMultiple(of: 8) else {
        return nil
      }
      return (start * eighths / 8, (end * eighths + 7) / 8 - start * eighths / 8)
    }
    guard let across = reduced(plan.region.x, plan.region.width, plan.stored.width),
      let down = reduced(plan.region.y, plan.region.height, plan.stored.height),
      across.length >= plan.target.width, down.length >= plan.target.height
    else { return nil }
    return PixelRegion(x: across.start, y: down.start, width: across.length, height: down.length)
  }

  private func check(_ status: cjpeg_status) throws(DecodeFailure) {
    switch status {
    case cjpeg_ok: return
    case cjpeg_stopped: throw context.checkpoint.reason ?? .canceled
    case cjpeg_out_of_memory: throw .outOfMemory
    default: throw .damaged(detail: message.text)
    }
  }

  // MARK: The embedded thumbnail

  /// The largest width and height of an embedded thumbnail. Decoding a larger one would take too long for a
  /// preview.
  private static let maximumPreviewSide = 1024

  /// Decodes the embedded thumbnail and crops the black bars that some cameras add to it.
  func decodePreview(allocate: PixelAllocator) throws(DecodeFailure) -> DecodedPixels? {
    guard let range = markers.thumbnail, let part = bytes.part(range.lowerBound, range.count) else {
      return nil
    }
    try context.checkpoint.check()
    // A damaged thumbnail is ignored, because the image itself may be intact.
    guard let small = try? JPEGCodec(part, context, profile: profile, orientation: nil),
      (1...Self.maximumPreviewSide).contains(small.header.width),
      (1...Self.maximumPreviewSide).contains(small.header.height)
    else { return nil }
    // The thumbnail gets the orientation of the image.
    let stored = (width: Int(small.stated.width), height: Int(small.stated.height))
    let buffer = try ByteBuffer(count: stored.width * stored.height * 4)
    guard let decoded = try? small.decodeStored(to: buffer) else { return nil }
    var crop = (x: 0, y: 0)
    let (width, height) = (Double(stated.width), Double(stated.height))
    let rows = Int((Double(stored.width) * height / width).rounded())
    let columns = Int((Double(stored.height) * width / height).rounded())
    if rows > 0, stored.height - rows > 2 { crop.y = (stored.height - rows + 1) / 2 }
    if columns > 0, stored.width - columns > 2 { crop.x = (stored.width - columns + 1) / 2 }
    guard stored.width > 2 * crop.x, stored.height > 2 * crop.y else { return nil }

    let (across, down) = (stored.width - 2 * crop.x, stored.height - 2 * crop.y)
    let layout = PixelLayout(
      width: orientation.swapsSides ? down : across, height: orientation.swapsSides ? across : down,
      isOpaque: decoded.layout.isOpaque)
    guard let target = allocate(layout.byteCount) else { throw .outOfMemory }
    let block = PixelBlock(width: stored.width, height: stored.height, start: buffer.start, owner: buffer)
    block.copyUpright(orientation, crop: crop, to: target)
    return DecodedPixels(layout: layout)
  }

  /// Decodes the whole image without turning it upright.
  private func decodeStored(to buffer: ByteBuffer) throws(DecodeFailure) -> DecodedPixels {
    guard orientation == .upright else {
      throw .damaged(detail: "the thumbnail has an orientation")
    }
    return try decode(DecodeRequest()) { $0 <= buffer.bytes.count ? buffer.start : nil }
  }
}

/// Converts rows of CMYK pixels to BGRA.
private final class CMYKRows {
  private let converter: ColorConverter?
  private let isInverted: Bool

  /// - Parameters:
  ///   - profile: The color profile. Without a usable one each color channel is multiplied by black.
  ///   - isInverted: Whether the value 255 means no ink.
  init(_ profile: [UInt8]?, isInverted: Bool) {
    self.isInverted = isInverted
    converter = profile?.withUnsafeBytes {
      ColorConverter(profile: $0, layout: .cmyk(isInverted: isInverted))
    }
  }

  func convert(_ row: ByteBuffer, count: Int) {
    if let converter {
      converter.convertOpaque(row.pointer(to: UInt32.self), count: count)
      return
    }
    let pixels = row.pointer(to: UInt8.self)
    let flip: UInt8 = isInverted ? 0 : 255
    for pixel in stride(from: 0, to: count * 4, by: 4) {
      let key = UInt32(pixels[pixel + 3] ^ flip)
      let red = UInt8((UInt32(pixels[pixel] ^ flip) * key + 127) / 255)
      let green = UInt8((UInt32(pixels[pixel + 1] ^ flip) * key + 127) / 255)
      let blue = UInt8((UInt32(pixels[pixel + 2] ^ flip) * key + 127) / 255)
      (pixels[pixel], pixels[pixel + 1], pixels[pixel + 2], pixels[pixel + 3]) = (blue, green, red, 255)
    }
  }
}
