package import Drawing
package import Geometry

/// An image that was loaded for a target size.
package struct LoadedImage<Failure: Error>: Sendable {
  /// The pixels, upright.
  package let image: Image
  /// The defect of the picture, if only a part of it could be decoded; `nil` for an intact picture.
  package let defect: Failure?
  /// Whether the image was not scaled down, so that a larger target size would not give a larger image.
  package let isWhole: Bool
  /// The size of the whole picture, in pixels; `nil` if it is not known.
  package let wholeSize: Size?
  /// The description of an animation, of which ``image`` is the first frame; `nil` for a still picture.
  package let animation: ImageAnimationInfo?

  /// Creates a loaded image. The default is a still image of an intact picture, scaled down.
  package init(
    image: Image, defect: Failure? = nil, isWhole: Bool = false, wholeSize: Size? = nil,
    animation: ImageAnimationInfo? = nil
  ) {
    (self.image, self.defect, self.isWhole, self.animation) = (image, defect, isWhole, animation)
    self.wholeSize = wholeSize
  }
}

/// A result of a request. A request may deliver previews, and then delivers exactly one of the other stages.
package enum LoadStage<Failure: Error>: Sendable {
  /// An image to show until the final one is available: a thumbnail on disk, the embedded preview, a reduced image, or a
  /// cached image of another size. Without such an image no preview is delivered.
  case preview(Image)
  /// The image at the requested size.
  case full(Image)
  /// The intact part of the image at the requested size, and the defect of the picture.
  case incomplete(Image, Failure)
  /// No image can be shown, for this reason.
  case failed(Failure)

  init(_ loaded: LoadedImage<Failure>) {
    self = loaded.defect.map { .incomplete(loaded.image, $0) } ?? .full(loaded.image)
  }

  /// The stage for a request that it ends: a preview that is sharp enough is the image.
  var asFinal: LoadStage { if case .preview(let image) = self { .full(image) } else { self } }

  /// The stage for a request that waits for a larger image.
  var asPreview: LoadStage {
    switch self {
    case .full(let image), .incomplete(let image, _): .preview(image)
    case .preview, .failed: self
    }
  }
}
