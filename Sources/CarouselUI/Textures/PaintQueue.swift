internal import Dispatch
internal import Synchronization
internal import Threads
package import Wayland
internal import Windowing

/// Paints views in the background while the main thread draws frames.
package protocol PaintQueue: Sendable {
  /// Runs `work`, then calls `completion` with its result on the main actor. Both run after this call has
  /// returned.
  func run<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result, completion: @escaping @MainActor @Sendable (Result) -> Void)
}

/// Returns the paint queue for the windows of a scheduler: a thread, or the scheduler itself if it runs
/// background work.
@MainActor package func makePaintQueue(on scheduler: any Scheduler) -> any PaintQueue {
  if let manual = scheduler as? ManualScheduler, manual.runsBackgroundWork {
    return ScheduledPainting(on: manual)
  }
  return PaintThread(completingOn: scheduler)
}

/// Paints on the main thread when the scheduler runs, so that the painting is part of the virtual time.
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

  /// Creates a queue without a thread. The first job starts the thread.
  ///
  /// - Parameter scheduler: The scheduler that runs the completions.
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

/// The jobs of a paint thread. The thread may still use the inbox after the queue was deallocated, until the
/// thread sees that the inbox is closed.
private final class Inbox: Sendable {
  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var hasThread = false
    var isClosed = false
  }

  private let state = Mutex(State())
  private let arrivals = DispatchSemaphore(value: 0)
  /// Runs the jobs on the main thread if no thread can be created.
  private let fallback: CompletionQueue

  init(fallback: CompletionQueue) { self.fallback = fallback }

  /// Adds a job. The first job starts the thread.
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

  /// Runs the next job, if any. Returns `false` once the inbox is closed.
  private func runNext() -> Bool {
    let (job, isClosed) = state.withLock { state in
      (state.jobs.isEmpty ? nil : state.jobs.removeFirst(), state.isClosed)
    }
    job?()
    return !isClosed
  }
}
