public import DecoderProtocol

/// Decodes image files of all supported formats.
///
/// The format is detected from the content, not from a file name. The result is upright and in sRGB.
public enum ImageDecoder {
  /// Decodes a part of a file.
  ///
  /// - Parameters:
  ///   - bytes: The content of the file. It may be hostile.
  ///   - request: The wanted part.
  ///   - limits: The limits. A file that exceeds them is refused.
  ///   - checkpoint: Ends the decoding early.
  ///   - allocate: Allocates the memory of the result. It is called at most once, with the result's
  ///     `PixelLayout.byteCount`.
  /// - Throws: The reason why the file cannot be decoded.
  public static func decode(
    _ bytes: UnsafeRawBufferPointer, _ request: DecodeRequest, limits: DecodingLimits, checkpoint: Checkpoint,
    allocate: PixelAllocator
  ) throws(DecodeFailure) -> DecodeResult {
    guard bytes.count <= limits.fileBytes else {
      throw .fileTooLong(bytes: bytes.count, limit: limits.fileBytes)
    }
    guard let format = ImageFormat(bytes) else { throw .notAnImage }
    guard let kind = format.codec else { throw .unsupported(format: format.name) }
    try checkpoint.check()
    let codec = try kind.init(bytes, DecodingContext(limits: limits, checkpoint: checkpoint))
    var result = DecodeResult(header: codec.header)
    let decoded: DecodedPixels?
    switch request.subject {
    case .header: return result
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

extension ImageDecoder {
  /// Initializes the state that the libraries keep for the process. Call it before the process enters its
  /// sandbox.
  public static func warmUp() {
    ColorConverter.warmUp()
    #if HEIF
      HEIFCodec.warmUp()
    #endif
  }
}
