internal import Geometry

/// Decides which views of a tree have pixels of their own.
///
/// A view gets a layer if it asks for one, if it is painted later than a layer that it overlaps, or if its superview has
/// nothing to paint but layers. Under an ancestor that clips with rounded corners or in a tilted plane, no view gets a
/// layer, because a layer is clipped only by an upright rectangle. Nor does one under an ancestor whose effects are computed
/// from its pixels.
@MainActor
struct LayerRoles {
  /// Determines the roles of `root`, a layer, and all views below it.
  ///
  /// - Parameter isUpright: Whether the root's plane is upright in the window.
  static func update(_ root: View, isUpright: Bool) {
    _ = findLayers(root, canLayer: true, isUpright: isUpright)
    assign(root)
  }

  /// Sets `hasLayersBelow` of all views. Returns whether `view` or a view below it wants a layer.
  private static func findLayers(_ view: View, canLayer: Bool, isUpright: Bool) -> Bool {
    let canLayerBelow = canLayer && clipsUpright(view, isUpright: isUpright)
    var hasLayers = false
    for subview in view.subviews {
      let step = view.homography(ofSubview: subview)
      let isUpright = isUpright && (step?.isUpright ?? false)
      let found = findLayers(
        subview, canLayer: canLayerBelow || view.layersSubviews, isUpright: isUpright)
      hasLayers = hasLayers || found
    }
    view.hasLayersBelow = canLayerBelow && (hasLayers || view.layersSubviews)
    return canLayer && (view.isLayered || view.layersSubviews && canLayerBelow || view.hasLayersBelow)
  }

  /// Whether the layers below `view` can be clipped by it.
  private static func clipsUpright(_ view: View, isUpright: Bool) -> Bool {
    !view.flattensSubviews && (!view.clipsToBounds || view.cornerRadius <= 0 && isUpright)
  }

  private static func assign(_ root: View) {
    if root.layersSubviews {
      for subview in root.subviews { assign(subview) }
    } else if root.hasLayersBelow, root.isContentEmpty, root.backgroundColor == nil,
      root.effects.isEmpty
    {
      for subview in root.subviews {
        setPromoted(subview, true)
        assign(subview)
      }
    } else {
      var covered: [Rect] = []
      assign(below: root, map: .identity, canLayer: root.hasLayersBelow, covered: &covered)
    }
  }

  /// - Parameters:
  ///   - map: The map from the view's coordinates to the layer's.
  ///   - covered: The areas of the layers found so far, in the layer's coordinates.
  private static func assign(below view: View, map: Homography, canLayer: Bool, covered: inout [Rect]) {
    for subview in view.subviews {
      var isPromoted = canLayer && (subview.isLayered || subview.layersSubviews && subview.hasLayersBelow)
      if canLayer, !subview.isHidden {
        let area = map.boundingBox(of: subview.areaInSuperview)
        isPromoted = isPromoted || covered.contains { !$0.intersection(area).isEmpty }
        if isPromoted { covered.append(area) }
      }
      setPromoted(subview, isPromoted)
      if isPromoted || subview.layersSubviews {
        assign(subview)
      } else {
        let inner = view.homography(ofSubview: subview)?.concatenated(with: map) ?? .identity
        assign(below: subview, map: inner, canLayer: canLayer && subview.hasLayersBelow, covered: &covered)
      }
    }
  }

  private static func setPromoted(_ view: View, _ isPromoted: Bool) {
    guard view.isPromoted != isPromoted else { return }
    // The view appears in the pixels of its superview, or disappears from them.
    view.isPromoted = false
    view.damageSuperview()
    view.isPromoted = isPromoted
    if isPromoted { view.recordDamage(view.bounds) }
  }
}
