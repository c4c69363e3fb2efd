internal import CarouselEngine
internal import CarouselViews
internal import Geometry
internal import Windowing

// Converts the input events of a window to the events of views.

extension KeyPress {
  /// Creates a key press from a key event; `nil` for a release.
  init?(_ event: KeyEvent) {
    guard event.kind != .released else { return nil }
    self.init(
      Symbol(rawValue: event.key.rawValue), latinSymbol: Symbol(rawValue: event.latinKey.rawValue),
      text: event.text, modifiers: Modifiers(event.modifiers), isRepeat: event.kind == .repeated)
  }
}

extension KeyPress.Modifiers {
  /// The modifier keys that are held, without Caps Lock and Num Lock.
  init(_ modifiers: KeyModifiers) {
    self = []
    if modifiers.contains(.shift) { insert(.shift) }
    if modifiers.contains(.control) { insert(.control) }
    if modifiers.contains(.alt) { insert(.alt) }
    if modifiers.contains(.logo) { insert(.logo) }
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
  func gestures(at point: Point, time: Timestamp, modifiers: KeyModifiers) -> [ScrollGesture] {
    let distance = Point(x: horizontal?.distance ?? 0, y: vertical?.distance ?? 0)
    let notches = Point(x: horizontal?.notches ?? 0, y: vertical?.notches ?? 0)
    let held = KeyPress.Modifiers(modifiers)
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

extension CursorShape {
  init(_ shape: PointerShape) {
    switch shape {
    case .arrow: self = .arrow
    case .hand: self = .hand
    case .grab: self = .grab
    case .grabbing: self = .grabbing
    case .text: self = .text
    case .crosshair: self = .crosshair
    case .move: self = .move
    case .notAllowed: self = .notAllowed
    case .resizeHorizontally: self = .resizeRight
    case .resizeVertically: self = .resizeBottom
    }
  }
}
