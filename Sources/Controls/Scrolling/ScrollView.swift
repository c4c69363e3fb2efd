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
  private let horizontalBar = ScrollBar(axis: .horizontal)
  let verticalBar = ScrollBar(axis: .vertical)

  private lazy var touch = ScrollTouch(of: self)
  private var touchpad = VelocityTracker()
  private var touchpadSum = Point.zero
  private var isTouchpadScrolling = false
  /// The point of the scroll view at which a pinch on a touchpad began.
  private var pinchPoint = Point.zero
  private var details = ZoomDetails()

  /// The distance that a notch of a wheel scrolls by, in points.
  private static let notchDistance = 60.0
  /// The distance of an arrow key, in points.
  private static let lineDistance = 40.0
  /// The factor of the scale for the keys plus and minus.
  private static let keyFactor = 1.5
  /// The change of the scale's logarithm for a notch of a wheel, and for a point of a touchpad scroll.
  private static let notchZoom = 0.25
  private static let touchpadZoom = 0.01

  /// Creates a scroll view.
  public init(_ content: View? = nil, axes: Set<Axis> = [.vertical], size: Size = .zero) {
    self.axes = axes
    super.init(size: size)
    viewport.clipsToBounds = true
    addSubview(viewport)
    for bar in [horizontalBar, verticalBar] {
      bar.onMove = { [weak self] axis, part in self?.moveBar(axis, to: part) }
      bar.accessibilityElementsHidden = true
      addSubview(bar)
    }
    self.content = content
    replaceContent(nil)
  }

  // MARK: Content

  private func replaceContent(_ old: View?) {
    old?.removeFromSuperview()
    details.removeAll(of: old)
    (shownPart, naturalSize) = (nil, nil)
    if placesContent { old?.transform = .identity }
    placesContent = false
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
    if fitsContent, axes.isEmpty { return fit(content) }
    let room = Size(
      width: axes.contains(.horizontal) ? .infinity : size.width,
      height: axes.contains(.vertical) ? .infinity : size.height)
    let fitting = content.fittingSize(in: room)
    return Size(
      width: axes.contains(.horizontal) ? max(fitting.width, size.width) : size.width,
      height: axes.contains(.vertical) ? max(fitting.height, size.height) : size.height)
  }

  /// The size of the content before it was made to fit.
  private var naturalSize: Size?

  /// Returns the largest size with the proportions of `content` that fits the scroll view, in whole points.
  private func fit(_ content: View) -> Size {
    var own = content.fittingSize(in: Size(width: .infinity, height: .infinity))
    // A view without a size of its own returns the one that it was given here, whose sides are rounded.
    if own == content.size, let naturalSize { own = naturalSize }
    naturalSize = own
    let factor = min(size.width / own.width, size.height / own.height)
    guard factor.isFinite, factor > 0 else { return size }
    return Size(
      width: max((own.width * factor).rounded(), 1), height: max((own.height * factor).rounded(), 1)
    )
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
    if content?.size != contentSize {
      details.removeAll(of: content)
      shownPart = nil
    }
    placeContent()
    apply()
    if shift != 0, isMoving { setNeedsAnimation() }
  }

  /// Whether the content has a transform of the zoom.
  private var placesContent = false

  /// Places the content at its scale.
  private func placeContent() {
    guard let content else { return }
    guard core.isZoomEnabled || core.scale != 1 else {
      if placesContent {
        placesContent = false
        details.removeAll(of: content)
        content.transform = .identity
      }
      content.frame = Rect(origin: .zero, size: core.contentSize)
      return
    }
    placesContent = true
    let (scale, base, scaled, inset) = (core.scale, core.contentSize, core.scaledSize, core.inset)
    content.transform = scale == 1 ? .identity : .scale(x: scale, y: scale)
    content.frame = Rect(
      x: inset.x + (scaled.width - base.width) / 2, y: inset.y + (scaled.height - base.height) / 2,
      width: base.width, height: base.height)
    details.place(over: content, at: inset, scale: scale, visible: core.visibleRect)
  }

  /// The axes along which the content may move.
  private var scrollAxes: Set<Axis> { core.isZoomEnabled ? [.horizontal, .vertical] : axes }

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
  private var canMove: Bool { isInWindow && !effectiveTheme.isMotionReduced }

  // MARK: Zoom

  /// The factor by which the content is enlarged. Setting it keeps the middle of the visible part. At rest it is in
  /// ``minimumZoomScale``...``maximumZoomScale``.
  ///
  /// UIKit: `zoomScale`.
  public var zoomScale: Double {
    get { core.scale }
    set { setZoomScale(newValue, animated: false) }
  }

  /// The zoom scale at the end of a motion; otherwise ``zoomScale``.
  package var targetZoomScale: Double { core.targetScale }

  /// Whether fingers zoom the content, or it moves to another scale by itself.
  ///
  /// UIKit: `isZooming`.
  public var isZooming: Bool { core.isZooming }

  /// Zooms about the middle of the visible part.
  ///
  /// - Parameters:
  ///   - scale: Clamped to ``minimumZoomScale``...``maximumZoomScale``. A number that is not finite is ignored.
  ///   - animated: Whether the content moves to the new scale in about half a second. With reduced motion, or outside of a window,
  ///     it jumps.
  ///
  /// UIKit: `setZoomScale:animated:`.
  public func setZoomScale(_ scale: Double, animated: Bool) {
    layoutIfNeeded()
    core.zoom(to: scale, animated: animated && canMove)
    move()
  }

  /// Zooms and scrolls so that `rect` is as large as possible and completely visible, as far as the limits of the scale and of the
  /// content permit.
  ///
  /// - Parameters:
  ///   - rect: In the coordinates of the content. An empty rectangle is ignored.
  ///   - animated: See ``setZoomScale(_:animated:)``.
  ///
  /// UIKit: `zoomToRect:animated:`.
  public func zoom(to rect: Rect, animated: Bool) {
    layoutIfNeeded()
    core.zoom(to: rect, animated: animated && canMove)
    move()
  }

  /// The visible part of the content, in its coordinates.
  public var visibleContentRect: Rect { core.visibleRect }
  /// The part of the content that is visible at the end of a zoom; otherwise ``visibleContentRect``.
  package var targetVisibleContentRect: Rect { core.targetVisibleRect }

  private func zoomRangeDidChange() {
    core.setScales(from: minimumZoomScale, to: maximumZoomScale)
    setNeedsLayout()
  }

  /// Shows the visible part at its scale, now that the content rests.
  private func contentDidRest() {
    guard let content, core.isZoomEnabled, sharpensContent else { return }
    let detail = details.update(of: content, in: viewport, visible: core.visibleRect, scale: core.scale) {
      [weak self] in
      self?.contentDidChange()
    } painted: { [weak self] in
      self?.show($0)
    }
    details.place(over: content, at: core.inset, scale: core.scale, visible: core.visibleRect)
    // A view that draws on the main actor is painted in the next frame, and so is one for which the background has no memory.
    guard let detail else { return }
    if !detail.isPaintedInBackground { return show(detail) }
    startTimer(after: ZoomTiming.longestPreparation) { [weak self, weak detail] in
      if let detail { self?.show(detail) }
    }
  }

  private func show(_ detail: ZoomDetail) {
    guard let content else { return }
    details.show(detail)
    details.place(over: content, at: core.inset, scale: core.scale, visible: core.visibleRect)
  }

  /// Shows the content's own pixels until it does not change anymore.
  private func contentDidChange() {
    details.removeAll(of: content)
    details.restDidBegin(in: self) { [weak self] in self?.contentDidRest() }
  }

  // MARK: Semantics

  open override var semantics: Semantics {
    var semantics = Semantics(.scrollArea, children: .subviews)
    if core.isZoomEnabled {
      semantics.actions = [("zoom in", Self.keyFactor), ("zoom out", 1 / Self.keyFactor)].map {
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
    let page = max(axis.along(size) - Self.lineDistance, axis.along(size) / 2)
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
  private func move() {
    apply()
    if isMoving { setNeedsAnimation() }
  }

  private func apply() {
    let offset = contentOffset
    if core.isZoomEnabled || placesContent { placeContent() }
    let hasMoved = viewport.bounds.origin != offset || shownScale != core.scale
    shownScale = core.scale
    viewport.bounds.origin = offset
    updateBars()
    if core.isZoomEnabled { zoomedContentDidMove() }
    if hasMoved {
      for bar in [horizontalBar, verticalBar] { bar.flash() }
      didScroll()
      onScroll?(self)
    }
  }

  /// The zoom scale at the last call of ``apply()``.
  private var shownScale = 1.0

  private struct ShownPart: Hashable {
    let rect: Rect
    let scale: Double
    let isAtRest: Bool
  }
  /// The part of the content that it was last notified of.
  private var shownPart: ShownPart?

  /// Notifies the content, and sharpens it when it rests.
  private func zoomedContentDidMove() {
    let isAtRest = !isMoving && touch.isNone && !core.isPinching && !isTouchpadScrolling
    let shown = ShownPart(rect: visibleContentRect, scale: core.scale, isAtRest: isAtRest)
    guard shown != shownPart else { return }
    shownPart = shown
    (content as? any ZoomableContent)?.visibleRectDidChange(
      to: shown.rect, scale: shown.scale, isAtRest: isAtRest)
    if isAtRest { details.restDidBegin(in: self) { [weak self] in self?.contentDidRest() } }
  }

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
    isTouchpadScrolling = false
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
    func directed(_ way: Point) -> Point {
      gesture.modifiers.contains(.shift) ? Point(x: way.y, y: way.x) : way
    }
    if core.isZoomEnabled, gesture.modifiers.contains(.control), gesture.phase != .ended {
      return zoomWithWheel(gesture)
    }
    switch gesture.phase {
    case .wheel: return turnWheel(directed(gesture.notches))
    case .moved:
      let isTurned = gesture.modifiers.contains(.shift)
      if let axis = gesture.axis, !scrollAxes.contains(isTurned ? axis.perpendicular : axis) {
        return false
      }
      return moveFingers(directed(gesture.distance), at: gesture.timestamp)
    case .ended:
      isTouchpadScrolling = false
      let velocity = touchpad.velocity(at: gesture.timestamp)
      touchpad = VelocityTracker()
      guard !isZooming else { return true }
      core.release(
        velocity: Point(
          x: scrollAxes.contains(.horizontal) ? velocity.x : 0,
          y: scrollAxes.contains(.vertical) ? velocity.y : 0),
        animated: canMove)
      move()
      return true
    }
  }

  /// Zooms about the pointer: a notch of a wheel with a motion, a touchpad at once.
  private func zoomWithWheel(_ gesture: ScrollGesture) -> Bool {
    guard let point = gesture.location(in: self) else { return false }
    let isWheel = gesture.phase == .wheel
    let way =
      isWheel ? -gesture.notches.y * Self.notchZoom : -gesture.distance.y * Self.touchpadZoom
    guard way.isFinite, touch.isNone else { return false }
    core.zoom(
      to: core.targetScale.scaled(byLogarithm: min(max(way, -5), 5)), about: point,
      animated: isWheel && canMove)
    move()
    return true
  }

  open override func pinched(_ gesture: PinchGesture) -> Bool {
    guard core.isZoomEnabled || core.isPinching else { return false }
    switch gesture.phase {
    case .began:
      guard touch.isNone, let point = gesture.location(in: self) else { return false }
      pinchPoint = point
      core.beginPinch(at: point)
    case .changed:
      guard touch.isNone, core.isPinching else { return false }
      core.pinch(by: gesture.scale, at: pinchPoint)
    case .ended:
      guard core.isPinching else { return false }
      if !core.endPinch(about: pinchPoint, animated: canMove) {
        core.release(velocity: .zero, animated: canMove)
      }
    case .canceled:
      guard core.isPinching else { return false }
      core.cancelPinch(animated: canMove)
    }
    move()
    return true
  }

  private func turnWheel(_ notches: Point) -> Bool {
    guard !isZooming else { return true }
    var isUsed = false
    for axis in scrollAxes {
      let distance = axis.along(notches) * Self.notchDistance
      guard distance.isFinite, distance != 0 else { continue }
      let target = min(max(core[axis].target, 0), core[axis].limit)
      guard distance > 0 ? target < core[axis].limit : target > 0 else { continue }
      isUsed = true
      core.scroll(axis, to: target + distance, animated: canMove)
    }
    if isUsed { move() }
    return isUsed
  }

  private func moveFingers(_ distance: Point, at time: Timestamp) -> Bool {
    guard distance.x.isFinite, distance.y.isFinite else { return false }
    guard !isZooming else { return true }
    var isUsed = false
    for axis in scrollAxes where axis.along(distance) != 0 {
      if core[axis].move(by: axis.along(distance)) { isUsed = true }
    }
    guard isUsed else { return false }
    isTouchpadScrolling = true
    touchpadSum = touchpadSum + distance
    touchpad.add(touchpadSum, at: time)
    move()
    return true
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
    if core.isZoomEnabled, zoomWithKey(key) { return true }
    guard !key.isShortcut else { return false }
    let page = max(size.height - Self.lineDistance, size.height / 2)
    switch key.symbol.withoutKeypad {
    case .down: return scrollWithKey(.vertical, by: Self.lineDistance)
    case .up: return scrollWithKey(.vertical, by: -Self.lineDistance)
    case .right: return scrollWithKey(.horizontal, by: Self.lineDistance)
    case .left: return scrollWithKey(.horizontal, by: -Self.lineDistance)
    case .pageDown: return scrollWithKey(.vertical, by: page)
    case .pageUp: return scrollWithKey(.vertical, by: -page)
    case .end: return scrollWithKey(.vertical, by: .greatestFiniteMagnitude)
    case .home: return scrollWithKey(.vertical, by: -.greatestFiniteMagnitude)
    default: return false
    }
  }

  /// Handles plus, minus and 0, alone or with Control.
  private func zoomWithKey(_ key: KeyPress) -> Bool {
    guard key.modifiers.isDisjoint(with: [.alt, .logo]) else { return false }
    switch key.symbol.zoomCharacter {
    case "+", "=": setZoomScale(core.targetScale * Self.keyFactor, animated: true)
    case "-": setZoomScale(core.targetScale / Self.keyFactor, animated: true)
    case "0": setZoomScale(core.scales.lowerBound, animated: true)
    default: return false
    }
    return true
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
    for (bar, track) in [(horizontalBar, core[.horizontal]), (verticalBar, core[.vertical])] {
      bar.isHidden = !showsScrollBars || track.limit <= 0
      bar.place(in: size, offset: track.offset, limit: track.limit, visible: track.visibleLength)
    }
  }

  private func moveBar(_ axis: Axis, to part: Double) {
    core.scroll(axis, to: part * core[axis].limit, animated: false)
    apply()
  }
}

/// The clipped view of a scroll view.
final class ScrollViewport: ContainerView {
  /// Whether the subviews are the rows of a list. Then their number and height alone determine the size of the
  /// content.
  var containsRows = false
  @_spi(Subclassing) public override var isLayoutBoundary: Bool { containsRows }
}

extension Key {
  /// The character of a key, also on the number pad.
  fileprivate var zoomCharacter: Character? {
    switch rawValue {
    case 0xFFAB: "+"  // XKB_KEY_KP_Add
    case 0xFFAD: "-"  // XKB_KEY_KP_Subtract
    case 0xFFB0: "0"  // XKB_KEY_KP_0
    default: asciiCharacter
    }
  }
}

extension Axis {
  fileprivate var perpendicular: Axis { self == .horizontal ? .vertical : .horizontal }
}
