internal import CarouselUI
internal import DecoderProtocol
internal import Dispatch
internal import Photos

/// The view of a photo, and the load of the photo's image.
@MainActor
final class PhotoItem {
  let id: PhotoID
  /// The item of the carousel.
  let container: any PhotoItemView
  /// The view in ``container`` that shows the photo.
  var view: ImageView { container.imageView }
  /// The index of the photo in the list.
  var index: Int
  /// Whether the view shows the final image or the error, not a preview.
  var isLoaded = false
  /// Whether the carousel released the view in a reload. `carousel(_:viewForItemAt:reusing:)` may return the view although the
  /// carousel did not offer it for reuse. All other views may still be in the carousel's queue for reuse.
  var isDropped = false
  /// Whether the picture rotates by a motion when it is next set.
  var rotatesAnimated = false
  /// Whether the photo is to be loaded when the data source starts.
  var awaitsStart = false
  /// The running load; `nil` if there is none.
  private(set) var request: PhotoLoader.Request?
  private var requestCount = 0

  init(_ id: PhotoID, at index: Int, in container: any PhotoItemView) {
    (self.id, self.index, self.container) = (id, index, container)
  }

  /// Names the views for a screen reader, and describes the item by its day and its caption.
  func describe(_ photo: LibraryPhoto, name: String, _ facts: SpokenFacts) {
    container.accessibilityLabel = name
    if container !== view { view.accessibilityLabel = name }
    container.accessibilityHint = facts.description(of: photo)
  }

  /// Loads the photo, and then cancels the former load. In this order, a decode goes on for the new request.
  ///
  /// - Parameter receive: Called on the main queue with each stage, until the load ends.
  func load(
    _ photo: Photo, by loader: PhotoLoader, at target: TargetSize, priority: LoadPriority,
    receive: @escaping @MainActor (PhotoLoader.Stage) -> Void
  ) {
    requestCount += 1
    let number = requestCount
    request = loader.load(photo, at: target, priority: priority, hasPicture: view.imageSize != nil) {
      [weak self] stage in
      DispatchQueue.main.async {
        // A stage may arrive on the main queue after its load was canceled.
        guard let self, self.request != nil, self.requestCount == number else { return }
        receive(stage)
      }
    }
  }

  /// Cancels the load.
  func endLoad() { request = nil }
}
