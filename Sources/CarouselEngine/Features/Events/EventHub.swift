internal import Synchronization

/// The buffers of all iterators over a carousel's events.
///
/// The carousel sends on the main actor. Iterators can be created and deallocated in any isolation.
final class EventHub: Sendable {
  private struct State {
    var buffers: [EventBuffer] = []
    var hasEnded = false
  }

  private let state = Mutex(State())
  private let count = Atomic(0)

  /// The number of iterators; read without the lock, because the carousel reads it with each input.
  var iteratorCount: Int { count.load(ordering: .relaxed) }

  /// Adds the buffer of a new iterator.
  func add(_ buffer: EventBuffer) {
    let hasEnded = state.withLock { state in
      if !state.hasEnded {
        state.buffers.append(buffer)
        count.store(state.buffers.count, ordering: .relaxed)
      }
      return state.hasEnded
    }
    if hasEnded { buffer.end() }
  }

  func remove(_ buffer: EventBuffer) {
    state.withLock { state in
      state.buffers.removeAll { $0 === buffer }
      count.store(state.buffers.count, ordering: .relaxed)
    }
  }

  /// Appends an event to each buffer.
  func send(_ event: CarouselEvent) {
    guard iteratorCount > 0 else { return }
    // Consumers are resumed outside the lock, because an executor may run the consumer's code immediately.
    for buffer in state.withLock({ $0.buffers }) { buffer.append(event) }
  }

  /// Ends all iterators, including iterators that are created later, because the carousel was deallocated.
  func end() {
    let buffers = state.withLock { state in
      state.hasEnded = true
      count.store(0, ordering: .relaxed)
      defer { state.buffers = [] }
      return state.buffers
    }
    for buffer in buffers { buffer.end() }
  }
}
