package import CarouselUI

/// The item view of a photo: an image view, or a view that contains one.
@MainActor
package protocol PhotoItemView: View {
  /// The view that shows the photo, a placeholder, or the reason why the photo cannot be shown.
  var imageView: ImageView { get }
  /// The size of the whole photo, in pixels; `nil` while it is not known.
  var wholeSize: Size? { get set }
  /// Sets the sizes of the views for the present image. Called when the image or the box has changed.
  func fit(_ box: PhotoBox)
  /// Shows the image with an orientation. Called before ``fit(_:)``.
  ///
  /// - Parameter animated: Whether the picture rotates by a motion.
  func orient(to orientation: ImageOrientation, animated: Bool)
  /// Called before ``fit(_:)`` when another final image was loaded, for example because the file was replaced.
  func imageWasLoaded()
  /// Called before the view shows another photo.
  func prepareForReuse()
}

/// An item that has the size of its photo.
extension ImageView: PhotoItemView {
  package var imageView: ImageView { self }
  package var wholeSize: Size? {
    get { nil }
    set {}
  }
  package func fit(_ box: PhotoBox) { size = box.size(of: imageSize) }
  package func orient(to orientation: ImageOrientation, animated: Bool) { imageOrientation = orientation }
  package func imageWasLoaded() {}
  package func prepareForReuse() { imageOrientation = .upright }
}
