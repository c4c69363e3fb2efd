public import Geometry

extension CarouselFrame.Item {
  /// Returns whether the view is drawn at `point`, in the carousel's points.
  ///
  /// A point of the view that lies behind the viewer is not hit.
  package func isHit(at point: Point) -> Bool {
    guard let source = homography.sourcePoint(seenAt: point) else { return false }
    return Rect(origin: .zero, size: size).contains(source)
  }
}

extension CarouselFrame {
  /// Returns the frontmost view that is drawn at `point`, in the carousel's points.
  ///
  /// iCarousel: `itemViewAtPoint:`.
  public func item(at point: Point) -> Item? { items.last { $0.isHit(at: point) } }
}
