package import DecoderProtocol

/// A decoder of one image format, created for one file in memory.
package protocol ImageCodec: SendableMetatype {
  /// Parses the header. It checks the limits before it allocates memory.
  init(_ bytes: UnsafeRawBufferPointer, _ context: DecodingContext) throws(DecodeFailure)

  /// The header of the file.
  var header: ImageHeader { get }

  /// Decodes a frame.
  func decode(_ request: DecodeRequest, allocate: PixelAllocator) throws(DecodeFailure) -> DecodedPixels

  /// The memory that the decoder of an animation keeps between two frames, in bytes; 0 for others.
  var keptBytes: Int { get }

  /// The stored metadata.
  var metadata: MetadataBlocks { get }

  /// Decodes the embedded thumbnail; `nil` if the file has none.
  func decodePreview(allocate: PixelAllocator) throws(DecodeFailure) -> DecodedPixels?
}

extension ImageCodec {
  package var keptBytes: Int { 0 }

  package var metadata: MetadataBlocks { MetadataBlocks() }

  package func decodePreview(allocate: PixelAllocator) throws(DecodeFailure) -> DecodedPixels? { nil }
}

/// The limits of the current request, and the checkpoint that ends its decoding. The decoder of an animation
/// serves several requests.
package final class DecodingContext {
  package let limits: DecodingLimits
  package var checkpoint: Checkpoint
  /// Where rows begin in the data of a JPEG file, as far as decodes of the same content have found out.
  package var rowIndex = JPEGRowIndex()

  package init(limits: DecodingLimits, checkpoint: Checkpoint) {
    (self.limits, self.checkpoint) = (limits, checkpoint)
  }
}

/// The pixels of a frame.
package struct DecodedPixels {
  package var layout: PixelLayout
  package var duration: Double
  package var defect: String?

  package init(layout: PixelLayout, duration: Double = 0, defect: String? = nil) {
    (self.layout, self.duration, self.defect) = (layout, duration, defect)
  }
}
