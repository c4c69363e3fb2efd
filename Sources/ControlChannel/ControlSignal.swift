import Dispatch
import Threads

/// Wakes the methods that wait for a change of the program.
@MainActor
package final class ControlSignal {
  private struct Waiter {
    let continuation: CheckedContinuation<Void, Never>
    /// A time of ``MonotonicClock``, in nanoseconds.
    let end: UInt64
  }

  private var waiters: [Int: Waiter] = [:]
  private var lastNumber = 0
  /// One timer for all, because a canceled `Task.sleep` keeps its memory until its time is over.
  private let timer = DispatchSource.makeTimerSource(queue: .main)
  /// The time at which the timer fires next.
  private var due = UInt64.max

  package init() {
    timer.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.timerFired() } }
    timer.resume()
  }

  isolated deinit { timer.cancel() }

  /// Wakes all methods, which then look whether the change is the one that they wait for.
  package func wakeAll() {
    let all = waiters
    waiters = [:]
    for waiter in all.values { waiter.continuation.resume() }
  }

  /// The interval of looks at a condition, in nanoseconds.
  private static let interval: UInt64 = 20_000_000

  /// Waits until a condition holds. It is looked at after each change, and also without one, because not all changes are reported.
  ///
  /// - Parameters:
  ///   - seconds: The longest wait.
  ///   - problem: What is still so when the wait is over, as the beginning of a sentence.
  /// - Throws: `timeout` if it does not hold in time, and the error of the condition.
  package func wait(
    within seconds: Double, _ problem: @autoclosure () -> String,
    until condition: () throws(ControlError) -> Bool
  ) async throws(ControlError) {
    let end = MonotonicClock.nanoseconds() + UInt64(seconds * 1e9)
    while try !condition() {
      let now = MonotonicClock.nanoseconds()
      guard now < end, !Task.isCancelled else {
        let text = seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
        throw ControlError(.timeout, "\(problem()) after \(text) s.")
      }
      await next(until: min(end, now + Self.interval))
    }
  }

  private func wake(_ number: Int) { waiters.removeValue(forKey: number)?.continuation.resume() }

  private func timerFired() {
    due = .max
    let now = MonotonicClock.nanoseconds()
    for (number, waiter) in waiters where waiter.end <= now { wake(number) }
    if let next = waiters.values.map(\.end).min() { arm(next, now) }
  }

  private func arm(_ end: UInt64, _ now: UInt64) {
    guard end < due else { return }
    due = end
    timer.schedule(deadline: .now() + .nanoseconds(Int(min(end - min(end, now), 1 << 62))))
  }

  /// Waits for a change, until `end`, or until the task is canceled.
  ///
  /// - Parameter end: A time of ``MonotonicClock``, in nanoseconds.
  package func next(until end: UInt64) async {
    let now = MonotonicClock.nanoseconds()
    guard now < end, !Task.isCancelled else { return }
    lastNumber += 1
    let number = lastNumber
    await withTaskCancellationHandler {
      await withCheckedContinuation {
        waiters[number] = Waiter(continuation: $0, end: end)
        arm(end, now)
      }
    } onCancel: {
      Task { @MainActor in self.wake(number) }
    }
  }
}
