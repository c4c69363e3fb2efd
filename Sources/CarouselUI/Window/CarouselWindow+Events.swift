internal import CarouselEngine
internal import CarouselViews
internal import Geometry
public import Wayland
public import Windowing

extension CarouselWindow: WindowDelegate {
  public func window(_ window: Window, draw buffer: inout DrawableBuffer, for frame: FrameInfo) -> Damage {
    draw(into: &buffer, for: frame)
  }

  public func windowDidResize(_ window: Window) {
    layOutContent()
    onResize?(window.rectangles.content.size)
  }

  public func windowShouldClose(_ window: Window) { requestClose() }

  /// Closes the window, unless ``shouldClose`` returns `false`.
  func requestClose() { if shouldClose?() ?? true { close() } }

  public func window(_ window: Window, didFail error: ConnectionError) {
    if let onFailure {
      onFailure(error)
    } else if opener == nil || system.failure == nil {
      system.application?.unhandled(error)
    }
  }

  public func windowDidDismiss(_ window: Window) { onDismiss?() }

  public func windowDidClose(_ window: Window) {
    popups.closeAll()
    tree.cancelTimers()
    onClose?()
  }

  public func window(_ window: Window, pointer event: PointerEvent) {
    defer { finishEvent() }
    pointerID = event.contactID
    hover(at: event.kind == .left ? nil : event.position)
    popups.observe(event)
    let contacts = ContactEvent.events(of: event)
    for contact in contacts { handle(contact) }
    let time = Timestamp(seconds: event.time)
    switch event.kind {
    case .pressed:
      // Views receive no contacts of the further buttons.
      if contacts.isEmpty { _ = popups.closeModals(at: time) }
    case .entered, .moved, .released: break
    case .left:
      tree.pointer.endScroll(time: time)
      tree.pointer.cancelPinch()
    case .scrolled(let scroll):
      let point = tree.rootPoint(at: event.position)
      for gesture in scroll.gestures(at: point, time: time, modifiers: event.modifiers) {
        tree.pointer.scroll(gesture, in: tree.root)
      }
    }
    updateCursor()
  }

  public func window(_ window: Window, touch event: TouchEvent) {
    handle(ContactEvent(event))
    finishEvent()
  }

  /// The tip of a pen is handled like a finger.
  public func window(_ window: Window, tablet event: TabletEvent) {
    pointerID = event.contactID
    hover(at: event.kind == .left ? nil : event.position)
    if let contact = ContactEvent(event) { handle(contact) }
    updateCursor()
    finishEvent()
  }

  /// Passes an event of a contact to the open menus, the borders of the window and the views. The first that uses the
  /// beginning of a contact takes it: the views then receive none of its events.
  private func handle(_ event: ContactEvent) {
    popups.observe(event)
    switch event.phase {
    case .began:
      if popups.closeModals(for: event) || decoration.contactBegan(event)
        || popups.openContextMenu(for: event)
      {
        return
      }
      tree.contactBegan(
        event.id, event.kind, at: event.position, time: event.time, modifiers: event.modifiers)
    case .moved: tree.contactMoved(event.id, to: event.position, time: event.time)
    case .ended: tree.contactEnded(event.id, at: event.position, time: event.time)
    case .canceled: tree.contactCanceled(event.id, time: event.time)
    }
  }

  public func window(_ window: Window, gesture event: GestureEvent) {
    guard event.kind == .pinch else { return }
    defer { finishEvent() }
    let gesture = PinchGesture(
      PinchGesture.Phase(event.phase), scale: event.scale, rotation: event.rotation * .pi / 180,
      at: tree.rootPoint(at: event.position), time: Timestamp(seconds: event.time))
    tree.pointer.pinch(gesture, in: tree.root)
  }

  public func window(_ window: Window, key event: KeyEvent) {
    defer { finishEvent() }
    if popups.forward(event) { return }
    if onKey?(event) == true { return }
    guard let key = KeyPress(event) else { return }
    if !tree.keyPressed(key) { popups.handle(key) }
  }

  public func window(_ window: Window, hasKeyboard: Bool) {
    tree.hasKeyboard = hasKeyboard
    finishEvent()
  }

  public func windowStateDidChange(_ window: Window) {
    tree.isSuspended = window.state.contains(.suspended)
    layOutContent()
    window.invalidate()
  }

  private func hover(at point: Point?) {
    tree.root.layoutIfNeeded()
    let place = decoration.hover(at: point) ? nil : point
    tree.pointer.move(to: place.map { tree.rootPoint(at: $0) }, in: tree.root)
  }

  private func finishEvent() { setWakeTimer() }

  /// Sets the pointer shape: the shape of the border under the pointer, of the view that owns the pointer's contact,
  /// or of the view under the pointer.
  ///
  /// Views may move below a resting pointer, so each frame updates the shape.
  func updateCursor() {
    guard let pointerID else { return }
    let owner = tree.contacts.owner(of: PointerContact.id(pointerID, .primary))
    let viewShape = owner?.chain.lazy.compactMap(\.cursor).first ?? tree.pointer.shape
    let shape = decoration.cursor ?? viewShape.map { CursorShape($0) }
    if window.cursorOverride != shape { window.cursorOverride = shape }
  }
}
