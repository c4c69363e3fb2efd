internal import Geometry
internal import Input

/// Passes input to the views of a tree, in one order: the parts of the window, such as its title bar and its popups,
/// then the focus, and then the views below the contact or the pointer.
@MainActor
final class InputDispatcher {
  private unowned let tree: ViewTree
  private let contacts = ContactRouter()
  /// The pointers and pens that are over the window.
  private var pointers: [Int: PointerRouter] = [:]
  /// The views that get the focus when a contact ends as a tap.
  private var taps = TapFocus()

  /// The movements that wait for the next frame.
  private var motions = MotionQueue()
  /// Delivers the movements if no frame is drawn.
  private var motionTimer: (any ViewTimer)?

  init(of tree: ViewTree) { self.tree = tree }

  /// Passes an event on. Returns whether a part of the window or a view has used it; for a movement that waits, whether a
  /// view follows its contact.
  ///
  /// A movement waits for the next frame if another movement was delivered shortly before or a frame is requested. Any
  /// other event is preceded by the movements that wait.
  func handle(_ event: InputEvent) -> Bool {
    guard let point = event.motionPoint else {
      deliverMotions()
      return deliver(event, [])
    }
    motions.add(event, at: point)
    let isDue = !tree.isFrameRequested && motions.isDue(at: point.timestamp)
    if isDue || motions.isFull || isEntering(event) { return deliverMotions() }
    let isFollowed = contacts.isTracking(contactIDs(of: event, id: point.id))
    // The compositor may draw no frame, for example while another window covers this one.
    if motionTimer == nil {
      let delay = isFollowed ? MotionQueue.contactInterval : MotionQueue.interval
      motionTimer = tree.startTimer?(delay, nil) { [weak self] in
        self?.motionTimer = nil
        self?.deliverMotions()
      }
    }
    if isFollowed || motionTimer == nil { tree.setNeedsFrame() }
    return isFollowed
  }

  /// Whether the event is the first of a pointer or pen over the window, which gets its shape at once.
  private func isEntering(_ event: InputEvent) -> Bool {
    switch event {
    case .pointer(_, let point), .pen(_, let point): pointers[point.id] == nil
    default: false
    }
  }

  /// Delivers the movements that wait. Returns whether a part of the window or a view has used one.
  @discardableResult
  func deliverMotions() -> Bool {
    guard !motions.isEmpty else { return false }
    cancelTimer()
    return motions.take().map { deliver($0.event, $0.points) }.contains(true)
  }

  /// Cancels the timer for movements.
  func cancelTimer() {
    motionTimer?.cancel()
    motionTimer = nil
  }

  /// - Parameter points: All points of a movement, the oldest first.
  private func deliver(_ event: InputEvent, _ points: [InputPoint]) -> Bool {
    tree.root.layoutIfNeeded()
    let handlers = tree.inputHandlers()
    hover(event, handlers)
    let isUsed = handlers.contains { $0.handle(event) } || dispatch(event, points)
    for handler in handlers { handler.didHandle(event, isUsed: isUsed) }
    return isUsed
  }

  /// Passes an event to the views.
  private func dispatch(_ event: InputEvent, _ points: [InputPoint]) -> Bool {
    switch event {
    // A movement is an event of each pressed button.
    case .pointer(.moved, let point), .touch(.moved, let point), .pen(.moved, let point):
      return contactIDs(of: event, id: point.id).map { moved($0, points) }.contains(true)
    case .pointer(let action, let point): return dispatch(action, point)
    case .touch(.began, let point): return began(.touch, point, id: point.id)
    case .pen(.began, let point): return began(.pen, point, id: point.id)
    case .touch(.ended, let point), .pen(.ended, let point): return ended(point, id: point.id)
    case .touch(.canceled, let point), .pen(.left, let point):
      return canceled(point.id, time: point.timestamp)
    case .scroll(let scroll, var point):
      point.position = tree.rootPoint(at: point.position)
      return router(of: point.id).scroll(scroll, at: point, in: tree.root)
    case .pinch(let gesture, let pointer):
      return router(of: pointer).pinch(gesture.at(tree.rootPoint(at: gesture.position)), in: tree.root)
    case .keyPressed(let key): return tree.focus.press(key) || tree.focus.handle(key)
    case .keyReleased(let key): return tree.focus.release(key)
    case .swipe, .hold, .drag: return false
    }
  }

  private func dispatch(_ action: InputEvent.PointerAction, _ point: InputPoint) -> Bool {
    switch action {
    case .pressed(let button?):
      return began(.pointer(button), point, id: Contact.id(ofPointer: point.id, button))
    case .released(let button?): return ended(point, id: Contact.id(ofPointer: point.id, button))
    case .pressed(nil), .released(nil), .moved: return false
    // The window does not receive the release of a button that is held while the pointer leaves.
    case .left:
      let isUsed = Contact.Button.allCases
        .map { canceled(Contact.id(ofPointer: point.id, $0), time: point.timestamp) }.contains(true)
      pointers[point.id]?.endScroll(time: point.timestamp)
      pointers[point.id]?.cancelPinch()
      pointers[point.id] = nil
      return isUsed
    }
  }

  // MARK: Pointers

