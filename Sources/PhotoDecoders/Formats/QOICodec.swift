internal import DecoderProtocol

/// Decodes QOI files (qoiformat.org, version 1.0).
struct QOICodec: ImageCodec {
  let header: ImageHeader
  private let bytes: UnsafeRawBufferPointer
  private let context: DecodingContext

  init(_ bytes: UnsafeRawBufferPointer, _ context: DecodingContext) throws(DecodeFailure) {
    (self.bytes, self.context) = (bytes, context)
    guard let width = bytes.number(at: 4, bytes: 4), let height = bytes.number(at: 8, bytes: 4), width > 0,
      height > 0, bytes.count > 14
    else { throw .damaged(detail: "the file ends before the image data, or its header is invalid") }
    try context.limits.checkPixels(width, height)
    header = ImageHeader(format: ImageFormat.qoi.name, width: width, height: height)
  }

  func decode(_ request: DecodeRequest, allocate: PixelAllocator) throws(DecodeFailure) -> DecodedPixels {
    var rows = Rows(width: header.width, height: header.height, bytes: bytes)
    return try context.decode(&rows, request, allocate: allocate)
  }

  private struct Rows: RowSource {
    let width: Int
    let height: Int
    let bytes: UnsafeRawBufferPointer
    private var position = 14
    private var run = 0
    private var color: SIMD4<UInt8> = [0, 0, 0, 255]  // red, green, blue, alpha
    private var seen = [SIMD4<UInt8>](repeating: .zero, count: 64)

    init(width: Int, height: Int, bytes: UnsafeRawBufferPointer) {
      (self.width, self.height, self.bytes) = (width, height, bytes)
    }

    var isRandomAccess: Bool { false }

    mutating func decodeRow(
      _ y: Int, into pixels: UnsafeMutablePointer<UInt32>, _ checkpoint: Checkpoint
    ) throws(DecodeFailure) -> Bool {
      for x in 0..<width {
        if x > 0, x.isMultiple(of: DecodingContext.pixelsPerCheck) { try checkpoint.check() }
        guard run > 0 || readChunk() else { return false }
        run -= 1
        let alphaAndRed = UInt32(color.w) << 24 | UInt32(color.x) << 16
        pixels[x] = alphaAndRed | UInt32(color.y) << 8 | UInt32(color.z)
      }
      return true
    }

    /// Reads a chunk, which holds one pixel or a run of equal pixels.
    private mutating func readChunk() -> Bool {
      guard position < bytes.count else { return false }
      let tag = bytes[position]
      let length = tag == 0xFE ? 4 : tag == 0xFF ? 5 : tag >> 6 == 2 ? 2 : 1
      guard let chunk = bytes.part(position, length) else { return false }
      position += length
      run = 1
      switch tag {
      case 0xFE: (color.x, color.y, color.z) = (chunk[1], chunk[2], chunk[3])
      case 0xFF: color = SIMD4(chunk[1], chunk[2], chunk[3], chunk[4])
      case 0x00...0x3F: color = seen[Int(tag)]
      case 0x40...0x7F:
        color.x = color.x &+ (tag >> 4 & 3) &- 2
        color.y = color.y &+ (tag >> 2 & 3) &- 2
        color.z = color.z &+ (tag & 3) &- 2
      case 0x80...0xBF:
        let green = (tag & 0x3F) &- 32
        color.x = color.x &+ green &+ (chunk[1] >> 4) &- 8
        color.y = color.y &+ green
        color.z = color.z &+ green &+ (chunk[1] & 15) &- 8
      default: run = Int(tag & 0x3F) + 1
      }
      let sum = Int(color.x) * 3 + Int(color.y) * 5 + Int(color.z) * 7 + Int(color.w) * 11
      seen[sum % 64] = color
      return true
    }
  }
}
