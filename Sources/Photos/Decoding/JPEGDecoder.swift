internal import CTurboJPEG
internal import Drawing
internal import Glibc

/// Decodes JPEG files with libjpeg-turbo, which reduces large images by 2, 4 or 8 while it decodes.
struct JPEGDecoder {
  let limits: DecodingLimits
  let cancellation: Cancellation

  /// A decoded image in the orientation of the file.
  private struct Decoded {
    var block: PixelBlock
    /// The message of an error that libjpeg-turbo recovered from.
    var warning: String?
  }

  /// Decodes a file at the size it is shown at, upright.
  func decode(_ file: ImageFile, at size: TargetSize) throws(PhotoError) -> DecodedPhoto {
    let path = file.path
    guard file.byteCount <= limits.fileBytes else {
      throw .fileTooLong(path: path, bytes: file.byteCount, limit: limits.fileBytes)
    }
    // Checks the size in the header before reading the whole file.
    let start = try file.read(min(file.byteCount, Self.headerBytes))
    try check(JPEGHeader(start.bytes), path: path)
    try cancellation.check()
    let content = start.count == file.byteCount ? start : try file.read(file.byteCount)
    let header = JPEGHeader(content.bytes)
    try check(header, path: path)
    try cancellation.check()

    let swaps = header.exif.orientation.swapsSides
    let shown = size.size(
      forImageOf: swaps ? header.height : header.width, by: swaps ? header.width : header.height)
    let target = swaps ? (width: shown.height, height: shown.width) : shown
    let decoded = try decode(content.bytes, header, to: target, path: path)
    return DecodedPhoto(
      image: try decoded.block.upright(header.exif.orientation, path: path),
      defect: decoded.warning.map { .incomplete(path: path, detail: $0) })
  }

  /// Returns the embedded thumbnail, upright, without the black bars that some cameras add.
  func preview(_ file: ImageFile) throws(PhotoError) -> Image? {
    let start = try file.read(min(file.byteCount, Self.headerBytes))
    let header = JPEGHeader(start.bytes)
    guard let range = header.thumbnail, range.upperBound <= start.count else { return nil }
    let bytes = UnsafeRawBufferPointer(rebasing: start.bytes[range])
    let small = JPEGHeader(bytes)
    guard small.unsupportedKind == nil, small.dataStart != nil,
      (1...Self.maximumPreviewSide).contains(small.width),
      (1...Self.maximumPreviewSide).contains(small.height)
    else { return nil }
    try cancellation.check()
    // A broken thumbnail is not an error: the image itself may be intact.
    guard let decoded = try? decode(bytes, small, to: (small.width, small.height), path: file.path)
    else { return nil }
    var crop = (x: 0, y: 0)
    if header.width > 0, header.height > 0 {
      let rows = Int((Double(small.width) * Double(header.height) / Double(header.width)).rounded())
      let columns = Int((Double(small.height) * Double(header.width) / Double(header.height)).rounded())
      if rows > 0, small.height - rows > 2 { crop.y = (small.height - rows + 1) / 2 }
      if columns > 0, small.width - columns > 2 { crop.x = (small.width - columns + 1) / 2 }
    }
    return try decoded.block.upright(header.exif.orientation, crop: crop, path: file.path)
  }

  /// Enough for the header with EXIF data, which has at most 64 KiB, and a color profile.
  private static let headerBytes = 128 << 10
  /// Decoding a larger thumbnail would take too long for a preview.
  private static let maximumPreviewSide = 1024

  private func check(_ header: JPEGHeader, path: String) throws(PhotoError) {
    if let kind = header.unsupportedKind { throw .unsupported(path: path, format: kind) }
    try limits.checkPixels(header.width, header.height, path: path)
    try limits.checkMemory(header.coefficientBytes, header.width, header.height, path: path)
  }

