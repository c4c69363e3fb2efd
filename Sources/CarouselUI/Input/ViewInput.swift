internal import Controls
internal import Geometry
internal import Input
internal import Views
internal import Windowing

// Converts the input events of a window to the events of views.

extension InputEvent {
  /// Returns the corresponding events. A scroll may have two, a movement and its end.
  static func events(of event: PointerEvent) -> [InputEvent] {
    let point = InputPoint(
      id: event.contactID, at: event.position, time: Timestamp(seconds: event.time),
      modifiers: event.modifiers.withoutLocks)
    switch event.kind {
    case .entered, .moved: return [.pointer(.moved, point)]
    case .pressed(let button): return [.pointer(.pressed(Contact.Button(button)), point)]
    case .released(let button): return [.pointer(.released(Contact.Button(button)), point)]
    case .left: return [.pointer(.left, point)]
    case .scrolled(let scroll):
      return scroll.gestures(at: point.position, time: point.timestamp, modifiers: event.modifiers)
        .map { .scroll($0, pointer: point.id) }
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

  /// Creates the event of a pinch; `nil` for another gesture.
  init?(_ event: GestureEvent) {
    guard event.kind == .pinch else { return nil }
    self = .pinch(
      PinchGesture(
        PinchGesture.Phase(event.phase), scale: event.scale, rotation: event.rotation * .pi / 180,
        at: event.position, time: Timestamp(seconds: event.time)), pointer: event.pointerID)
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

extension Scroll {
  /// Returns the corresponding events for views: a movement, an end, or both.
  fileprivate func gestures(at point: Point, time: Timestamp, modifiers: KeyModifiers) -> [ScrollGesture] {
    let distance = Point(x: horizontal?.distance ?? 0, y: vertical?.distance ?? 0)
    let notches = Point(x: horizontal?.notches ?? 0, y: vertical?.notches ?? 0)
    let held = modifiers.withoutLocks
    switch source {
    case .wheel, .wheelTilt:
      return [
        ScrollGesture(.wheel, distance: distance, notches: notches, at: point, time: time, modifiers: held)
      ]
    case .finger, .continuous:
      var gestures: [ScrollGesture] = []
      if distance != .zero {
        gestures.append(ScrollGesture(.moved, distance: distance, at: point, time: time, modifiers: held))
      }
      let motions = [horizontal, vertical].compactMap { $0 }
      if !motions.isEmpty, motions.allSatisfy(\.isStop) {
        gestures.append(ScrollGesture(.ended, at: point, time: time, modifiers: held))
      }
      return gestures
    }
  }
}
