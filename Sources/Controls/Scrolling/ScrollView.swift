public import Geometry
internal import Input
@_spi(Subclassing) public import Views

/// A view that shows a part of a larger content. The user scrolls with a drag, a wheel, a touchpad or keys.
///
/// If ``maximumZoomScale`` is larger than ``minimumZoomScale``, the user also zooms: with two fingers on a touchscreen or a
/// touchpad, the wheel with Control, a double tap, and the keys plus, minus and 0. The point under the fingers stays. The content
/// then scrolls along both axes; content that is smaller than the scroll view is in the middle. While the content moves, its
/// pixels are enlarged; at rest, the visible part is painted again at its scale.
///
///     let scroll = ScrollView(picture, axes: [])
///     scroll.fitsContent = true
///     scroll.maximumZoomScale = 8
///
/// The first movement of a drag decides its axis. A drag along an axis that does not scroll is left to the
/// superviews. At an end of the content, the content bounces, unless the scroll view is inside another one with
/// the same axis: then the outer one continues the drag.
///
/// UIKit: `UIScrollView`. GTK: `GtkScrolledWindow`.
open class ScrollView: ContainerView, ScrollContainer {
  /// The directions in which the content moves at a zoom scale of 1; by default vertical.
  public var axes: Set<Axis> { didSet { if axes != oldValue { setNeedsLayout() } } }
  /// The view that is scrolled; `nil` for none. Along ``axes`` it gets its fitting size, across them the size
  /// of the scroll view.
  public var content: View? {
    didSet { if content !== oldValue { replaceContent(oldValue) } }
  }
  /// Whether the content can be dragged beyond its ends; by default `true`.
  ///
  /// UIKit: `bounces`.
  public var bounces = true {
    didSet { core.setBounces(bounces) }
  }
  /// Whether scroll bars appear while the content moves; by default `true`.
  ///
  /// UIKit: `showsVerticalScrollIndicator`.
  public var showsScrollBars = true { didSet { updateBars() } }
  /// Called after ``contentOffset`` or ``zoomScale`` has changed.
  ///
  /// UIKit: `scrollViewDidScroll:`.
  public var onScroll: ((ScrollView) -> Void)?
  /// The smallest zoom scale at rest; by default 1. A number that is not finite means 1, others are clamped to `0.01...100`.
  ///
  /// UIKit: `minimumZoomScale`.
  public var minimumZoomScale = 1.0 {
    didSet { if minimumZoomScale != oldValue { zoomRangeDidChange() } }
  }
  /// The largest zoom scale at rest; by default 1. A number that is not finite means 1, others are clamped to
  /// ``minimumZoomScale`` and 100.
  ///
  /// UIKit: `maximumZoomScale`.
  public var maximumZoomScale = 1.0 {
    didSet { if maximumZoomScale != oldValue { zoomRangeDidChange() } }
  }
  /// Whether the content has, at a zoom scale of 1, the largest size with its own proportions that fits the scroll view; by
  /// default `false`. ``axes`` must be empty.
  public var fitsContent = false { didSet { if fitsContent != oldValue { setNeedsLayout() } } }

  /// The zoom scale to which a double tap zooms from ``minimumZoomScale``; by default three times that scale.
  open var doubleTapZoomScale: Double { core.scales.lowerBound * 3 }
  /// Whether the visible part of zoomed content is painted again at its scale when the content rests; by default `true`. Set it to
  /// `false` for content that shows exact pixels by itself.
  package var sharpensContent = true

  /// Called with each pinch of two fingers on a touchscreen after the scroll view has followed it, for the rotation, which it ignores.
  /// Those of a touchpad come to ``pinched(_:)``.
  package var onTouchPinch: ((PinchGesture) -> Void)?

  /// The clipped view that contains the content.
  let viewport = ScrollViewport()
  /// The offset and the scale of the content.
  var core = ScrollCore()
  let bars = ScrollBars()

  private lazy var placement = ContentPlacement(of: self)
  private lazy var touch = ScrollTouch(of: self)
  private lazy var wheel = ScrollWheel(of: self)

  /// Creates a scroll view.
  public init(_ content: View? = nil, axes: Set<Axis> = [.vertical], size: Size = .zero) {
    self.axes = axes
    super.init(size: size)
    viewport.clipsToBounds = true
    addSubview(viewport)
    bars.add(to: self) { [weak self] axis, part in self?.moveBar(axis, to: part) }
    self.content = content
    replaceContent(nil)
  }

  // MARK: Content

  private func replaceContent(_ old: View?) {
    old?.removeFromSuperview()
    placement.contentDidChange(from: old)
    core.resetScale()
    if let content {
      content.isLayered = true
      viewport.addSubview(content)
    }
    setNeedsLayout()
  }

  /// The size of the content at a zoom scale of 1, in points; unlike in UIKit, it does not grow with the scale. A subclass that does not use ``content`` overrides it.
  ///
  /// UIKit: `contentSize`.
  open var contentSize: Size {
    guard let content else { return .zero }
    if fitsContent, axes.isEmpty { return placement.fittingSize(of: content) }
    let room = Size(
      width: axes.contains(.horizontal) ? .infinity : size.width,
      height: axes.contains(.vertical) ? .infinity : size.height)
    let fitting = content.fittingSize(in: room)
    return Size(
      width: axes.contains(.horizontal) ? max(fitting.width, size.width) : size.width,
      height: axes.contains(.vertical) ? max(fitting.height, size.height) : size.height)
  }

