/// Events as an asynchronous sequence.
extension Carousel {
  /// The events that the delegate is notified of, as an asynchronous sequence with a buffer of 256 events.
  ///
  ///     for await event in carousel.events {
  ///       if case .didSettle(let index, _) = event { show(index) }
  ///     }
  ///
  /// No delegate is necessary. See ``events(bufferingNewest:)``.
  ///
  /// Beyond iCarousel, which has only a delegate.
  public var events: CarouselEvents { events(bufferingNewest: 256) }

  /// Returns the events that the delegate is notified of, as an asynchronous sequence.
  ///
  /// Each iterator gets all events that happen after its creation, in the delegate's order. An event is sent
  /// before the delegate is notified of this event. The consumer gets the event later, when the consumer's
  /// task runs, so the carousel may have changed in the meantime. The sequence does not retain the carousel.
  ///
  /// - Parameter limit: The maximum number of events that wait for a consumer, in `1...100_000`. See
  ///   ``CarouselEvents`` for events beyond this number.
  ///
  /// Beyond iCarousel; Swift: `AsyncStream.Continuation.BufferingPolicy.bufferingNewest(_:)`.
  public func events(bufferingNewest limit: Int) -> CarouselEvents {
    let hub = eventHub ?? EventHub()
    eventHub = hub
    return CarouselEvents(hub: hub, limit: limit)
  }

  /// The number of iterators over the events.
  package var eventIteratorCount: Int { eventHub?.iteratorCount ?? 0 }

  /// Sends an event to the iterators, and then to the delegate.
  ///
  /// - Returns: Whether the delegate handles a long press or a double tap; `false` for all other events.
  @discardableResult
  func notify(of event: CarouselEvent) -> Bool {
    eventHub?.send(event)
    return delegate?.notify(of: event, from: self) ?? false
  }

  /// Notifies the core when the first iterator is created or the last iterator is deallocated. While an
  /// iterator exists, long presses and double taps are detected even without a delegate.
  func syncIterators() {
    guard let eventHub, (eventHub.iteratorCount > 0) != core.gestures.isObserved else { return }
    var settings = core.gestures
    settings.isObserved.toggle()
    handle(.setGestures(settings), at: clock)
  }
}
