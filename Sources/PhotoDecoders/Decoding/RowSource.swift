internal import DecoderProtocol
internal import Geometry

/// An image that this module decodes row by row, without a library.
protocol RowSource {
  var width: Int { get }
  var height: Int { get }

  /// Whether a row can be decoded without the rows above.
  var isRandomAccess: Bool { get }

  /// Decodes a row to straight BGRA. It is called from top to bottom, once for each row, or with
  /// ``isRandomAccess`` once for each needed row.
  ///
  /// A row may have millions of pixels, so the method calls `checkpoint` once per
  /// ``DecodingContext/pixelsPerCheck`` pixels.
  ///
  /// - Returns: Whether the file contains the whole row.
  mutating func decodeRow(
    _ y: Int, into pixels: UnsafeMutablePointer<UInt32>, _ checkpoint: Checkpoint
  ) throws(DecodeFailure) -> Bool
}

extension DecodingContext {
  /// The number of pixels between two checks of the limit of time and of a cancellation; about a millisecond of work.
  package static let pixelsPerCheck = 1 << 16

  /// Decodes the wanted rows. Missing rows become gray.
  func decode(
    _ source: inout some RowSource, _ request: DecodeRequest, orientation: ImageOrientation = .upright,
    converter: ColorConverter? = nil, allocate: PixelAllocator
  ) throws(DecodeFailure) -> DecodedPixels {
    let (width, height) = (source.width, source.height)
    let plan = try OutputPlan(request, storedWidth: width, storedHeight: height, orientation: orientation)
    try limits.checkMemory(width * 4 + RowAssembler.memory(plan, width: width), width, height)
    var rows = try RowAssembler(plan, converter: converter, checkpoint: checkpoint, allocate: allocate)
    let row = try ByteBuffer(count: width * 4)
    let pixels = row.pointer(to: UInt32.self)
    var missing = 0
    let first = source.isRandomAccess ? plan.region.y : 0
    for y in first..<rows.endRow {
      if try !source.decodeRow(y, into: pixels, checkpoint) {
        missing += 1
        for x in 0..<width { pixels[x] = 0xFF80_8080 }
      }
      try rows.add(row: y, pixels)
    }
    if missing == rows.endRow - first { throw .damaged(detail: "the file ends before the image data") }
    return DecodedPixels(
      layout: try rows.finish(), defect: missing > 0 ? "the file ends too early" : nil)
  }
}
