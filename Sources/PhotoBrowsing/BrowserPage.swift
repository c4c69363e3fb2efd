/// A page of the photo browser. One page is shown at a time.
package enum BrowserPage: String, Hashable, Sendable, CaseIterable {
  /// The photos in a carousel. It is the root: Escape on it leads to no other page.
  case carousel
  /// One photo, which fills the window.
  case single
  /// Thumbnails of all photos.
  case grid
}

/// The size at which the single page shows a photo.
package enum PhotoZoom: Hashable, Sendable {
  /// The whole photo fits into the window. A photo that is smaller than the window is not enlarged.
  case fit
  /// The photo covers the window.
  case fill
  /// A pixel of the photo is a pixel of the screen.
  case actual
  /// The user has zoomed: pixels of the screen for a pixel of the photo, along one side.
  case scale(Double)
}
