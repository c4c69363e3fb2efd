public import Drawing
public import Geometry

/// The base class of views: a rectangle with content and subviews.
///
/// The pixels of a view and its subviews are painted once and kept until ``setNeedsDisplay()`` is called. A
/// subclass overrides ``makePainter()`` if its content can be copied; the view can then be painted on another
/// thread while the main thread draws frames. Otherwise the subclass overrides ``draw(in:)``. It calls
/// ``setNeedsDisplay()`` when its content changes. A view that only arranges subviews is a ``ContainerView``.
///
/// UIKit: `UIView`.
@MainActor
open class View: Responder {
  /// The position, size and transform of the view. The properties in `View+Geometry.swift` read and set its parts.
  var geometry: ViewGeometry {
    willSet { if newValue.differsInSuperview(from: geometry) { damageSuperview() } }
    didSet {
      geometryDidChange(from: oldValue)
      animatedGeometryDidChange(from: oldValue)
    }
  }

  // MARK: Appearance

  /// The opacity of the view with its subviews, in `0...1`; by default 1. Below 0.01 the view receives no events.
  ///
  /// UIKit: `alpha`.
  public var alpha = 1.0 {
    didSet {
      guard alpha != oldValue else { return animatedPropertyDidChange(from: .alpha(oldValue)) }
      // Overlapping layers are painted as one while they are translucent.
      if (alpha < 1) != (oldValue < 1), !subviews.isEmpty { layerMapDidChange() }
      damageSuperview()
      onCopiedContentChange?()
      if !acceptsEvents { host?.cancelEvents(of: self) }
      if (alpha < 0.01) != (oldValue < 0.01) { elementsWereShownOrHidden() }
      animatedPropertyDidChange(from: .alpha(oldValue))
    }
  }
  /// Whether a translucent view is shown as one picture; by default `true`. If `false`, overlapping subviews
  /// with pixels of their own are visible through each other.
  ///
  /// Core Animation: `CALayer.allowsGroupOpacity`.
  public var allowsGroupOpacity = true {
    didSet { if allowsGroupOpacity != oldValue { layerMapDidChange() } }
  }
  /// Whether the view and its subviews are invisible and receive no events; by default `false`.
  ///
  /// UIKit: `isHidden`.
  public var isHidden = false {
    didSet {
      guard isHidden != oldValue else { return }
      layerMapDidChange()
      damageSuperview()
      superview?.arrangementDidChange()
      if isHidden { host?.cancelEvents(of: self) }
      elementsWereShownOrHidden()
    }
  }
  /// Whether the subviews are clipped to the bounds; by default `false`. If ``cornerRadius`` is positive, the
  /// clip has rounded corners.
  ///
  /// UIKit: `clipsToBounds`.
  open var clipsToBounds = false {
    didSet { if clipsToBounds != oldValue { clippingDidChange() } }
  }
  /// The corner radius of the background, and of the subviews if ``clipsToBounds`` is true; in points, by default 0.
  ///
  /// Core Animation: `CALayer.cornerRadius`.
  public var cornerRadius = 0.0 {
    didSet {
      if cornerRadius != oldValue { clippingDidChange() }
      animatedPropertyDidChange(from: .cornerRadius(oldValue))
    }
  }
  /// The color behind the content; `nil`, the default, for none.
  ///
  /// UIKit: `backgroundColor`.
  public var backgroundColor: Color? {
    didSet {
      guard backgroundColor != oldValue else { return }
      if (backgroundColor == nil) != (oldValue == nil) { layerMapDidChange() }
      setNeedsDisplay()
    }
  }
  /// Shadow, border, mask, filter and reflection: see `View+Effects.swift`.
  package var effects = ViewEffects() { didSet { effectsDidChange(from: oldValue) } }
  /// Whether the view is visible when its back faces the user, as in a turned item; by default `true`.
  ///
  /// Core Animation: `CALayer.doubleSided`.
  open var isDoubleSided = true
  /// Whether all pixels of the view are opaque; by default `false`.
  ///
  /// A window does not rely on this property. It examines the painted pixels.
  open var isOpaque: Bool { false }

