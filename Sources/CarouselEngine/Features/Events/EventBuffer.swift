internal import Synchronization

/// The queue between a carousel and one iterator. At any time, either events wait for the consumer, or the consumer
/// waits for an event. Only one task uses an iterator at a time.
final class EventBuffer: Sendable {
  private struct State {
    var queue: EventRing
    /// The consumer that waits for an event; `nil` while events wait.
    var consumer: CheckedContinuation<CarouselEvent?, Never>?
    var hasEnded = false
  }

  private let state: Mutex<State>

  /// - Parameter limit: The maximum number of events that wait; at least 1.
  init(limit: Int) { state = Mutex(State(queue: EventRing(limit: limit))) }

  /// Passes an event to the waiting consumer, or appends it to the queue if the consumer does not wait.
  func append(_ event: CarouselEvent) {
    let consumer = state.withLock { state in
      let consumer = state.consumer.take()
      if consumer == nil, !state.hasEnded { state.queue.append(event) }
      return consumer
    }
    consumer?.resume(returning: event)
  }

  /// Ends the stream. The consumer still gets the events that wait.
  func end() { release(ends: true) }

  /// Returns the next event, or waits for it. Returns `nil` after the end of the stream, or if the task is
  /// canceled.
  func next(isolation: isolated (any Actor)? = #isolation) async -> CarouselEvent? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer = state.withLock { state -> CarouselEvent?? in
          // The cancellation flag is set before the handler below runs. So a consumer that is set here
          // although the task has just been canceled is found by the handler.
          if Task.isCancelled { return .some(nil) }
          if let event = state.queue.takeFirst() { return event }
          if state.hasEnded { return .some(nil) }
          precondition(state.consumer == nil, "two tasks use the same iterator")
          state.consumer = continuation
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      release(ends: false)
    }
  }

  /// Makes the consumer, if it waits, continue without an event.
  private func release(ends: Bool) {
    let consumer = state.withLock { state in
      if ends { state.hasEnded = true }
      return state.consumer.take()
    }
    consumer?.resume(returning: nil)
  }
}

/// A queue with a maximum length. Its memory is allocated once.
struct EventRing: Sendable {
  private var events: [CarouselEvent]
  private var first = 0
  private var count = 0
  /// The number of events dropped since ``takeFirst()`` was last called.
  private var droppedCount = 0

  /// The valid values of the maximum length, in events.
  static let limits = 1...100_000

  init(limit: Int) {
    let limit = min(max(limit, Self.limits.lowerBound), Self.limits.upperBound)
    events = Array(repeating: .didEndDragging(willDecelerate: false), count: limit)
  }

  /// Appends an event. If the queue is full, the oldest event is dropped.
  mutating func append(_ event: CarouselEvent) {
    if case .didScroll = event, count > 0, case .didScroll = events[position(count - 1)] {
      events[position(count - 1)] = event
      return
    }
    if count == events.count {
      first = position(1)
      count -= 1
      droppedCount &+= 1
    }
    events[position(count)] = event
    count += 1
  }

  /// Removes and returns the oldest event. If events were dropped before this event, the method first returns
  /// an event with their number.
  mutating func takeFirst() -> CarouselEvent? {
    if droppedCount > 0 {
      defer { droppedCount = 0 }
      return .didDropEvents(count: droppedCount)
    }
    guard count > 0 else { return nil }
    defer {
      first = position(1)
      count -= 1
    }
    return events[first]
  }

  private func position(_ offset: Int) -> Int { (first + offset) % events.count }
}
