internal import Geometry

/// A part that connects a carousel with other carousels. The carousel calls it around each input and frame.
@MainActor
protocol CarouselPartner: AnyObject {
  /// Called before an input is handled.
  func willHandleInput(of carousel: Carousel)
  /// Called when an input is handled and its effects are about to be delivered.
  func didHandleInput(of carousel: Carousel)
  /// Called when the effects of an input have been delivered.
  func didDeliver(from carousel: Carousel)
  /// Called before `carousel` is advanced to a frame's time.
  func willAdvance(_ carousel: Carousel, to now: Timestamp)
  /// Called when a connected carousel is deallocated.
  func didDeallocate()
  /// Returns whether `carousel` needs a frame because of another carousel.
  func needsFrame(for carousel: Carousel) -> Bool
}
