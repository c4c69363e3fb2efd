import CSystem
import Dispatch
import Glibc
import Synchronization
package import Wayland

/// Runs closures on a scheduler, in the order in which other threads have added them.
///
/// Linux: `eventfd`.
package final class CompletionQueue: Sendable {
  private struct State {
    var actions: [@MainActor @Sendable () -> Void] = []
    var isFinished = false
    /// The eventfd that wakes the scheduler; -1 if Dispatch's main queue runs the closures.
    var event: Int32 = -1
  }

  private let state = Mutex(State())

  /// Creates a queue. The scheduler watches it until `finish()`.
  ///
  /// - Parameter scheduler: Runs the closures. If the scheduler cannot watch a descriptor, Dispatch's main queue runs
  ///   the closures.
  @MainActor package init(on scheduler: any Scheduler) {
    guard !scheduler.isMainQueue else { return }
    let event = csystem_eventfd()
    guard event >= 0 else { return }
    var watch: (any DescriptorWatch)?
    // The watch retains the queue until the scheduler has handled `finish()`.
    watch = scheduler.watch(
      event,
      onReadable: {
        if self.runActions() { return }
        watch?.cancel()
        watch = nil
        self.close()
      }, onWritable: {})
    if watch == nil {
      Glibc.close(event)
    } else {
      state.withLock { $0.event = event }
    }
  }

  /// Runs `action` on the main actor as soon as possible. Any thread may call this method.
  package func add(_ action: @escaping @MainActor @Sendable () -> Void) {
    let isWatched = state.withLock { state in
      guard state.event >= 0 else { return false }
      state.actions.append(action)
      return Self.signal(state)
    }
    if !isWatched { DispatchQueue.main.async { action() } }
  }

  /// Ends the watch when all closures that were added before this call have run. Any thread may call this method.
  package func finish() {
    state.withLock { state in
      state.isFinished = true
      if state.event >= 0 { _ = Self.signal(state) }
    }
  }

  /// Makes the descriptor readable. Returns true also if it was readable before.
  private static func signal(_ state: State) -> Bool {
    var one: UInt64 = 1
    return write(state.event, &one, 8) == 8 || errno == EAGAIN
  }

  /// Runs the added closures. Returns false if the queue is finished, so that no more closures follow.
  @MainActor private func runActions() -> Bool {
    let (actions, isFinished) = state.withLock { state in
      var count: UInt64 = 0
      _ = read(state.event, &count, 8)
      defer { state.actions = [] }
      return (state.actions, state.isFinished)
    }
    for action in actions { action() }
    return !isFinished
  }

  private func close() {
    state.withLock { state in
      Glibc.close(state.event)
      state.event = -1
    }
  }
}
