internal import CarouselUI

/// Decides what the input of visitors does. Nothing leads out of the kiosk.
@MainActor
final class VisitorInput {
  /// Called for each event before the views receive it, also for one that is no act of a visitor.
  var onEvent: ((_ event: InputEvent, _ isAct: Bool) -> Void)?
  /// Called when a visitor acts, before the views receive the event, so that the carousel receives the first touch.
  var onAct: (() -> Void)?

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

  /// Whether an event is an act of a visitor, and not only a movement of the pointer.
  private static func isAct(_ event: InputEvent) -> Bool {
    switch event {
    case .pointer(.pressed, _), .touch(.began, _), .pen(.began, _), .scroll, .pinch: true
    case .keyPressed(let key): !isBlocked(key)
    default: false
    }
  }

  private func receive(_ event: InputEvent) {
    onEvent?(event, Self.isAct(event))
    if Self.isAct(event), !isSuspended() { onAct?() }
  }
}
