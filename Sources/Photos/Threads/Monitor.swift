internal import Glibc

/// State behind a lock that threads can also wait on.
///
/// A waiting thread sleeps in the kernel until it is woken: no timeout, no polling. `Mutex` cannot wait,
/// and Dispatch's worker threads wake up once more seconds after their last work, which shows in a process
/// that should rest.
final class Monitor<State>: @unchecked Sendable {
  // Sound: `state` is only touched with `mutex` locked.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var state: State

  init(_ state: State) {
    self.state = state
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Runs `body` with the lock held; it must not call out to foreign code.
  func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state)
  }

  /// Sleeps until `body` returns a value; it is asked again after each ``wakeAll()`` or ``wakeOne()``.
  func waitForValue<Result>(_ body: (inout State) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state) { return result }
      pthread_cond_wait(condition, mutex)
    }
  }

  func wakeOne() { pthread_cond_signal(condition) }

  func wakeAll() { pthread_cond_broadcast(condition) }
}
