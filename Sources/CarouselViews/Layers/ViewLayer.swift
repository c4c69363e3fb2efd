package import Geometry

/// One layer of a window: the pixels of a view without the layers above it.
@MainActor
package struct ViewLayer {
  /// The view that owns the pixels.
  package let view: View
  /// The map from the view's points, from its top left corner, to the window's points.
  package let map: Homography
  /// The opacity, in `0...1`.
  package let alpha: Double
  /// The area outside of which the layer is not shown; `nil` for none.
  package let clip: LayerClip?
  /// The item of a carousel that the layer belongs to; `nil` outside of carousels.
  package let item: ItemPlace?
  /// Whether the layer moves: it belongs to a carousel in motion or to an animated view.
  package let isMoving: Bool
  /// The place of a tile in its layer; `nil` if the view's pixels are one texture.
  package var tile: TilePlace?

  /// Whether this is the layer of an item's own view, and not of a view in it.
  package var isItem: Bool { item != nil && tile == nil && view.superview?.layersSubviews ?? true }
}

/// The place of an item in a carousel, for which pixels are prepared ahead of time.
package struct ItemPlace: Hashable, Sendable {
  /// The index of the item.
  package let index: Int
  /// The distance from the center of the carousel, in items.
  package let offset: Double
  /// The number of the carousel in its window.
  package let carousel: Int

  /// Creates a place.
  package init(index: Int, offset: Double, carousel: Int) {
    (self.index, self.offset, self.carousel) = (index, offset, carousel)
  }
}

/// The map, opacity and clip that a view inherits from the views around it.
@MainActor
package struct LayerContext {
  /// The map from the view's own coordinates to the window's points.
  package var map: Homography
  /// The opacity of the views around.
  package var alpha: Double
  /// The area outside of which nothing is shown; `nil` for none.
  package var clip: LayerClip?
  /// The item of a carousel that the view belongs to.
  package var item: ItemPlace?
  /// Whether the view moves: a carousel or a view around it is in motion.
  package var isMoving = false
  /// The rectangle that the window shows, in its points.
  package let window: Rect

  /// Creates the context of a window's root view.
  package init(map: Homography = .identity, alpha: Double = 1, clip: LayerClip? = nil, window: Rect) {
    (self.map, self.alpha, self.clip, self.window) = (map, alpha, clip, window)
  }

  /// Returns the context of the subviews of `view`, whose own context this is.
  package func clipped(by view: View) -> LayerContext {
    guard view.clipsToBounds else { return self }
    var inner = self
    let area = LayerClip(view.bounds, radius: view.cornerRadius, map: map)
    inner.clip = clip.map { $0.intersection(area) } ?? area
    return inner
  }

  /// Returns the context of a subview; `nil` if it is not shown.
  package func entering(_ subview: View, of view: View) -> LayerContext? {
    guard !subview.isHidden, subview.alpha > 0 || subview.isPreparedWhileTransparent,
      let step = view.homography(ofSubview: subview)
    else {
      return nil
    }
    var inner = self
    inner.map = step.concatenated(with: map)
    inner.alpha *= min(max(subview.alpha, 0), 1)
    if subview.wantsAnimation { inner.isMoving = true }
    return inner
  }
}

extension View {
  /// Passes the layers of this layer root to `body`, back to front.
  ///
  /// - Parameter context: The context of this view itself, with its opacity.
  package func forEachLayer(_ context: LayerContext, _ body: (ViewLayer) -> Void) {
    if let clip = context.clip, clip.isEmpty { return }
    if !isTransparentLayer {
      if let tiles = updateTiles() {
        tiles.forEachLayer(of: self, context, body)
      } else {
        let corner = Homography.scale(1, offset: bounds.origin).concatenated(with: context.map)
        body(
          ViewLayer(
            view: self, map: corner, alpha: context.alpha, clip: context.clip, item: context.item,
            isMoving: context.isMoving))
      }
    }
    if hasLayersBelow { forEachSubviewLayer(context.clipped(by: self), body) }
  }

  /// Returns the tiles of a layer that is too large for one texture; `nil` for other layers.
  private func updateTiles() -> LayerTiles? {
    // Effects are computed from the pixels of the whole view.
    guard effects.isEmpty, let grid = TileGrid(size: size, scale: tree?.scale ?? 1) else {
      tiles = nil
      return nil
    }
    if let tiles, tiles.suits(grid) { return tiles }
    tiles = LayerTiles(grid)
    return tiles
  }

  /// Passes the layers of promoted subviews to `body`, back to front.
  func forEachPromotedLayer(_ context: LayerContext, _ body: (ViewLayer) -> Void) {
    for subview in subviews where subview.isPromoted || subview.hasLayersBelow {
      guard let inner = context.entering(subview, of: self) else { continue }
      if subview.isPromoted {
        subview.forEachLayer(inner, body)
      } else {
        subview.forEachSubviewLayer(inner.clipped(by: subview), body)
      }
    }
  }

  /// Whether the view has nothing to paint but subviews with layers of their own.
  package var isTransparentLayer: Bool {
    isContentEmpty && backgroundColor == nil && effects.isEmpty
      && (subviews.isEmpty || layersSubviews && hasLayersBelow || needsNoPixels)
  }
}
