internal import Threads

extension Monitor {
  /// Blocks until `body` returns a value. `body` is called again after ``wakeAll()`` and a cancellation.
  ///
  /// - Parameters:
  ///   - cancellation: Wakes the thread. `body` must return a value after a cancellation, and may read the flag: the lock
  ///     of a cancellation is never held while the lock of a monitor is taken.
  ///   - body: Runs with the lock held.
  func waitForValue<Result>(
    _ cancellation: Cancellation, _ body: (inout State) -> Result?
  ) -> Result where State: Sendable {
    let handler = cancellation.onCancel { [self] in
      // The lock is taken so that a thread cannot begin to wait after it has read the flag.
      withLock { _ in }
      wakeAll()
    }
    defer { cancellation.removeHandler(handler) }
    return waitForValue(body)
  }
}
