internal import CGIO
internal import Dispatch
internal import Threads

/// A GLib main context that Dispatch's main queue drives.
///
/// GIO calls its callbacks in this context, so they run on the main actor. Dispatch sources watch the context's
/// descriptors, and a Dispatch timer fires at the context's timeout. While GIO has no callback to run, no code runs.
@MainActor
package final class MainContext {
  /// The context in which all operations of this module report. It is never deallocated, because GIO frees the data of
  /// a canceled operation in the context in which the operation was started.
  package static let shared = MainContext()

  private let context: OpaquePointer
  private var watches: [WatchedEvent: MainQueueWatch] = [:]
  private var timer: Deadline?
  private var isTurnScheduled = false

  /// The largest number of iterations before other work of the main queue runs.
  private static let maximumIterations = 64

  package init() {
    // By default GLib wakes only a thread that is inside `poll`. With this flag it wakes the context also while
    // Dispatch polls the descriptors.
    context = g_main_context_new_with_flags(G_MAIN_CONTEXT_FLAGS_OWNERLESS_POLLING)
    watchForEvents()
  }

  isolated deinit { g_main_context_unref(context) }

  /// Runs `body` with this context as the thread's default, so that operations that `body` starts report in this
  /// context.
  ///
  /// GLib: `g_main_context_push_thread_default`.
  package func perform<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    g_main_context_push_thread_default(context)
    defer { g_main_context_pop_thread_default(context) }
    return try body()
  }

  /// Dispatches all ready sources, then waits for the next event.
  private func turn() {
    isTurnScheduled = false
    var iterations = 0
    while iterations < Self.maximumIterations, g_main_context_iteration(context, 0) != 0 { iterations += 1 }
    watchForEvents()
  }

  private func scheduleTurn() {
    guard !isTurnScheduled else { return }
    isTurnScheduled = true
    DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.turn() } }
  }

  /// Reads the descriptors and the timeout of the context, and watches them.
  private func watchForEvents() {
    // This call fails only while another thread owns the context, and no other thread uses it.
    guard g_main_context_acquire(context) != 0 else { return scheduleTurn() }
    defer { g_main_context_release(context) }

    var priority: gint = 0
    g_main_context_prepare(context, &priority)
    var timeout: gint = -1  // ms; -1 means "none"
    var descriptors: [GPollFD] = []
    var needed = Int(g_main_context_query(context, priority, &timeout, nil, 0))
    while needed > descriptors.count {
      descriptors = Array(repeating: GPollFD(), count: needed)
      needed = Int(g_main_context_query(context, priority, &timeout, &descriptors, gint(needed)))
    }
    watch(Set(descriptors.prefix(needed).flatMap(WatchedEvent.events)))

    timer = nil
    if timeout == 0 {
      scheduleTurn()
    } else if timeout > 0 {
      timer = Deadline(after: .milliseconds(Int(timeout))) { [weak self] in self?.turn() }
    }
  }

  private func watch(_ events: Set<WatchedEvent>) {
    watches = watches.filter { events.contains($0.key) }
    for event in events where watches[event] == nil {
      watches[event] = MainQueueWatch(event.descriptor, event.direction == .reading ? .reading : .writing) {
        [weak self] _ in self?.turn()
      }
      // The descriptor cannot be watched because it was closed, or because the process has no descriptors left.
      if watches[event] == nil { scheduleTurn() }
    }
  }
}
