internal import CarouselEngine
internal import CarouselViews
internal import Geometry
internal import Windowing

/// An event of a contact over a window: of a finger, of the tip of a pen or of a pressed pointer button.
struct ContactEvent {
  enum Phase { case began, moved, ended, canceled }

  let id: Int
  let kind: Contact.Kind
  let phase: Phase
  /// In the window's points.
  let position: Point
  let time: Timestamp
  var modifiers: KeyPress.Modifiers = []

  /// Whether the contact is a finger, a pen or the primary button.
  var isPrimary: Bool {
    if case .pointer(let button) = kind { button == .primary } else { true }
  }
}

extension ContactEvent {
  init(_ event: TouchEvent) {
    let phase: Phase =
      switch event.kind {
      case .began: .began
      case .moved: .moved
      case .ended: .ended
      case .canceled: .canceled
      }
    self.init(
      id: event.id, kind: .touch, phase: phase, position: event.position,
      time: Timestamp(seconds: event.time))
  }

  /// Creates the event of the tip of a tablet tool; `nil` for the tool's other events.
  init?(_ event: TabletEvent) {
    let phase: Phase
    switch event.kind {
    case .entered, .pressed, .released: return nil
    case .began: phase = .began
    case .moved: phase = .moved
    case .ended: phase = .ended
    case .left: phase = .canceled
    }
    self.init(
      id: event.contactID, kind: .pen, phase: phase, position: event.position,
      time: Timestamp(seconds: event.time), modifiers: KeyPress.Modifiers(event.modifiers))
  }

  /// Returns the events of the pressed buttons of a pointer. A movement is an event of each button.
  static func events(of event: PointerEvent) -> [ContactEvent] {
    func make(_ button: Contact.Button, _ phase: Phase) -> ContactEvent {
      ContactEvent(
        id: PointerContact.id(event.contactID, button), kind: .pointer(button), phase: phase,
        position: event.position, time: Timestamp(seconds: event.time),
        modifiers: KeyPress.Modifiers(event.modifiers))
    }
    switch event.kind {
    case .entered, .scrolled: return []
    // The window does not receive the release of a button that is held while the pointer leaves.
    case .left: return PointerContact.buttons.map { make($0, .canceled) }
    case .moved: return PointerContact.buttons.map { make($0, .moved) }
    case .pressed(let button): return PointerContact.kind(of: button).map { [make($0, .began)] } ?? []
    case .released(let button): return PointerContact.kind(of: button).map { [make($0, .ended)] } ?? []
    }
  }
}
