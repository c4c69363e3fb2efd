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
