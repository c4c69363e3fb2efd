package import DecoderClient
package import DecoderProtocol

/// Decodes single frames of animated photos. The method blocks, and several threads call it at the same time.
package protocol FrameDecoding: Sendable {
  /// Returns a frame at the size it will be shown at, upright.
  ///
  /// - Throws: The reason why the frame cannot be shown; ``PhotoError/canceled`` after `cancellation` was canceled.
  func decodeFrame(
    _ frame: Int, of photo: Photo, at size: TargetSize, cancellation: Cancellation
  ) throws(PhotoError) -> AnimationFrame
}
