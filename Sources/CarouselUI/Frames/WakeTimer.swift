internal import Geometry
internal import Wayland

/// Wakes the process when a carousel at rest needs a frame.
///
/// The timer exists only while a time is set, so an idle process is not woken.
@MainActor
final class WakeTimer {
  /// The time at which the timer fires; `nil` if it is not set.
  private(set) var time: Timestamp?
  private var timer: (any ScheduledTimer)?

  /// Sets the timer to fire once at `time`, or cancels it. A time that was set before no longer applies.
  ///
  /// - Parameters:
  ///   - time: The time at which `action` runs; `nil` cancels the timer.
  ///   - now: The current time, on the same clock.
  ///   - scheduler: The scheduler that runs the timer.
  ///   - action: Called on the main actor when the timer fires.
  func set(
    to time: Timestamp?, now: Timestamp, on scheduler: any Scheduler, action: @escaping @MainActor () -> Void
  ) {
    guard time != self.time else { return }
    timer?.cancel()
    timer = nil
    self.time = time
    guard let time else { return }
    timer = scheduler.timer(after: time - now, every: nil) { [weak self] in
      self?.fired()
      action()
    }
  }

  /// Cancels the timer.
  func cancel() {
    timer?.cancel()
    fired()
  }

  private func fired() {
    timer = nil
    time = nil
  }
}
