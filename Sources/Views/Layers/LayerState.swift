/// The role of a view among the layers of its tree, and the state of its layer.
package struct LayerState {
  /// Whether the view has its own pixels in its tree: because its `isLayered` is `true`, or because it overlaps a
  /// layer behind it. Updated by ``ViewTree/updateLayers()``.
  package var isPromoted = false
  /// Whether a descendant has its own pixels. Updated by ``ViewTree/updateLayers()``.
  package var hasLayersBelow = false
  /// Whether all subviews have their own pixels and the view itself paints nothing, so that it needs no pixels.
  /// Updated by ``ViewTree/updateLayers()``.
  package var needsNoPixels = false
  /// Whether the view is translucent and its layers overlap, so that these layers are painted into the view's
  /// own pixels. Updated by ``ViewTree/updateLayers()``.
  package var flattensForOpacity = false
  /// The areas of the layer that have changed recently.
  package var damage = LayerDamage()
  /// The tiles of a layer that is too large for one texture; `nil` for other layers.
  var tiles: LayerTiles?
  /// How a transition shows the view, instead of in its own place; `nil` for most views.
  var sharedRole: SharedElementRole?
  /// See ``View/isReplacedByCopy``.
  var isReplacedByCopy = false
  /// The number of times that the pixels were discarded. Pixels painted before the last discard must not be
  /// shown.
  package private(set) var reuseCount = 0

  /// Resets the roles that the tree has assigned.
  mutating func leaveTree() {
    (isPromoted, hasLayersBelow, needsNoPixels, flattensForOpacity) = (false, false, false, false)
    // A closed view is also invisible when it returns.
    if case .closed = sharedRole { return }
    sharedRole = nil
  }

  /// Discards the pixels, because the view now shows other content, or because views that were layers are now
  /// painted into these pixels.
  mutating func discardPixels() {
    reuseCount += 1
    tiles = nil
  }
}

extension View {
  /// Whether the view is to have its own pixels: because ``isLayered`` is `true`, or because it moves.
  package var wantsLayer: Bool { isLayered || !motions.isEmpty || layer.sharedRole != nil }

  /// Discards the pixels of this view and its descendants, because the views now show other content. The view
  /// is painted in the next frame that shows it, not in the background.
  package func discardPixels() {
    forEachInSubtree { $0.layer.discardPixels() }
    setNeedsDisplay()
  }
}
