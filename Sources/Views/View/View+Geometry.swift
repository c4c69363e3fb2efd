public import Geometry

extension View {
  /// The untransformed rectangle of the view, in the superview's points.
  ///
  /// Unlike UIKit's `frame`, it does not change with ``transform``.
  ///
  /// UIKit: `frame`.
  public var frame: Rect {
    get { geometry.frame }
    set {
      if moves(to: newValue) { return }
      guard newValue == geometry.frame else {
        geometry.frame = newValue
        return
      }
      animatedPropertyDidChange(from: .frame(newValue))
    }
  }

  /// The width and height, in points. A change repaints the view.
  public var size: Size {
    get { geometry.frame.size }
    set { frame = Rect(origin: frame.origin, size: newValue) }
  }

  /// The view's rectangle in its own coordinates. If the origin changes, as in a scroll view, the subviews move
  /// in the opposite direction. The content of ``draw(in:)`` does not move.
  ///
  /// A change of the size keeps the center of ``frame``.
  ///
  /// UIKit: `bounds`.
  public var bounds: Rect {
    get { geometry.bounds }
    set {
      guard newValue == geometry.bounds else {
        geometry.bounds = newValue
        return
      }
      animatedPropertyDidChange(from: .frame(geometry.frame))
      animatedPropertyDidChange(from: .scrollOrigin(newValue.origin))
    }
  }

  /// A coordinate transform about the center of ``frame``, applied when the view is drawn; by default the
  /// identity.
  ///
  /// UIKit: `transform`.
  public var transform: Transform2D {
    get { geometry.transform }
    set {
      guard newValue == geometry.transform else {
        geometry.transform = newValue
        return
      }
      animatedPropertyDidChange(from: .transform(newValue))
    }
  }

  /// The map from this view's coordinates to the superview's, computed from frame, transform and bounds.
  package var mapToSuperview: Transform2D { geometry.mapToSuperview }

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
      if let clip = subview.layer.flight?.clip, !clip.contains(inner) { continue }
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

  /// Called after the geometry has changed. It damages the new area, and requests the layout and painting of the view and its
  /// subviews as far as the change affects them.
  func geometryDidChange(from old: ViewGeometry) {
    accessibilityChanged(.bounds)
    if geometry.frame.size != old.frame.size {
      if effects.outsets(of: old.frame.size) != effectOutsets { discardPixels() }
      setNeedsLayout()
      setNeedsDisplay()
    }
    if geometry.differsInSuperview(from: old) { appearanceDidChange() }
    guard geometry.scrollOrigin != old.scrollOrigin else { return }
    layerMapDidChange()
    // Subviews with their own pixels move without being repainted.
    if subviews.contains(where: { !$0.isLayerRoot }) { setNeedsDisplay() } else { requestFrame() }
    outdateCopies()
  }

  /// Called after the frame or the transform of the view has changed.
  func appearanceDidChange() {
    layerMapDidChange()
    damageSuperview()
  }
}
