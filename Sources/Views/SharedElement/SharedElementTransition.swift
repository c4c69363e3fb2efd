public import Geometry

/// A view that grows out of another view, and returns into it: for example a large picture out of the tilted item of a carousel.
///
/// The *destination* is the large view, in its place in front of the other views. The *source* is the small view. While the
/// destination is shown, the place of the source is empty.
///
///     let transition = SharedElementTransition(to: page) { [view] in view.carousel.itemView(at: index) as? View }
///     transition.onRest = { isOpen in if !isOpen { page.removeFromSuperview() } }
///     window.contentView.addSubview(page)
///     transition.open()
///
/// Every frame asks for the source, so the destination returns to the place where the source is then, also if the carousel has
/// scrolled or has reused the view. If there is no source, the destination fades. Neither view is painted again on the way: their
/// pixels are transformed. A change of direction keeps the velocity.
///
/// A drag of the destination by at least 8 points, mostly up or down, moves it, and so does a press while it moves. It then
/// follows the contact. When the contact ends, it moves to its own place or into the source; when the contact is canceled, to
/// where it went before.
///
/// If the theme reduces motion, the destination fades in its place.
///
/// The superviews of the destination must not clip it on its way, and must not be views that place their subviews in space, such
/// as carousels.
///
/// UIKit: `UIViewController.Transition.zoom`. Flutter: `Hero`.
@MainActor
public final class SharedElementTransition {
  /// The large view.
  public let destination: View
  /// Called when the destination has come to rest, with `true` in its own place and with `false` in the place of the source.
  public var onRest: ((Bool) -> Void)?
  /// Called in each frame of the way with ``progress``, for example to fade a background in.
  public var onProgress: ((Double) -> Void)?
  /// Returns the part of the destination that corresponds to the whole source, in the coordinates of the destination; `nil`, the
  /// default, means the bounds. On the way to the source, the other parts of the destination disappear.
  ///
  /// UIKit: `UIZoomTransitionOptions.alignmentRectProvider`.
  public var alignmentRect: (() -> Rect)?
  /// Whether a drag moves the destination; by default `true`.
  public var isDragEnabled = true
  /// Returns whether a drag may begin to move the open destination, for example if it shows no zoomed content; `nil`, the default,
  /// if it always may.
  package var canBeginDrag: (() -> Bool)?

  /// The part of the way to the destination's own place, in `0...1`.
  public var progress: Double { min(max(way, 0), 1) }
  /// Whether the destination is in its own place, or moves there.
  public var isOpen: Bool {
    switch phase {
    case .closed: false
    case .open: true
    case .moving(let motion): motion.opens
    case .dragged(let drag): drag.wasOpening
    }
  }
  /// Whether the destination moves without a finger.
  public var isMoving: Bool { if case .moving = phase { true } else { false } }
  /// Whether the destination follows a finger.
  public var isDragging: Bool { if case .dragged = phase { true } else { false } }

  private enum Phase {
    case closed, open
    case moving(Motion)
    case dragged(Drag)
  }
  private struct Motion {
    let opens: Bool
    let way: Spring
    let x, y: Spring
    /// The time of the beginning; `nil` before the first frame.
    var since: Timestamp?
  }
  private struct Drag {
    let wasOpening: Bool
    /// The point of the destination that is held, in its coordinates.
    let grip: Point
    /// The finger, in the coordinates of the root view.
    var location: Point
  }

  private let findSource: () -> View?
  private var phase = Phase.closed
  /// The part of the way. It may be slightly outside of `0...1` at the end of a fast motion.
  private var way = 0.0
  /// The distance from the straight way, in points of the root view.
  private var offset = Point.zero
  private var completion: ((Bool) -> Void)?
  /// The tree that advances the transition.
  private weak var tree: ViewTree?
  /// Whether the transition is among the motions of a tree.
  private var isAttached = false
  private var lastFrame: Timestamp?
  /// The view that is not shown in its place.
  private weak var concealed: View?
  /// The last known place of the source.
  private var lastSlot: SharedElementShape?
  /// The part of the way at which the source was lost in flight: from there on, the destination fades. Otherwise `nil`.
  private var fadingWay: Double?

  /// The natural frequency of the springs, in radians per second. The way takes about half a second.
  private static let frequency = 13.0
  private static let leastOffset = 0.1  // points; a smaller offset is at rest

