import DecoderClient
import DecoderProtocol
import Drawing
import Photos

extension PhotoDecoder {
  /// A decoder that the tests share, so that they do not start processes for each image.
  static let shared = PhotoDecoder()

  convenience init(limits: DecodingLimits) {
    var options = DecoderPool.Options()
    options.limits = limits
    self.init(options)
  }

  /// Returns the preview in a box for which a large thumbnail suffices.
  func preview(of photo: Photo, cancellation: Cancellation) throws(PhotoError) -> Image? {
    try preview(of: photo, for: TargetSize(width: 700, height: 700), cancellation: cancellation)
  }

  /// Decodes a photo, and waits until no other large decode runs.
  func decode(
    _ photo: Photo, at size: TargetSize, cancellation: Cancellation
  ) throws(PhotoError) -> DecodedPhoto {
    guard let decoded = try decode(photo, at: size, cancellation: cancellation, deferring: nil) else {
      throw .canceled
    }
    return decoded
  }
}
