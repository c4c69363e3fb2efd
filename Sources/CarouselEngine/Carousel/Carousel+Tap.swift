public import Geometry

extension Carousel {
  /// Takes a tap: selects the item there and scrolls it to the center, or aligns the carousel.
  ///
  /// A tap that stopped a flick or a scroll only aligns. Placeholders count as empty space.
  ///
  /// - Parameter point: Where, in the carousel's points.
  /// - Returns: What became of it; `notTaken` when the delegate declined, and whoever is behind the carousel should
  ///   have it.
  ///
  /// iCarousel: `didTap:`.
  @discardableResult
  public func tap(at point: Point, time: Timestamp) -> TapResult {
    apply(.tap(at: point), at: known(time))
    return takeTapResult() ?? .notTaken
  }
}
