/// The events of a carousel since the creation of an iterator, in the order in which its delegate is notified
/// of them.
///
/// Each iterator has its own buffer and gets every event. An iterator ends when its task is canceled, or when
/// the carousel was deallocated and the buffer is empty. An iterator that is deallocated is removed from the
/// carousel.
///
/// If events occur faster than a consumer takes them, the buffer limits their number as follows:
///
/// - Consecutive `didScroll` events that wait in the buffer are merged into one event with the latest offset.
/// - If the buffer is full, its oldest event is dropped. The consumer's next event is then
///   ``CarouselEvent/didDropEvents(count:)``, with the number of dropped events.
///
/// Beyond iCarousel, which has only a delegate.
public struct CarouselEvents: AsyncSequence, Sendable {
  public typealias Element = CarouselEvent
  public typealias Failure = Never

  let hub: EventHub
  /// The maximum number of events in a buffer.
  let limit: Int

  public func makeAsyncIterator() -> Iterator { Iterator(EventSubscription(to: hub, limit: limit)) }

  /// An iterator with its own buffer.
  public struct Iterator: AsyncIteratorProtocol {
    private let subscription: EventSubscription

    init(_ subscription: EventSubscription) { self.subscription = subscription }

    /// Returns the next event, or waits for it. Returns `nil` if the carousel was deallocated or the task was
    /// canceled.
    ///
    /// - Precondition: No other task waits for an event of this iterator, as with `AsyncStream`.
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> CarouselEvent? {
      await subscription.buffer.next()
    }
  }
}

/// The registration of an iterator with a carousel. The registration ends when the iterator is deallocated.
final class EventSubscription: Sendable {
  let buffer: EventBuffer
  private let hub: EventHub

  init(to hub: EventHub, limit: Int) {
    self.hub = hub
    buffer = EventBuffer(limit: limit)
    hub.add(buffer)
  }

  deinit { hub.remove(buffer) }
}
