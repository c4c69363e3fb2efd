public import Drawing
public import Geometry

/// Effects are painted once together with the view, not in each frame. They do not change the area that
/// receives events: a click on a shadow or a reflection does not hit the view.
///
/// A reflection, a mask, a filter, and the shadow of a view without an opaque background are computed from the
/// pixels of the view and its subviews. Subviews with ``isLayered`` are then painted into the view, too.
extension View {
  /// The color of the shadow; by default black.
  ///
  /// Core Animation: `CALayer.shadowColor`.
  public var shadowColor: Color {
    get { effects.shadowColor }
    set { effects.shadowColor = newValue }
  }
  /// The opacity of the shadow, in `0...1`; by default 0.
  ///
  /// Core Animation: `CALayer.shadowOpacity`.
  public var shadowOpacity: Double {
    get { effects.shadowOpacity }
    set { effects.shadowOpacity = newValue }
  }
  /// The distance from the view to its shadow, in points, clamped to ±200; by default 3 points upward.
  ///
  /// Core Animation: `CALayer.shadowOffset`.
  public var shadowOffset: Size {
    get { effects.shadowOffset }
    set { effects.shadowOffset = newValue }
  }
  /// The distance over which the shadow fades out, in points, clamped to `0...200`; by default 3.
  ///
  /// Core Animation: `CALayer.shadowRadius`.
  public var shadowRadius: Double {
    get { effects.shadowRadius }
    set { effects.shadowRadius = newValue }
  }
  /// The width of the border, a line along the inside of the view's sides, in points; by default 0. The border
  /// is painted over the content.
  ///
  /// Core Animation: `CALayer.borderWidth`.
  public var borderWidth: Double {
    get { effects.borderWidth }
    set { effects.borderWidth = newValue }
  }
  /// The color of the border; by default black.
  ///
  /// Core Animation: `CALayer.borderColor`.
  public var borderColor: Color {
    get { effects.borderColor }
    set { effects.borderColor = newValue }
  }
  /// The visible part of the view; `nil`, the default, for the whole view. The mask also shapes the shadow and
  /// the reflection.
  ///
  /// UIKit: `UIView.mask`.
  public var mask: ViewMask? {
    get { effects.mask }
    set { effects.mask = newValue }
  }
  /// Replaces the painting of the view; `nil`, the default, for none. The other effects are applied to the
  /// result.
  ///
  /// FXImageView: `customEffectsBlock`.
  public var filter: ViewFilter? {
    get { effects.filter }
    set { effects.filter = newValue }
  }
  /// The mirror image below the view; `nil`, the default, for none.
  ///
  /// ReflectionView: `dynamic`, `reflectionGap`, `reflectionScale`, `reflectionAlpha`.
  public var reflection: Reflection? {
    get { effects.reflection }
    set {
      guard newValue != effects.reflection else { return }
      var changed = effects
      changed.reflection = newValue
      changed.still = newValue?.isDynamic == false ? StillReflection() : nil
      effects = changed
    }
  }

  /// Updates a reflection that does not follow changes of the view: it then shows the view in its current
  /// state. This also happens when the view leaves its window, so that a reused view never reflects old
  /// content.
  ///
  /// ReflectionView: `update`.
  public func updateReflection() { if effects.still != nil { effects.still = StillReflection() } }

  /// Whether a part of the view can be painted without the other parts.
  var paintsParts: Bool { effectOutsets == .zero || effects.mirror(of: size) != nil }

  /// Returns the area that changes when `area` of the view changes, in the view's coordinates.
  ///
  /// - Parameter isOwn: Whether the view itself has changed, and not a subview.
  func damage(of area: Rect, isOwn: Bool) -> Rect {
    guard !effects.paintsLocally, !area.isEmpty else { return area }
    if let mirror = effects.mirror(of: size) {
      let moved = mirror.damage(of: Rect(origin: area.origin - bounds.origin, size: area.size))
      return Rect(origin: moved.origin + bounds.origin, size: moved.size)
    }
    // A filter may move any pixel to any position.
    return (isOwn && filter == nil ? area : bounds).inset(by: effectOutsets.negated)
  }

  /// How far the effects extend beyond the sides of the view, in points.
  package var effectOutsets: EdgeInsets { effects.outsets(of: size) }

  /// Whether the view covers its rectangle, so that a shadow is not computed from its pixels.
  var isFilled: Bool {
    if let backgroundColor, backgroundColor.alpha >= 1 {
      return isContentEmpty && (subviews.isEmpty || clipsToBounds || cornerRadius <= 0)
    }
    return isOpaque && cornerRadius <= 0
  }

  /// Whether all descendants are painted into the view's own pixels: effects are computed from them, or the
  /// view is translucent.
  var flattensSubviews: Bool { layer.flattensForOpacity || effects.readsPixels(isFilled: isFilled) }

  /// Called after an effect was set.
  func effectsDidChange(from old: ViewEffects) {
    if old.outsets(of: size) != effectOutsets {
      // The former pixels have another size or position.
      damageSuperview()
      discardPixels()
    }
    layerMapDidChange()
    setNeedsDisplay()
    damageSuperview()
  }
}
