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
  /// The reader that has read the header; `nil` after a decode.
  private var unusedReader: JPEGReader?
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
    let reader = try JPEGReader(bytes, context)
    let (width, height) = (Int(reader.stated.width), Int(reader.stated.height))
    try context.limits.checkPixels(width, height)
    (self.bytes, self.context, self.markers) = (bytes, context, markers)
    (stated, unusedReader) = (reader.stated, reader)
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
    let excerpt = try excerpt(with: region, eighths)
    try context.limits.checkMemory(
      coefficients + reducedWidth * 64 + RowAssembler.memory(plan, width: region.width)
        + (excerpt?.bytes.count ?? 0), width, height)

    let reader: JPEGReader
    if let excerpt { reader = try JPEGReader(excerpt.bytes, context) } else { reader = try takeReader() }
    let scans = max(Self.usualScans, context.limits.scanPixels / max(1, width * height))
    let size = try reader.start(eighths: eighths, scans: scans)
    guard size.width == reducedWidth, excerpt != nil || size.height == (height * eighths + 7) / 8 else {
      throw .damaged(detail: Self.otherSize)
    }
    // The rows are counted from the first one that the reader has.
    var wanted = region
    wanted.y -= (excerpt?.firstRow ?? 0) * eighths / 8
    guard wanted.y + wanted.height <= size.height else { throw .damaged(detail: Self.otherSize) }
    let part = try select(wanted, of: size, in: reader)
    let cmyk = stated.layout == cjpeg_cmyk ? CMYKRows(profile, isInverted: markers.isFromAdobe) : nil
    var rows = try RowAssembler(
      plan, region: part.region, converter: cmyk == nil ? converter : nil, checkpoint: context.checkpoint,
      allocate: allocate)
    let row = try ByteBuffer(count: part.width * 4)
    for y in part.firstRow..<rows.endRow {
      guard try reader.read(into: row) else {
        // After a failure the rows decoded so far are shown.
        if y > 0 { break }
        throw reader.failure
      }
      cmyk?.convert(row, count: part.width)
      try rows.add(row: y, row.start)
    }
    let layout = try rows.finish()
    // The reader reads the excerpt.
    return withExtendedLifetime(excerpt) { DecodedPixels(layout: layout, defect: reader.defect) }
  }

  private func takeReader() throws(DecodeFailure) -> JPEGReader {
    defer { unusedReader = nil }
    if let unusedReader { return unusedReader }
    return try JPEGReader(bytes, context)
  }

  /// Returns a file with the rows of a region of the reduced image, and a margin; `nil` if libjpeg has to read the whole file.
  private func excerpt(with region: PixelRegion, _ eighths: Int) throws(DecodeFailure) -> JPEGExcerpt? {
    guard stated.has_multiple_scans == 0, markers.largestSampling <= 2 else { return nil }
    let (top, bottom) = (
      max(region.y - Self.margin, 0) * 8 / eighths, (region.y + region.height + Self.margin) * 8 / eighths
    )
    guard top > 0, let scanner = rowScanner else { return nil }
    let (scan, step) = (scanner.scan, scanner.scan.rowHeight * scanner.rowsPerStart)
    let (first, last) = (top / step, (bottom + step - 1) / step)
    let endsBefore = last * scanner.rowsPerStart < scan.rowCount
    guard first > 0, scan.height == Int(stated.height) else { return nil }
    let count = 1 + (endsBefore ? last : first)
    guard try context.rowIndex.find(count, with: scanner, context.checkpoint) else { return nil }
    let starts = context.rowIndex.starts
    let (start, end) = (starts[first], endsBefore ? starts[last] : nil)
    // Another program may have shortened the file since.
    let endOffset = end?.offset ?? bytes.count
    guard start.offset <= endOffset, endOffset <= bytes.count,
      JPEGExcerpt.memory(of: start.offset..<endOffset, scan) <= context.limits.workingBytes / 4
    else { return nil }
    return try JPEGExcerpt(
      of: bytes, scan, from: start, startRow: first * scanner.rowsPerStart, to: end,
      endRow: endsBefore ? last * scanner.rowsPerStart : scan.rowCount)
  }

  private lazy var rowScanner = JPEGRowScanner(bytes)

  /// Lets libjpeg decode only the part of the reduced image that is needed, and a margin, from which it interpolates the
  /// colors at the edges.
  ///
  /// - Returns: The first decoded row, the number of decoded columns, and the region in these columns.
  private func select(
    _ region: PixelRegion, of size: (width: Int, height: Int), in reader: JPEGReader
  ) throws(DecodeFailure) -> (firstRow: Int, width: Int, region: PixelRegion) {
    // libjpeg-turbo 2.1 interpolates the edges of reduced parts wrongly with a sampling of 4.
    if markers.largestSampling > 2 { return (0, size.width, region) }
    let left = max(0, region.x - Self.margin)
    let right = min(size.width, region.x + region.width + Self.margin)
    let firstRow = max(0, region.y - Self.margin)
    let columns = try reader.select(firstRow: firstRow, columns: left..<right)
    // A whole row begins at its first column.
    let start = right - left < size.width ? columns.lowerBound : 0
    guard start <= region.x, start + columns.count >= region.x + region.width else {
      throw .damaged(detail: Self.otherSize)
    }
    var part = region
    part.x -= start
    return (firstRow, columns.count, part)
  }

  private static let otherSize = "libjpeg states another size"
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

  // MARK: The embedded thumbnail

  /// Decodes the embedded thumbnail and crops the black bars that some cameras add to it.
  func decodePreview(allocate: PixelAllocator) throws(DecodeFailure) -> DecodedPixels? {
    guard let range = markers.thumbnail, let part = bytes.part(range.lowerBound, range.count) else {
      return nil
    }
    try context.checkpoint.check()
    // A damaged thumbnail is ignored, because the image itself may be intact.
    guard let small = try? JPEGCodec(part, context, profile: profile, orientation: nil),
      (1...ImageDecoder.largestPreviewSide).contains(small.header.width),
      (1...ImageDecoder.largestPreviewSide).contains(small.header.height)
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
