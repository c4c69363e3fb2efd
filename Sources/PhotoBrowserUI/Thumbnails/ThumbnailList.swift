package import CarouselUI
package import PhotoLibrary

/// A view that shows the thumbnails of a list of photos, one of which is the current one: the grid or the strip.
///
/// The owner sets the photos and the current one. The view calls its closures only for what the user does on it, so that the
/// owner may answer by setting ``currentID``.
@MainActor
package protocol ThumbnailList: View {
  /// The photos in order. Setting them animates the difference, if the view is in a window.
  var photos: [LibraryPhoto] { get set }
  /// The current photo; `nil` for none. Setting it scrolls it into view. For a photo that is not in ``photos``, it becomes `nil`.
  var currentID: PhotoID? { get set }
  /// Called after the user has made another photo the current one.
  var onSelect: ((PhotoID) -> Void)? { get set }
  /// Called when the user opens a photo.
  var onOpen: ((PhotoID) -> Void)? { get set }
  /// Returns the orientation with which a photo is shown, in addition to the one that its file states. Set it before the photos.
  var orientation: (PhotoID) -> ImageOrientation { get set }
  /// Shows a photo with its new orientation.
  func orientationDidChange(of id: PhotoID)
  /// Loads photos again whose files have changed. Call it after ``photos`` was set.
  func contentDidChange(of ids: Set<PhotoID>)
  /// Returns the view that shows a photo, out of which the photo grows into another page; `nil` if the photo is not in sight.
  func view(of id: PhotoID) -> View?
}
