public import CarouselEngine
public import Geometry

extension View {
  /// The map from this view's coordinates to the superview's that follows from frame, transform and bounds.
  package var mapToSuperview: Transform2D {
    let (frame, bounds) = (frame, bounds)
    guard transform != .identity else {
      return .translation(x: frame.minX - bounds.minX, y: frame.minY - bounds.minY)
    }
    let center = bounds.center
    return Transform2D.translation(x: -center.x, y: -center.y).concatenated(with: transform)
      .concatenated(with: .translation(x: frame.center.x, y: frame.center.y))
  }

  /// The direction of the view: its own, or that of the nearest superview with one; by default left to right.
  ///
  /// UIKit: `effectiveUserInterfaceLayoutDirection`.
  public var effectiveLayoutDirection: LayoutDirection {
    var view: View? = self
    while let next = view {
      if let direction = next.layoutDirection { return direction }
      view = next.superview
    }
    return .leftToRight
  }

  /// Returns the map from this view's coordinates to those of `ancestor`, or of the root with `nil`; `nil` if a view
  /// between them is not shown or `ancestor` does not contain this view.
  ///
  /// It is that of the perspective in which the view is seen. ``convert(_:to:)`` converts single points.
  public func homography(to ancestor: View?) -> Homography? {
    var map = Homography.identity
    var view = self
    while view !== ancestor {
      guard let superview = view.superview else { return ancestor == nil ? map : nil }
      guard let step = superview.homography(ofSubview: view) else { return nil }
      map = map.concatenated(with: step)
      view = superview
    }
    return map
  }

  /// Converts a point from this view's coordinates to those of `view`, or of the root with `nil`. Views in tilted items
  /// are converted as they are seen.
  ///
  /// - Returns: `nil` if the point has no counterpart: the views are in different trees, a view is not shown, or the
  ///   point lies behind the viewer.
  ///
  /// UIKit: `convertPoint:toView:`.
  public func convert(_ point: Point, to view: View?) -> Point? {
    guard let view else { return homography(to: nil)?.project(point) }
    if view === self { return point }
    guard let common = commonAncestor(with: view) else { return nil }
    guard let shown = homography(to: common)?.project(point) else { return nil }
    return view.homography(to: common)?.sourcePoint(seenAt: shown)
  }

  /// Converts a point from the coordinates of `view`, or of the root with `nil`, to this view's.
  ///
  /// UIKit: `convertPoint:fromView:`.
  public func convert(_ point: Point, from view: View?) -> Point? { (view ?? root).convert(point, to: self) }

  private func commonAncestor(with other: View) -> View? {
    var view: View? = self
    while let next = view {
      if other.isDescendant(of: next) { return next }
      view = next.superview
    }
    return nil
  }

  /// The default of ``hitTest(_:)``.
  func hitSubviewsOrSelf(_ point: Point) -> View? {
    guard acceptsEvents, self.point(inside: point) else { return nil }
    // A view that contains the point is hit before one whose enlarged area does.
    var enlarged: [(View, Point)] = []
    for subview in subviews.reversed() where subview.acceptsEvents {
      guard let inner = homography(ofSubview: subview)?.sourcePoint(seenAt: point) else { continue }
      if subview.bounds.contains(inner) {
        if let hit = subview.hitTest(inner) { return hit }
      } else {
        enlarged.append((subview, inner))
      }
    }
    for (subview, inner) in enlarged {
      if let hit = subview.hitTest(inner) { return hit }
    }
    return self
  }

  /// Changes the frame: damages the old and the new area, and lays out and repaints the view if the size changed.
  func changeAppearance(_ change: () -> Void) {
    let oldSize = size
    damageSuperview()
    change()
    if size != oldSize {
      if effects.outsets(of: oldSize) != effectOutsets { discardPixels() }
      setNeedsLayout()
      setNeedsDisplay()
    }
    appearanceDidChange()
  }

  /// Called after the view's place has changed.
  func appearanceDidChange() {
    layerMapDidChange()
    damageSuperview()
  }
}