  /// Creates the transition. The destination gets pixels of its own (``View/isLayered``).
  ///
  /// - Parameters:
  ///   - destination: The large view. Add it to the tree before ``open(animated:completion:)``.
  ///   - source: Returns the view that shows the element in its small place now; `nil` if there is none. The closure is called in
  ///     each frame while the destination is not in the place of the source.
  public init(to destination: View, from source: @escaping () -> View?) {
    (self.destination, findSource) = (destination, source)
    destination.isLayered = true
  }

  isolated deinit { if case .closed = destination.layer.sharedRole { destination.setSharedRole(nil) } }

  // MARK: Opening and closing

  /// Moves the destination from the place of the source to its own place.
  ///
  /// - Parameters:
  ///   - animated: Whether it moves. Outside of a window, it is there at once.
  ///   - completion: Called once: with `true` when the destination has arrived, with `false` if another call or a finger has ended
  ///     the motion early, or if the destination has left the window.
  public func open(animated: Bool = true, completion: ((Bool) -> Void)? = nil) {
    move(opens: true, animated: animated, completion)
  }

  /// Moves the destination from its own place into the place of the source. There it is invisible.
  ///
  /// - Parameters:
  ///   - animated: Whether it moves. Outside of a window, it is there at once.
  ///   - completion: See ``open(animated:completion:)``.
  public func close(animated: Bool = true, completion: ((Bool) -> Void)? = nil) {
    move(opens: false, animated: animated, completion)
  }

  private func move(opens: Bool, animated: Bool, _ next: ((Bool) -> Void)?) {
    let former = completion
    completion = next
    let isThere =
      switch phase {
      case .open: opens
      case .closed: !opens
      case .moving, .dragged: false
      }
    attach()
    if isThere {
      updateRoles()
      callCompletion(true)
    } else {
      begin(opens: opens, animated: animated, velocity: velocity)
    }
    former?(false)
  }

  /// Joins the tree of the destination, and replaces a former transition to the same destination.
  private func attach() {
    let former = destination.interaction(of: SharedElementDrag.self)?.transition
    if former !== self {
      former?.end()
      destination.setInteraction(SharedElementDrag(self))
    }
    if tree !== destination.tree { join(destination.tree) }
    if case .closed = phase { lastSlot = nil }
  }

  /// Joins a tree, in which the transition takes part in frames as long as it is not closed.
  private func join(_ next: ViewTree?) {
    tree?.remove(self)
    tree = next
    isAttached = next.map { !$0.animator.hasEnded } ?? false
    if isAttached { tree?.add(self) } else { tree = nil }
  }

  /// Called after the destination has entered or left a window. It stays open or closed.
  func destinationDidMoveToWindow() {
    guard let next = destination.tree, next !== tree else { return }
    join(next)
  }

  private func begin(opens: Bool, animated: Bool, velocity: (way: Double, offset: Point)) {
    tree?.add(self)
    guard animated, tree != nil else { return rest(isOpen: opens) }
    func spring(_ start: Double, to end: Double, _ velocity: Double, _ precision: Double) -> Spring {
      Spring(from: start, to: end, velocity: velocity, frequency: Self.frequency, precision: precision)
    }
    var since: Timestamp?
    if case .moving(let former) = phase, former.since != nil { since = lastFrame }
    phase = .moving(
      Motion(
        opens: opens, way: spring(way, to: opens ? 1 : 0, velocity.way, Spring.finePrecision),
        x: spring(offset.x, to: 0, velocity.offset.x, Self.leastOffset),
        y: spring(offset.y, to: 0, velocity.offset.y, Self.leastOffset), since: since))
    fadingWay = nil
    updateRoles()
    requestFrame()
  }

  /// The velocity of the motion, per second.
  private var velocity: (way: Double, offset: Point) {
    guard case .moving(let motion) = phase, let since = motion.since, let lastFrame else { return (0, .zero) }
    let time = lastFrame - since
    return (
      motion.way.velocity(at: time), Point(x: motion.x.velocity(at: time), y: motion.y.velocity(at: time))
    )
  }

  /// Comes to rest.
  private func rest(isOpen: Bool) {
    phase = isOpen ? .open : .closed
    (way, offset) = (isOpen ? 1 : 0, .zero)
    requestFrame()
    updateRoles()
    onProgress?(progress)
    callCompletion(true)
    // The completion may have begun another motion.
    switch phase {
    case .open: if isOpen { onRest?(true) }
    case .closed: if !isOpen { onRest?(false) }
    case .moving, .dragged: break
    }
  }

