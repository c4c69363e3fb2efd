internal import CImageCodecs
internal import DecoderProtocol
internal import Geometry

/// Decodes TIFF files with libtiff, strip by strip or tile by tile. ``RawCodec`` decodes the raw files of cameras, most of
/// which are TIFF files, too.
final class TIFFCodec: ImageCodec {
  let header: ImageHeader
  private let bytes: UnsafeRawBufferPointer
  private let context: DecodingContext
  private let page: TIFFPage

  init(_ bytes: UnsafeRawBufferPointer, _ context: DecodingContext) throws(DecodeFailure) {
    (self.bytes, self.context) = (bytes, context)
    let page = try TIFFPage(bytes, index: 0)
    try context.limits.checkPixels(page.width, page.height)
    let swaps = page.orientation.swapsSides
    var header = ImageHeader(
      format: ImageFormat.tiff.name, width: swaps ? page.height : page.width,
      height: swaps ? page.width : page.height)
    header.orientation = page.orientation.rawValue
    header.hasColorProfile = !page.profile.isEmpty
    header.frameCount = page.countPages()
    let exif = ExifBlock(tiff: bytes)
    header.taken = exif.taken
    // A file whose pages libtiff finds elsewhere keeps its orientation.
    if exif.orientation == page.orientation { header.orientationPlace = exif.orientationPlace }
    (self.header, self.page) = (header, page)
  }

  var metadata: MetadataBlocks {
    let directories = TIFFDirectories(bytes)
    var blocks = MetadataBlocks()
    blocks.exif = TIFFExcerpt.bytes(of: bytes)
    (blocks.xmp, blocks.iptc) = (directories.xmp, directories.iptc)
    blocks.profileName = MetadataBlocks.name(ofProfile: page.profile)
    return blocks
  }

  func decode(_ request: DecodeRequest, allocate: PixelAllocator) throws(DecodeFailure) -> DecodedPixels {
    let page = request.frame == 0 ? self.page : try TIFFPage(bytes, index: request.frame)
    try context.limits.checkPixels(page.width, page.height)
    let plan = try OutputPlan(
      request, storedWidth: page.width, storedHeight: page.height, orientation: page.orientation)
    // The memory for a row of blocks, the block that libtiff decodes, and the compressed data of a block.
    let band = try byteCount(page.width, page.blockHeight, of: page)
    let block = try byteCount(page.blockWidth, page.blockHeight, of: page)
    try context.limits.checkMemory(
      band + block * 3 + RowAssembler.memory(plan, width: page.width), page.width, page.height)
    let inks = page.isCMYK ? ColorConverter(profile: page.profile, layout: .cmyk(isInverted: false)) : nil
    let converter =
      page.profile.isEmpty || inks != nil ? nil : ColorConverter(profile: page.profile, layout: .gray)
    var rows = try RowAssembler(
      plan, converter: converter, checkpoint: context.checkpoint, allocate: allocate)
    let pixels = try ByteBuffer(count: block)
    let bandPixels = try ByteBuffer(count: band)
    var defect: String?
    var count = 0
    // The blocks outside the region are not decoded.
    let firstBand = plan.region.y / page.blockHeight * page.blockHeight
    let firstBlock = plan.region.x / page.blockWidth * page.blockWidth
    let endColumn = plan.region.x + plan.region.width
    bands: for top in stride(from: firstBand, to: rows.endRow, by: page.blockHeight) {
      let height = min(page.blockHeight, page.height - top)
      for left in stride(from: firstBlock, to: endColumn, by: page.blockWidth) {
        try context.checkpoint.check()
        guard page.read(x: left, y: top, pixels, asInks: inks != nil) else {
          defect = page.message
          break bands
        }
        page.copy(pixels, x: left, rows: height, to: bandPixels, asInks: inks != nil)
      }
      for y in 0..<height {
        let row = bandPixels.start + y * page.width * 4
        if let inks, (plan.region.y..<rows.endRow).contains(top + y) {
          let first = row.assumingMemoryBound(to: UInt32.self) + plan.region.x
          inks.convertOpaque(first, count: plan.region.width)
        }
        try rows.add(row: top + y, row)
      }
      count += height
    }
    if count == 0 { throw .damaged(detail: defect ?? "the file has no image data") }
    return DecodedPixels(layout: try rows.finish(), defect: defect)
  }

