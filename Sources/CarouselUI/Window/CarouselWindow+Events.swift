internal import Accessibility
package import Input
internal import Views
public import Wayland
public import Windowing

extension CarouselWindow: WindowDelegate {
  public func window(_ window: Window, draw buffer: inout DrawableBuffer, for frame: FrameInfo) -> Damage {
    draw(into: &buffer, for: frame)
  }

  public func windowDidResize(_ window: Window) {
    frameView.setNeedsLayout()
    frameView.layoutIfNeeded()
    popups.windowWasResized()
    onPlacement?(window)
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
    drops.endAll()
    tree.cancelTimers()
    for timer in idleTimers { timer.cancel() }
    wakeTimer.cancel()
    onClose?()
    onEnd?()
    accessibility?.surfaceDidChange()
  }

  public func window(_ window: Window, pointer event: PointerEvent) {
    receive(inContent(InputEvent(event)))
  }

  public func window(_ window: Window, touch event: TouchEvent) { receive(inContent(InputEvent(event))) }

  public func window(_ window: Window, tablet event: TabletEvent) { receive(inContent(InputEvent(event))) }

  public func window(_ window: Window, gesture event: GestureEvent) {
    receive(inContent(InputEvent(event)))
  }

  /// Returns an event of the window at its position in the content.
  private func inContent(_ event: InputEvent) -> InputEvent {
    guard let extent else { return event }
    return event.mapped { $0 + extent.origin }
  }

  public func window(_ window: Window, key event: KeyEvent) {
    receive(InputEvent(event))
  }

  public func window(_ window: Window, hasKeyboard: Bool) {
    tree.hasKeyboard = hasKeyboard
    setWakeTimer()
    accessibility?.surfaceDidChange()
  }

  public func windowStateDidChange(_ window: Window) {
    tree.suspensionDidChange()
    frameView.setNeedsLayout()
    onPlacement?(window)
    window.invalidate()
    accessibility?.surfaceDidChange()
  }
}

/// The last part of the window that receives input before the views.
extension CarouselWindow: InputHandler {
  /// The parts of the window that receive input before the views, in order.
  var inputHandlers: [any InputHandler] { [popups, decoration, drops, self] }

  package func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .keyPressed(let key), .keyReleased(let key): onKey?(key) == true
    case .pointer, .touch, .pen, .scroll, .pinch, .swipe, .hold, .drag: false
    }
  }

  package func didHandle(_ event: InputEvent, isUsed: Bool) {
    switch event {
    case .pointer(.left, let point), .pen(.left, let point):
      pointers.remove(point.id)
      window.setCursor(nil, ofPointer: point.id)
    case .pointer(_, let point), .pen(_, let point):
      pointers.insert(point.id)
      updateCursors()
    case .scroll: updateCursors()
    case .touch, .pinch, .swipe, .hold, .drag, .keyPressed, .keyReleased: break
    }
    setWakeTimer()
  }

  /// Sets the shape of each pointer and pen: the shape of the border under it, of the view that owns its contact, or of the
  /// view under it.
  ///
  /// Views may move below a resting pointer, so each frame updates the shapes.
  func updateCursors() {
    let cursors = cursors
    for pointer in pointers { window.setCursor(cursors[pointer], ofPointer: pointer) }
  }

  /// The shapes that the pointers and pens over the window get, by their identifiers.
  package var cursors: [Int: CursorShape] {
    pointers.reduce(into: [:]) { cursors, pointer in
      let viewShape = tree.shape(ofPointer: pointer)
      cursors[pointer] = decoration.cursor(ofPointer: pointer) ?? viewShape
    }
  }
}
