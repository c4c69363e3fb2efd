internal import Synchronization

/// The buffers of all iterators over a carousel's events.
///
/// The carousel sends on the main actor. Iterators can be created and deallocated in any isolation.
final class EventHub: Sendable {
  private struct State {
    var buffers: [(number: Int, buffer: EventBuffer)] = []
    var lastNumber = 0
    var hasEnded = false
  }

  private let state = Mutex(State())
  private let count = Atomic(0)

  /// The number of iterators.
  var iteratorCount: Int { count.load(ordering: .relaxed) }

  /// Whether any iterator exists.
  var hasIterators: Bool { iteratorCount > 0 }

  /// Adds the buffer of a new iterator.
  ///
  /// - Returns: A number that identifies the buffer when it is removed.
  func add(_ buffer: EventBuffer) -> Int {
    let (number, hasEnded) = state.withLock { state in
      state.lastNumber += 1
      if !state.hasEnded {
        state.buffers.append((state.lastNumber, buffer))
        count.store(state.buffers.count, ordering: .relaxed)
      }
      return (state.lastNumber, state.hasEnded)
    }
    if hasEnded { buffer.end() }
    return number
  }

  func remove(_ number: Int) {
    state.withLock { state in
      state.buffers.removeAll { $0.number == number }
      count.store(state.buffers.count, ordering: .relaxed)
    }
  }

  /// Appends an event to each buffer.
  func send(_ event: CarouselEvent) {
    guard hasIterators else { return }
    // Consumers are resumed outside the lock, because an executor may run the consumer's code immediately.
    for entry in state.withLock({ $0.buffers }) { entry.buffer.append(event) }
  }

  /// Ends all iterators, including iterators that are created later, because the carousel was deallocated.
  func end() {
    let buffers = state.withLock { state in
      state.hasEnded = true
      count.store(0, ordering: .relaxed)
      defer { state.buffers = [] }
      return state.buffers
    }
    for entry in buffers { entry.buffer.end() }
  }
}

/// Owns the hub for a carousel. When the carousel is deallocated, this object is also deallocated and ends
/// all iterators.
final class EventSource {
  let hub = EventHub()

  deinit { hub.end() }
}
