package import CarouselUI
package import PhotoBrowsing
package import Photos

/// A page of the photo browser: a view that shows the photos of the list, one of which is the current one.
///
/// A page reports what the user does as inputs of the ``BrowserState``. It does not change the state itself: the window answers
/// with ``show(_:)-(PhotoPlace)``. To add a page, add a case to `BrowserState.Page` and give the page to ``PagePresentation``.
@MainActor
package protocol BrowserPage: View {
  /// Called with each input of the user on the page.
  var onInput: ((BrowserInput) -> Void)? { get set }
  /// Whether the page is seen. Set by the presentation.
  var visibility: PageVisibility { get set }
  /// The number of photos that are being loaded.
  var loadCount: Int { get }
  /// Whether a photo moves, or will be sharpened.
  var isMoving: Bool { get }

  /// Shows a new state of the list. A page that is not visible does no more than it needs to become visible later.
  func show(_ change: PhotoListChange)
  /// Shows a photo as the current one in the next frame. A closed page shows it when it becomes visible.
  func show(_ place: PhotoPlace)
  /// Shows a photo with its new orientation, which the state of the browser knows.
  func orientationDidChange(of id: PhotoID)
  /// Loads a photo again, whose file states another orientation now.
  func reload(_ id: PhotoID)
  /// Sets the size of the page, in points.
  ///
  /// - Parameter scale: The number of pixels per point.
  func resize(to size: Size, scale: Double)
  /// Loads the photos. Called when the window has its size, because photos are decoded for a size.
  func startLoading()
  /// Gives the focus to the view of the page that handles keys.
  func takeFocus()
  /// Returns the view that shows a photo, out of which the photo grows into another page; `nil` if the photo is not in sight.
  func view(of id: PhotoID) -> View?
}

extension BrowserPage {
  // A page that shows photos only upright, such as thumbnails.
  package func orientationDidChange(of id: PhotoID) {}
  package func reload(_ id: PhotoID) {}
}

/// Whether a page is seen.
package enum PageVisibility {
  /// The page is seen, perhaps only in part.
  case visible
  /// Another page covers the page, and may be closed to show it again.
  case covered
  case closed
}

/// A photo of the list, and its index.
package struct PhotoPlace: Equatable, Sendable {
  package let id: PhotoID
  package let index: Int

  package init(_ id: PhotoID, at index: Int) { (self.id, self.index) = (id, index) }
}

/// A new state of the library's list.
package struct PhotoListChange {
  package let update: PhotoLibrary.Update
  /// The edits that make a carousel follow the change; `nil` to reload all views.
  let edits: ListEdits?
  /// The current photo; `nil` without photos.
  package let current: PhotoPlace?

  init(update: PhotoLibrary.Update, edits: ListEdits?, current: PhotoPlace?) {
    (self.update, self.edits, self.current) = (update, edits, current)
  }

  /// Creates a state for which the views of all photos are reloaded.
  package init(reloading update: PhotoLibrary.Update, current: PhotoPlace?) {
    self.init(update: update, edits: nil, current: current)
  }

  package var photos: [LibraryPhoto] { update.photos }
  /// The photos whose files have changed.
  package var changedIDs: Set<PhotoID> { Set(update.change.changes.map { update.photos[$0].id }) }
}

extension BrowserState {
  /// The current photo; `nil` without photos.
  package var currentPlace: PhotoPlace? {
    current.flatMap { id in currentIndex.map { PhotoPlace(id, at: $0) } }
  }
}