  // MARK: Tree

  /// The direct subviews, back to front.
  ///
  /// UIKit: `subviews`.
  public private(set) var subviews: [View] = []
  /// The view that contains this one.
  ///
  /// UIKit: `superview`.
  public private(set) weak var superview: View?

  /// Creates a view of `size` points.
  public init(size: Size = .zero) {
    geometry = ViewGeometry(size: size)
    super.init()
  }

  /// Creates a view with a frame in its superview's points.
  ///
  /// UIKit: `initWithFrame:`.
  public convenience init(frame: Rect) {
    self.init(size: frame.size)
    self.frame = frame
  }

  /// Adds `view` in front of the other subviews. The view leaves its former superview.
  ///
  /// The call is ignored if `view` is this view or contains it.
  ///
  /// UIKit: `addSubview:`.
  public func addSubview(_ view: View) {
    guard !isDescendant(of: view) else { return }
    insertSubview(view, at: subviews.count - (view.superview === self ? 1 : 0))
  }

  /// Adds `view` at `index` in ``subviews``. The index is clamped to the valid positions. The view leaves its
  /// former superview.
  ///
  /// The call is ignored if `view` is this view or contains it.
  ///
  /// UIKit: `insertSubview:atIndex:`.
  public func insertSubview(_ view: View, at index: Int) {
    guard !isDescendant(of: view) else { return }
    var isNew = false
    if view.superview === self {
      // Moves the view without canceling its contacts.
      guard let place = subviews.firstIndex(where: { $0 === view }) else { return }
      subviews.remove(at: place)
      subviews.insert(view, at: min(max(index, 0), subviews.count))
    } else {
      view.removeFromSuperview()
      // A callback may have moved the view elsewhere, or this view into it.
      guard view.superview == nil, !isDescendant(of: view) else { return }
      subviews.insert(view, at: min(max(index, 0), subviews.count))
      view.superview = self
      // A layered view is promoted here, so that its pixels are never painted into those of this view.
      if let host {
        if view.isLayered { view.layer.isPromoted = true }
        view.forEachInSubtree { $0.treeDidChange(to: host) }
      }
      isNew = true
    }
    layerMapDidChange()
    view.damageSuperview()
    if view.layoutRequests.isPassNeeded { markLayoutPath() }
    arrangementDidChange()
    guard isNew, view.superview === self else { return }
    view.didMoveToSuperview()
    didAddSubview(view)
  }

  /// Removes the view from its superview. The contacts that it tracks are canceled, and it loses the focus.
  ///
  /// UIKit: `removeFromSuperview`.
  public func removeFromSuperview() {
    guard let superview else { return }
    host?.cancelEvents(of: self)
    superview.willRemoveSubview(self)
    // A callback may have removed the view already.
    guard self.superview === superview, let place = superview.subviews.firstIndex(where: { $0 === self })
    else { return }
    damageSuperview()
    superview.subviews.remove(at: place)
    self.superview = nil
    let host = superview.host
    if let host {
      forEachInSubtree {
        host.removeAnimation(of: $0)
        $0.treeDidChange(to: nil)
      }
    }
    superview.layerMapDidChange()
    superview.arrangementDidChange()
    didMoveToSuperview()
    host?.viewsDidLeave()
  }

  /// Replaces the subviews by `views`, in this order. Views with another superview are skipped.
  package func arrangeSubviews(_ views: [View]) {
    let wanted = views.filter { $0.superview == nil || $0.superview === self }
    guard !subviews.elementsEqual(wanted, by: ===) else { return }
    let kept = Set(wanted.map(ObjectIdentifier.init))
    for view in subviews where !kept.contains(ObjectIdentifier(view)) { view.removeFromSuperview() }
    for view in wanted where view.superview == nil { addSubview(view) }
    // A callback may have moved a view elsewhere.
    subviews = wanted.filter { $0.superview === self }
  }

