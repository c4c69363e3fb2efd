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
    } else if opener == nil {
      system.application?.unhandled(error)
    }
  }

  public func windowDidClose(_ window: Window) {
    popups.closeAll()
    tree.cancelTimers()
    onClose?()
  }

  public func window(_ window: Window, pointer event: PointerEvent) {
    let time = Timestamp(seconds: event.time)
    defer { finishEvent() }
    pointerID = event.contactID
    if decoration.handle(event) { return hover(at: nil) }
    hover(at: event.kind == .left ? nil : event.position)
    if popups.handle(event) { return }
    let point = tree.rootPoint(at: event.position)
    switch event.kind {
    case .entered: break
    case .left:
      tree.pointer.endScroll(time: time)
      tree.pointer.cancelPinch()
      // The window does not receive the release of a button that is held while the pointer leaves.
      for button in PointerContact.buttons {
        tree.contacts.canceled(PointerContact.id(event.contactID, button), time: time)
      }
    case .moved:
      for button in PointerContact.buttons {
        tree.contacts.moved(PointerContact.id(event.contactID, button), to: point, time: time)
      }
    case .pressed(let button):
      guard let kind = PointerContact.kind(of: button) else { break }
      tree.contactBegan(
        PointerContact.id(event.contactID, kind), .pointer(kind), at: event.position, time: time,
        modifiers: KeyPress.Modifiers(event.modifiers))
    case .released(let button):
      guard let kind = PointerContact.kind(of: button) else { break }
      tree.contacts.ended(PointerContact.id(event.contactID, kind), at: point, time: time)
    case .scrolled(let scroll):
      for gesture in scroll.gestures(at: point, time: time, modifiers: event.modifiers) {
        tree.pointer.scroll(gesture, in: tree.root)
      }
    }
    updateCursor()
  }

  public func window(_ window: Window, touch event: TouchEvent) {
    let time = Timestamp(seconds: event.time)
    defer { finishEvent() }
    if decoration.handle(event) { return }
    popups.observe(event)
    let point = tree.rootPoint(at: event.position)
    switch event.kind {
    case .began: tree.contactBegan(event.id, .touch, at: event.position, time: time)
    case .moved: tree.contacts.moved(event.id, to: point, time: time)
    case .ended: tree.contacts.ended(event.id, at: point, time: time)
    case .cancelled: tree.contacts.canceled(event.id, time: time)
    }
  }

  /// The tip of a pen is handled like a finger.
  public func window(_ window: Window, tablet event: TabletEvent) {
    let time = Timestamp(seconds: event.time)
    defer { finishEvent() }
    pointerID = event.contactID
    hover(at: event.kind == .left ? nil : event.position)
    let point = tree.rootPoint(at: event.position)
    switch event.kind {
    case .entered, .pressed, .released: break
    case .moved: tree.contacts.moved(event.contactID, to: point, time: time)
    case .began:
      tree.contactBegan(
        event.contactID, .pen, at: event.position, time: time,
        modifiers: KeyPress.Modifiers(event.modifiers))
    case .ended: tree.contacts.ended(event.contactID, at: point, time: time)
    case .left: tree.contacts.canceled(event.contactID, time: time)
    }
    updateCursor()
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
    tree.pointer.move(to: point.map { tree.rootPoint(at: $0) }, in: tree.root)
  }

  private func finishEvent() { setWakeTimer() }

  /// Sets the pointer shape: the shape of the view that owns the pointer's contact, otherwise of the view under
  /// the pointer.
  ///
  /// Views may move below a resting pointer, so each frame updates the shape.
  func updateCursor() {
    guard let pointerID else { return }
    let owner = tree.contacts.owner(of: PointerContact.id(pointerID, .primary))
    let shape = (owner?.chain.lazy.compactMap(\.cursor).first ?? tree.pointer.shape).map { CursorShape($0) }
    if window.cursorOverride != shape { window.cursorOverride = shape }
  }
}
