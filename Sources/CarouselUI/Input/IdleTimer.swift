internal import Views
internal import Wayland
internal import Windowing

/// Calls a closure when a window has received no input for some time.
///
/// An input does not restart the system's timer. If the timer fires too early, it is started again with the remaining time.
///
/// X11: `XScreenSaverQueryInfo`. Wayland: `ext_idle_notification_v1`.
@MainActor
final class IdleTimer: ViewTimer {
  private let seconds: Double
  private weak var window: CarouselWindow?
  private var action: (@MainActor () -> Void)?
  private var lastInput: Double
  private var timer: (any ScheduledTimer)?
  private(set) var isCanceled = false

  init(of window: CarouselWindow, after seconds: Double, _ action: @escaping @MainActor () -> Void) {
    self.window = window
    self.seconds = seconds.isNaN ? .infinity : max(seconds, 0)
    self.action = action
    lastInput = window.system.clock()
    start(after: self.seconds)
  }

  /// Notifies the timer of an input.
  func inputReceived() {
    lastInput = window?.system.clock() ?? lastInput
    if timer == nil { start(after: seconds) }
  }

  func cancel() {
    isCanceled = true
    timer?.cancel()
    timer = nil
    action = nil
    window?.idleTimers.removeAll { $0 === self }
  }

  private func start(after delay: Double) {
    guard !isCanceled, delay.isFinite, let window else { return }
    timer = window.system.scheduler.timer(after: delay, every: nil) { [weak self] in self?.fired() }
  }

  private func fired() {
    timer = nil
    guard !isCanceled, let window else { return }
    // A finger that rests on the screen is in use.
    let remaining = window.isTouched ? seconds : lastInput + seconds - window.system.clock()
    // The tolerance of 0.0005 s is for timers that fire slightly early.
    if remaining > 0.0005 { start(after: remaining) } else { action?() }
  }
}
