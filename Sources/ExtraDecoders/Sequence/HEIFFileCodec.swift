#if HEIF
  internal import DecoderProtocol
  internal import PhotoDecoders

  /// Decodes HEIC and AVIF files: a sequence of pictures, or else the primary image.
  final class HEIFFileCodec: ImageCodec {
    private let codec: any ImageCodec

    init(_ bytes: UnsafeRawBufferPointer, _ context: DecodingContext) throws(DecodeFailure) {
      if let sequence = SequenceFile(bytes) {
        codec = try SequenceCodec(sequence, context)
      } else {
        codec = try HEIFCodec(bytes, context)
      }
    }

    var header: ImageHeader { codec.header }
    var keptBytes: Int { codec.keptBytes }
    var metadata: MetadataBlocks { codec.metadata }

    func decode(_ request: DecodeRequest, allocate: PixelAllocator) throws(DecodeFailure) -> DecodedPixels {
      try codec.decode(request, allocate: allocate)
    }
  }
#endif
