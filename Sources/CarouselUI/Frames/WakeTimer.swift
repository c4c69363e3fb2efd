internal import CarouselEngine
internal import Dispatch

/// Wakes the process at the time at which a carousel at rest needs a frame.
///
/// The timer is a source on the main queue that exists only while a time is set, so an idle process is not woken.
@MainActor
final class WakeTimer {
  /// The time at which the timer fires; `nil` while none is set.
  private(set) var time: Timestamp?
  private var source: (any DispatchSourceTimer)?

  /// Sets the timer to fire once at `time`, or cancels it. The former time no longer applies.
  ///
  /// - Parameters:
  ///   - time: The time at which `action` runs; `nil` cancels the timer.
  ///   - now: The current time, on the same clock.
  ///   - action: Called on the main actor.
  func set(to time: Timestamp?, now: Timestamp, action: @escaping @MainActor () -> Void) {
    guard time != self.time else { return }
    source?.cancel()
    source = nil
    self.time = time
    guard let time else { return }
    let source = DispatchSource.makeTimerSource(queue: .main)
    // Clamped to a day: Dispatch counts in nanoseconds and would overflow.
    source.schedule(deadline: .now() + min(max(0, time - now), 86_400), leeway: .milliseconds(1))
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        self?.fire()
        action()
      }
    }
    source.resume()
    self.source = source
  }

  private func fire() {
    source?.cancel()
    source = nil
    time = nil
  }
}
