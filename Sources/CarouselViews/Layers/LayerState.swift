/// The part of a view in the layers of its tree.
package struct LayerState {
  /// Whether the view has pixels of its own within its tree, because it asked for them or lies over such a view.
  /// Updated by ``ViewTree/updateLayers()``.
  package var isPromoted = false
  /// Whether a view below this one has pixels of its own. Updated by ``ViewTree/updateLayers()``.
  package var hasLayersBelow = false
  /// Whether all subviews have pixels of their own, so that a layer without content needs none. Updated by
  /// ``ViewTree/updateLayers()``.
  package var needsNoPixels = false
  /// Whether the view is translucent and its layers overlap, so that all of them are painted into its own pixels. Updated by
  /// ``ViewTree/updateLayers()``.
  package var flattensForOpacity = false
  /// The areas of the layer's pixels that have changed lately.
  package var damage = LayerDamage()
  /// The tiles of a layer that is too large for one texture; `nil` for other layers.
  var tiles: LayerTiles?
  /// The number of times that the view was reused for other content. Pixels painted before must not be shown.
  package private(set) var reuseCount = 0

  /// Ends the roles that the tree has assigned.
  mutating func leaveTree() {
    (isPromoted, hasLayersBelow, needsNoPixels, flattensForOpacity) = (false, false, false, false)
  }

  /// Marks the pixels as not to be shown again: the view was reused, or views that had layers of their own are painted into
  /// it.
  mutating func discardPixels() {
    reuseCount += 1
    tiles = nil
  }
}

extension View {
  /// Marks the pixels of this view and of those in it as pixels of other content: they are not shown again. The view is
  /// painted in the next frame that shows it, and not in the background.
  package func discardPixels() {
    forEachInSubtree { $0.layer.discardPixels() }
    setNeedsDisplay()
  }
}
