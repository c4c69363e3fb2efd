extension BrowserState {
  /// A part of the window, which the user shows and hides.
  package enum Part: String, Hashable, Sendable, CaseIterable {
    /// The bar with the actions. In full screen it is shown only while the user asks for it.
    case header
    /// The strip of thumbnails, on the carousel and the single page.
    case strip
    /// The information about the current photo.
    case panel
    /// The name and the position of the photo on the single page and in a slideshow, while the user is active.
    case name
    /// The names of the files below the thumbnails of the grid.
    case thumbnailNames
  }
}