  private func decode(
    _ bytes: UnsafeRawBufferPointer, _ header: JPEGHeader, to target: (width: Int, height: Int), path: String
  ) throws(PhotoError) -> Decoded {
    guard let dataStart = header.dataStart, header.width > 0, header.height > 0 else {
      throw .damaged(path: path, detail: "the file ends before the image data")
    }
    // The two bytes of the end marker do not count as data.
    guard bytes.count - dataStart > 2 else {
      throw .damaged(path: path, detail: "the file has a header, but no image data")
    }
    // The reductions that libjpeg-turbo does fast. With other reductions, decoding was slower than with the next
    // larger one and a downscale.
    let eighths = [1, 2, 4, 8].first { eighths in
      reduced(header.width, eighths) >= target.width && reduced(header.height, eighths) >= target.height
    }
    let width = reduced(header.width, eighths ?? 8)
    let height = reduced(header.height, eighths ?? 8)
    let isExact = (width, height) == target
    let downscaling = isExact ? 0 : AreaDownscaler.memory(width: width, to: target, isScattered: false)
    try limits.checkMemory(
      header.coefficientBytes + width * height * 4 + downscaling + bytes.count, header.width, header.height,
      path: path)

    guard let decompressor = tjInitDecompress() else {
      throw .system(path: path, operation: "decoded", code: ENOMEM)
    }
    defer { tjDestroy(decompressor) }
    var stated: (width: Int32, height: Int32, subsampling: Int32, colors: Int32) = (0, 0, 0, 0)
    let source = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
    guard
      tjDecompressHeader3(
        decompressor, source, UInt(bytes.count), &stated.width, &stated.height, &stated.subsampling,
        &stated.colors)
        == 0, (Int(stated.width), Int(stated.height)) == (header.width, header.height)
    else { throw .damaged(path: path, detail: Self.message(decompressor)) }
    let isCMYK = [TJCS_CMYK.rawValue, TJCS_YCCK.rawValue].contains(UInt32(stated.colors))

    let block = try PixelBlock(width: width, height: height, for: path)
    let outcome = tjDecompress2(
      decompressor, source, UInt(bytes.count), block.buffer.start.assumingMemoryBound(to: UInt8.self),
      Int32(width),
      Int32(width * 4), Int32(height), Int32((isCMYK ? TJPF_CMYK : TJPF_BGRA).rawValue), TJFLAG_LIMITSCANS)
    let warning = outcome == 0 ? nil : Self.message(decompressor)
    if outcome != 0, tjGetErrorCode(decompressor) == Int32(TJERR_FATAL.rawValue) {
      throw .damaged(path: path, detail: warning ?? "")
    }
    try cancellation.check()
    if isCMYK { convertFromCMYK(block, isInverted: header.isFromAdobe) }
    return Decoded(block: try downscale(block, to: target, path: path), warning: warning)
  }

  private func reduced(_ side: Int, _ eighths: Int) -> Int { (side * eighths + 7) / 8 }

  private func downscale(
    _ block: PixelBlock, to target: (width: Int, height: Int), path: String
  ) throws(PhotoError) -> PixelBlock {
    if (block.width, block.height) == target { return block }
    var downscaler = try AreaDownscaler(
      width: block.width, height: block.height, to: target, isScattered: false, path: path)
    for y in 0..<block.height {
      if y.isMultiple(of: 64) { try cancellation.check() }
      downscaler.add(row: y, block.buffer.start + y * block.width * 4)
    }
    downscaler.finish()
    return downscaler.block
  }

  /// Converts CMYK to BGRA in place, without a color profile: each channel is multiplied by black.
  private func convertFromCMYK(_ block: PixelBlock, isInverted: Bool) {
    let pixels = block.buffer.start.assumingMemoryBound(to: UInt8.self)
    let flip: UInt8 = isInverted ? 0 : 255
    for pixel in stride(from: 0, to: block.width * block.height * 4, by: 4) {
      let key = UInt32(pixels[pixel + 3] ^ flip)
      let red = UInt8((UInt32(pixels[pixel] ^ flip) * key + 127) / 255)
      let green = UInt8((UInt32(pixels[pixel + 1] ^ flip) * key + 127) / 255)
      let blue = UInt8((UInt32(pixels[pixel + 2] ^ flip) * key + 127) / 255)
      (pixels[pixel], pixels[pixel + 1], pixels[pixel + 2], pixels[pixel + 3]) = (blue, green, red, 255)
    }
  }

  private static func message(_ decompressor: tjhandle) -> String {
    tjGetErrorStr2(decompressor).map { String(cString: $0) } ?? "unknown error"
  }
}
