internal import DecoderProtocol

/// A decoder of one image format, created for one file in memory.
protocol ImageCodec {
  /// Parses the header. It checks the limits before it allocates memory.
  init(_ bytes: UnsafeRawBufferPointer, _ context: DecodingContext) throws(DecodeFailure)

  /// The header of the file.
  var header: ImageHeader { get }

  /// Decodes a frame.
  func decode(_ request: DecodeRequest, allocate: PixelAllocator) throws(DecodeFailure) -> DecodedPixels

  /// Decodes the embedded thumbnail; `nil` if the file has none.
  func decodePreview(allocate: PixelAllocator) throws(DecodeFailure) -> DecodedPixels?
}

extension ImageCodec {
  func decodePreview(allocate: PixelAllocator) throws(DecodeFailure) -> DecodedPixels? { nil }
}

/// The limits of a request, and the checkpoint that ends its decoding.
struct DecodingContext {
  let limits: DecodingLimits
  let checkpoint: Checkpoint
}

/// The pixels of a frame.
struct DecodedPixels {
  var layout: PixelLayout
  var duration = 0.0
  var defect: String?
}
