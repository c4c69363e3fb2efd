internal import Synchronization

/// The queue between a carousel and one iterator. At any time, either events wait for a consumer, or
/// consumers wait for an event.
final class EventBuffer: Sendable {
  private typealias Consumer = (number: Int, continuation: CheckedContinuation<CarouselEvent?, Never>)

  private struct State {
    var queue: EventRing
    /// The consumers that wait for an event, in the order of their arrival; empty while events wait.
    var consumers: [Consumer] = []
    var lastConsumer = 0
    var hasEnded = false
  }

  private let state: Mutex<State>

  /// - Parameter limit: The maximum number of events that wait; at least 1.
  init(limit: Int) { state = Mutex(State(queue: EventRing(limit: limit))) }

  /// Passes an event to the first waiting consumer, or appends it to the queue if no consumer waits.
  func append(_ event: CarouselEvent) {
    let consumer = state.withLock { state -> Consumer? in
      guard !state.hasEnded else { return nil }
      if !state.consumers.isEmpty { return state.consumers.removeFirst() }
      state.queue.append(event)
      return nil
    }
    consumer?.continuation.resume(returning: event)
  }

  /// Ends the stream. Consumers still get the events that wait.
  func end() {
    let consumers = state.withLock { state in
      state.hasEnded = true
      defer { state.consumers = [] }
      return state.consumers
    }
    for consumer in consumers { consumer.continuation.resume(returning: nil) }
  }

  /// Returns the next event, or waits for it. Returns `nil` after the end of the stream, or if the task is
  /// canceled.
  func next(isolation: isolated (any Actor)? = #isolation) async -> CarouselEvent? {
    let number = state.withLock { state in
      state.lastConsumer &+= 1
      return state.lastConsumer
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer = state.withLock { state -> CarouselEvent?? in
          // The cancellation flag is set before the handler below runs. So a consumer that is added here
          // although the task has just been canceled is found by the handler.
          if Task.isCancelled { return .some(nil) }
          if let event = state.queue.takeFirst() { return event }
          if state.hasEnded { return .some(nil) }
          state.consumers.append((number, continuation))
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func cancel(_ number: Int) {
    let consumer = state.withLock { state -> Consumer? in
      guard let position = state.consumers.firstIndex(where: { $0.number == number }) else { return nil }
      return state.consumers.remove(at: position)
    }
    consumer?.continuation.resume(returning: nil)
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
