package import Geometry

/// A layer of a window: the pixels of a view, without the subviews that are layers themselves.
@_spi(Subclassing) @MainActor
public struct ViewLayer {
  /// The view that owns the pixels.
  package let view: View
  /// The map from points relative to the view's top left corner to the window's points.
  package let map: Homography
  /// The opacity, in `0...1`.
  package let alpha: Double
  /// The clip of the layer, in the window's points; `nil` for none.
  package let clip: LayerClip?
  /// The item that contains the layer; `nil` if the layer is in none.
  package let item: ItemPlace?
  /// The number of the innermost participant that shows the layer among its subviews; `nil` if there is none. A layer may
  /// be shown by a participant, but be in none of its items.
  package let participant: Int?
  /// Whether the layer moves: its view is inside a view that moves its subviews, or the view or a superview is animated.
  package let isMoving: Bool
  /// The place of a tile in its layer; `nil` if the view's pixels are one texture.
  package var tile: TilePlace?
}

/// The place of an item in a row of items that scrolls. The painter uses it to decide which pixels to prepare in advance.
package struct ItemPlace: Hashable, Sendable {
  /// The index of the item.
  package let index: Int
  /// The distance from the center of the row, in items.
  package let offset: Double
  /// The number of the participant that shows the items.
  package let participant: Int

  /// Creates an item position.
  package init(index: Int, offset: Double, participant: Int) {
    (self.index, self.offset, self.participant) = (index, offset, participant)
  }
}

/// The map, opacity and clip that a view inherits from its superviews.
@_spi(Subclassing) @MainActor
public struct LayerContext {
  /// The map from the view's own coordinates to the window's points.
  package var map: Homography
  /// The product of the opacities of the view and its superviews.
  package var alpha: Double
  /// The clip of the superviews; `nil` for none.
  package var clip: LayerClip?
  /// The item that contains the view; `nil` if the view is in none.
  package var item: ItemPlace?
  /// The number of the innermost participant that shows the view among its subviews; `nil` if there is none.
  package var participant: Int?
  /// Whether the view is inside a view that moves its subviews, or the view or a superview is animated.
  package var isMoving = false
  /// The visible rectangle of the window, in its points.
  package let window: Rect

  /// Creates the context of a window's root view.
  package init(map: Homography = .identity, alpha: Double = 1, clip: LayerClip? = nil, window: Rect) {
    (self.map, self.alpha, self.clip, self.window) = (map, alpha, clip, window)
  }

  /// Returns the context of the subviews of `view`. The current context must be that of `view`.
  package func clipped(by view: View) -> LayerContext {
    guard view.clipsToBounds else { return self }
    var inner = self
    let area = LayerClip(view.bounds, radius: view.cornerRadius, map: map)
    inner.clip = clip.map { $0.intersection(area) } ?? area
    return inner
  }

  /// Returns the context of a subview; `nil` if the subview is invisible.
  package func entering(_ subview: View, of view: View) -> LayerContext? {
    guard !subview.isHidden, subview.alpha > 0 || subview.isPreparedWhileTransparent,
      let step = view.homography(ofSubview: subview)
    else {
      return nil
    }
    var inner = self
    inner.map = step.concatenated(with: map)
    inner.alpha *= min(max(view.opacity(ofSubview: subview), 0), 1)
    if let flight = subview.layer.flight { inner.alpha *= flight.alpha }
    if subview.wantsAnimation || view.movesSubviews || subview.movesInSuperview || view.movesScrollOrigin
      || subview.layer.flight != nil
    {
      inner.isMoving = true
    }
    return inner
  }
}

/// How a transition shows a view, instead of in its own place.
indirect enum SharedElementRole {
  /// The view is not shown in its place, because another view is shown instead. The values are those of its place as of the last
  /// frame; `nil` before the first one.
  case concealed(SharedElementSlot?)
  /// The view is closed: it is not shown, because the view from which it grows is shown.
  case closed
  /// The view is in flight.
  case flying(SharedElementFlight)
}

/// How a view would be shown in its place.
struct SharedElementSlot {
  /// The item that contains the view.
  let item: ItemPlace?
  let alpha: Double
  let clip: LayerClip?
}

/// The place of a view in flight between another view and its own place.
struct SharedElementFlight {
  /// The map from the view's coordinates to the superview's.
  let map: Homography
  /// The part of the way from the source, in `0...1`.
  let progress: Double
  /// A factor of the opacity, in `0...1`.
  let alpha: Double
  /// The visible part, in the view's coordinates; `nil` for the whole view.
  let clip: Rect?
  /// The radius of the corners of ``clip``, in the view's points.
  let cornerRadius: Double
  /// The view from which the view grows, while it is shown in front of it; otherwise `nil`.
  let front: Front?

