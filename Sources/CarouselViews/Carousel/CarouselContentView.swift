internal import CarouselEngine
public import Geometry
@_spi(Subclassing) public import Views

/// The view whose subviews are shown among the items of a carousel, in the space of the items.
///
/// A subview lies in the plane of an item at the center of the carousel: the item has the transform identity, and its
/// center is the center of the content view's bounds. The subview's ``/Views/View/frame`` and ``/Views/View/transform`` place it in
/// this plane, and ``setTransform3D(_:of:)`` moves or turns it in space. The perspective, the viewpoint and the content
/// offset of the carousel apply to the subview as to an item. The subview does not scroll.
///
/// In each frame, subviews and items are drawn in one order, by the rule that orders the items: deeper ones first. At
/// equal depth, the one that is farther from the current item is drawn first. At equal distance, too, a subview is in
/// front of an item, and a later subview in front of an earlier one. A subview is never split: it is either in front of
/// an item or behind it.
///
/// The content view and its subviews receive no events. The items behind them do. The content view draws nothing
/// itself. To show views behind or in front of all items, add them to the superview of the ``CarouselView``.
///
/// iCarousel: `contentView`.
public final class CarouselContentView: View {
  private var transforms: [ObjectIdentifier: Transform3D] = [:]
  /// The subviews in the last frame, back to front.
  private var drawnViews: [DrawnView] = []

  /// A subview in a frame.
  private struct DrawnView {
    let view: View
    let projected: CarouselSpace.ProjectedView
    /// The number of items that are drawn before the view.
    let itemsBehind: Int
  }

  /// Returns the transform that ``setTransform3D(_:of:)`` has set for a subview; by default the identity.
  public func transform3D(of subview: View) -> Transform3D {
    transforms[ObjectIdentifier(subview)] ?? .identity
  }

  /// Sets the transform of a subview about its center, in the space of the items. It is applied after the subview's own
  /// ``/Views/View/transform``.
  ///
  /// The call is ignored if `subview` is not a subview of this view, or if an element of `transform` is not finite. A
  /// transform with an element above 10³⁰ has the effect of the identity. The transform is forgotten when the subview is
  /// removed.
  ///
  /// - Parameters:
  ///   - transform: x points right, y down and z toward the viewer, in points, as in the transforms of items.
  ///   - subview: A subview of this view.
  ///
  /// Core Animation: `CALayer.transform`, `CALayer.zPosition`.
  public func setTransform3D(_ transform: Transform3D, of subview: View) {
    guard subview.superview === self, transform.isFinite, transform != transform3D(of: subview) else {
      return
    }
    transforms[ObjectIdentifier(subview)] = transform
    subview.damageSuperview()
  }

  init(of carousel: CarouselView) {
    super.init(size: carousel.size)
    isUserInteractionEnabled = false
  }

  public override func willRemoveSubview(_ subview: View) {
    transforms[ObjectIdentifier(subview)] = nil
    drawnViews.removeAll { $0.view === subview }
  }

  @_spi(Subclassing) public override var layersSubviews: Bool { true }
  @_spi(Subclassing) public override var isContentEmpty: Bool { true }
  public override func makePainter() -> Painter? { { _ in } }

  // MARK: Frames

  /// Projects the subviews for a frame, and orders them among its items.
  func update(to frame: CarouselFrame) {
    drawnViews.removeAll(keepingCapacity: true)
    for (number, view) in subviews.enumerated() {
      let projected = frame.space.project(transformInSpace(of: view), size: view.size, number: number)
      let itemsBehind = frame.itemCount(behind: projected.depth)
      drawnViews.append(DrawnView(view: view, projected: projected, itemsBehind: itemsBehind))
    }
    drawnViews.sort { $0.projected.depth < $1.projected.depth }
  }

  /// Returns the transform of a subview about its center, relative to the center of this view.
  private func transformInSpace(of subview: View) -> Transform3D {
    let (plane, distance) = (subview.transform, subview.frame.center - bounds.center)
    let inPlane = Transform3D(
      rows: [plane.a, plane.b, 0, 0], [plane.c, plane.d, 0, 0], [0, 0, 1, 0], [plane.tx, plane.ty, 0, 1])
    return inPlane.concatenated(with: transform3D(of: subview))
      .concatenated(with: .identity.translated(x: distance.x, y: distance.y))
  }

  public override func homography(ofSubview subview: View) -> Homography? {
    guard let drawn = drawnViews.first(where: { $0.view === subview }), isShown(drawn) else { return nil }
    return Homography.scale(1, offset: .zero - subview.bounds.origin).concatenated(
      with: drawn.projected.homography
    )
    .concatenated(with: .scale(1, offset: bounds.origin))
  }

  private func isShown(_ drawn: DrawnView) -> Bool {
    drawn.view.isDoubleSided || !drawn.projected.isTurnedAway
  }

  // MARK: Layers

  /// The layers of the subviews in one frame. Each call passes on the layers that follow those of the last call.
  @MainActor
  struct Layers {
    fileprivate let view: CarouselContentView
    fileprivate let context: LayerContext
    private var next = 0

    fileprivate init(of view: CarouselContentView, in context: LayerContext) {
      (self.view, self.context) = (view, context)
    }

    /// Passes on the layers that are drawn before item `index` of the frame.
    mutating func forEachLayer(behindItem index: Int, _ body: (ViewLayer) -> Void) {
      while next < view.drawnViews.count, view.drawnViews[next].itemsBehind <= index {
        let subview = view.drawnViews[next].view
        if let inner = context.entering(subview, of: view) { subview.forEachLayer(inner, body) }
        next += 1
      }
    }
  }

  /// Returns the layers of the subviews; `nil` if they are invisible.
  ///
  /// - Parameter context: The context of the subviews of `carousel`.
  func layers(in context: LayerContext, of carousel: CarouselView) -> Layers? {
    guard !drawnViews.isEmpty, var inner = context.entering(self, of: carousel) else { return nil }
    inner.isMoving = context.isMoving || wantsAnimation  // the subviews do not scroll with the items
    return Layers(of: self, in: inner.clipped(by: self))
  }

  // The carousel passes on the layers, between those of its items.
  @_spi(Subclassing) public override func forEachSubviewLayer(
    _ context: LayerContext, _ body: (ViewLayer) -> Void
  ) {}
}
