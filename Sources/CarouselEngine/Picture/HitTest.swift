public import Geometry

extension CarouselFrame.Item {
  /// Returns whether the view is seen at `point`, in the carousel's points.
  ///
  /// What lies behind the viewer is not seen.
  package func isHit(at point: Point) -> Bool {
    guard let source = homography.sourcePoint(seenAt: point) else { return false }
    return Rect(origin: .zero, size: size).contains(source)
  }
}

extension CarouselFrame {
  /// Returns the frontmost view that is seen at `point`, in the carousel's points.
  ///
  /// iCarousel: `itemViewAtPoint:`.
  public func item(at point: Point) -> Item? { items.last { $0.isHit(at: point) } }
}

extension Carousel {
  /// Returns the index of the frontmost item at `point`, in the carousel's points, or `nil` where there is
  /// none; placeholders are below 0 and from ``numberOfItems`` on.
  public func index(ofItemAt point: Point) -> Int? {
    layOutIfNeeded()
    placeItems(at: frameTime)
    for item in placement.items.reversed() {
      if item.isHit(at: point), loader.view(at: item.index) === item.view { return item.index }
    }
    return nil
  }
}
