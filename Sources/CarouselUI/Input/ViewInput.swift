internal import Controls
internal import Geometry
internal import Input
internal import Views
internal import Windowing

// Converts the input events of a window to the events of views.

extension InputEvent {
  init(_ event: PointerEvent) {
    let point = InputPoint(
      id: event.contactID, at: event.position, time: Timestamp(seconds: event.time),
      modifiers: event.modifiers.withoutLocks)
    switch event.kind {
    case .entered, .moved: self = .pointer(.moved, point)
    case .pressed(let button): self = .pointer(.pressed(Contact.Button(button)), point)
    case .released(let button): self = .pointer(.released(Contact.Button(button)), point)
    case .left: self = .pointer(.left, point)
    case .scrolled(let scroll): self = .scroll(scroll, point)
    }
  }

  init(_ event: TouchEvent) {
    let action: TouchAction =
      switch event.kind {
      case .began: .began
      case .moved: .moved
      case .ended: .ended
      case .canceled: .canceled
      }
    self = .touch(
      action, InputPoint(id: event.id, at: event.position, time: Timestamp(seconds: event.time)))
  }

  /// The tip of a pen is handled like a finger. Views do not receive the buttons of a pen.
  init(_ event: TabletEvent) {
    let action: PenAction =
      switch event.kind {
      case .began: .began
      case .entered, .moved, .pressed, .released: .moved
      case .ended: .ended
      case .left: .left
      }
    self = .pen(
      action,
      InputPoint(
        id: event.contactID, at: event.position, time: Timestamp(seconds: event.time),
        modifiers: event.modifiers.withoutLocks))
  }

  init(_ event: GestureEvent) {
    let point = InputPoint(
      id: event.pointerID, at: event.position, time: Timestamp(seconds: event.time),
      modifiers: event.modifiers.withoutLocks)
    let phase = PinchGesture.Phase(event.phase)
    let gesture = TouchpadGesture(phase, fingerCount: event.fingerCount, translation: event.translation)
    switch event.kind {
    case .swipe: self = .swipe(gesture, point)
    case .hold: self = .hold(gesture, point)
    case .pinch:
      self = .pinch(
        PinchGesture(
          phase, scale: event.scale, rotation: event.rotation * .pi / 180, at: point.position,
          time: point.timestamp), pointer: point.id)
    }
  }

  init(_ event: KeyEvent) {
    let key = KeyPress(event)
    self = event.kind == .released ? .keyReleased(key) : .keyPressed(key)
  }
}

extension Contact.Button {
  /// Returns the corresponding button; `nil` for the side buttons of a mouse, which views do not receive.
  fileprivate init?(_ button: PointerButton) {
    switch button {
    case .left: self = .primary
    case .right: self = .secondary
    case .middle: self = .middle
    default: return nil
    }
  }
}

extension KeyPress {
  init(_ event: KeyEvent) {
    self.init(
      event.key, latinSymbol: event.latinKey, text: event.text, modifiers: event.modifiers.withoutLocks,
      phase: Phase(event.kind))
  }
}

extension KeyPress.Phase {
  init(_ kind: KeyEvent.Kind) {
    switch kind {
    case .pressed: self = .pressed
    case .repeated: self = .repeated
    case .released: self = .released
    }
  }
}

extension PinchGesture.Phase {
  init(_ phase: GestureEvent.Phase) {
    switch phase {
    case .began: self = .began
    case .changed: self = .changed
    case .ended: self = .ended
    case .canceled: self = .canceled
    }
  }
}