  open override func layoutSubviews() { layoutContent(shiftedBy: 0) }

  /// Places the content, and moves the offset together with it.
  ///
  /// - Parameter shift: The distance by which the visible part has moved down, because something above it has changed its height,
  ///   in points. A motion or a drag goes on.
  func layoutContent(shiftedBy shift: Double) {
    let contentSize = contentSize
    viewport.frame = Rect(origin: .zero, size: size)
    core.setSizes(content: contentSize, visible: size, axes: scrollAxes, shift: shift)
    if content?.size != contentSize { placement.sizeWillChange() }
    placement.place()
    apply()
    if shift != 0, isMoving { setNeedsAnimation() }
  }

  /// The axes along which the content may move.
  var scrollAxes: Set<Axis> { core.isZoomEnabled ? [.horizontal, .vertical] : axes }

  /// Called after the content has moved; by default it does nothing.
  open func didScroll() {}

  /// The point of the content at the view's top left corner, multiplied by ``zoomScale``. Setting it stops a motion. It is clamped
  /// to the content.
  ///
  /// UIKit: `contentOffset`.
  public var contentOffset: Point {
    get { core.offset }
    set { setContentOffset(newValue, animated: false) }
  }

  /// Moves the content.
  ///
  /// - Parameters:
  ///   - offset: The point of the content at the view's top left corner; clamped to the content.
  ///   - animated: Whether the content moves there in about half a second. With reduced motion, or outside of a
  ///     window, it jumps.
  ///
  /// UIKit: `setContentOffset:animated:`.
  public func setContentOffset(_ offset: Point, animated: Bool) {
    layoutIfNeeded()
    for axis in Axis.allCases {
      core.scroll(axis, to: axis.along(offset), animated: animated && canMove)
    }
    move()
  }

  /// Moves the content by a distance in points, from where its present motion ends; clamped to the content.
  package func scroll(by distance: Point, animated: Bool) {
    setContentOffset(
      Point(x: core[.horizontal].target + distance.x, y: core[.vertical].target + distance.y),
      animated: animated)
  }

  /// Moves the content by as little as needed to show `rect`, in the coordinates of the content.
  ///
  /// UIKit: `scrollRectToVisible:animated:`.
  public func scrollToVisible(_ rect: Rect, animated: Bool) {
    layoutIfNeeded()
    let rect = core.scaled(rect)
    func place(_ start: Double, _ end: Double, _ track: ScrollTrack) -> Double {
      let offset = track.target
      if start < offset || end - start > track.visibleLength { return start }
      return end > offset + track.visibleLength ? end - track.visibleLength : offset
    }
    setContentOffset(
      Point(
        x: place(rect.minX, rect.maxX, core[.horizontal]),
        y: place(rect.minY, rect.maxY, core[.vertical])),
      animated: animated)
  }

  /// Scrolls so that `view`, a descendant of the content, is visible.
  func reveal(_ view: View, animated: Bool) {
    guard let map = view.homography(to: content ?? viewport) else { return }
    scrollToVisible(map.boundingBox(of: view.bounds), animated: animated)
  }

  /// Whether the content moves by itself: after a flick, or during a bounce or an animated scroll.
  ///
  /// UIKit: `isDecelerating`.
  public var isMoving: Bool { core.isMoving }
  /// Whether the content follows a finger.
  ///
  /// UIKit: `isDragging`.
  public var isDragging: Bool { core.isDragging }

  open func scrolls(along axis: Axis) -> Bool { scrollAxes.contains(axis) && core[axis].limit > 0 }

  /// Whether motions are possible: in a window, and without reduced motion.
  var canMove: Bool { isInWindow && !effectiveTheme.isMotionReduced }

  private func zoomRangeDidChange() {
    core.setScales(from: minimumZoomScale, to: maximumZoomScale)
    setNeedsLayout()
  }

  // MARK: Semantics

  open override var semantics: Semantics {
    var semantics = Semantics(.scrollArea, children: .subviews)
    if core.isZoomEnabled {
      semantics.actions = [("zoom in", ScrollKeys.zoomFactor), ("zoom out", 1 / ScrollKeys.zoomFactor)].map {
        name, factor in
        AccessibilityAction(.custom(name)) { [weak self] in
          guard let self else { return }
          setZoomScale(core.targetScale * factor, animated: true)
        }
      }
    }
    guard let axis = [Axis.vertical, .horizontal].first(where: scrolls(along:)) else {
      return semantics
    }
    let page = ScrollKeys.page(axis.along(size))
    semantics.actions += [(AccessibilityAction.Name.next, page), (.previous, -page)].map {
      name, distance in
      AccessibilityAction(name) { [weak self] in _ = self?.scrollWithKey(axis, by: distance) }
    }
    return semantics
  }

