public import DecoderProtocol
public import Drawing

/// The result that a helper process sent for a `DecodeRequest`.
public struct DecodedImage: Sendable {
  /// The header, and the other facts that the helper states about the file.
  public let result: DecodeResult
  /// The pixels, in the memory that the helper wrote, mapped read-only. `nil` if the request was for the
  /// header, or for a preview that the file does not have.
  public let image: Image?

  /// Returns the pixels of the picture with a path.
  package func pixels(of path: String) throws(PhotoError) -> Image {
    guard let image else { throw PhotoError(path, .content(.damaged(detail: "the decoder sent no pixels"))) }
    return image
  }

  /// The frame of an animation; `nil` without pixels.
  package var frame: ImageFrame? { image.map { ImageFrame(image: $0, duration: result.frameDuration) } }
}

extension ImageAnimationInfo {
  /// Reads the description of an animation from the answer for its first frame; `nil` for a still image.
  package init?(_ result: DecodeResult) {
    guard result.header.isAnimated, result.header.frameCount > 1 else { return nil }
    self.init(
      frameCount: result.header.frameCount, playCount: result.header.playCount,
      firstDuration: result.frameDuration)
  }
}
