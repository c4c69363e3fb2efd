package import Drawing
package import Geometry

/// A view and the subviews that are painted into its pixels, as a value that can be painted later.
///
/// A value of type `Content` paints a view's own content: it is a closure for any thread, or the view itself
/// on the main actor.
struct FlatView<Content> {
  let size: Size
  /// The map from points relative to the view's top left corner to points relative to the superview's top left
  /// corner.
  let map: Transform2D
  let alpha: Double
  let background: Color?
  let cornerRadius: Double
  let clipsSubviews: Bool
  /// The effects; `nil` for none.
  let effects: ViewEffects?
  /// Whether the view covers its rectangle, so that the shape of its shadow is known.
  let isFilled: Bool
  let content: Content
  let counter: PaintCounter
  let subviews: [FlatView<Content>]
  /// The area that the view and its subviews cover, relative to the view's top left corner.
  let area: Rect

  /// Paints the view and its subviews, with effects.
  func draw(in canvas: Canvas, isSubview: Bool = false, content paint: (Content, Canvas) -> Void) {
    guard let effects else { return drawPlain(in: canvas, isSubview: isSubview, content: paint) }
    let bounds = Rect(origin: .zero, size: size)
    effects.draw(
      in: canvas, size: size, cornerRadius: cornerRadius, isFilled: isFilled, isLayer: !isSubview
    ) { canvas in
      canvas.saved {
        // The pixels of a layer are clipped to its bounds; its effects are not.
        if !isSubview { canvas.clip(to: bounds) }
        drawPlain(in: canvas, isSubview: true, content: paint)
      }
    }
  }

  private func drawPlain(in canvas: Canvas, isSubview: Bool, content paint: (Content, Canvas) -> Void) {
    let bounds = Rect(origin: .zero, size: size)
    if let background, background.alpha > 0 {
      canvas.fill(.roundedRect(bounds, radius: cornerRadius), with: background)
    }
    canvas.saved {
      if clipsSubviews { canvas.clip(to: bounds, radius: cornerRadius) }
      canvas.saved {
        // The content of a view is clipped to its bounds, also when it is painted into the pixels of a
        // superview. At a side between two pixels, a clip would make the content too translucent.
        if isSubview { canvas.clip(to: canvas.coveredPixels(bounds)) }
        paint(content, canvas.resized(to: size))
      }
      for subview in subviews { subview.drawAsSubview(in: canvas, content: paint) }
    }
  }

  private func drawAsSubview(in canvas: Canvas, content paint: (Content, Canvas) -> Void) {
    canvas.saved {
      canvas.transform(by: map)
      // In a partial repaint, most views lie outside of the area that is repainted.
      guard !canvas.clipBounds.intersection(area).isEmpty else { return }
      counter.increment()
      if alpha < 1 {
        canvas.faded(to: alpha) { draw(in: canvas, isSubview: true, content: paint) }
      } else {
        draw(in: canvas, isSubview: true, content: paint)
      }
    }
  }
}

extension FlatView: Sendable where Content: Sendable {}

extension View {
  /// Paints the view and the subviews that have no pixels of their own.
  ///
  /// - Parameter area: The area to paint, in the view's coordinates; `nil` for the whole view.
  func drawTree(in canvas: Canvas, area: Rect? = nil) {
    flattened(in: area) { $0 }?.draw(in: canvas) { view, canvas in view.draw(in: canvas) }
  }

  /// Paints the view and all subviews, also those with pixels of their own.
  ///
  /// - Parameter area: The area to paint, in the view's coordinates.
  package func drawCopy(in canvas: Canvas, area: Rect) {
    flattened(in: area, isCopy: true) { $0 }?.draw(in: canvas) { view, canvas in view.draw(in: canvas) }
  }

  /// Returns a closure that paints the view and all subviews, also those with pixels of their own; `nil` if one of them can only
  /// draw on the main actor.
  ///
  /// - Parameter area: The area to paint, in the view's coordinates.
  package func makeCopyPainter(area: Rect) -> Painter? {
    guard let flat = flattened(in: area, isCopy: true, { $0.makePainter() }) else { return nil }
    return { canvas in flat.draw(in: canvas) { painter, canvas in painter(canvas) } }
  }

  /// Whether all visible subviews can be painted into a copy: none of them places its subviews in space, and none has released
  /// its content.
  package var canBeCopied: Bool {
    !layersSubviews && !isContentReleased && subviews.allSatisfy { $0.isHidden || $0.canBeCopied }
  }

  /// Returns a closure that paints the view and the subviews that have no pixels of their own. Returns `nil` if
  /// one of these views can only draw on the main actor.
  ///
  /// - Parameter area: The area to paint, in the view's coordinates; `nil` for the whole view.
  func makeTreePainter(area: Rect? = nil) -> Painter? {
    guard let flat = flattened(in: area, { $0.makePainter() }) else { return nil }
    return { canvas in flat.draw(in: canvas) { painter, canvas in painter(canvas) } }
  }

  /// Returns the view with the subviews that are painted into its pixels; `nil` if `content` returns `nil` for
  /// one of them.
  ///
  /// Subviews outside of `area`, in the view's coordinates, are skipped.
  ///
  /// - Parameter isCopy: Whether subviews with pixels of their own are included.
  private func flattened<Value>(in area: Rect?, isCopy: Bool = false, _ content: (View) -> Value?)
    -> FlatView<Value>?
  {
    guard let own = content(self) else { return nil }
    var parts: [FlatView<Value>] = []
    var whole = Rect(origin: .zero, size: size).inset(by: effectOutsets.negated)
    // With most effects, any pixel of the view may affect any part of the result, so the whole view is painted.
    let area = effects.paintsLocally ? area : nil
    for subview in subviews
    where (isCopy || !subview.isLayerRoot) && !subview.isHidden && subview.alpha > 0
      && !subview.layer.isConcealed
    {
      var innerArea: Rect?
      if let area {
        guard !subview.areaInSuperview.intersection(area).isEmpty else { continue }
        innerArea = homography(ofSubview: subview)?.inverse?.boundingBox(of: area)
      }
      // A view that was a layer of its own may have released its content. It must be loaded again before it can
      // be painted here.
      if subview.isContentReleased { subview.requestContent(hasPixels: false) }
      guard let part = subview.flattened(in: innerArea, isCopy: isCopy, content) else { return nil }
      parts.append(part)
      if !clipsToBounds { whole = whole.union(Homography(part.map).boundingBox(of: part.area)) }
    }
    let shift = superview?.bounds.origin ?? .zero
    let map = Transform2D.translation(x: bounds.minX, y: bounds.minY).concatenated(with: mapToSuperview)
      .concatenated(with: .translation(x: -shift.x, y: -shift.y))
    return FlatView(
      size: size, map: map, alpha: min(max(alpha, 0), 1), background: backgroundColor,
      cornerRadius: cornerRadius,
      clipsSubviews: clipsToBounds,
      effects: effects.isEmpty ? nil : effects, isFilled: isFilled, content: own, counter: paintCounter,
      subviews: parts, area: whole)
  }
}
