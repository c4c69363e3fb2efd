package import DecoderProtocol

/// Decodes image files of all supported formats.
///
/// The format is detected from the content, not from a file name. The result is upright and in sRGB.
package enum ImageDecoder {
  /// Decodes a part of a file.
  ///
  /// - Parameters:
  ///   - bytes: The content of the file. It may be hostile.
  ///   - request: The wanted part.
  ///   - limits: The limits. A file that exceeds them is refused.
  ///   - checkpoint: Ends the decoding early.
  ///   - codecs: The decoders.
  ///   - allocate: Allocates the memory of the result. It is called at most once, with the result's
  ///     `PixelLayout.byteCount`.
  /// - Throws: The reason why the file cannot be decoded.
  package static func decode(
    _ bytes: UnsafeRawBufferPointer, _ request: DecodeRequest, limits: DecodingLimits, checkpoint: Checkpoint,
    codecs: CodecTable = .common, allocate: PixelAllocator
  ) throws(DecodeFailure) -> DecodeResult {
    let session = try DecodingSession(bytes, limits: limits, checkpoint: checkpoint, codecs: codecs)
    return try session.decode(request, checkpoint: checkpoint, allocate: allocate)
  }
}

extension ImageDecoder {
  /// The largest number of processors, and of tiles that are decoded at the same time.
  ///
  /// libheif decodes the tiles of an image on this number of threads, each of which starts one more thread of libde265,
  /// or of dav1d as many as there are processors. libjpeg-turbo, libpng, libwebp, libtiff, giflib and libjxl start none.
  package static let threadLimit = 4
  /// The largest width and height of an embedded thumbnail, in pixels. Decoding a larger one would take too long for a preview.
  package static let largestPreviewSide = 1024
}