  private func callCompletion(_ hasArrived: Bool) {
    let due = completion
    completion = nil
    due?(hasArrived)
  }

  private func requestFrame() { destination.requestFrame() }

  // MARK: Fingers

  /// Begins to follow a finger, from the current place.
  ///
  /// - Parameter location: The finger, in the coordinates of the root view.
  func beginDrag(at location: Point) {
    guard tree != nil, destination.tree === tree else { return }
    let grip = destination.homography(to: nil)?.sourcePoint(seenAt: location) ?? destination.bounds.center
    phase = .dragged(Drag(wasOpening: isOpen, grip: grip, location: location))
    requestFrame()
    callCompletion(false)
  }

  /// Follows a finger.
  ///
  /// - Parameters:
  ///   - location: In the coordinates of the root view.
  ///   - way: The part of the way at which the destination has its size and tilt; clamped to `0...1`.
  func drag(to location: Point, way: Double) {
    guard case .dragged(var drag) = phase, location.x.isFinite, location.y.isFinite, way.isFinite else {
      return
    }
    drag.location = location
    phase = .dragged(drag)
    self.way = min(max(way, 0), 1)
    requestFrame()
  }

  /// Ends a drag. The motion continues with the velocities.
  ///
  /// - Parameters:
  ///   - opens: Whether the destination moves to its own place, or to that of the source.
  ///   - velocity: The velocity of the finger in points of the root view, and that of the way, per second.
  func endDrag(opens: Bool, velocity: (way: Double, finger: Point)) {
    guard case .dragged = phase else { return }
    var offset = velocity.finger
    if let own = ownShape, let slot = lastSlot { offset = offset - (own.center - slot.center) * velocity.way }
    let isFinite = (offset.x + offset.y + velocity.way) * 0 == 0
    begin(opens: opens, animated: true, velocity: isFinite ? (velocity.way, offset) : (0, .zero))
  }

  // MARK: Places

  private var isMotionReduced: Bool { destination.effectiveTheme.isMotionReduced }

  private var alignedRect: Rect {
    guard let rect = alignmentRect?(), !rect.isEmpty else { return destination.bounds }
    let inside = rect.intersection(destination.bounds)
    return inside.isEmpty ? destination.bounds : inside
  }

  /// The map from the destination's own place to the root view.
  private var ownMap: Homography? {
    guard let superview = destination.superview, let outer = superview.homography(to: nil) else { return nil }
    return Homography(destination.mapToSuperview).concatenated(with: outer)
  }

  private var ownShape: SharedElementShape? {
    ownMap.flatMap { SharedElementShape(alignedRect, $0) }
  }

  /// Shows the destination and the source where they are now.
  private func updateRoles() {
    guard let tree, destination.tree === tree else { return }
    let source = currentSource(in: tree)
    if concealed !== source {
      concealed?.setSharedRole(nil)
      concealed = nil
    }
    if case .closed = phase {
      concealed?.setSharedRole(nil)
      concealed = nil
      if !destination.layer.isConcealed { destination.setSharedRole(.closed) }
      return
    }
    if let source, !source.layer.isConcealed { source.setSharedRole(.concealed(nil)) }
    concealed = source
    if case .open = phase {
      if destination.layer.sharedRole != nil { destination.setSharedRole(nil) }
    } else {
      destination.setSharedRole(flight(from: source).map { SharedElementRole.flying($0) })
    }
  }

  /// The source, if it is shown in the tree and not hidden. A view that contains the destination, or is inside it, is no source.
  private func currentSource(in tree: ViewTree) -> View? {
    guard let source = findSource(), source.tree === tree, !source.isDescendant(of: destination),
      !destination.isDescendant(of: source), source.chain.allSatisfy({ !$0.isHidden && $0.alpha > 0 })
    else { return nil }
    return source
  }

