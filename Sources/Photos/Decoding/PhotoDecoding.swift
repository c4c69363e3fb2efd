package import DecoderClient
package import DecoderProtocol
package import Drawing
package import ImageLoading

/// A decoded photo, upright, at the size at which it will be shown. Its defect is
/// ``PhotoError/Reason/incomplete(detail:)`` if only a part of the file could be decoded.
package typealias DecodedPhoto = LoadedImage<PhotoError>

/// Decodes image files. ``PhotoLoader`` calls it on its worker threads.
///
/// Implement it to decode in another way, for example in a sandboxed process. The methods block, several threads call
/// them at the same time, and they should check `cancellation` every few milliseconds.
package protocol PhotoDecoding: Sendable {
  /// Returns a picture of the photo that is available quickly, upright, to show it in a box until the image is decoded; `nil` if
  /// there is none.
  ///
  /// - Throws: The errors of ``decode(_:at:cancellation:deferring:)`` that can be found at the beginning of the file.
  func preview(of photo: Photo, for size: TargetSize, cancellation: Cancellation) throws(PhotoError) -> Image?

  /// Returns the image upright, at the size at which it will be shown.
  ///
  /// - Parameter large: The caller that does other work while another large decode runs; `nil` for one that waits.
  /// - Returns: `nil` if the decode is large, another large one runs, and the caller does not wait.
  /// - Throws: The reason why the photo cannot be shown; ``PhotoError/Reason/canceled`` after `cancellation` was canceled.
  func decode(
    _ photo: Photo, at size: TargetSize, cancellation: Cancellation, deferring large: LargeDecode?
  ) throws(PhotoError) -> DecodedPhoto?
}