  /// Moves a subview in front of the others.
  ///
  /// UIKit: `bringSubviewToFront:`.
  public func bringSubviewToFront(_ view: View) {
    if view.superview === self { insertSubview(view, at: subviews.count - 1) }
  }

  /// Called after the number of pixels per point of the window has changed; by default it does nothing.
  @_spi(Subclassing) open func scaleDidChange() {}

  /// Whether the view is painted in the background although its `alpha` is 0, because it will be shown soon.
  package var isPreparedWhileTransparent = false

  /// Called for each view of a subtree that enters or leaves a window.
  ///
  /// - Parameter host: The owner of the tree; `nil` after the view has left it.
  @_spi(Subclassing) open func treeDidChange(to host: (any ViewHost)?) {
    if host == nil {
      layer.leaveTree()
      updateReflection()
    }
    hoveringPointers = 0
    if wantsAnimation { host?.addAnimation(of: self) }
    for interaction in interactions { interaction.viewDidMoveToWindow() }
    didMoveToWindow()
  }

  /// Called after `subview` has been added to this view; by default it does nothing.
  ///
  /// UIKit: `didAddSubview:`.
  open func didAddSubview(_ subview: View) {}
  /// Called before `subview` is removed from this view; by default it does nothing.
  ///
  /// UIKit: `willRemoveSubview:`.
  open func willRemoveSubview(_ subview: View) {}
  /// Called after ``superview`` has changed; by default it does nothing. After a removal, ``superview`` is
  /// `nil`.
  ///
  /// UIKit: `didMoveToSuperview`.
  open func didMoveToSuperview() {}

  /// Called after the view has entered or left a window; by default it does nothing. ``isInWindow`` is already
  /// up to date.
  ///
  /// UIKit: `didMoveToWindow`.
  open func didMoveToWindow() {}

  /// The running timers; see `View+Tree.swift`.
  var timers: [any ViewTimer] = []

  /// The owner of the tree whose root is this view; `nil` for all other views. Each view finds its tree through its root.
  package weak var rootedHost: (any ViewHost)?

  // MARK: Layout

  /// Sets the frames of the subviews; by default it does nothing. Called before a frame after ``setNeedsLayout()`` and
  /// after a change of the size.
  ///
  /// UIKit: `layoutSubviews`.
  open func layoutSubviews() {}

  /// Returns the size that suits the content; by default the current ``size``.
  ///
  /// - Parameter size: The available width and height, in points; either may be infinite.
  ///
  /// UIKit: `sizeThatFits:`.
  open func sizeThatFits(_ size: Size) -> Size { self.size }

  /// The sizes that a container gives the view; see `View+Sizing.swift`.
  var sizing = ViewSizing() { didSet { sizingDidChange(from: oldValue) } }
  /// The layout direction and the theme that the view sets; see `View+Traits.swift`.
  var traits = ViewTraits() { didSet { traitsDidChange(from: oldValue) } }
  /// Called after the theme of the view or of a superview has changed; by default it does nothing.
  ///
  /// UIKit: `traitCollectionDidChange:`.
  open func themeChanged() {}

  /// Whether the size of this view is independent of the sizes of its subviews.
  @_spi(Subclassing) open var isLayoutBoundary: Bool { layersSubviews }

  /// Requests the layout that is needed after subviews were added, removed, shown or hidden.
  private func arrangementDidChange() {
    accessibilityChanged(.children)
    setNeedsLayout()
    if !isLayoutBoundary { invalidateIntrinsicContentSize() }
  }

  /// The layouts that the view and its descendants have requested; see `View+Layout.swift`.
  var layoutRequests = LayoutRequests()

  // MARK: Content

  /// Paints the content, in points from the view's top left corner. The subviews are in front of it. By
  /// default, it calls the closure of ``makePainter()``.
  open func draw(in canvas: Canvas) { makePainter()?(canvas) }

  /// Returns a closure that paints the current content and may run on any thread. A subclass returns `nil`, its
  /// default, if only ``draw(in:)`` can paint the content.
  open func makePainter() -> Painter? {
    guard type(of: self) == View.self else { return nil }
    return { _ in }
  }