  private func router(of pointer: Int) -> PointerRouter {
    if let router = pointers[pointer] { return router }
    let router = PointerRouter()
    pointers[pointer] = router
    return router
  }

  /// Updates the views under a pointer or pen.
  private func hover(_ event: InputEvent, _ handlers: [any InputHandler]) {
    let (id, point): (Int, Point?)
    switch event {
    case .pointer(.left, let input), .pen(.left, let input): (id, point) = (input.id, nil)
    case .pointer(_, let input), .pen(_, let input), .scroll(_, let input):
      (id, point) = (input.id, input.position)
    case .touch, .pinch, .swipe, .hold, .drag, .keyPressed, .keyReleased: return
    }
    var isOverPart = false
    for handler in handlers where handler.pointer(id, movedTo: point) { isOverPart = true }
    let place = isOverPart ? nil : point
    router(of: id).move(to: place.map(tree.rootPoint), in: tree.root)
    if case .pen(.left, _) = event { pointers[id] = nil }
  }

  /// Finds the views under all pointers again, because views may have moved.
  func updateHover() { for router in routers { router.updateHover(in: tree.root) } }

  /// The routers in a fixed order.
  private var routers: [PointerRouter] { pointers.keys.sorted().compactMap { pointers[$0] } }

  /// The views under a pointer or pen, the deepest first.
  func hoveredViews(under pointer: Int) -> [View] { pointers[pointer]?.hovered ?? [] }

  /// The shape of a pointer or pen: that of the view that owns the contact of its primary button or its tip, otherwise
  /// that of the deepest view under it that sets one.
  func shape(ofPointer id: Int) -> CursorShape? {
    let owner = contacts.owner(of: Contact.id(ofPointer: id, .primary))
    return owner?.chain.lazy.compactMap(\.cursor).first ?? pointers[id]?.shape
  }

  // MARK: Contacts

  /// Whether a view follows a contact.
  var isTracking: Bool { contacts.isTracking }

  /// Whether a view follows a button of a pointer, or the tip of a pen.
  func isTracking(pointer id: Int) -> Bool {
    contacts.isTracking(Contact.Button.allCases.map { Contact.id(ofPointer: id, $0) })
  }

  /// Begins a contact. If it ends as a tap, the deepest view under it that can have the focus gets the focus.
  private func began(_ kind: Contact.Kind, _ point: InputPoint, id: Int) -> Bool {
    // The compositor may not report the end of a scroll that a press of the same pointer ends.
    if case .pointer = kind { pointers[point.id]?.endScroll(time: point.timestamp) }
    let position = tree.rootPoint(at: point.position)
    let contact = Contact(
      id: id, kind: kind, at: position, time: point.timestamp, modifiers: point.modifiers)
    if contact.isPrimary {
      tree.focus.isRingVisible = false
      let target = tree.root.hitTest(position)?.chain.first { $0.canBecomeFocused && $0.isReachable }
      taps.began(id, on: target?.takesFocusByTap == true ? target : nil)
    }
    return contacts.began(contact, in: tree.root)
  }

  /// The identifiers of the contacts that a device may have.
  private func contactIDs(of event: InputEvent, id: Int) -> [Int] {
    switch event {
    case .pointer: break
    case .drag: return []
    default: return [id]
    }
    return Contact.Button.allCases.map { Contact.id(ofPointer: id, $0) }
  }

  private func moved(_ id: Int, _ points: [InputPoint]) -> Bool {
    guard contacts.isTracking([id]) else { return false }
    return contacts.moved(
      id,
      along: points.map { Contact.Sample(position: tree.rootPoint(at: $0.position), time: $0.timestamp) })
  }

  private func ended(_ point: InputPoint, id: Int) -> Bool {
    let position = tree.rootPoint(at: point.position)
    // The views are notified afterwards, because the action of a tap may move the focus.
    if let target = taps.ended(id, at: position, owner: contacts.owner(of: id)) {
      tree.focus.move(to: target)
    }
    return contacts.ended(id, at: position, time: point.timestamp)
  }

  /// Cancels a contact. Returns whether a view followed it.
  @discardableResult
  func canceled(_ id: Int, time: Timestamp) -> Bool {
    taps.canceled(id)
    return contacts.canceled(id, time: time)
  }

  /// Makes a view or an interaction the owner of a contact that it tracks, because it recognizes a gesture without a move.
  func claim(_ id: Int, by participant: AnyObject) { contacts.claim(id, by: participant) }

  // MARK: Views that leave

  /// Cancels the contacts, the hovering, the scroll and the pinch of `view` and its descendants.
  func remove(_ view: View) {
    contacts.remove(view)
    for router in routers { router.remove(view) }
  }

  /// Cancels all contacts and hovering, because a view in front of all others has appeared.
  func cancelAll() {
    remove(tree.root)
    taps.cancelAll()
  }
}

extension Contact {
  /// Returns the identifier of the contact of a button of a pointer. The tip of a pen counts as the primary button.
  fileprivate static func id(ofPointer pointer: Int, _ button: Button) -> Int {
    switch button {
    case .primary: pointer
    // Offsets that keep these identifiers apart from those of pointers and touches.
    case .secondary: pointer &- 1_000_000
    case .middle: pointer &- 2_000_000
    }
  }
}
