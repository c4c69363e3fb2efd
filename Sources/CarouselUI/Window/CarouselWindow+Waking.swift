package import CarouselEngine
internal import Geometry
internal import Windowing

/// Timed wakeups, and the state of the window that autoplay depends on.
extension CarouselWindow {
  /// The earliest time at which a carousel needs a frame; `nil` if no carousel waits for a time.
  package var wakeTime: Timestamp? { panes.compactMap(\.carousel.wakeTime).min() }

  /// Sets the timer to ``wakeTime``. Called after each frame and each event.
  func setWakeTimer() {
    wakeTimer.set(to: wakeTime, now: Timestamp(seconds: system.clock()), on: system.scheduler) {
      [weak self] in
      self?.wake()
    }
  }

  /// Requests a frame, in which the carousels advance. While the window is hidden, the compositor grants no frame.
  package func wake() { window.invalidate() }

  /// Tells the carousels which of them the pointer is over; `nil` means that the pointer left the window.
  func hover(at point: Point?) {
    let pane = point.flatMap { point in panes.last { $0.frame.contains(point) } }
    for other in panes { other.carousel.isHovered = other === pane }
  }

  /// Tells the carousels which of them has the keyboard focus.
  func updateFocus() {
    for pane in panes { pane.carousel.isFocused = hasKeyboard && pane === focusedPane }
  }

  /// Tells the carousels whether the window is hidden.
  ///
  /// Wayland: `xdg_toplevel.state.suspended`.
  func updateVisibility() {
    for pane in panes { pane.carousel.isHidden = window.state.contains(.suspended) }
  }
}
