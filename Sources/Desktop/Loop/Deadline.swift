internal import Dispatch

/// Calls a closure once on the main actor, unless the `Deadline` is deallocated before.
@MainActor
package final class Deadline {
  private let timer: any DispatchSourceTimer

  /// - Parameter delay: The delay. It is clamped to a day, because Dispatch counts nanoseconds in 64 bits.
  package init(after delay: Duration, action: @escaping @MainActor () -> Void) {
    let clamped = min(max(delay, .zero), .seconds(86_400))
    let seconds = Int(clamped.components.seconds)
    let nanoseconds = Int(clamped.components.attoseconds / 1_000_000_000)
    timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(
      deadline: .now() + .seconds(seconds) + .nanoseconds(nanoseconds), leeway: .milliseconds(1))
    timer.setEventHandler { MainActor.assumeIsolated { action() } }
    timer.resume()
  }

  isolated deinit { timer.cancel() }
}
