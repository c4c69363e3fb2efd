extension BrowserState {
  /// A page of the photo browser. One page is shown at a time.
  package enum Page: String, Hashable, Sendable, CaseIterable {
    /// The photos in a carousel. It is the root: Escape on it leads to no other page.
    case carousel
    /// One photo, which fills the window.
    case single
    /// Thumbnails of all photos.
    case grid
    /// A slideshow, which chooses the current photo itself.
    case slideshow

    /// Whether the page moves to a photo by itself, and makes it the current one when it shows it.
    var choosesCurrent: Bool { self == .carousel || self == .slideshow }

    /// The distance from the root: a photo is opened from the thumbnails, and not the other way around.
    var depth: Int {
      switch self {
      case .carousel: 0
      case .grid: 1
      case .single: 2
      case .slideshow: 3
      }
    }
  }
}
