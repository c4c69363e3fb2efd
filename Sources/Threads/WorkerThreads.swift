/// Threads that run closures in order. A thread starts with a closure if fewer than the given number run, and ends when no
/// closure waits. So no thread remains at rest.
///
/// A closure that takes long may report it. Another thread then replaces its thread until it ends.
package final class WorkerThreads: Sendable {
  /// Starts a thread with a nice increment. Returns whether the system could start it.
  package typealias Start = @Sendable (Int32, @escaping @Sendable () -> Void) -> Bool

  private struct Job {
    let body: @Sendable () -> Void
    let onFailure: @Sendable () -> Void
  }

  private struct State {
    var waiting: [Job] = []
    /// The number of threads that run or are being started.
    var threadCount = 0
    /// The number of running closures that take long.
    var slowCount = 0
  }

  private let count: Int
  private let maxSlowCount: Int
  private let niceIncrement: Int32
  private let maxWaitingCount: Int
  private let start: Start
  private let monitor = Monitor(State())

  /// Creates a group without threads.
  ///
  /// - Parameters:
  ///   - count: The largest number of threads, at least 1.
  ///   - maxSlowCount: The largest number of further threads, while closures take long.
  ///   - niceIncrement: The difference to the nice value of the process, in `0...19`.
  ///   - maxWaitingCount: The largest number of closures that wait for a thread. Further ones fail.
  ///   - start: Starts a thread.
  package init(
    count: Int, maxSlowCount: Int = 0, niceIncrement: Int32 = SystemThread.backgroundNiceIncrement,
    maxWaitingCount: Int = .max,
    start: @escaping Start = { SystemThread.startDetached(niceIncrement: $0, $1) }
  ) {
    (self.count, self.niceIncrement) = (max(1, count), niceIncrement)
    (self.maxSlowCount, self.maxWaitingCount, self.start) = (max(0, maxSlowCount), maxWaitingCount, start)
  }

  /// Runs a closure after those that wait.
  ///
  /// - Parameter onFailure: Called instead of `body`, perhaps before this method returns, if the system refuses a thread and
  ///   none runs, or if too many closures wait.
  package func run(
    _ body: @escaping @Sendable () -> Void, onFailure: @escaping @Sendable () -> Void = {}
  ) {
    let startsThread = monitor.withLock { state -> Bool? in
      guard state.waiting.count < maxWaitingCount else { return nil }
      state.waiting.append(Job(body: body, onFailure: onFailure))
      guard state.threadCount < limit(state) else { return false }
      state.threadCount += 1
      return true
    }
    guard let startsThread else { return onFailure() }
    guard startsThread, !start(niceIncrement, { [self] in work() }) else { return }
    // Another thread that runs or starts serves all closures. The last one that cannot be started fails all of them.
    let failed = monitor.withLock { state in
      state.threadCount -= 1
      guard state.threadCount == 0 else { return [Job]() }
      defer { state.waiting = [] }
      return state.waiting
    }
    for job in failed { job.onFailure() }
  }

  /// Records that a closure takes long. Call it in the closure. The next closure then runs on another thread.
  package func beginSlow() {
    let startsThread = monitor.withLock { state in
      state.slowCount += 1
      guard !state.waiting.isEmpty, state.threadCount < limit(state) else { return false }
      state.threadCount += 1
      return true
    }
    // If the system refuses a thread, the thread of this closure serves those that wait.
    if startsThread, !start(niceIncrement, { [self] in work() }) { monitor.withLock { $0.threadCount -= 1 } }
  }

  /// Records the end of a closure that takes long. Call it once in the closure after ``beginSlow()``.
  package func endSlow() { monitor.withLock { $0.slowCount -= 1 } }

  /// Returns the largest number of threads that may run now.
  private func limit(_ state: State) -> Int { count + min(state.slowCount, maxSlowCount) }

  private func work() {
    while let job = next() { job.body() }
  }

  /// Returns the next closure; `nil` ends the thread.
  private func next() -> Job? {
    monitor.withLock { state in
      // A thread whose closure took long ends if another one has replaced it.
      guard !state.waiting.isEmpty, state.threadCount <= limit(state) else {
        state.threadCount -= 1
        return nil
      }
      return state.waiting.removeFirst()
    }
  }
}
