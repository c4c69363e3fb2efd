/// The events of a carousel from the moment an iterator is made, in the order in which its delegate is
/// notified of them.
///
/// Each iterator has events and a buffer of its own. It ends when the carousel is deallocated, once its
/// buffer is empty, and when the task that iterates is canceled. An iterator that is deallocated is removed
/// from the carousel.
///
/// A consumer that falls behind finds these events:
///
/// - Consecutive `didScroll` events that wait in the buffer become one, with the latest offset.
/// - If the buffer is full, its oldest event is dropped. The next event that the consumer gets is
///   ``CarouselEvent/didDropEvents(count:)``, with the number of dropped events.
///
/// Beyond iCarousel; it has only a delegate.
public struct CarouselEvents: AsyncSequence, Sendable {
  public typealias Element = CarouselEvent
  public typealias Failure = Never

  let hub: EventHub
  /// The maximum number of events in a buffer.
  let limit: Int

  public func makeAsyncIterator() -> Iterator { Iterator(EventSubscription(to: hub, limit: limit)) }

  /// An iterator with a buffer. One task at a time should use it; several tasks share its events.
  public struct Iterator: AsyncIteratorProtocol {
    private let subscription: EventSubscription

    init(_ subscription: EventSubscription) { self.subscription = subscription }

    /// Returns the next event, or waits for it; `nil` if the carousel has gone or the task is canceled.
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> CarouselEvent? {
      await subscription.buffer.next()
    }
  }
}

/// An iterator's part in the events of a carousel; it ends with the iterator.
final class EventSubscription: Sendable {
  let buffer: EventBuffer
  private let hub: EventHub
  private let number: Int

  init(to hub: EventHub, limit: Int) {
    self.hub = hub
    buffer = EventBuffer(limit: limit)
    number = hub.add(buffer)
  }

  deinit { hub.remove(number) }
}
