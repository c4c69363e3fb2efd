internal import Geometry

extension View {
  /// Whether the view's pixels are cached and composed separately. If not, the view is painted into its
  /// superview's pixels.
  package var isLayerRoot: Bool { layer.isPromoted || superview?.layersSubviews ?? true }

  /// The view whose cached pixels contain this view.
  package var layerRoot: View {
    var view = self
    while !view.isLayerRoot, let superview = view.superview { view = superview }
    return view
  }

  /// Records that a part of the content has changed. The damage is added to the layer that contains the pixels.
  ///
  /// - Parameter rect: In this view's coordinates.
  func recordDamage(_ rect: Rect) {
    contentVersion += 1
    defer { onNeedsDisplay?(self) }
    var view = self
    var area = damage(of: rect, isOwn: true)
    while !view.isLayerRoot, let superview = view.superview {
      // When a hidden view is shown again, the layer is repainted anyway.
      if view.isHidden { return }
      if view.clipsToBounds { area = area.intersection(view.bounds) }
      guard let map = superview.homography(ofSubview: view) else { return }
      area = map.boundingBox(of: area)
      view = superview
      area = view.damage(of: area, isOwn: false)
    }
    view.damageLayer(area, isOwn: view === self)
  }

  /// Adds an area to the damage of this layer and requests a frame.
  private func damageLayer(_ area: Rect, isOwn: Bool) {
    if !isOwn { contentVersion += 1 }
    let changed = Rect(origin: area.origin - bounds.origin, size: area.size)
    layer.damage.add(changed, version: contentVersion)
    layer.tiles?.recordDamage(changed)
    if !isOwn { onNeedsDisplay?(self) }
    requestFrame()
    damageFlattenedSuperview()
    outdateCopies()
  }

  /// Notifies the owners of copies that contain this view.
  func outdateCopies() {
    guard Self.copyObserverCount > 0 else { return }
    var view: View? = self
    while let next = view {
      next.onCopiedContentChange?()
      view = next.superview
    }
  }

  /// Requests a repaint of the view that shows this layer, if that view is painted into the pixels of a superview.
  private func damageFlattenedSuperview() {
    var view = superview
    while let next = view, next.layersSubviews {
      if next.isFlattened { return next.setNeedsDisplay() }
      view = next.superview
    }
  }

  /// Whether the view paints its subviews into its own pixels, although it usually gives each of them a layer.
  /// This happens where layers are not possible, such as under a view with a mask.
  package var isFlattened: Bool { layersSubviews && !layer.hasLayersBelow }

  /// Records that the position or the visibility of the view has changed.
  package func damageSuperview() {
    guard let superview else { return requestFrame() }
    if isLayerRoot {
      requestFrame()
      damageFlattenedSuperview()
      superview.outdateCopies()
    } else {
      superview.recordDamage(areaInSuperview)
    }
  }

  /// Records that the clip of the subviews has changed.
  package func clippingDidChange() {
    if !subviews.isEmpty { setNeedsLayout() }  // containers may pass the radius on
    layerMapDidChange()
    setNeedsDisplay()
    damageSuperview()
    // Subviews that extend beyond the bounds appear or disappear there.
    if let superview, !isLayerRoot, let map = superview.homography(ofSubview: self) {
      superview.recordDamage(map.boundingBox(of: wholeArea))
    }
  }

  /// Whether a copy of the view is shown in its place; see ``makeCopyPainter(area:)``. The view still receives events.
  package var isReplacedByCopy: Bool {
    get { layer.isReplacedByCopy }
    set {
      guard newValue != layer.isReplacedByCopy else { return }
      layer.isReplacedByCopy = newValue
      requestFrame()
    }
  }

  /// Requests that the window determines again which views have their own pixels.
  package func layerMapDidChange() { host?.setNeedsLayerUpdate() }

  /// The area that the view and its subviews cover, in the superview's points.
  var areaInSuperview: Rect {
    // A view on the way may be anywhere.
    if layer.flight != nil { return superview?.bounds ?? .zero }
    return superview?.homography(ofSubview: self)?.boundingBox(of: contentArea) ?? .zero
  }

  /// The area that the view and its subviews cover, in its own points.
  private var contentArea: Rect {
    clipsToBounds ? paintedArea : wholeArea
  }

  /// The bounds, enlarged by the area of the view's effects.
  private var paintedArea: Rect { bounds.inset(by: effectOutsets.negated) }

  /// The area that the view and its subviews cover without clipping.
  private var wholeArea: Rect {
    if subviews.isEmpty { return paintedArea }
    if layersSubviews { return Self.everywhere }  // the positions of items are not limited
    return subviews.reduce(paintedArea) { area, subview in
      subview.isHidden ? area : area.union(subview.areaInSuperview)
    }
  }

  private static let everywhere = Rect(x: -1e6, y: -1e6, width: 2e6, height: 2e6)
}
