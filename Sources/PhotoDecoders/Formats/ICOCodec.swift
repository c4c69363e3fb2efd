internal import DecoderProtocol

/// Decodes the largest image of an icon or a cursor, which is a bitmap or a PNG file.
struct ICOCodec: ImageCodec {
  private enum Content {
    case bitmap(BMPRows)
    case png(PNGCodec)
  }

  let header: ImageHeader
  private let content: Content
  private let context: DecodingContext

  init(_ bytes: UnsafeRawBufferPointer, _ context: DecodingContext) throws(DecodeFailure) {
    self.context = context
    func number(_ offset: Int, _ count: Int) -> Int? {
      bytes.number(at: offset, bytes: count, isLittleEndian: true)
    }
    var best: (area: Int, bits: Int, part: UnsafeRawBufferPointer)?
    for index in 0..<(number(4, 2) ?? 0) {
      let entry = 6 + index * 16
      guard let width = number(entry, 1), let height = number(entry + 1, 1), let bits = number(entry + 6, 2),
        let size = number(entry + 8, 4), let start = number(entry + 12, 4)
      else { break }
      // The value 0 means 256. An incomplete image is decoded as far as it is in the file.
      let area = (width == 0 ? 256 : width) * (height == 0 ? 256 : height)
      guard let part = bytes.part(start, min(size, max(0, bytes.count - start))), part.count > 16 else {
        continue
      }
      if let best, (best.area, best.bits) >= (area, bits) { continue }
      best = (area, bits, part)
    }
    guard let part = best?.part else { throw .damaged(detail: "the icon has no image") }
    if part.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      let png = try PNGCodec(part, context)
      content = .png(png)
      header = ImageHeader(format: ImageFormat.ico.name, width: png.header.width, height: png.header.height)
    } else {
      let rows = try BMPRows(part, dataStart: nil, isIcon: true, context)
      content = .bitmap(rows)
      header = ImageHeader(format: ImageFormat.ico.name, width: rows.width, height: rows.height)
    }
  }

  func decode(_ request: DecodeRequest, allocate: PixelAllocator) throws(DecodeFailure) -> DecodedPixels {
    switch content {
    case .png(let png): return try png.decode(request, allocate: allocate)
    case .bitmap(var rows): return try context.decode(&rows, request, allocate: allocate)
    }
  }
}
