internal import Views

/// The cursor of a text field. It has pixels of its own, so that it blinks without repainting the text.
final class TextCursorView: ContainerView {
  private var timer: (any ViewTimer)?
  private var changes = 0

  private static let interval = 0.6  // seconds, as in GTK
  private static let mostChanges = 16  // then the cursor rests, and there are no more frames

  init() {
    super.init()
    isLayered = true
    isUserInteractionEnabled = false
    alpha = 0
  }

  /// Shows the cursor and lets it blink, or hides it.
  func restart(isShown: Bool) {
    timer?.cancel()
    timer = nil
    alpha = isShown ? 1 : 0
    guard isShown else { return }
    changes = 0
    timer = startTimer(after: Self.interval, every: Self.interval) { [weak self] in self?.blink() }
  }

  private func blink() {
    changes += 1
    alpha = changes % 2 == 1 && changes < Self.mostChanges ? 0 : 1
    if changes >= Self.mostChanges { timer?.cancel() }
  }
}