  /// Whether the view has no content of its own, only a background and subviews.
  @_spi(Subclassing) open var isContentEmpty: Bool { type(of: self) == View.self }

  /// The number of changes of the view's pixels. Pixels painted at an older version are outdated.
  public package(set) var contentVersion = 0
  /// Called after ``contentVersion`` has increased.
  public var onNeedsDisplay: ((View) -> Void)?
  /// Called after the pixels, the place or the visibility of a descendant have changed, or the pixels of the view itself: a copy
  /// of the view (``makeCopyPainter(area:)``) is then outdated.
  package var onCopiedContentChange: (() -> Void)? {
    didSet {
      Self.copyObserverCount += (onCopiedContentChange == nil ? 0 : 1) - (oldValue == nil ? 0 : 1)
    }
  }
  /// The number of views with ``onCopiedContentChange``. Without any, changes are not passed to superviews.
  private(set) static var copyObserverCount = 0
  /// How often the view was painted, on any thread.
  public var paintCount: Int { paintCounter.count }
  let paintCounter = PaintCounter()

  /// Marks the content as changed. The view is painted again before it is next shown.
  ///
  /// UIKit: `setNeedsDisplay`.
  public func setNeedsDisplay() { setNeedsDisplay(bounds) }

  /// Marks a part of the content as changed.
  ///
  /// - Parameter rect: In the view's own coordinates.
  ///
  /// UIKit: `setNeedsDisplayInRect:`.
  public func setNeedsDisplay(_ rect: Rect) { recordDamage(rect) }

  /// Whether the view has its own pixels; by default `false`: it is painted into the pixels of its superview.
  ///
  /// Set it to `true` for a view that is animated or scrolled. The view then moves without a repaint of its
  /// superview, also in a tilted item and under rounded corners.
  ///
  /// UIKit: every view has a layer.
  public var isLayered = false {
    didSet { if isLayered != oldValue { layerMapDidChange() } }
  }
  /// The role of the view among the layers of its tree.
  package var layer = LayerState()

  // MARK: Released content

  /// Whether the view has released its content after painting it. Before the next painting, the content must be
  /// loaded again.
  @_spi(Subclassing) open var isContentReleased: Bool { false }

  /// Whether the view has requested its content and can only be painted as a placeholder until the content arrives.
  @_spi(Subclassing) open var isAwaitingContent: Bool { false }

  /// Called when a texture cache has stored the pixels that were painted at `version`. The view may release its
  /// content.
  ///
  /// - Parameter byteCount: The memory of the pixels.
  @_spi(Subclassing) open func didPaint(version: Int, byteCount: Int) {}

  /// Called before the view is painted. A view that has released its content requests it here, once.
  ///
  /// - Parameter hasPixels: Whether old pixels can be shown until the content arrives. Otherwise the view is
  ///   painted as a placeholder.
  @_spi(Subclassing) open func requestContent(hasPixels: Bool) {}

  // MARK: Coordinates

  /// Returns the map from a subview's coordinates to this view's; `nil` while the subview is not shown anywhere.
  ///
  /// By default it follows from the subview's ``frame``, ``transform`` and ``bounds``.
  open func homography(ofSubview subview: View) -> Homography? {
    subview.layer.flight?.map ?? Homography(subview.mapToSuperview)
  }

  /// Returns the opacity with which a subview is shown.
  @_spi(Subclassing) open func opacity(ofSubview subview: View) -> Double { subview.alpha }

  /// Whether the subviews move in the next frame.
  @_spi(Subclassing) open var movesSubviews: Bool { false }

  /// Whether each subview has its own pixels. The view then decides on their order and their places.
  @_spi(Subclassing) open var layersSubviews: Bool { false }

  /// Whether the layers of the subviews may overlap, if ``layersSubviews`` is `true`.
  @_spi(Subclassing) open var subviewLayersOverlap: Bool { false }

