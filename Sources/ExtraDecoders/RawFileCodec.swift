#if RAW
  internal import DecoderProtocol
  internal import PhotoDecoders

  /// Decodes a camera's raw file: its largest embedded JPEG file, or else the data of its sensor.
  final class RawFileCodec: ImageCodec {
    private let codec: any ImageCodec

    init(_ bytes: UnsafeRawBufferPointer, _ context: DecodingContext) throws(DecodeFailure) {
      codec = RawCodec.canDecode(bytes) ? try RawCodec(bytes, context) : try RawSensorCodec(bytes, context)
    }

    var header: ImageHeader { codec.header }
    var metadata: MetadataBlocks { codec.metadata }

    func decode(_ request: DecodeRequest, allocate: PixelAllocator) throws(DecodeFailure) -> DecodedPixels {
      try codec.decode(request, allocate: allocate)
    }
  }
#endif
