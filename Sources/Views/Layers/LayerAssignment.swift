internal import Geometry

/// Decides which views of a tree have their own pixels.
///
/// A view becomes a layer if its `isLayered` is `true`, while it moves, or if it is in front of a layer that it overlaps. A
/// view that contains layers, but has no content, background or effects, needs no pixels if the layers cover
/// most of it, or if it has few subviews: each of its subviews becomes a layer instead. A view contains no
/// layers if it has effects that are computed from its pixels, or if it is translucent and its layers overlap.
@MainActor
struct LayerAssignment {
  /// A view without content needs no pixels if it has at most this many visible subviews, even if its layers
  /// are small.
  private static let fewSubviews = 12
  private static let leastOverlap = 0.01  // points
  /// A view without content needs no pixels if its layers cover at least this part of it.
  private static let leastCover = 0.5

  /// Decides for `root`, which is a layer, and all its descendants.
  static func update(_ root: View) {
    _ = findLayers(root, canLayer: true)
    assign(root)
  }

  /// Sets `hasLayersBelow` of all visible views. Returns whether `view` or a descendant is to become a layer.
  ///
  /// - Parameter canLayer: Whether `view` may become a layer: no ancestor paints all its descendants into its
  ///   own pixels.
  private static func findLayers(_ view: View, canLayer: Bool) -> Bool {
    view.layer.flattensForOpacity = false
    findLayersBelow(view, canLayer: canLayer && !view.flattensSubviews)
    if view.layer.hasLayersBelow, view.isFadedGroup, layersOverlap(in: view) {
      view.layer.flattensForOpacity = true
      findLayersBelow(view, canLayer: false)
    }
    return canLayer && (view.wantsLayer || view.layer.hasLayersBelow)
  }

  private static func findLayersBelow(_ view: View, canLayer: Bool) {
    var hasLayers = view.layersSubviews
    // Hidden views are skipped. When they become visible, the roles are determined again.
    for subview in view.subviews where !subview.isHidden {
      if findLayers(subview, canLayer: canLayer || view.layersSubviews) { hasLayers = true }
    }
    view.layer.hasLayersBelow = canLayer && hasLayers
  }

  /// Returns whether layers in `view` may overlap. `view` must contain layers.
  private static func layersOverlap(in view: View) -> Bool {
    guard view.isContentEmpty, view.backgroundColor == nil, view.effects.isEmpty else { return true }
    if view.layersSubviews { return view.subviewLayersOverlap }
    let shown = view.subviews.filter { !$0.isHidden && $0.alpha > 0 }
    guard shown.count <= fewSubviews else { return true }
    let areas = shown.map(\.areaInSuperview)
    for (place, area) in areas.enumerated() {
      for other in areas[..<place] {
        // Sides that touch may overlap by a rounding error.
        let common = area.intersection(other)
        if common.size.width > leastOverlap, common.size.height > leastOverlap { return true }
      }
    }
    return shown.contains { $0.layer.hasLayersBelow && layersOverlap(in: $0) }
  }

  private static func assign(_ root: View) {
    root.layer.needsNoPixels = !root.layersSubviews && needsNoPixels(root)
    if root.layersSubviews {
      for subview in root.subviews { assign(subview) }
    } else if root.layer.needsNoPixels {
      for subview in root.subviews {
        setPromoted(subview, true)
        assign(subview)
      }
    } else {
      var covered: [Rect] = []
      assign(
        below: root, map: .identity, canLayer: root.layer.hasLayersBelow, isFlattened: root.flattensSubviews,
        covered: &covered)
    }
  }

  private static func needsNoPixels(_ view: View) -> Bool {
    guard view.layer.hasLayersBelow, view.isContentEmpty, view.backgroundColor == nil, view.effects.isEmpty
    else {
      return false
    }
    let shown = view.subviews.count { !$0.isHidden }
    return shown <= fewSubviews || layeredArea(in: view) >= leastCover * area(of: view.bounds)
  }

  /// Returns the area of the layers in `view`, in square points. Areas where layers overlap count twice.
  private static func layeredArea(in view: View) -> Double {
    view.subviews.reduce(0) { sum, subview in
      guard !subview.isHidden, subview.wantsLayer || subview.layer.hasLayersBelow else { return sum }
      if subview.wantsLayer || subview.layersSubviews {
        let shown = subview.areaInSuperview.intersection(view.bounds)
        return sum
          + (subview.clipsToBounds || subview.layersSubviews ? area(of: shown) : area(of: subview.frame))
      }
      return sum + min(layeredArea(in: subview), area(of: subview.bounds))
    }
  }

  private static func area(of rect: Rect) -> Double { max(rect.size.width, 0) * max(rect.size.height, 0) }

  /// - Parameters:
  ///   - map: The map from the coordinates of `view` to those of the layer.
  ///   - isFlattened: Whether an ancestor paints all its descendants into its own pixels.
  ///   - covered: The areas of the layers found so far, in the layer's coordinates.
  private static func assign(
    below view: View, map: Homography, canLayer: Bool, isFlattened: Bool, covered: inout [Rect]
  ) {
    for subview in view.subviews {
      // A hidden view keeps its layer, so that nothing is repainted when it is shown again.
      var isPromoted = subview.wantsLayer && !isFlattened
      if canLayer, !subview.isHidden {
        isPromoted = isPromoted || subview.layersSubviews && subview.layer.hasLayersBelow
        if isPromoted || !covered.isEmpty {
          let area = map.boundingBox(of: subview.areaInSuperview)
          isPromoted = isPromoted || covered.contains { !$0.intersection(area).isEmpty }
          if isPromoted { covered.append(area) }
        }
      }
      setPromoted(subview, isPromoted)
      if isPromoted || subview.layersSubviews {
        assign(subview)
      } else {
        let inner = view.homography(ofSubview: subview)?.concatenated(with: map) ?? .identity
        assign(
          below: subview, map: inner, canLayer: canLayer && subview.layer.hasLayersBelow && !subview.isHidden,
          isFlattened: isFlattened || subview.flattensSubviews, covered: &covered)
      }
    }
  }

  private static func setPromoted(_ view: View, _ isPromoted: Bool) {
    guard view.layer.isPromoted != isPromoted else { return }
    // The view appears in the pixels of its superview or disappears from them, so its area there must be
    // repainted.
    view.layer.isPromoted = false
    if !view.isHidden, view.alpha > 0 {
      view.damageSuperview()
      // The old pixels of the superview's layer do not contain the view.
      if !isPromoted { view.superview?.layerRoot.layer.discardPixels() }
    }
    view.layer.isPromoted = isPromoted
    if isPromoted { view.recordDamage(view.bounds) }
  }
}

extension View {
  /// Whether the view is translucent and shown as one picture.
  fileprivate var isFadedGroup: Bool {
    allowsGroupOpacity && (superview?.opacity(ofSubview: self) ?? alpha) < 1
  }
}