  /// Returns the memory that `width` × `height` pixels need, in bytes. A hostile file may state any size for
  /// its strips or tiles.
  ///
  /// - Throws: ``DecodeFailure/tooMuchMemory(width:height:needed:limit:)``.
  private func byteCount(_ width: Int, _ height: Int, of page: TIFFPage) throws(DecodeFailure) -> Int {
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    // This limit also keeps the sum of several amounts from overflowing.
    guard !overflow, pixels < Int.max / 64 else {
      throw .tooMuchMemory(
        width: page.width, height: page.height, needed: .max, limit: context.limits.workingBytes)
    }
    return pixels * 4
  }
}

/// A page of a TIFF file, as libtiff reads it.
private final class TIFFPage {
  private let reader: OpaquePointer
  private let header: ctiff_header
  private let text = CStringBuffer()

  /// - Throws: ``DecodeFailure/damaged(detail:)``, ``DecodeFailure/unsupported(format:)``.
  init(_ bytes: UnsafeRawBufferPointer, index: Int) throws(DecodeFailure) {
    var header = ctiff_header()
    guard let page = UInt32(exactly: index), page < Self.pageLimit else {
      throw .noSuchFrame(index: index, count: 1)
    }
    let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    guard let reader = ctiff_open(start, bytes.count, page, &header, text.start) else {
      let reason = text.text
      // libtiff's message begins with “Sorry” for pixels that it cannot convert.
      throw reason.hasPrefix("Sorry") ? .unsupported(format: "TIFF (\(reason))") : .damaged(detail: reason)
    }
    (self.reader, self.header) = (reader, header)
  }

  deinit { ctiff_close(reader) }

  private static let pageLimit: UInt32 = 1000

  var width: Int { Int(header.width) }
  var height: Int { Int(header.height) }
  var isCMYK: Bool { header.is_cmyk != 0 }
  var blockWidth: Int { Int(header.block_width) }
  var blockHeight: Int { Int(header.block_height) }
  var orientation: ImageOrientation { ImageOrientation(rawValue: Int(header.orientation)) ?? .upright }
  var profile: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: header.profile, count: Int(header.profile_count))
  }
  var message: String { text.isEmpty ? "the image data is damaged" : text.text }

  func countPages() -> Int { Int(ctiff_count_pages(reader, Self.pageLimit)) }

  /// Reads a strip or tile.
  ///
  /// - Parameter asInks: Whether the pixels of a CMYK page are read as they are stored.
  func read(x: Int, y: Int, _ pixels: ByteBuffer, asInks: Bool) -> Bool {
    let target = pixels.pointer(to: UInt32.self)
    if asInks { return ctiff_read_inks(reader, UInt32(x), UInt32(y), target) == 0 }
    var rows: UInt32 = 0
    return ctiff_read_block(reader, UInt32(x), UInt32(y), target, &rows) == 0
  }

  /// Copies a block to the rows of the page, as straight BGRA or as inks. The bottom row of a block comes first, but with
  /// inks the top row.
  func copy(_ block: ByteBuffer, x left: Int, rows: Int, to band: ByteBuffer, asInks: Bool) {
    let stored = header.is_tiled != 0 ? blockHeight : rows
    let count = min(blockWidth, width - left)
    for y in 0..<rows {
      let source = block.pointer(to: UInt32.self) + (asInks ? y : stored - 1 - y) * blockWidth
      let target = band.pointer(to: UInt32.self) + y * width + left
      if asInks {
        target.update(from: source, count: count)
        continue
      }
      for x in 0..<count {
        let color = source[x]
        // libtiff: alpha, blue, green, red from the highest byte.
        let swapped = color & 0xFF00_FF00 | color >> 16 & 0xFF | (color & 0xFF) << 16
        target[x] = FrameCanvas.straight(swapped)
      }
    }
  }
}
