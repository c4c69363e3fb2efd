internal import DecoderProtocol

/// A decoder of one format, for one file in memory.
protocol ImageCodec {
  /// Reads the header. It checks the limits before it allocates.
  init(_ bytes: UnsafeRawBufferPointer, _ context: DecodingContext) throws(DecodeFailure)

  /// The header of the file.
  var header: ImageHeader { get }

  /// Decodes a frame.
  func decode(_ request: DecodeRequest, allocate: PixelAllocator) throws(DecodeFailure) -> DecodedPixels

  /// Decodes the embedded thumbnail; `nil` without one.
  func decodePreview(allocate: PixelAllocator) throws(DecodeFailure) -> DecodedPixels?
}

extension ImageCodec {
  func decodePreview(allocate: PixelAllocator) throws(DecodeFailure) -> DecodedPixels? { nil }
}

/// The limits of a request, and its end.
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
