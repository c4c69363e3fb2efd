public import Geometry

extension Carousel {
  /// Handles a tap. If an item is drawn at `point`, the item is selected and scrolls to the center. Otherwise
  /// the carousel snaps to the nearest item.
  ///
  /// A tap that stopped a flick or a scroll selects nothing: the carousel only snaps. Placeholders count as
  /// empty space.
  ///
  /// - Parameter point: The position, in the carousel's points.
  /// - Returns: The result. It is `notTaken` if the delegate declined the tap; the tap then belongs to the
  ///   content behind the carousel.
  ///
  /// iCarousel: `didTap:`.
  @discardableResult
  public func tap(at point: Point, time: Timestamp) -> TapResult {
    apply(.tap(at: point), at: known(time))
    return takeTapResult() ?? .notTaken
  }
}
