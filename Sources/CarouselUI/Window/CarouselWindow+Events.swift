internal import CarouselEngine
internal import Geometry
public import Wayland
public import Windowing

extension CarouselWindow: WindowDelegate {
  public func window(_ window: Window, draw buffer: inout DrawableBuffer, for frame: FrameInfo) -> Damage {
    draw(into: &buffer, for: frame)
  }

  public func windowDidResize(_ window: Window) {
    for pane in panes { pane.place(in: window.size) }
    onResize?(window.size)
  }

  public func windowShouldClose(_ window: Window) {
    if let onClose { onClose() } else { close() }
  }

  public func window(_ window: Window, didFail error: ConnectionError) { onFailure?(error) }

  public func window(_ window: Window, pointer event: PointerEvent) {
    let time = Timestamp(seconds: event.time)
    defer { setWakeTimer() }
    hover(at: event.kind == .left ? nil : event.position)
    switch event.kind {
    case .entered: break
    case .left:
      scrollInput.endScroll(time: time)
      // If a button is held, the window does not receive its release.
      contactCancelled(event.contactID, time: time)
    case .moved: contactMoved(event.contactID, at: event.position, time: time)
    case .pressed(.left): contactBegan(event.contactID, at: event.position, time: time)
    case .released(.left): contactEnded(event.contactID, at: event.position, time: time)
    case .pressed, .released: break
    case .scrolled(let scroll):
      let pane = panes.last { $0.frame.contains(event.position) }
      scrollInput.handle(scroll, over: pane, time: time)
    }
    updateCursor()
  }

  public func window(_ window: Window, touch event: TouchEvent) {
    let time = Timestamp(seconds: event.time)
    defer { setWakeTimer() }
    switch event.kind {
    case .began: contactBegan(event.id, at: event.position, time: time)
    case .moved: contactMoved(event.id, at: event.position, time: time)
    case .ended: contactEnded(event.id, at: event.position, time: time)
    case .cancelled: contactCancelled(event.id, time: time)
    }
  }

  /// The tip of a pen acts as a finger.
  public func window(_ window: Window, tablet event: TabletEvent) {
    let time = Timestamp(seconds: event.time)
    defer { setWakeTimer() }
    hover(at: event.kind == .left ? nil : event.position)
    switch event.kind {
    case .entered, .pressed, .released: break
    case .moved: contactMoved(event.contactID, at: event.position, time: time)
    case .began: contactBegan(event.contactID, at: event.position, time: time)
    case .ended: contactEnded(event.contactID, at: event.position, time: time)
    case .left: contactCancelled(event.contactID, time: time)
    }
    updateCursor()
  }

  public func window(_ window: Window, key event: KeyEvent) {
    defer { setWakeTimer() }
    if onKey?(event) == true { return }
    _ = keys.handle(event, in: focusedPane.carousel)
  }

  public func window(_ window: Window, hasKeyboard: Bool) {
    self.hasKeyboard = hasKeyboard
    updateFocus()
  }

  public func windowStateDidChange(_ window: Window) { updateVisibility() }

  private func contactBegan(_ id: Int, at point: Point, time: Timestamp) {
    scrollInput.endScroll(time: time)
    guard let pane = contacts.began(id, at: point, in: panes) else { return }
    focusedPane = pane
    let isTaken = pane.carousel.contactBegan(id: id, at: point.inside(pane), time: time)
    if !isTaken { _ = contacts.ended(id) }
  }

  private func contactMoved(_ id: Int, at point: Point, time: Timestamp) {
    guard let pane = contacts.owner(of: id) else { return }
    pane.carousel.contactMoved(id: id, to: point.inside(pane), time: time)
  }

  private func contactEnded(_ id: Int, at point: Point, time: Timestamp) {
    guard let pane = contacts.ended(id) else { return }
    pane.carousel.contactEnded(id: id, at: point.inside(pane), time: time)
  }

  private func contactCancelled(_ id: Int, time: Timestamp) {
    contacts.ended(id)?.carousel.contactCancelled(id: id, time: time)
  }

  private func updateCursor() {
    window.cursorOverride = panes.contains { $0.carousel.isDragging } ? .grabbing : nil
  }
}