  /// A view that is shown in front of the flying one.
  struct Front {
    let view: View
    /// The map from its coordinates to those of the flying view.
    let map: Homography
    let alpha: Double
  }
}

extension LayerState {
  /// The place of a view in flight; otherwise `nil`.
  var flight: SharedElementFlight? { if case .flying(let flight) = sharedRole { flight } else { nil } }
  /// Whether a transition shows another view in place of this one.
  package var isConcealed: Bool {
    switch sharedRole {
    case .concealed, .closed: true
    case .flying, nil: false
    }
  }
}

extension View {
  /// Passes the layers of this view, which has its own pixels, and of its descendants to `body`, back to front.
  ///
  /// - Parameter context: The context of this view, which includes its opacity.
  package func forEachLayer(_ context: LayerContext, _ body: (ViewLayer) -> Void) {
    if let clip = context.clip, clip.isEmpty { return }
    if layer.isConcealed || layer.isReplacedByCopy {
      if case .concealed = layer.sharedRole {
        let slot = SharedElementSlot(item: context.item, alpha: context.alpha, clip: context.clip)
        layer.sharedRole = .concealed(slot)
      }
      // A transparent layer, so that a cache keeps the pixels.
      var unseen = context
      unseen.alpha = 0
      return forEachOwnLayer(unseen, body)
    }
    if let flight = layer.flight { return forEachLayer(of: flight, context, body) }
    forEachOwnLayer(context, body)
  }

  /// Passes the layers of this view to `body`, and in front of them those of the view from which it grows.
  private func forEachLayer(
    of flight: SharedElementFlight, _ context: LayerContext, _ body: (ViewLayer) -> Void
  ) {
    var own = context
    if let clip = flight.clip.map({ LayerClip($0, radius: flight.cornerRadius, map: context.map) }) {
      own.clip = own.clip.map { $0.intersection(clip) } ?? clip
    }
    guard let front = flight.front, case .concealed(let slot) = front.view.layer.sharedRole else {
      return forEachOwnLayer(own, body)
    }
    // Near its place, the source is clipped and as transparent as there.
    let slotClip = slot?.clip.map { $0.grown(to: context.window, by: flight.progress) }
    own.clip = own.clip.map { clip in slotClip.map { clip.intersection($0) } ?? clip } ?? slotClip
    forEachOwnLayer(own, body)
    var inner = context
    let slotAlpha = slot?.alpha ?? 1
    inner.map = front.map.concatenated(with: context.map)
    inner.alpha = front.alpha * (slotAlpha + (1 - slotAlpha) * flight.progress)
    inner.clip = slotClip.map { clip in context.clip.map { clip.intersection($0) } ?? clip } ?? context.clip
    inner.item = slot?.item
    front.view.forEachOwnLayer(inner, body)
  }

  private func forEachOwnLayer(_ context: LayerContext, _ body: (ViewLayer) -> Void) {
    if !isTransparentLayer {
      if let tiles = updateTiles() {
        tiles.forEachLayer(of: self, context, body)
      } else {
        let corner = Homography.scale(1, offset: bounds.origin).concatenated(with: context.map)
        body(
          ViewLayer(
            view: self, map: corner, alpha: context.alpha, clip: context.clip, item: context.item,
            participant: context.participant, isMoving: context.isMoving))
      }
    }
    if layer.hasLayersBelow { forEachSubviewLayer(context.clipped(by: self), body) }
  }

  /// Returns the tiles of a layer that is too large for one texture; `nil` for other layers.
  private func updateTiles() -> LayerTiles? {
    // Other effects than a border are computed from the pixels of the whole view.
    guard effects.paintsLocally, let grid = TileGrid(size: size, scale: tree?.scale ?? 1) else {
      layer.tiles = nil
      return nil
    }
    if let tiles = layer.tiles, tiles.suits(grid) { return tiles }
    layer.tiles = LayerTiles(grid)
    return layer.tiles
  }

  /// Passes the layers of the subviews to `body`, back to front.
  func forEachPromotedLayer(_ context: LayerContext, _ body: (ViewLayer) -> Void) {
    for subview in subviews where subview.layer.isPromoted || subview.layer.hasLayersBelow {
      guard let inner = context.entering(subview, of: self) else { continue }
      if subview.layer.isPromoted {
        subview.forEachLayer(inner, body)
      } else {
        subview.forEachSubviewLayer(inner.clipped(by: subview), body)
      }
    }
  }

  /// Whether the view itself paints nothing: it only has subviews with their own pixels, or none.
  package var isTransparentLayer: Bool {
    isContentEmpty && backgroundColor == nil && effects.isEmpty
      && (subviews.isEmpty || layersSubviews && layer.hasLayersBelow || layer.needsNoPixels)
  }
}
