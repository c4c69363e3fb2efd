internal import Dispatch
internal import Synchronization
internal import Threads
package import Wayland
internal import Windowing

/// Paints views in the background while the main thread draws frames.
package protocol PaintQueue: Sendable {
  /// Runs `work`, then `completion` with its result on the main actor. Neither runs before this call returns.
  func run<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result, completion: @escaping @MainActor @Sendable (Result) -> Void)
}

/// Returns the paint queue for the windows of a scheduler: a thread, or the scheduler if it runs such work.
@MainActor package func makePaintQueue(on scheduler: any Scheduler) -> any PaintQueue {
  if let manual = scheduler as? ManualScheduler, manual.runsBackgroundWork {
    return ScheduledPainting(on: manual)
  }
  return PaintThread(completingOn: scheduler)
}

/// Paints on the main thread when a scheduler runs, so that virtual time includes the painting.
private struct ScheduledPainting: PaintQueue {
  private let scheduler: ManualScheduler

  init(on scheduler: ManualScheduler) { self.scheduler = scheduler }

  func run<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result, completion: @escaping @MainActor @Sendable (Result) -> Void
  ) {
    MainActor.assumeIsolated { scheduler.soon { completion(work()) } }
  }
}

/// A dedicated thread that paints one view at a time, with a lower priority than the threads that draw frames. It
/// blocks while its queue is empty.
///
/// A Dispatch queue is unsuitable: once Dispatch has started its thread pool, a timer of the pool wakes the
/// process every second.
package final class PaintThread: PaintQueue {
  private let inbox: Inbox
  private let completions: CompletionQueue

  /// Creates a queue without a thread; the first job starts it.
  ///
  /// - Parameter scheduler: Runs the completions.
  @MainActor package init(completingOn scheduler: any Scheduler = MainQueueScheduler.shared) {
    completions = CompletionQueue(on: scheduler)
    inbox = Inbox(fallback: completions)
  }

  deinit {
    inbox.close()
    completions.finish()
  }

  package func run<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result, completion: @escaping @MainActor @Sendable (Result) -> Void
  ) {
    inbox.add { [completions] in
      let result = work()
      completions.add { completion(result) }
    }
  }
}

/// The jobs of a paint thread. It outlives the queue until the thread has seen that the queue is closed.
private final class Inbox: Sendable {
  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var hasThread = false
    var isClosed = false
  }

  private let state = Mutex(State())
  private let arrivals = DispatchSemaphore(value: 0)
  /// Runs jobs on the main thread if there is no other thread.
  private let fallback: CompletionQueue

  init(fallback: CompletionQueue) { self.fallback = fallback }

  /// Adds a job. The first one starts the thread.
  func add(_ job: @escaping @Sendable () -> Void) {
    let needsThread = state.withLock { state in
      state.jobs.append(job)
      defer { state.hasThread = true }
      return !state.hasThread
    }
    if needsThread, !startThread() {
      // No thread can be created, so the job runs on the main thread, after this call.
      state.withLock { $0.hasThread = false }
      fallback.add { _ = self.runNext() }
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
    SystemThread.startDetached(niceIncrement: SystemThread.backgroundNiceIncrement) {
      repeat { self.arrivals.wait() } while self.runNext()
    }
  }

  /// Runs a job if there is one. Returns `false` once the inbox is closed.
  private func runNext() -> Bool {
    let (job, isClosed) = state.withLock { state in
      (state.jobs.isEmpty ? nil : state.jobs.removeFirst(), state.isClosed)
    }
    job?()
    return !isClosed
  }
}
