package import DecoderProtocol

/// The decoder of one file, for several requests. The decoder of an animation goes on from the frame before, so that each
/// frame is decoded once if they are requested in order.
package final class DecodingSession {
  private let codec: any ImageCodec
  private let readMetadata: (@Sendable (MetadataBlocks) -> ImageMetadata)?
  private let context: DecodingContext

  /// Detects the format of a file and reads its header.
  ///
  /// - Parameters:
  ///   - bytes: The file, which must outlive the session. The content may be hostile.
  ///   - limits: The limits above which the file is refused.
  ///   - checkpoint: Ends the reading of the header early.
  ///   - codecs: The decoders.
  ///   - rowIndex: The index of a former session for the same content.
  /// - Throws: The reason why the file cannot be decoded.
  package init(
    _ bytes: UnsafeRawBufferPointer, limits: DecodingLimits, checkpoint: Checkpoint,
    codecs: CodecTable = .common, rowIndex: JPEGRowIndex = JPEGRowIndex()
  ) throws(DecodeFailure) {
    guard bytes.count <= limits.fileBytes else {
      throw .fileTooLong(bytes: bytes.count, limit: limits.fileBytes)
    }
    guard let format = ImageFormat(bytes) else { throw .notAnImage }
    guard let kind = codecs[format] else { throw .unsupported(format: format.name) }
    try checkpoint.check()
    context = DecodingContext(limits: limits, checkpoint: checkpoint)
    context.rowIndex = rowIndex
    codec = try kind.init(bytes, context)
    readMetadata = codecs.readMetadata
  }

  /// Where rows begin in the data of a JPEG file, for the next session with the same content; empty for other files.
  package var rowIndex: JPEGRowIndex { context.rowIndex }

  /// The memory that the decoder keeps until the next request, in bytes, without the file; 0 for a still image.
  package var keptBytes: Int { codec.header.isAnimated ? codec.keptBytes : 0 }

  /// Decodes a part of the file.
  ///
  /// - Parameters:
  ///   - request: The wanted part.
  ///   - checkpoint: Ends the decoding early.
  ///   - allocate: Allocates the memory of the result, at most once. It receives `PixelLayout.byteCount` bytes.
  /// - Throws: The reason why the part cannot be decoded.
  package func decode(
    _ request: DecodeRequest, checkpoint: Checkpoint, allocate: PixelAllocator
  ) throws(DecodeFailure) -> DecodeResult {
    context.checkpoint = checkpoint
    var result = DecodeResult(header: codec.header)
    let decoded: DecodedPixels?
    switch request.subject {
    case .header: return result
    case .metadata:
      // Another program of the helper reads the metadata.
      guard let readMetadata else { throw .unsupported(format: codec.header.format) }
      result.metadata = readMetadata(codec.metadata)
      return result
    case .preview: decoded = try codec.decodePreview(allocate: allocate)
    case .pixels:
      guard (0..<codec.header.frameCount).contains(request.frame) else {
        throw .noSuchFrame(index: request.frame, count: codec.header.frameCount)
      }
      decoded = try codec.decode(request, allocate: allocate)
    }
    result.pixels = decoded?.layout
    result.frameDuration = decoded?.duration ?? 0
    result.defect = decoded?.defect
    return result
  }
}
