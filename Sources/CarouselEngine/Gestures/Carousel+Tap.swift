public import Geometry

extension Carousel {
  /// Takes a tap: selects the item there and scrolls it to the centre, or aligns the carousel.
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
    let stopped = scroller.hasStoppedMotion
    timed(time) { $0.liftForTap() }
    defer { timed(time) { $0.resumeAutoscroll(at: time) } }
    if stopped {
      timed(time) { $0.align(at: time) }
      return .stoppedMotion
    }
    guard let index = index(ofItemAt: point), !isPlaceholder(index) else {
      timed(time) { $0.scroll(to: Double($0.currentIndex), duration: Scroller.scrollDuration, at: time) }
      return .aligned
    }
    let isCurrent = index == currentItemIndex
    guard delegate?.carousel(self, shouldSelectItemAt: index) ?? true else {
      if isScrollEnabled, scrollToItemBoundary, autoscroll != 0 {
        timed(time) { $0.scroll(to: Double($0.currentIndex), duration: Scroller.scrollDuration, at: time) }
      }
      return .notTaken
    }
    if isCurrent ? scrollToItemBoundary : centerItemWhenSelected {
      timed(time) { $0.scroll(to: Double(index), duration: Scroller.scrollDuration, at: time) }
    }
    delegate?.carousel(self, didSelectItemAt: index)
    return .selected(index)
  }
}

extension Scroller {
  /// Whether the finger that lies on the carousel has stopped a flick or a scroll.
  var hasStoppedMotion: Bool { if case .held(stoppedMotion: true) = activity { true } else { false } }

  /// A finger is lifted, and what it was for is decided elsewhere.
  mutating func liftForTap() { if case .held = activity { activity = .idle } }
}
