internal import Geometry
internal import Views

/// The fingers, the pen or the pressed pointer that scroll and zoom a scroll view.
@MainActor
final class ScrollTouch {
  private enum State {
    case none
    /// The contact may become a drag.
    case pressed(id: Int, last: Point)
    /// The contact drags along `axis`. After a press that stopped a motion, `axis` is `nil` until the contact
    /// moves.
    case dragging(id: Int, axis: Axis?, last: Point)
    /// The contact drags along both axes.
    case panning(id: Int, last: Point)
    /// Two fingers scroll and zoom.
    case pinching(ScrollPinch)
  }
  private var state = State.none
  /// The time of the last event.
  private var time: Timestamp?
  private unowned let view: ScrollView

  init(of view: ScrollView) { self.view = view }

  /// Whether no contact scrolls or may begin to scroll.
  var isNone: Bool { if case .none = state { true } else { false } }

  /// The contact that may become, or is, a drag.
  private var single: (id: Int, last: Point)? {
    switch state {
    case .none, .pinching: nil
    case .pressed(let id, let last), .dragging(let id, _, let last), .panning(let id, let last):
      (id, last)
    }
  }

  /// Whether a contact scrolls or may begin to scroll.
  func follows(_ id: Int) -> Bool {
    if case .pinching(let pinch) = state { pinch.contains(id) } else { single?.id == id }
  }

  /// Forgets the contacts.
  func cancel() {
    if case .pinching(let pinch) = state { report(pinch, .canceled) }
    state = .none
  }

  private func report(_ pinch: ScrollPinch, _ phase: PinchGesture.Phase) {
    guard let onTouchPinch = view.onTouchPinch, let time else { return }
    onTouchPinch(
      PinchGesture(
        phase, scale: pinch.factor, rotation: pinch.rotation,
        at: view.convert(pinch.center, to: nil) ?? pinch.center, time: time))
  }

  // MARK: Beginning

  /// Decides whether a contact may scroll or zoom.
  func began(_ contact: Contact) -> ContactResponse {
    // A touchpad zooms.
    if isNone, view.core.isPinching { return .ignored }
    guard contact.isPrimary else { return .ignored }
    time = contact.timestamp
    let location = contact.location(in: view)
    if view.core.isZoomEnabled, contact.kind == .touch, let first = single {
      let pinch = ScrollPinch(first.id, at: first.last, contact.id, at: location)
      state = .pinching(pinch)
      view.core.beginPinch(at: pinch.center)
      report(pinch, .began)
      view.tree?.claimContact(first.id, by: view)
      return .claimed
    }
    guard isNone, view.core.isZoomEnabled || Axis.allCases.contains(where: view.scrolls(along:))
    else {
      return .ignored
    }
    if view.core.isMoving {
      view.core.stop()
      state = .dragging(id: contact.id, axis: nil, last: location)
      return .claimed
    }
    guard contact.isHandedOver else {
      state = .pressed(id: contact.id, last: location)
      return .tracking
    }
    // The contact was handed over by a view that moved along one axis. The direction of the velocity
    // determines the axis.
    let velocity = contact.velocity(in: view)
    let axis: Axis = abs(velocity.y) >= abs(velocity.x) ? .vertical : .horizontal
    guard view.scrolls(along: axis) else { return .ignored }
    beginDrag(contact.id, axis, at: location)
    return .claimed
  }

  /// Begins to drag zoomed content along both axes, and other content along `axis`.
  private func beginDrag(_ id: Int, _ axis: Axis, at location: Point) {
    if view.core.isZoomEnabled, Axis.allCases.allSatisfy(view.scrolls(along:)) {
      state = .panning(id: id, last: location)
      for axis in Axis.allCases { view.core[axis].beginDrag() }
    } else {
      state = .dragging(id: id, axis: axis, last: location)
      view.core[axis].beginDrag()
    }
  }

  // MARK: Moving

