internal import Geometry

extension View {
  /// Whether the view's pixels are cached and composed on their own. If not, it is painted into those of its superview.
  package var isLayerRoot: Bool { isPromoted || superview?.layersSubviews ?? true }

  /// The view whose cached pixels contain this one.
  package var layerRoot: View {
    var view = self
    while !view.isLayerRoot, let superview = view.superview { view = superview }
    return view
  }

  /// Records that a part of the content has changed, in the view that owns the pixels.
  ///
  /// - Parameter rect: In this view's coordinates.
  func recordDamage(_ rect: Rect) {
    contentVersion += 1
    defer { onNeedsDisplay?(self) }
    var view = self
    var area = damage(of: rect, isOwn: true)
    while !view.isLayerRoot, let superview = view.superview {
      // A hidden view repaints the layer when it is shown again.
      if view.isHidden { return }
      if view.clipsToBounds { area = area.intersection(view.bounds) }
      guard let map = superview.homography(ofSubview: view) else { return }
      area = map.boundingBox(of: area)
      view = superview
      area = view.damage(of: area, isOwn: false)
    }
    view.damageLayer(area, isOwn: view === self)
  }

  /// Adds an area to the damage of this layer, and notifies the window.
  private func damageLayer(_ area: Rect, isOwn: Bool) {
    if !isOwn { contentVersion += 1 }
    let changed = Rect(origin: area.origin - bounds.origin, size: area.size)
    damage.add(changed, version: contentVersion)
    tiles?.recordDamage(changed)
    if !isOwn { onNeedsDisplay?(self) }
    requestFrame()
    // A carousel that is painted into its superview contains the pixels of its items.
    if let superview, superview.layersSubviews, superview.isFlattened { superview.setNeedsDisplay() }
  }

  /// Whether the view paints its subviews although they have pixels of their own, because their layers cannot be
  /// clipped.
  package var isFlattened: Bool { layersSubviews && !hasLayersBelow }

  /// Records that the place or the visibility of the view has changed.
  func damageSuperview() {
    guard let superview else { return requestFrame() }
    if isLayerRoot {
      requestFrame()
      if superview.layersSubviews, superview.isFlattened { superview.setNeedsDisplay() }
    } else {
      superview.recordDamage(areaInSuperview)
    }
  }

  /// Records that the pixels of the subviews may be cut off differently.
  func clippingDidChange() {
    if !subviews.isEmpty { setNeedsLayout() }  // containers may pass the radius on
    layerMapDidChange()
    setNeedsDisplay()
    damageSuperview()
    // Where subviews reach beyond the bounds, they appear or disappear.
    if let superview, !isLayerRoot, let map = superview.homography(ofSubview: self) {
      superview.recordDamage(map.boundingBox(of: wholeArea))
    }
  }

  /// Requests that the roles of the views of the tree are determined again.
  func layerMapDidChange() { tree?.needsLayerUpdate = true }

  /// The area that the view and its subviews cover, in the superview's points.
  var areaInSuperview: Rect {
    superview?.homography(ofSubview: self)?.boundingBox(of: contentArea) ?? .zero
  }

  /// The area that the view and its subviews cover, in its own points.
  private var contentArea: Rect {
    clipsToBounds ? paintedArea : wholeArea
  }

  /// The bounds and what the view's effects paint outside of them.
  private var paintedArea: Rect { bounds.inset(by: effectOutsets.negated) }

  /// The area that the view and its subviews cover if nothing is cut off.
  private var wholeArea: Rect {
    if subviews.isEmpty { return paintedArea }
    if layersSubviews { return Self.everywhere }  // items reach as far as they like
    return subviews.reduce(paintedArea) { area, subview in
      subview.isHidden ? area : area.union(subview.areaInSuperview)
    }
  }

  private static let everywhere = Rect(x: -1e6, y: -1e6, width: 2e6, height: 2e6)
}