  /// Returns the place on the way; `nil` for the destination's own place.
  private func flight(from source: View?) -> SharedElementFlight? {
    if isMotionReduced { return fade(Homography(destination.mapToSuperview)) }
    guard let outer = destination.superview?.homography(to: nil), let inverse = outer.inverse,
      let own = ownShape
    else { return nil }
    let slot = source.flatMap { source in
      source.homography(to: nil).flatMap { SharedElementShape(source.bounds, $0) }
    }
    if let slot {
      (lastSlot, fadingWay) = (slot, nil)
    } else if lastSlot != nil, fadingWay == nil {
      fadingWay = max(progress, 0.01)
    }
    // Without a source, the destination shrinks a little while it fades.
    let start = lastSlot ?? own.scaled(by: 0.8)
    let rect = alignedRect
    if case .dragged(let drag) = phase { follow(drag, from: start, to: own, rect) }
    guard let map = start.moved(to: own, by: way).moved(by: offset).map(of: rect) else {
      return fade(Homography(destination.mapToSuperview))
    }
    let inSuperview = map.concatenated(with: inverse)
    guard let source, slot != nil else { return fade(inSuperview) }
    let radius = source.cornerRadius * rect.size.width / max(source.size.width, 1)
    let isWhole = rect == destination.bounds
    let corner = max(radius + (destination.cornerRadius - radius) * progress, 0)
    let clip = isWhole && corner <= 0 ? nil : rect.interpolated(to: destination.bounds, progress)
    let alpha = Self.sourceAlpha(at: progress)
    let front = SharedElementFlight.Front(
      view: source, map: Self.stretch(source.bounds, to: rect), alpha: alpha)
    return SharedElementFlight(
      map: inSuperview, progress: progress, alpha: alpha < 1 ? 1 : 0, clip: clip,
      cornerRadius: corner.isFinite ? corner : 0,
      front: alpha > 0 ? front : nil)
  }

  /// Moves the shape so that the held point stays under the finger.
  private func follow(_ drag: Drag, from start: SharedElementShape, to own: SharedElementShape, _ rect: Rect)
  {
    let shape = start.moved(to: own, by: way)
    if let held = shape.map(of: rect)?.project(drag.grip) { offset = drag.location - held }
  }

  /// Returns a place without a source: the opacity depends on the way from where the source was lost.
  private func fade(_ map: Homography) -> SharedElementFlight {
    SharedElementFlight(
      map: map, progress: progress, alpha: min(progress / (fadingWay ?? 1), 1), clip: nil, cornerRadius: 0,
      front: nil)
  }

  /// Returns the opacity of the source in front of the destination: opaque near its place, so that it comes to rest without a
  /// change of pixels, and then transparent.
  private static func sourceAlpha(at progress: Double) -> Double {
    min(max((0.5 - progress) / 0.35, 0), 1)
  }

  private static func stretch(_ rect: Rect, to other: Rect) -> Homography {
    let (across, down) = (
      other.size.width / max(rect.size.width, 1e-9), other.size.height / max(rect.size.height, 1e-9)
    )
    return Homography(
      across, 0, other.minX - rect.minX * across, 0, down, other.minY - rect.minY * down, 0, 0, 1)
  }
}

extension SharedElementTransition: FrameMotion {
  func advance(to now: Timestamp) {
    lastFrame = now
    guard case .moving(var motion) = phase else { return }
    let start = motion.since ?? now
    motion.since = start
    let time = now - start
    way = motion.way.offset(at: time)
    offset = Point(x: motion.x.offset(at: time), y: motion.y.offset(at: time))
    phase = .moving(motion)
    if motion.way.isOver(at: time), motion.x.isOver(at: time), motion.y.isOver(at: time) {
      rest(isOpen: motion.opens)
    }
  }

  func follow() {
    updateRoles()
    switch phase {
    case .moving, .dragged: onProgress?(progress)
    case .open: break
    case .closed: tree?.remove(self)
    }
  }

  func viewsDidLeave() { if destination.tree !== tree { end() } }

  /// Ends the transition: the destination is where it was going, and the source is in its place.
  func end() {
    guard isAttached else { return }
    tree?.remove(self)
    (tree, isAttached) = (nil, false)
    let wasAtRest =
      switch phase {
      case .open, .closed: true
      case .moving, .dragged: false
      }
    concealed?.setSharedRole(nil)
    concealed = nil
    let isOpen = isOpen
    phase = isOpen ? .open : .closed
    (way, offset) = (isOpen ? 1 : 0, .zero)
    destination.setSharedRole(isOpen ? nil : .closed)
    guard !wasAtRest else { return }
    onProgress?(progress)
    callCompletion(false)
    onRest?(isOpen)
  }
}

extension Rect {
  /// Returns the rectangle on the way to `other`.
  fileprivate func interpolated(to other: Rect, _ part: Double) -> Rect {
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * part }
    return Rect(
      x: mix(minX, other.minX), y: mix(minY, other.minY), width: mix(size.width, other.size.width),
      height: mix(size.height, other.size.height))
  }
}
