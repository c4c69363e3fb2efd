internal import Dispatch
internal import Glibc
internal import Synchronization

/// Where views are painted while the main thread goes on drawing frames.
package protocol PaintQueue: Sendable {
  /// Runs `work` somewhere, then `completion` with its result on the main actor; never within this call.
  func run<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result, completion: @escaping @MainActor @Sendable (Result) -> Void)
}

/// A thread of its own that paints one view after the other, and sleeps in the kernel while there is none. It
/// yields to those that draw.
///
/// Not a queue of Dispatch's: once its pool is in use, a timer of the pool wakes the process every second.
package final class PaintThread: PaintQueue {
  private let inbox = Inbox()

  package init() {}

  deinit { inbox.close() }

  package func run<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result, completion: @escaping @MainActor @Sendable (Result) -> Void
  ) {
    inbox.add {
      let result = work()
      DispatchQueue.main.async { completion(result) }
    }
  }
}

/// What a paint thread has to do; outlives the queue until the thread has seen that it is closed.
private final class Inbox: Sendable {
  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var hasThread = false
    var isClosed = false
  }

  private let state = Mutex(State())
  private let arrivals = DispatchSemaphore(value: 0)
  /// How many nice levels the thread is kinder.
  private static let kindness: Int32 = 5

  /// Adds a job; the first one starts the thread.
  func add(_ job: @escaping @Sendable () -> Void) {
    let needsThread = state.withLock { state in
      state.jobs.append(job)
      defer { state.hasThread = true }
      return !state.hasThread
    }
    if needsThread, !startThread() {
      // No thread to be had: late is better than never.
      state.withLock { $0.hasThread = false }
      DispatchQueue.main.async { _ = self.runNext() }
      return
    }
    arrivals.signal()
  }

  func close() {
    state.withLock {
      $0.isClosed = true
      $0.jobs = []
    }
    arrivals.signal()
  }

  private func startThread() -> Bool {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(self)
    let code = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        let inbox = Unmanaged<Inbox>.fromOpaque(context).takeRetainedValue()
        // On Linux a thread has its own nice value; 0 means the calling thread.
        let process = __priority_which_t(PRIO_PROCESS.rawValue)
        setpriority(process, 0, getpriority(process, 0) + Inbox.kindness)
        repeat { inbox.arrivals.wait() } while inbox.runNext()
        return nil
      }, context.toOpaque())
    guard code == 0 else {
      context.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  /// Runs a job if there is one; returns whether more may come.
  private func runNext() -> Bool {
    let (job, isClosed) = state.withLock { state in
      (state.jobs.isEmpty ? nil : state.jobs.removeFirst(), state.isClosed)
    }
    job?()
    return !isClosed
  }
}
