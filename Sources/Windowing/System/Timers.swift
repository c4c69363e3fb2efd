import Dispatch

/// Starts the timers of a window system. Tests replace it by one on virtual time.
@MainActor
package protocol Timers: AnyObject {
  /// Calls `action` once, `delay` seconds from now, unless the timer is canceled before.
  func start(after delay: Double, _ action: @escaping @MainActor () -> Void) -> any RunningTimer
}

/// A timer that has not fired yet.
@MainActor
package protocol RunningTimer: AnyObject {
  /// Prevents the timer from firing. A second call has no effect.
  func cancel()
}

/// Timers on Dispatch's main queue.
final class MainQueueTimers: Timers {
  private final class Source: RunningTimer {
    private let source = DispatchSource.makeTimerSource(queue: .main)
    private var isCancelled = false

    fileprivate init(after delay: Double, _ action: @escaping @MainActor () -> Void) {
      // Clamped to a day: Dispatch counts in nanoseconds and would overflow.
      source.schedule(deadline: .now() + min(max(0, delay), 86_400), leeway: .milliseconds(1))
      source.setEventHandler { [weak self] in
        MainActor.assumeIsolated {
          guard let self, !self.isCancelled else { return }
          self.cancel()
          action()
        }
      }
      source.resume()
    }

    fileprivate func cancel() {
      isCancelled = true
      source.cancel()
    }
  }

  func start(after delay: Double, _ action: @escaping @MainActor () -> Void) -> any RunningTimer {
    Source(after: delay, action)
  }
}