  @_spi(Subclassing) open override var reveal: ((View) -> Void)? {
    { [weak self] in self?.reveal($0, animated: true) }
  }

  /// Applies the offset and the scale, and requests frames during a motion.
  func move() {
    apply()
    if isMoving { setNeedsAnimation() }
  }

  private func apply() {
    let offset = contentOffset
    if core.isZoomEnabled || placement.isZoomed { placement.place() }
    let hasMoved = viewport.bounds.origin != offset || shownScale != core.scale
    shownScale = core.scale
    viewport.bounds.origin = offset
    updateBars()
    if core.isZoomEnabled {
      let isAtRest = !isMoving && touch.isNone && !core.isPinching && !wheel.isScrolling
      placement.contentDidMove(isAtRest: isAtRest)
    }
    if hasMoved {
      bars.flash()
      didScroll()
      onScroll?(self)
    }
  }

  /// The zoom scale at the last call of ``apply()``.
  private var shownScale = 1.0

  open override func animate(to now: Timestamp) -> Bool {
    core.advance(to: now)
    apply()
    return isMoving
  }

  open override func didMoveToWindow() {
    super.didMoveToWindow()
    guard !isInWindow else { return }
    // If the view leaves its window during a motion, the motion ends immediately at its target.
    core.finish()
    touch.cancel()
    wheel.cancel()
    apply()
  }

  // MARK: Contacts

  open override func contactBegan(_ contact: Contact) -> ContactResponse {
    let response = touch.began(contact)
    if response == .claimed { apply() }
    return response
  }

  open override func contactMoved(_ contact: Contact) -> ContactResponse {
    guard touch.follows(contact.id) else { return .ignored }
    defer { apply() }
    // All positions since the last frame are handled, because a drag begins where the distance exceeds the threshold.
    var response = ContactResponse.tracking
    for (location, _) in contact.coalescedLocations(in: self) {
      let next = touch.moved(contact, to: location)
      switch next {
      case .ignored, .yielded: return next
      case .claimed: response = .claimed
      case .tracking: break
      }
    }
    return response
  }

  open override func contactEnded(_ contact: Contact) -> ContactResponse {
    guard touch.follows(contact.id) else { return .ignored }
    let isMotion = touch.ended(contact.id, velocity: glideVelocity(of: contact), animated: canMove)
    defer { move() }
    if isMotion { return .claimed }
    let location = contact.location(in: self)
    let way = location.distance(to: contact.startLocation(in: self))
    guard core.isZoomEnabled, contact.tapCount == 2, way < DragThreshold.distance else {
      return .ignored
    }
    let least = core.scales.lowerBound
    let isEnlarged = core.scale > least * 1.01
    core.zoom(
      to: isEnlarged ? least : doubleTapZoomScale, about: location, animated: canMove)
    return .claimed
  }

  /// The velocity with which the content glides after a drag. Content that can be zoomed and that a mouse has moved stays where the button is
  /// released, as in other image viewers.
  private func glideVelocity(of contact: Contact) -> Point {
    if core.isZoomEnabled, case .pointer = contact.kind { return .zero }
    return contact.velocity(in: self) * -1
  }

  open override func contactCanceled(_ contact: Contact) {
    guard touch.follows(contact.id) else { return }
    _ = touch.ended(contact.id, velocity: .zero, animated: canMove, isCanceled: true)
    move()
  }

  // MARK: Wheel, touchpad and keys

  open override func scrolled(_ gesture: ScrollGesture) -> Bool {
    wheel.scrolled(gesture, isTouched: !touch.isNone)
  }

  open override func pinched(_ gesture: PinchGesture) -> Bool {
    wheel.pinched(gesture, isTouched: !touch.isNone)
  }

  /// Whether the content can be scrolled, and no view in it can have the focus: then keys scroll it only if the scroll
  /// view has the focus.
  ///
  /// WCAG 2: success criterion 2.1.1.
  open override var canBecomeFocused: Bool {
    (core.isZoomEnabled || Axis.allCases.contains(where: scrolls(along:))) && focusTargets.isEmpty
  }
  open override func focusChanged() { if isFocusVisible { scrollIntoView() } }

  open override func keyPressed(_ key: KeyPress) -> Bool {
    if core.isZoomEnabled,
      let scale = ScrollKeys.scale(key, from: core.targetScale, least: core.scales.lowerBound)
    {
      setZoomScale(scale, animated: true)
      return true
    }
    guard let scroll = ScrollKeys.scroll(key, height: size.height) else { return false }
    return scrollWithKey(scroll.axis, by: scroll.distance)
  }

  private func scrollWithKey(_ axis: Axis, by distance: Double) -> Bool {
    guard scrolls(along: axis), !isZooming else { return false }
    let target = min(max(core[axis].target + distance, 0), core[axis].limit)
    guard target != core[axis].target else { return false }
    core.scroll(axis, to: target, animated: canMove)
    move()
    return true
  }

  // MARK: Bars

  private func updateBars() {
    bars.place(in: size, core, isShown: showsScrollBars)
  }

  private func moveBar(_ axis: Axis, to part: Double) {
    core.scroll(axis, to: part * core[axis].limit, animated: false)
    apply()
  }
}
