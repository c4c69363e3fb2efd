/// A few threads that run closures in order. A thread starts with a closure if fewer than the given number run, and ends when
/// no closure waits. So no thread remains at rest.
package final class WorkerThreads: Sendable {
  private struct State {
    var waiting: [(id: Int, body: @Sendable () -> Void)] = []
    var lastID = 0
    var threadCount = 0
  }

  private let count: Int
  private let niceIncrement: Int32
  private let monitor = Monitor(State())

  /// Creates a value without threads.
  ///
  /// - Parameters:
  ///   - count: The largest number of threads, at least 1.
  ///   - niceIncrement: The difference to the nice value of the process, in `0...19`.
  package init(count: Int, niceIncrement: Int32 = SystemThread.backgroundNiceIncrement) {
    (self.count, self.niceIncrement) = (max(1, count), niceIncrement)
  }

  /// The number of closures that wait for a thread.
  package var waitingCount: Int { monitor.withLock { $0.waiting.count } }

  /// Runs a closure after those that wait.
  ///
  /// - Returns: Whether a thread runs or could be started. If not, the closure is released.
  package func run(_ body: @escaping @Sendable () -> Void) -> Bool {
    let (id, startsThread) = monitor.withLock { state in
      state.lastID += 1
      state.waiting.append((state.lastID, body))
      let startsThread = state.threadCount < count
      if startsThread { state.threadCount += 1 }
      return (state.lastID, startsThread)
    }
    guard startsThread, !SystemThread.startDetached(niceIncrement: niceIncrement, { [self] in work() }) else {
      return true
    }
    return monitor.withLock { state in
      state.threadCount -= 1
      if state.threadCount == 0 { state.waiting.removeAll { $0.id == id } }
      return state.threadCount > 0
    }
  }

  private func work() {
    while let body = next() { body() }
  }

  /// Returns the next closure; `nil` ends the thread.
  private func next() -> (@Sendable () -> Void)? {
    monitor.withLock { state in
      guard !state.waiting.isEmpty else {
        state.threadCount -= 1
        return nil
      }
      return state.waiting.removeFirst().body
    }
  }
}