  /// Passes the layers of the subviews to `body`, back to front.
  @_spi(Subclassing) open func forEachSubviewLayer(_ context: LayerContext, _ body: (ViewLayer) -> Void) {
    forEachPromotedLayer(context, body)
  }

  // MARK: Hit testing

  /// Whether the view and its subviews react to events and look active; by default `true`.
  ///
  /// UIKit: `UIControl.isEnabled`.
  public var isEnabled = true {
    didSet {
      guard isEnabled != oldValue else { return }
      if !isEnabled { host?.cancelEvents(of: self) }
      enabledChanged()
      accessibilityChanged(.state)
      // Views that look disabled with this one may have pixels of their own.
      forEachInSubtree { if $0 !== self, $0.isLayerRoot { $0.setNeedsDisplay() } }
    }
  }
  /// Called after ``isEnabled`` has changed; by default it repaints the view.
  open func enabledChanged() { setNeedsDisplay() }

  /// Whether the view and its subviews receive events; by default `true`, and `false` for labels and images. If not, events
  /// go to the views behind.
  ///
  /// UIKit: `isUserInteractionEnabled`.
  public var isUserInteractionEnabled = true {
    didSet {
      if isUserInteractionEnabled != oldValue, !isUserInteractionEnabled { host?.cancelEvents(of: self) }
    }
  }
  /// The distances from the bounds to the area that receives events, in points; negative distances enlarge the
  /// area. By default zero.
  ///
  /// A control that is smaller than 44 points enlarges its area by itself. Where areas overlap, a view whose
  /// bounds contain the point is hit before a view whose enlarged area contains it.
  public var hitInsets = EdgeInsets.zero

  /// Returns whether the view is hit at `point`, in its own coordinates. By default, the area is ``bounds``
  /// changed by ``hitInsets``.
  ///
  /// UIKit: `pointInside:withEvent:`.
  open func point(inside point: Point) -> Bool { bounds.inset(by: hitInsets).contains(point) }

  /// Returns the frontmost view at `point`, in this view's coordinates: a subview or the view itself. Views that receive no
  /// events are skipped.
  ///
  /// UIKit: `hitTest:withEvent:`.
  open func hitTest(_ point: Point) -> View? { hitSubviewsOrSelf(point) }

  // MARK: Semantics

  /// The meaning of the view for assistive technologies and tests, from its current state; by default, the view is no
  /// element, and the elements of its subviews belong to the superview.
  ///
  /// Override it in a view of your own, and call ``accessibilityChanged(_:)`` when a value in it changes. An application sets
  /// single values with properties such as ``accessibilityLabel``.
  ///
  /// Flutter: `RenderObject.describeSemanticsConfiguration`.
  open var semantics: Semantics { Semantics() }
  /// The values that the application has set; see `View+Accessibility.swift`.
  var assignedSemantics: AssignedSemantics?
  /// Scrolls so that a descendant is visible; `nil`, the default, if the view does not scroll.
  @_spi(Subclassing) open var reveal: ((View) -> Void)? { nil }

  // MARK: Focus

  package override func focusVisibilityChanged() { requestFrame() }
  /// The ring that shows that the view has the focus; `nil` for none.
  @_spi(Subclassing) open var focusOutline: FocusOutline? {
    hasFocusRing && isFocusVisible ? FocusOutline(rect: bounds, cornerRadius: cornerRadius) : nil
  }
  open override var focusCandidates: [View] { subviews }

  // MARK: Time

  /// Called once per frame after ``setNeedsAnimation()``, until the method returns `false`.
  ///
  /// - Parameter now: The presentation time of the frame.
  open func animate(to now: Timestamp) -> Bool { false }
  /// Whether the view has requested calls of ``animate(to:)``.
  package var wantsAnimation = false
  /// The motions of the view's properties; see ``animate(_:_:completion:)``.
  var motions: [PropertyMotion] = []
  /// Whether the animation pauses while the view is transparent or beyond the sides of the window. By default
  /// `false`: the animation may fade or move the view in.
  @_spi(Subclassing) open var pausesUnseen: Bool { false }
}
