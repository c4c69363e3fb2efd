public import DecoderProtocol
public import Drawing
public import PhotoLoading

/// Decodes image files. ``PhotoLoader`` calls it on its worker threads.
///
/// Implement it to decode in another way, for example in a sandboxed process. The methods block, several threads call
/// them at the same time, and they should check `cancellation` every few milliseconds.
public protocol PhotoDecoding: Sendable {
  /// Returns the thumbnail that a camera embedded in the file, upright, or `nil` if the file has no thumbnail.
  ///
  /// It reads only the beginning of the file, which takes about a millisecond.
  ///
  /// - Throws: The errors of ``decode(_:at:cancellation:)`` that can be found at the beginning of the file.
  func preview(of photo: Photo, cancellation: Cancellation) throws(PhotoError) -> Image?

  /// Returns the image upright, at the size at which it will be shown.
  ///
  /// - Throws: The reason why the photo cannot be shown; ``PhotoError/cancelled`` after `cancellation` was canceled.
  func decode(_ photo: Photo, at size: TargetSize, cancellation: Cancellation) throws(PhotoError)
    -> DecodedPhoto
}

/// A decoded photo, upright, at the size at which it will be shown.
public struct DecodedPhoto: Sendable {
  /// The pixels.
  public let image: Image
  /// The defect ``PhotoError/incomplete(path:detail:)`` if only a part of the file could be decoded; `nil`
  /// for an intact file.
  public let defect: PhotoError?
  /// Whether the image was not scaled down, so that a larger box would not give a larger image.
  public let isWhole: Bool

  /// Creates a decoded photo. The default is an image from an intact file, scaled down.
  public init(image: Image, defect: PhotoError? = nil, isWhole: Bool = false) {
    self.image = image
    self.defect = defect
    self.isWhole = isWhole
  }
}

extension Cancellation {
  /// Throws if the work was canceled.
  ///
  /// - Throws: ``PhotoError/cancelled`` after ``cancel()`` was called.
  public func check() throws(PhotoError) {
    if isCancelled { throw .cancelled }
  }
}
