package import DecoderProtocol

/// Decodes the largest JPEG file that is embedded in a camera's raw file.
package final class RawCodec: ImageCodec {
  package let header: ImageHeader
  private let file: RawFile
  private let preview: JPEGCodec

  /// Whether a file has an embedded JPEG file.
  package static func canDecode(_ bytes: UnsafeRawBufferPointer) -> Bool { RawFile(bytes).preview != nil }

  package init(_ bytes: UnsafeRawBufferPointer, _ context: DecodingContext) throws(DecodeFailure) {
    file = RawFile(bytes)
    guard let part = file.preview else { throw .unsupported(format: "camera raw without a preview") }
    preview = try JPEGCodec(part, context, orientation: file.orientation)
    var header = preview.header
    header.format = ImageFormat.cameraRaw.name
    header.taken = header.taken ?? file.taken
    self.header = header
  }

  package var metadata: MetadataBlocks {
    guard var blocks = file.metadata else { return preview.metadata }
    blocks.profileName = preview.metadata.profileName
    return blocks
  }

  package func decode(
    _ request: DecodeRequest, allocate: PixelAllocator
  ) throws(DecodeFailure) -> DecodedPixels {
    try preview.decode(request, allocate: allocate)
  }
}
