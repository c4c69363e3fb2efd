internal import Controls
internal import Drawing
internal import Geometry
internal import Input
internal import Views

/// Dims the content of a window and shows an alert in the middle. The overlay uses all events, so that the
/// content receives none.
///
/// libadwaita: `AdwFloatingSheet`.
final class AlertOverlay: View {
  private let alert: AlertView
  private weak var focusedBefore: View?

  private init(_ alert: AlertView) {
    self.alert = alert
    super.init()
    isLayered = true
    backgroundColor = Color(white: 0, alpha: 0.4)
    addSubview(alert)
  }

  static func show(_ alert: AlertView, in window: CarouselWindow) {
    let overlay = AlertOverlay(alert)
    overlay.focusedBefore = window.tree.focus.focusedView
    let onResponse = alert.onResponse
    alert.onResponse = { [weak window, weak overlay] id in
      if let window, let overlay {
        window.frameView.removeOverlay(overlay)
        overlay.focusedBefore?.becomeFocused()
      }
      onResponse?(id)
    }
    window.frameView.addOverlay(overlay)
    window.frameView.layoutIfNeeded()
    let buttons = alert.focusTargets
    let place = alert.responses.firstIndex { $0.id == alert.defaultResponse } ?? 0
    let chosen = buttons.indices.contains(place) ? buttons[place] : buttons.first
    _ = chosen?.becomeFocused()
  }

  override func makePainter() -> Painter? { { _ in } }

  override func layoutSubviews() {
    let margin = 24.0  // points
    let fitting = alert.fittingSize(in: Size(width: max(size.width - 2 * margin, 0), height: size.height))
    alert.frame = Rect(
      x: ((size.width - fitting.width) / 2).rounded(), y: ((size.height - fitting.height) / 2).rounded(),
      width: fitting.width, height: fitting.height)
  }

  // MARK: Events

  override var isFocusScope: Bool { true }

  override func contactBegan(_ contact: Contact) -> ContactResponse { .tracking }
  override func scrolled(_ gesture: ScrollGesture) -> Bool { true }
  override func pinched(_ gesture: PinchGesture) -> Bool { true }

  override func keyPressed(_ key: KeyPress) -> Bool {
    let isBackward = key.symbol == .backTab || key.symbol == .tab && key.modifiers.contains(.shift)
    if isBackward || key.symbol == .tab { moveFocus(isBackward ? -1 : 1) }
    return true
  }

  /// Moves the focus to the next or previous button. After the last button comes the first.
  private func moveFocus(_ step: Int) {
    let targets = alert.focusTargets
    guard !targets.isEmpty else { return }
    tree?.focus.isRingVisible = true
    let place = targets.firstIndex { $0.isFocused } ?? (step > 0 ? -1 : 0)
    targets[(place + step + targets.count) % targets.count].becomeFocused()
  }
}