  /// Follows a contact to one of its positions.
  func moved(_ contact: Contact, to location: Point) -> ContactResponse {
    time = contact.timestamp
    switch state {
    case .none: return .ignored
    case .pressed(let id, _):
      state = .pressed(id: id, last: location)
      return decide(contact, at: location)
    case .dragging(_, nil, let last):
      let way = location - last
      guard way.distance(to: .zero) >= 1 else { return .tracking }
      let wanted: Axis = abs(way.y) >= abs(way.x) ? .vertical : .horizontal
      guard let axis = [wanted, .horizontal, .vertical].first(where: view.scrolls(along:)) else {
        return .tracking
      }
      beginDrag(contact.id, axis, at: location)
      return .tracking
    case .dragging(_, let axis?, let last):
      let distance = axis.along(last) - axis.along(location)
      if yields(axis, toward: distance) { return .yielded }
      state = .dragging(id: contact.id, axis: axis, last: location)
      view.core[axis].drag(by: distance)
      return .tracking
    case .panning(_, let last):
      let way = last - location
      let axis: Axis = abs(way.y) >= abs(way.x) ? .vertical : .horizontal
      if yields(axis, toward: axis.along(way)) { return .yielded }
      state = .panning(id: contact.id, last: location)
      for axis in Axis.allCases {
        if !view.core[axis].isDragging { view.core[axis].beginDrag() }
        view.core[axis].drag(by: axis.along(way))
      }
      return .tracking
    case .pinching(var pinch):
      pinch.move(contact.id, to: location)
      state = .pinching(pinch)
      view.core.pinch(by: pinch.factor, at: pinch.center)
      report(pinch, .changed)
      return .claimed
    }
  }

  /// Hands the contact over to a container around the view at an end of the content.
  private func yields(_ axis: Axis, toward distance: Double) -> Bool {
    guard distance != 0, !view.core[axis].canScroll(toward: distance),
      view.hasScrollContainer(along: axis)
    else {
      return false
    }
    state = .none
    for axis in Axis.allCases where view.core[axis].isDragging {
      view.core.scroll(axis, to: view.core[axis].offset, animated: false)
    }
    return true
  }

  /// Decides whether a contact drags, and along which axis.
  private func decide(_ contact: Contact, at location: Point) -> ContactResponse {
    let way = location - contact.startLocation(in: view)
    guard way.distance(to: .zero) >= DragThreshold.distance else { return .tracking }
    let axis: Axis = abs(way.y) >= abs(way.x) ? .vertical : .horizontal
    let canMove = view.core[axis].canScroll(toward: -axis.along(way))
    guard view.scrolls(along: axis),
      canMove || view.bounces && !view.hasScrollContainer(along: axis)
    else {
      // A second finger may still zoom.
      if view.core.isZoomEnabled, contact.kind == .touch { return .tracking }
      state = .none
      return .ignored
    }
    beginDrag(contact.id, axis, at: location)
    return .claimed
  }

  // MARK: Ending

  /// Ends a contact. Returns whether it has scrolled or zoomed; if not, it was a tap.
  ///
  /// - Parameters:
  ///   - velocity: The velocity of the content, in points per second.
  ///   - animated: Whether the content moves to a possible scale.
  ///   - isCanceled: Whether the contact was canceled.
  func ended(_ id: Int, velocity: Point, animated: Bool, isCanceled: Bool = false) -> Bool {
    switch state {
    case .none: return true
    case .pressed:
      state = .none
      return false
    case .dragging(_, let axis, _):
      state = .none
      let along = axis?.along(velocity) ?? 0
      view.core.release(
        velocity: axis == .horizontal ? Point(x: along, y: 0) : Point(x: 0, y: along),
        animated: animated)
    case .panning:
      state = .none
      view.core.release(velocity: velocity, animated: animated)
    case .pinching(let pinch):
      let rest = pinch.other(than: id)
      let moves = view.core.endPinch(about: pinch.center, animated: animated)
      state = moves ? .none : .panning(id: rest.id, last: rest.point)
      report(pinch, isCanceled ? .canceled : .ended)
    }
    return true
  }
}
