package import DecoderClient
package import DecoderProtocol
package import Drawing

/// Decodes image files. ``PhotoLoader`` calls it on its worker threads.
///
/// Implement it to decode in another way, for example in a sandboxed process. The methods block, several threads call
/// them at the same time, and they should check `cancellation` every few milliseconds.
package protocol PhotoDecoding: Sendable {
  /// Returns the thumbnail that a camera embedded in the file, upright, or `nil` if the file has no thumbnail.
  ///
  /// It reads only the beginning of the file, which takes about a millisecond.
  ///
  /// - Throws: The errors of ``decode(_:at:cancellation:)`` that can be found at the beginning of the file.
  func preview(of photo: Photo, cancellation: Cancellation) throws(PhotoError) -> Image?

  /// Returns a picture of the photo that is available quickly, to show it in a box until the image is decoded.
  ///
  /// The default is ``preview(of:cancellation:)``. A decoder with thumbnails of several sizes chooses one for the box.
  func preview(of photo: Photo, for size: TargetSize, cancellation: Cancellation) throws(PhotoError) -> Image?

  /// Returns the image upright, at the size at which it will be shown.
  ///
  /// - Throws: The reason why the photo cannot be shown; ``PhotoError/Reason/canceled`` after `cancellation` was canceled.
  func decode(_ photo: Photo, at size: TargetSize, cancellation: Cancellation) throws(PhotoError)
    -> DecodedPhoto
}

extension PhotoDecoding {
  /// Returns ``preview(of:cancellation:)``, whatever the size of the box.
  package func preview(
    of photo: Photo, for size: TargetSize, cancellation: Cancellation
  ) throws(PhotoError) -> Image? {
    try preview(of: photo, cancellation: cancellation)
  }
}

/// A decoder that lets its caller do other work while a large decode runs. Of the large decodes, one runs at a time.
package protocol DeferringDecoding: PhotoDecoding {
  /// Returns the image upright, at the size at which it will be shown; `nil` if the decode is large and another large one
  /// runs.
  ///
  /// - Parameters:
  ///   - onBegin: Called on the calling thread when the decode begins, if it is large.
  ///   - onEnd: Called once, on another thread, when the large decode that runs ends. It is called only if this method
  ///     returns `nil`, perhaps before it returns.
  func decodeUnlessDeferred(
    _ photo: Photo, at size: TargetSize, cancellation: Cancellation, onBegin: () -> Void,
    onEnd: @escaping @Sendable () -> Void
  ) throws(PhotoError) -> DecodedPhoto?
}

/// A decoded photo, upright, at the size at which it will be shown.
package struct DecodedPhoto: Sendable {
  /// The pixels.
  package let image: Image
  /// The defect ``PhotoError/Reason/incomplete(detail:)`` if only a part of the file could be decoded; `nil`
  /// for an intact file.
  package let defect: PhotoError?
  /// Whether the image was not scaled down, so that a larger box would not give a larger image.
  package let isWhole: Bool
  /// The description of an animation, of which ``image`` is the first frame; `nil` for a still photo.
  package let animation: ImageAnimationInfo?

  /// Creates a decoded photo. The default is an image from an intact file, scaled down.
  package init(
    image: Image, defect: PhotoError? = nil, isWhole: Bool = false, animation: ImageAnimationInfo? = nil
  ) {
    self.animation = animation
    self.image = image
    self.defect = defect
    self.isWhole = isWhole
  }
}
