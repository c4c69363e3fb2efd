package import PhotoBrowsing

/// The settings of the slideshow of a photo browser.
package struct SlideshowOptions: Equatable, Sendable {
  package var order = SlideshowOrder.list
  /// The time for each photo, in seconds.
  package var interval = 5.0
  package var transition = SlideshowTransition.fade
  /// Determines the movements of the photos, and the order if it is random.
  package var seed: UInt64 = 1

  /// Creates the default settings.
  package init() {}
}
