internal import Glibc

/// State protected by a lock, with a condition that threads can wait for.
///
/// A waiting thread blocks until it is woken, or until a limit of time, without polling. `Mutex` has no condition to wait for.
/// Dispatch is not used because its worker threads wake again some seconds after their last work, when the process
/// should be at rest.
package final class Monitor<State>: @unchecked Sendable {
  // `@unchecked` is safe because `state` is only accessed while `mutex` is locked.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var state: State

  /// Creates a monitor with an initial state.
  package init(_ state: State) {
    self.state = state
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Runs `body` with the lock held. `body` must not call closures of other types.
  package func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state)
  }

  /// Blocks until `body` returns a value. `body` is called again after ``wakeAll()``.
  package func waitForValue<Result>(_ body: (inout State) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state) { return result }
      pthread_cond_wait(condition, mutex)
    }
  }

  /// Blocks until `body` returns a value, at most until `deadline`. `body` is called again after ``wakeAll()``.
  ///
  /// - Returns: The value; `nil` if there was none at the deadline.
  package func waitForValue<Result>(
    until deadline: Double, by clock: LimitClock, _ body: (inout State) -> Result?
  ) -> Result? {
    let handler = clock.onAdvance { [self] in
      // The lock is taken so that a thread cannot begin to wait after it has read the clock.
      withLock { _ in }
      wakeAll()
    }
    defer { clock.removeHandler(handler) }
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state) { return result }
      if clock.now() >= deadline { return nil }
      if handler != nil {
        pthread_cond_wait(condition, mutex)
      } else {
        var end = timespec(
          tv_sec: Int(deadline.rounded(.down)), tv_nsec: Int((deadline - deadline.rounded(.down)) * 1e9))
        pthread_cond_timedwait(condition, mutex, &end)
      }
    }
  }

  /// Wakes all waiting threads.
  package func wakeAll() { pthread_cond_broadcast(condition) }
}
