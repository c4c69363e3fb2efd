internal import CarouselViews
package import Geometry
internal import Views
internal import Wayland
internal import Windowing

/// Timed wakeups of the window, and the callbacks of its view tree.
extension CarouselWindow {
  /// The earliest time at which a carousel needs a frame; `nil` if no carousel is waiting for a time.
  package var wakeTime: Timestamp? { [tree.wakeTime, reloads.deadline].compactMap { $0 }.min() }

  /// Sets the timer to ``wakeTime``. Called after each frame and each event.
  func setWakeTimer() {
    wakeTimer.set(to: wakeTime, now: Timestamp(seconds: system.clock()), on: system.scheduler) {
      [weak self] in
      self?.wake()
    }
  }

  /// Requests a frame, in which the carousels advance. While the window is hidden, the compositor sends no
  /// frame callback.
  package func wake() { window.invalidate() }

  /// Connects the views to the window.
  func connectTree() {
    tree.presenter = self
    window.dropTarget = drops
    frameView.willLayout = { [weak self] in self?.layOutContent() }
    frameView.setNeedsLayout()
    tree.isSuspended = { [weak window] in window?.isSuspended ?? false }
    tree.inputHandlers = { [weak self] in self?.inputHandlers ?? [] }
    tree.onNeedsFrame = { [weak self] in self?.window.invalidate() }
    tree.onFocusChange = { [weak self] in self?.textInput.focusChanged() }
    textInput.onInput = { [weak self] in self?.inputReceived() }
    tree.clipboard = SeatClipboard.clipboard(of: system)
    tree.primarySelection = SeatClipboard.primarySelection(of: system)
    tree.startTimer = { [system] seconds, interval, action in
      Timer(system.scheduler.timer(after: seconds, every: interval, action))
    }
    tree.onProblem = { [weak self] in self?.report($0) }
    tree.paintSubviews = { [weak self] view, canvas in self?.paintSubviews(of: view, in: canvas) }
    textures.onArrival = { [weak self] in self?.showArrivedPixels() }
    textures.onPrepainted = { [weak self] in
      if self?.reloads.isWaiting == true { self?.window.invalidate() }
    }
  }

  private func showArrivedPixels() {
    // If a carousel is painted into a superview, the new pixels become visible only when it is painted again. An
    // invisible one is painted again when it becomes visible.
    for view in tree.carouselViews
    where view.isFlattened && view.chain.allSatisfy({ !$0.isHidden && $0.alpha > 0 }) {
      view.setNeedsDisplay()
    }
    window.invalidate()
  }
}

/// A timer of a view.
@MainActor
private final class Timer: ViewTimer {
  private let timer: any ScheduledTimer

  init(_ timer: any ScheduledTimer) { self.timer = timer }

  func cancel() { timer.cancel() }
}
