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

  /// The number of iterators.
  var iteratorCount: Int { state.withLock { $0.buffers.count } }

  /// Adds the buffer of a new iterator.
  func add(_ buffer: EventBuffer) {
    let hasEnded = state.withLock { state in
      if !state.hasEnded { state.buffers.append(buffer) }
      return state.hasEnded
    }
    if hasEnded { buffer.end() }
  }

  func remove(_ buffer: EventBuffer) { state.withLock { $0.buffers.removeAll { $0 === buffer } } }

  /// Appends an event to each buffer.
  func send(_ event: CarouselEvent) {
    // Consumers are resumed outside the lock, because an executor may run the consumer's code immediately.
    for buffer in state.withLock({ $0.buffers }) { buffer.append(event) }
  }

  /// Ends all iterators, including iterators that are created later, because the carousel was deallocated.
  func end() {
    let buffers = state.withLock { state in
      state.hasEnded = true
      defer { state.buffers = [] }
      return state.buffers
    }
    for buffer in buffers { buffer.end() }
  }
}
