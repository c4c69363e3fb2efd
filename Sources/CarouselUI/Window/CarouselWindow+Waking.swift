package import CarouselEngine
internal import Geometry
internal import Windowing

/// What carousels want to know of the window when they move by themselves.
extension CarouselWindow {
  /// When the earliest of the carousels has something to do; `nil` while none has.
  package var wakeTime: Timestamp? { panes.compactMap(\.carousel.wakeTime).min() }

  /// Sets the timer to what the carousels want now; to be called after each frame and each event.
  func setWakeTimer() {
    wakeTimer.set(to: wakeTime, now: Timestamp(seconds: system.clock())) { [weak self] in self?.wake() }
  }

  /// Lets time pass for carousels at rest; where nobody sees the window no frame comes, and nothing more happens.
  package func wake() { window.invalidate() }

  /// Notes which carousel the pointer is over; `nil` when it is over none.
  func hover(at point: Point?) {
    let pane = point.flatMap { point in panes.last { $0.frame.contains(point) } }
    for other in panes { other.carousel.isHovered = other === pane }
  }

  /// Notes which carousel has the keyboard.
  func updateFocus() {
    for pane in panes { pane.carousel.isFocused = hasKeyboard && pane === focusedPane }
  }

  /// Notes whether the compositor says that nobody sees the window.
  func updateVisibility() {
    for pane in panes { pane.carousel.isHidden = window.state.contains(.suspended) }
  }
}
