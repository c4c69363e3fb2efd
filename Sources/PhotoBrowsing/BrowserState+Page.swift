extension BrowserState {
  /// A page of the photo browser. One page is shown at a time.
  package enum Page: String, Hashable, Sendable, CaseIterable {
    /// The photos in a carousel. It is the root: Escape on it leads to no other page.
    case carousel
    /// One photo, which fills the window.
    case single
    /// Thumbnails of all photos.
    case grid
  }
}
