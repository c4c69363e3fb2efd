internal import CarouselEngine
internal import Dispatch

/// Wakes the process when a carousel at rest has something to do, and never else.
///
/// One source on the main queue, there only while something is due: at rest the process sleeps until then.
@MainActor
final class WakeTimer {
  /// When it fires; `nil` while nothing is due.
  private(set) var time: Timestamp?
  private var source: (any DispatchSourceTimer)?

  /// Fires once at `time`, or not at all; what was set before is forgotten.
  ///
  /// - Parameter now: The time on the same clock.
  func set(to time: Timestamp?, now: Timestamp, action: @escaping @MainActor () -> Void) {
    guard time != self.time else { return }
    source?.cancel()
    source = nil
    self.time = time
    guard let time else { return }
    let source = DispatchSource.makeTimerSource(queue: .main)
    // Nobody waits longer than a day for a picture; Dispatch counts in nanoseconds and would overflow.
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
