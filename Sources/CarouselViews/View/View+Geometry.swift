public import CarouselEngine
public import Geometry

extension View {
  /// The map from this view's coordinates to the superview's, computed from frame, transform and bounds.
  package var mapToSuperview: Transform2D {
    let (frame, bounds) = (frame, bounds)
    guard transform != .identity else {
      return .translation(x: frame.minX - bounds.minX, y: frame.minY - bounds.minY)
    }
    let center = bounds.center
    return Transform2D.translation(x: -center.x, y: -center.y).concatenated(with: transform)
      .concatenated(with: .translation(x: frame.center.x, y: frame.center.y))
  }

  /// The layout direction of the view: its own, or the direction of the nearest superview that sets one; by
  /// default left to right.
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

  /// Returns the map from this view's coordinates to the coordinates of `ancestor`; with `nil`, of the root.
  /// Returns `nil` if a view between them is not visible, or if `ancestor` does not contain this view.
  ///
  /// The map includes the perspective of tilted items. ``convert(_:to:)`` converts single points.
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

  /// Converts a point from this view's coordinates to the coordinates of `view`; with `nil`, of the root. For
  /// views in tilted items, it converts between points at the same place on the screen.
  ///
  /// - Returns: `nil` if the point has no counterpart: the views are in different trees, a view is not visible,
  ///   or the point lies behind the viewer.
  ///
  /// UIKit: `convertPoint:toView:`.
  public func convert(_ point: Point, to view: View?) -> Point? {
    guard let view else { return homography(to: nil)?.project(point) }
    if view === self { return point }
    guard let common = commonAncestor(with: view) else { return nil }
    guard let shown = homography(to: common)?.project(point) else { return nil }
    return view.homography(to: common)?.sourcePoint(seenAt: shown)
  }

  /// Converts a point from the coordinates of `view` to this view's coordinates; if `view` is `nil`, from the
  /// coordinates of the root view.
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
    // A view whose bounds contain the point has priority over a view whose hit area is larger than its bounds and
    // contains the point.
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

  /// Called after the frame or the transform of the view has changed.
  func appearanceDidChange() {
    layerMapDidChange()
    damageSuperview()
  }
}
