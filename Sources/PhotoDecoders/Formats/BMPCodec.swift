internal import DecoderProtocol

/// Decodes Windows bitmaps.
struct BMPCodec: ImageCodec {
  let header: ImageHeader
  private let rows: BMPRows
  private let context: DecodingContext

  init(_ bytes: UnsafeRawBufferPointer, _ context: DecodingContext) throws(DecodeFailure) {
    self.context = context
    guard let start = bytes.number(at: 10, bytes: 4, isLittleEndian: true), start >= 14, bytes.count > 14
    else {
      throw .damaged(detail: "the file ends before the image data, or its header is invalid")
    }
    rows = try BMPRows(
      UnsafeRawBufferPointer(rebasing: bytes[14...]), dataStart: start - 14, isIcon: false, context)
    header = ImageHeader(format: ImageFormat.bmp.name, width: rows.width, height: rows.height)
  }

  func decode(_ request: DecodeRequest, allocate: PixelAllocator) throws(DecodeFailure) -> DecodedPixels {
    var rows = rows
    return try context.decode(&rows, request, allocate: allocate)
  }
}
