package import CarouselUI
package import PhotoBrowsing
package import PhotoLibrary

/// The window of the photo browser and its pages at the start.
package struct BrowserOptions: Sendable {
  /// The page at the start; `nil` for the single page for a file, and ``folderPage`` for folders.
  package var page: BrowserState.Page?
  /// The page on which folders are opened, until the user chooses another one.
  package var folderPage = BrowserState.Page.carousel
  /// The parts of the window that are shown at first.
  package var parts: Set<BrowserState.Part> = []
  package var type = CarouselType.coverFlow2
  package var isVertical = false
  /// Whether the photos form a ring; `nil` uses the default of the carousel type.
  package var wraps: Bool?
  /// The option `tilt` of cover flow types; `nil` uses the default of the carousel type.
  package var tilt: Double?
  package var isFullscreen = false
  /// The order of the photos, which determines the sections of the grid.
  package var order = PhotoOrder()
  /// The slideshow that F5 starts.
  package var slideshow = SlideshowOptions()
  /// The side on which rows of views and the carousel begin.
  package var layoutDirection = LayoutDirection.leftToRight
  /// The size of the window, in points.
  package var size = Size(width: 1280, height: 720)

  /// Creates the default options.
  package init() {}
}
