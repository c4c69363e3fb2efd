internal import CarouselUI

/// Decides what the input of visitors does. Nothing leads out of the kiosk.
@MainActor
final class VisitorInput {
  /// Called for each event before the views receive it, also for one that is no act of a visitor. A key that does nothing is an act,
  /// too: it wakes the screen.
  var onEvent: ((_ event: InputEvent, _ isAct: Bool) -> Void)?
  /// Called when a visitor acts, before the views receive the event, so that the carousel receives the first touch. The point is the
  /// place of a touch, a pen or a pressed button; `nil` for another act.
  var onAct: ((Point?) -> Void)?

  /// Returns whether no event is an act now, because the screen rests or a person of the service uses the kiosk.
  var isSuspended: () -> Bool = { false }
  /// Returns whether the views receive no keys.
  var takesKeys: () -> Bool = { false }

  init(in window: CarouselWindow) {
    window.shouldClose = { false }
    window.onKey = { [weak self] in Self.isBlocked($0) || self?.takesKeys() == true }
    window.onInput = { [weak self] in self?.receive($0) }
  }

  /// Keys that move the carousel. All others do nothing.
  private static let keys: Set<Key> = [
    .left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .return, .space, .keypadEnter,
  ]

  private static func isBlocked(_ key: KeyPress) -> Bool {
    !keys.contains(key.symbol) || !key.modifiers.isEmpty
  }

  /// An act of a visitor, which is more than a movement of the pointer.
  private enum Act {
    case press(Point)
    case other
  }

  private static func act(_ event: InputEvent) -> Act? {
    switch event {
    case .pointer(.pressed, let point), .touch(.began, let point), .pen(.began, let point):
      .press(point.position)
    case .scroll, .pinch: .other
    case .keyPressed(let key): isBlocked(key) ? nil : .other
    default: nil
    }
  }

  private func receive(_ event: InputEvent) {
    let act = Self.act(event)
    let isKey = if case .keyPressed = event { true } else { false }
    onEvent?(event, act != nil || isKey)
    guard let act, !isSuspended() else { return }
    if case .press(let point) = act { onAct?(point) } else { onAct?(nil) }
  }
}
