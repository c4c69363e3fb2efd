public import Geometry

extension Carousel {
  /// Handles a tap: selects the item at `point` and scrolls it to the center, or snaps to the nearest item.
  ///
  /// A tap that stopped a flick or a scroll only snaps. Placeholders count as empty space.
  ///
  /// - Parameter point: The position, in the carousel's points.
  /// - Returns: The result; `notTaken` if the delegate declined the tap, which then belongs to the content
  ///   behind the carousel.
  ///
  /// iCarousel: `didTap:`.
  @discardableResult
  public func tap(at point: Point, time: Timestamp) -> TapResult {
    apply(.tap(at: point), at: known(time))
    return takeTapResult() ?? .notTaken
  }
}
