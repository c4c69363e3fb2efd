package import DecoderProtocol

/// Decodes the largest JPEG file that is embedded in a camera's raw file.
package final class RawCodec: ImageCodec {
  package let header: ImageHeader
  /// Whether the embedded file is only a thumbnail of the data of the sensor.
  package let isThumbnail: Bool
  private let file: RawFile
  private let preview: JPEGCodec

  /// The format of a file without an embedded JPEG file that may stand for the photo.
  package static let formatWithoutPreview = "\(ImageFormat.cameraRaw.name) without a preview"

  /// Refuses a file whose embedded JPEG file is only a thumbnail.
  package convenience init(
    _ bytes: UnsafeRawBufferPointer, _ context: DecodingContext
  ) throws(DecodeFailure) {
    try self.init(bytes, context, acceptsThumbnail: false)
  }

  /// - Parameter acceptsThumbnail: Whether a thumbnail is accepted. The name of the format then says that it is one.
  package init(
    _ bytes: UnsafeRawBufferPointer, _ context: DecodingContext, acceptsThumbnail: Bool
  ) throws(DecodeFailure) {
    file = RawFile(bytes)
    guard let part = file.preview else { throw .unsupported(format: Self.formatWithoutPreview) }
    preview = try JPEGCodec(part, context, orientation: file.orientation)
    var header = preview.header
    isThumbnail = header.width * header.height * Self.thumbnailShare < file.pixelCount
    guard acceptsThumbnail || !isThumbnail else { throw .unsupported(format: Self.formatWithoutPreview) }
    header.format = ImageFormat.cameraRaw.name + (isThumbnail ? " (only its thumbnail)" : "")
    header.taken = header.taken ?? file.taken
    self.header = header
  }

  /// An embedded file is a thumbnail if the sensor has more than this many times its pixels. The previews of cameras have at least a
  /// quarter of the width of the sensor.
  private static let thumbnailShare = 16

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
