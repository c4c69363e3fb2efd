public import Geometry
internal import Input
@_spi(Subclassing) public import Views

/// A view that shows a part of a larger content. The user scrolls with a drag, a wheel, a touchpad or keys.
///
/// The first movement of a drag decides its axis. A drag along an axis that does not scroll is left to the
/// superviews. At an end of the content, the content bounces, unless the scroll view is inside another one with
/// the same axis: then the outer one continues the drag.
///
/// UIKit: `UIScrollView`. GTK: `GtkScrolledWindow`.
open class ScrollView: ContainerView, ScrollContainer {
  /// The directions in which the content moves; by default vertical.
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
    didSet {
      horizontal.bounces = bounces
      vertical.bounces = bounces
    }
  }
  /// Whether scroll bars appear while the content moves; by default `true`.
  ///
  /// UIKit: `showsVerticalScrollIndicator`.
  public var showsScrollBars = true { didSet { updateBars() } }
  /// Called after ``contentOffset`` has changed.
  ///
  /// UIKit: `scrollViewDidScroll:`.
  public var onScroll: ((ScrollView) -> Void)?

  /// The clipped view that contains the content.
  let viewport = ScrollViewport()
  private var horizontal = ScrollTrack()
  private var vertical = ScrollTrack()
  private let horizontalBar = ScrollBar(axis: .horizontal)
  let verticalBar = ScrollBar(axis: .vertical)

  private enum Touch {
    case none
    /// The contact may become a drag.
    case pressed(id: Int)
    /// The contact drags along `axis`. After a press that stopped a motion, `axis` is `nil` until the contact
    /// moves.
    case dragging(id: Int, axis: Axis?, last: Point)

    var id: Int? {
      switch self {
      case .none: nil
      case .pressed(let id), .dragging(let id, _, _): id
      }
    }
  }
  private var touch = Touch.none
  private var touchpad = VelocityTracker()
  private var touchpadSum = Point.zero
  private var lastFrame: Timestamp?

  /// The distance that a notch of a wheel scrolls by, in points.
  private static let notchDistance = 60.0
  /// The distance of an arrow key, in points.
  private static let lineDistance = 40.0

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
    if let content {
      content.isLayered = true
      viewport.addSubview(content)
    }
    setNeedsLayout()
  }

  /// The size of the content, in points. A subclass that does not use ``content`` overrides it.
  ///
  /// UIKit: `contentSize`.
  open var contentSize: Size {
    guard let content else { return .zero }
    let room = Size(
      width: axes.contains(.horizontal) ? .infinity : size.width,
      height: axes.contains(.vertical) ? .infinity : size.height)
    let fitting = content.fittingSize(in: room)
    return Size(
      width: axes.contains(.horizontal) ? max(fitting.width, size.width) : size.width,
      height: axes.contains(.vertical) ? max(fitting.height, size.height) : size.height)
  }

  open override func layoutSubviews() {
    let contentSize = contentSize
    viewport.frame = Rect(origin: .zero, size: size)
    content?.frame = Rect(origin: .zero, size: contentSize)
    horizontal.setLengths(content: axes.contains(.horizontal) ? contentSize.width : 0, visible: size.width)
    vertical.setLengths(content: axes.contains(.vertical) ? contentSize.height : 0, visible: size.height)
    apply()
  }

  /// Called after the content has moved; by default it does nothing.
  open func didScroll() {}

  /// The point of the content at the view's top left corner. Setting it stops a motion. It is clamped to the
  /// content.
  ///
  /// UIKit: `contentOffset`.
  public var contentOffset: Point {
    get { Point(x: horizontal.offset, y: vertical.offset) }
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
    let moves = animated && isInWindow && !effectiveTheme.isMotionReduced
    horizontal.scroll(to: offset.x, animated: moves, at: lastFrame)
    vertical.scroll(to: offset.y, animated: moves, at: lastFrame)
    move()
  }

  /// Moves the content by as little as needed to show `rect`, in the coordinates of the content.
  ///
  /// UIKit: `scrollRectToVisible:animated:`.
  public func scrollToVisible(_ rect: Rect, animated: Bool) {
    layoutIfNeeded()
    func place(_ start: Double, _ end: Double, _ track: ScrollTrack) -> Double {
      let offset = track.target
      if start < offset || end - start > track.visibleLength { return start }
      return end > offset + track.visibleLength ? end - track.visibleLength : offset
    }
    setContentOffset(
      Point(x: place(rect.minX, rect.maxX, horizontal), y: place(rect.minY, rect.maxY, vertical)),
      animated: animated)
  }

  /// Moves the content together with the offset, because something above the visible part has changed its height. A motion
  /// or a drag goes on.
  func shiftContent(by distance: Double) {
    vertical.shift(by: distance, at: lastFrame)
    move()
  }

  /// Scrolls so that `view`, a descendant of the content, is visible.
  func reveal(_ view: View, animated: Bool) {
    guard let map = view.homography(to: viewport) else { return }
    scrollToVisible(map.boundingBox(of: view.bounds), animated: animated)
  }

  /// Whether the content moves by itself: after a flick, or during a bounce or an animated scroll.
  ///
  /// UIKit: `isDecelerating`.
  public var isMoving: Bool { horizontal.isMoving || vertical.isMoving }
  /// Whether the content follows a finger.
  ///
  /// UIKit: `isDragging`.
  public var isDragging: Bool { horizontal.isDragging || vertical.isDragging }

  open func scrolls(along axis: Axis) -> Bool { axes.contains(axis) && track(axis).limit > 0 }

  // MARK: Semantics

  open override var semantics: Semantics {
    var semantics = Semantics(.scrollArea, children: .subviews)
    guard let axis = [Axis.vertical, .horizontal].first(where: scrolls(along:)) else { return semantics }
    let page = max(axis.along(size) - Self.lineDistance, axis.along(size) / 2)
    semantics.actions = [(AccessibilityAction.Name.next, page), (.previous, -page)].map { name, distance in
      AccessibilityAction(name) { [weak self] in _ = self?.scrollWithKey(axis, by: distance) }
    }
    return semantics
  }

  @_spi(Subclassing) open override var reveal: ((View) -> Void)? {
    { [weak self] in self?.reveal($0, animated: true) }
  }

  private func track(_ axis: Axis) -> ScrollTrack { axis == .horizontal ? horizontal : vertical }
  private func change(_ axis: Axis, _ body: (inout ScrollTrack) -> Void) {
    if axis == .horizontal { body(&horizontal) } else { body(&vertical) }
  }

  /// Applies the offsets of both axes to the viewport, and requests frames during a motion.
  private func move() {
    apply()
    if isMoving { setNeedsAnimation() }
  }

  private func apply() {
    let offset = contentOffset
    let hasMoved = viewport.bounds.origin != offset
    viewport.bounds.origin = offset
    updateBars()
    if hasMoved {
      for bar in [horizontalBar, verticalBar] { bar.flash() }
      didScroll()
      onScroll?(self)
    }
  }

  open override func animate(to now: Timestamp) -> Bool {
    lastFrame = now
    horizontal.advance(to: now)
    vertical.advance(to: now)
    apply()
    return isMoving
  }

  open override func didMoveToWindow() {
    super.didMoveToWindow()
    guard !isInWindow else { return }
    // If the view leaves its window during a motion, the motion ends immediately at its target.
    horizontal.scroll(to: horizontal.target, animated: false)
    vertical.scroll(to: vertical.target, animated: false)
    touch = .none
    apply()
  }

  // MARK: Contacts

  open override func contactBegan(_ contact: Contact) -> ContactResponse {
    guard contact.isPrimary, touch.id == nil, axes.contains(where: scrolls(along:)) else { return .ignored }
    let location = contact.location(in: self)
    if isMoving {
      horizontal.stop()
      vertical.stop()
      touch = .dragging(id: contact.id, axis: nil, last: location)
      return .claimed
    }
    guard contact.isHandedOver else {
      touch = .pressed(id: contact.id)
      return .tracking
    }
    // The contact was handed over by a view that moved along one axis. The direction of the velocity
    // determines the axis.
    let velocity = contact.velocity(in: self)
    let axis: Axis = abs(velocity.y) >= abs(velocity.x) ? .vertical : .horizontal
    guard scrolls(along: axis) else { return .ignored }
    beginDrag(contact.id, axis, at: location)
    return .claimed
  }

  open override func contactMoved(_ contact: Contact) -> ContactResponse {
    guard touch.id == contact.id else { return .ignored }
    // All positions since the last frame are handled, because a drag begins where the distance exceeds the threshold.
    var response = ContactResponse.tracking
    for (location, _) in contact.coalescedLocations(in: self) {
      let next = moved(contact, to: location)
      switch next {
      case .ignored, .yielded: return next
      case .claimed: response = .claimed
      case .tracking: break
      }
    }
    return response
  }

  private func moved(_ contact: Contact, to location: Point) -> ContactResponse {
    switch touch {
    case .none: return .ignored
    case .pressed: return decide(contact, at: location)
    case .dragging(_, nil, let last):
      let way = location - last
      guard way.distance(to: .zero) >= 1 else { return .tracking }
      let wanted: Axis = abs(way.y) >= abs(way.x) ? .vertical : .horizontal
      guard let axis = scrolls(along: wanted) ? wanted : axes.first(where: scrolls(along:)) else {
        return .tracking
      }
      beginDrag(contact.id, axis, at: location)
      return .tracking
    case .dragging(_, let axis?, let last):
      let distance = axis.along(last) - axis.along(location)
      let isAtEnd = !track(axis).canScroll(toward: distance) && distance != 0
      if isAtEnd, hasScrollContainer(along: axis) {
        touch = .none
        change(axis) { $0.scroll(to: $0.offset, animated: false) }
        apply()
        return .yielded
      }
      touch = .dragging(id: contact.id, axis: axis, last: location)
      change(axis) { $0.drag(by: distance) }
      apply()
      return .tracking
    }
  }

  /// Decides whether a contact drags, and along which axis.
  private func decide(_ contact: Contact, at location: Point) -> ContactResponse {
    let way = location - contact.startLocation(in: self)
    guard way.distance(to: .zero) >= DragThreshold.distance else { return .tracking }
    let axis: Axis = abs(way.y) >= abs(way.x) ? .vertical : .horizontal
    let canMove = track(axis).canScroll(toward: -axis.along(way))
    guard scrolls(along: axis), canMove || bounces && !hasScrollContainer(along: axis) else {
      touch = .none
      return .ignored
    }
    beginDrag(contact.id, axis, at: location)
    return .claimed
  }

  private func beginDrag(_ id: Int, _ axis: Axis, at location: Point) {
    touch = .dragging(id: id, axis: axis, last: location)
    change(axis) { $0.beginDrag() }
  }

  open override func contactEnded(_ contact: Contact) -> ContactResponse {
    guard touch.id == contact.id else { return .ignored }
    guard case .dragging(_, let axis, _) = touch else {
      touch = .none
      return .ignored
    }
    release(velocity: axis.map { -$0.along(contact.velocity(in: self)) } ?? 0)
    return .claimed
  }

  open override func contactCanceled(_ contact: Contact) {
    guard touch.id == contact.id else { return }
    release(velocity: 0)
  }

  private func release(velocity: Double) {
    if case .dragging(_, let axis?, _) = touch { change(axis) { $0.release(velocity: velocity) } }
    touch = .none
    // If a press has stopped the content beyond an end, the content springs back.
    for axis in Axis.allCases where !track(axis).isMoving { change(axis) { $0.release(velocity: 0) } }
    move()
  }

  // MARK: Wheel, touchpad and keys

  open override func scrolled(_ gesture: ScrollGesture) -> Bool {
    func directed(_ way: Point) -> Point {
      gesture.modifiers.contains(.shift) ? Point(x: way.y, y: way.x) : way
    }
    switch gesture.phase {
    case .wheel: return turnWheel(directed(gesture.notches))
    case .moved:
      let isTurned = gesture.modifiers.contains(.shift)
      if let axis = gesture.axis, !axes.contains(isTurned ? axis.perpendicular : axis) { return false }
      return moveFingers(directed(gesture.distance), at: gesture.timestamp)
    case .ended:
      let velocity = touchpad.velocity(at: gesture.timestamp)
      touchpad = VelocityTracker()
      horizontal.release(velocity: axes.contains(.horizontal) ? velocity.x : 0)
      vertical.release(velocity: axes.contains(.vertical) ? velocity.y : 0)
      move()
      return true
    }
  }

  private func turnWheel(_ notches: Point) -> Bool {
    var isUsed = false
    for axis in axes {
      let distance = axis.along(notches) * Self.notchDistance
      guard distance.isFinite, distance != 0 else { continue }
      let target = min(max(track(axis).target, 0), track(axis).limit)
      guard distance > 0 ? target < track(axis).limit : target > 0 else { continue }
      isUsed = true
      let moves = isInWindow && !effectiveTheme.isMotionReduced
      change(axis) { $0.scroll(to: target + distance, animated: moves, at: lastFrame) }
    }
    if isUsed { move() }
    return isUsed
  }

  private func moveFingers(_ distance: Point, at time: Timestamp) -> Bool {
    guard distance.x.isFinite, distance.y.isFinite else { return false }
    var isUsed = false
    for axis in axes where axis.along(distance) != 0 {
      change(axis) { track in if track.move(by: axis.along(distance)) { isUsed = true } }
    }
    guard isUsed else { return false }
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
    Axis.allCases.contains(where: scrolls(along:)) && focusTargets.isEmpty
  }
  open override func focusChanged() { if isFocusVisible { scrollIntoView() } }

  open override func keyPressed(_ key: KeyPress) -> Bool {
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

  private func scrollWithKey(_ axis: Axis, by distance: Double) -> Bool {
    guard scrolls(along: axis) else { return false }
    let target = min(max(track(axis).target + distance, 0), track(axis).limit)
    guard target != track(axis).target else { return false }
    let moves = isInWindow && !effectiveTheme.isMotionReduced
    change(axis) { $0.scroll(to: target, animated: moves, at: lastFrame) }
    move()
    return true
  }

  // MARK: Bars

  private func updateBars() {
    for (bar, track) in [(horizontalBar, horizontal), (verticalBar, vertical)] {
      bar.isHidden = !showsScrollBars || track.limit <= 0
      bar.place(in: size, offset: track.offset, limit: track.limit, visible: track.visibleLength)
    }
  }

  private func moveBar(_ axis: Axis, to part: Double) {
    change(axis) { $0.scroll(to: part * $0.limit, animated: false) }
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

extension Axis {
  fileprivate var perpendicular: Axis { self == .horizontal ? .vertical : .horizontal }
}
