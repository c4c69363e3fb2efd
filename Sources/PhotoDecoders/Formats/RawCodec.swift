internal import DecoderProtocol

/// Decodes the largest JPEG file that is embedded in a camera's raw file.
final class RawCodec: ImageCodec {
  let header: ImageHeader
  private let file: RawFile
  private let preview: JPEGCodec

  init(_ bytes: UnsafeRawBufferPointer, _ context: DecodingContext) throws(DecodeFailure) {
    file = RawFile(bytes)
    guard let part = file.preview else { throw .unsupported(format: "camera raw without a preview") }
    preview = try JPEGCodec(part, context, orientation: file.orientation)
    var header = preview.header
    header.format = ImageFormat.cameraRaw.name
    header.taken = header.taken ?? file.taken
    self.header = header
  }

  var metadata: MetadataBlocks {
    guard var blocks = file.metadata else { return preview.metadata }
    blocks.profileName = preview.metadata.profileName
    return blocks
  }

  func decode(_ request: DecodeRequest, allocate: PixelAllocator) throws(DecodeFailure) -> DecodedPixels {
    try preview.decode(request, allocate: allocate)
  }
}
