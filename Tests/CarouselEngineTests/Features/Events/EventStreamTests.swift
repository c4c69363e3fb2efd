import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of events as an asynchronous sequence.
@MainActor
struct EventStreamTests {
  /// A delegate that records the events that it is notified of.
  final class Recorder: CarouselDelegate {
    var events: [CarouselEvent] = []
    var act: (CarouselEvent) -> Void = { _ in }
    var handles = false

    private func note(_ event: CarouselEvent) {
      events.append(event)
      act(event)
    }

    func carouselWillBeginScrollingAnimation(_ carousel: Carousel) { note(.willBeginScrollingAnimation) }
    func carouselDidEndScrollingAnimation(_ carousel: Carousel) { note(.didEndScrollingAnimation) }
    func carouselDidScroll(_ carousel: Carousel) { note(.didScroll(offset: carousel.scrollOffset)) }
    func carouselCurrentItemIndexDidChange(_ carousel: Carousel) {
      note(.currentItemDidChange(index: carousel.currentIndex))
    }
    func carouselWillBeginDragging(_ carousel: Carousel) { note(.willBeginDragging) }
    func carouselDidEndDragging(_ carousel: Carousel, willDecelerate: Bool) {
      note(.didEndDragging(willDecelerate: willDecelerate))
    }
    func carouselWillBeginDecelerating(_ carousel: Carousel) { note(.willBeginDecelerating) }
    func carouselDidEndDecelerating(_ carousel: Carousel) { note(.didEndDecelerating) }
    func carousel(_ carousel: Carousel, didSettleAt index: Int, reason: SettleReason) {
      note(.didSettle(index: index, reason: reason))
    }
    func carousel(_ carousel: Carousel, didSelectItemAt index: Int) { note(.didSelectItem(index: index)) }
    func carousel(_ carousel: Carousel, didLongPressItemAt index: Int) -> Bool {
      note(.didLongPressItem(index: index))
      return handles
    }
    func carousel(_ carousel: Carousel, didDoubleTapItemAt index: Int) -> Bool {
      note(.didDoubleTapItem(index: index))
      return handles
    }
    func carousel(_ carousel: Carousel, didSwipePerpendicularly swipe: PerpendicularSwipe) {
      note(.didSwipePerpendicularly(swipe))
    }
  }

  /// Performs a drag, a flick, a long press, a double tap, a swipe across the axis, scrolls by the program,
  /// and an edit.
  private func tellStory(_ rig: CarouselRig) {
    let right = Point(x: 600, y: 300)
    rig.fling(velocity: -2500)
    rig.settle()
    rig.drag(by: Point(x: -150, y: 0), in: 0.1)
    rig.settle()
    rig.down(at: right)
    rig.run(0.7)
    rig.up(at: right)
    rig.settle()
    rig.tap()
    rig.wait(0.05)
    rig.tap()
    rig.settle()
    rig.drag(by: Point(x: 0, y: 80), in: 0.1)
    rig.carousel.scrollToItem(at: 1, duration: 0.2)
    rig.run(0.1)
    rig.carousel.currentItemIndex = 9
    rig.itemCount -= 1
    rig.carousel.removeItem(at: 9, animated: false)
    rig.settle()
    rig.itemCount = 0
    rig.carousel.reloadData()
    rig.settle()
  }

  /// Returns the remaining events of a deallocated carousel.
  private func rest(of iterator: CarouselEvents.Iterator) async -> [CarouselEvent] {
    var (events, iterator) = ([CarouselEvent](), iterator)
    while let event = await iterator.next() { events.append(event) }
    return events
  }

  /// Returns the events with each run of `didScroll` events replaced by its last event.
  private func coalesced(_ events: [CarouselEvent]) -> [CarouselEvent] {
    var result: [CarouselEvent] = []
    for event in events {
      if case .didScroll = event, case .didScroll? = result.last { result.removeLast() }
      result.append(event)
    }
    return result
  }

  @Test(
    "A stream has the same events as the delegate in the same order, but merges consecutive scroll events in its buffer",
    .proves("G01", "G02", "G03", "G04", "G05", "G06", "G07", "G08", "G12"),
    arguments: [false, true])
  func order(handles: Bool) async {
    let recorder = Recorder()
    recorder.handles = handles
    var rig: CarouselRig? = CarouselRig(items: 20)
    rig?.carousel.delegate = recorder
    let iterator = rig?.carousel.events(bufferingNewest: 10_000).makeAsyncIterator()
    if let rig { tellStory(rig) }
    rig = nil
    let events = await rest(of: iterator!)
    #expect(events == coalesced(recorder.events))
    #expect(events.count < recorder.events.count)
    let kinds = Set(events.map { "\($0)".prefix { $0 != "(" } })
    #expect(kinds.count == 13, "\(kinds.sorted())")
  }

  @Test("If a consumer runs after each frame, it gets every event", .proves("G03"))
  func prompt() async throws {
    let (recorder, rig) = (Recorder(), CarouselRig(items: 20))
    rig.carousel.delegate = recorder
    var events: [CarouselEvent] = []
    let stream = rig.carousel.events
    let consumer = Task { for await event in stream { events.append(event) } }
    await letTasksRun()
    rig.carousel.scrollToItem(at: 9, animated: true)
    while rig.carousel.needsFrame {
      rig.frame()
      try await waitUntil("all events of the frame") { events.count == recorder.events.count }
    }
    #expect(events == recorder.events && events.count > 20)
    consumer.cancel()
    await consumer.value
  }

  @Test(
    "Without a delegate a stream reports long presses and double taps, and every tap also selects its item")
  func withoutDelegate() async {
    let source = Numbers(20)
    var carousel: Carousel? = Carousel(bounds: Size(width: 800, height: 600))
    carousel?.dataSource = source
    let iterator = carousel?.events.makeAsyncIterator()
    let middle = Point(x: 400, y: 300)
    var now = Timestamp(seconds: 1)
    func tap(for seconds: Double) -> TapResult? {
      carousel?.contactBegan(id: 1, at: middle, time: now)
      now = now + seconds
      carousel?.advance(to: now)
      return carousel?.contactEnded(id: 1, at: middle, time: now)
    }
    carousel?.advance(to: now)
    #expect(tap(for: 0.05) == .selected(0))
    now = now + 0.05
    #expect(tap(for: 0.05) == .selected(0))
    now = now + 2
    #expect(tap(for: 1) == .selected(0))
    carousel = nil
    let expected: [CarouselEvent] = [
      .didSelectItem(index: 0), .didDoubleTapItem(index: 0), .didSelectItem(index: 0),
      .didLongPressItem(index: 0), .didSelectItem(index: 0),
    ]
    let events = await rest(of: iterator!).filter { event in
      switch event {
      case .willBeginScrollingAnimation, .didEndScrollingAnimation: false
      default: true
      }
    }
    #expect(events == expected)
  }

  @Test(
    "A full buffer drops the oldest events and reports the number of dropped events before the next event")
  func dropped() async throws {
    let recorder = Recorder()
    var rig: CarouselRig? = CarouselRig(items: 20)
    rig?.carousel.delegate = recorder
    let iterators = [1, 3, 0, Int.min].map {
      rig!.carousel.events(bufferingNewest: $0).makeAsyncIterator()
    }
    if let rig { tellStory(rig) }
    rig = nil
    for (iterator, limit) in zip(iterators, [1, 3, 1, 1]) {
      let events = await rest(of: iterator)
      guard case .didDropEvents(let count)? = events.first else {
        Issue.record("no loss reported in \(events)")
        continue
      }
      #expect(events.count == limit + 1 && Array(events.dropFirst()) == recorder.events.suffix(limit))
      #expect(count > 20 && count + limit <= recorder.events.count)
    }
  }

  @Test("The stream reports a number of dropped events once, and then continues")
  func continuesAfterLoss() async {
    let rig = CarouselRig(items: 20)
    var iterator = rig.carousel.events(bufferingNewest: 3).makeAsyncIterator()
    for index in 1...5 { rig.carousel.currentItemIndex = index }
    #expect(await iterator.next() == .didDropEvents(count: 12))
    #expect(await iterator.next() == .didScroll(offset: 5))
    #expect(await iterator.next() == .currentItemDidChange(index: 5))
    #expect(await iterator.next() == .didSettle(index: 5, reason: .program))
    rig.carousel.currentItemIndex = 6
    #expect(await iterator.next() == .didScroll(offset: 6))
    #expect(await iterator.next() == .currentItemDidChange(index: 6))
  }

  @Test("Each iterator gets all events since its creation")
  func independent() async {
    var rig: CarouselRig? = CarouselRig(items: 20)
    let sequence = rig!.carousel.events
    rig?.carousel.currentItemIndex = 3
    let first = sequence.makeAsyncIterator()
    rig?.carousel.currentItemIndex = 5
    let second = sequence.makeAsyncIterator()
    rig?.carousel.currentItemIndex = 6
    rig = nil
    #expect(await rest(of: first).filter { $0 == .didSettle(index: 5, reason: .program) }.count == 1)
    let events: [CarouselEvent] = [
      .didScroll(offset: 6), .currentItemDidChange(index: 6), .didSettle(index: 6, reason: .program),
    ]
    #expect(await rest(of: second) == events)
    #expect(await rest(of: sequence.makeAsyncIterator()) == [])
  }

  @Test(
    "A stream does not retain the carousel; when the carousel is released, a waiting consumer ends",
    .proves("P03"))
  func carouselEnds() async throws {
    var carousel: Carousel? = Carousel(bounds: .zero)
    weak let gone = carousel
    let stream = carousel!.events
    var hasEnded = false
    let consumer = Task {
      for await _ in stream {}
      hasEnded = true
    }
    await letTasksRun()
    #expect(!hasEnded)
    carousel = nil
    #expect(gone == nil)
    try await waitUntil("the end of the stream") { hasEnded }
    #expect(hasEnded)
    consumer.cancel()
    await consumer.value
  }

  @Test(
    "If a consumer's task is canceled, its stream ends; the carousel does not keep a deallocated iterator")
  func cancel() async throws {
    let rig = CarouselRig(items: 9)
    let stream = rig.carousel.events
    #expect(rig.carousel.eventIteratorCount == 0)
    var hasEnded = false
    let consumer = Task {
      for await _ in stream {}
      hasEnded = true
    }
    try await waitUntil("the iterator of the consumer") { rig.carousel.eventIteratorCount == 1 }
    #expect(rig.carousel.eventIteratorCount == 1)
    consumer.cancel()
    try await waitUntil("the end of the stream") { hasEnded }
    #expect(hasEnded)
    await consumer.value
    #expect(rig.carousel.eventIteratorCount == 0)
    var iterator: CarouselEvents.Iterator? = stream.makeAsyncIterator()
    #expect(rig.carousel.eventIteratorCount == 1)
    rig.carousel.currentItemIndex = 2
    #expect(await iterator?.next() == .didScroll(offset: 2))
    iterator = nil
    #expect(rig.carousel.eventIteratorCount == 0)
    // A task that is canceled before it requests an event gets no event.
    let late = Task {
      var iterator = stream.makeAsyncIterator()
      rig.carousel.currentItemIndex = 4
      withUnsafeCurrentTask { $0?.cancel() }
      return await iterator.next()
    }
    #expect(await late.value == nil)
  }

  @Test("Two tasks that wait for an event of the same iterator are a mistake of the caller")
  func sharedIterator() async {
    await #expect(processExitsWith: .failure) {
      let carousel = await Carousel(bounds: .zero)
      let iterator = await carousel.events.makeAsyncIterator()
      let (first, second) = (UncheckedIterator(iterator), UncheckedIterator(iterator))
      async let events = first.rest()
      _ = await second.rest() + events
      await MainActor.run { withExtendedLifetime(carousel) {} }
    }
  }

  @Test("Events reach consumers on other executors in order")
  func otherExecutors() async {
    var rig: CarouselRig? = CarouselRig(items: 200)
    let stream = rig!.carousel.events(bufferingNewest: 100_000)
    let consumers = (0..<4).map { _ in
      let iterator = UncheckedIterator(stream.makeAsyncIterator())
      return Task.detached { await iterator.rest() }
    }
    for index in 1..<200 {
      rig?.carousel.currentItemIndex = index
      if index % 20 == 0 { await Task.yield() }
    }
    rig = nil
    for consumer in consumers {
      let indexes = await consumer.value.compactMap { event in
        if case .currentItemDidChange(let index?) = event { index } else { nil }
      }
      #expect(indexes == Array(1..<200))
    }
  }

  @Test(
    "If a callback changes the carousel, the events of the change have the same order in a stream as for the delegate"
  )
  func nested() async {
    let recorder = Recorder()
    var rig: CarouselRig? = CarouselRig(items: 20)
    rig?.carousel.delegate = recorder
    let iterator = rig!.carousel.events.makeAsyncIterator()
    recorder.act = { [weak rig] event in
      if event == .currentItemDidChange(index: 2) { rig?.carousel.scrollToItem(at: 5, animated: false) }
    }
    rig?.carousel.currentItemIndex = 2
    if let rig { rig.settle() }
    rig = nil
    #expect(await rest(of: iterator) == coalesced(recorder.events))
    #expect(recorder.events.contains(.currentItemDidChange(index: 5)))
  }
}

/// Passes an iterator to another task. From then on, only that task uses the iterator.
private final class UncheckedIterator: @unchecked Sendable {
  private var iterator: CarouselEvents.Iterator

  init(_ iterator: CarouselEvents.Iterator) { self.iterator = iterator }

  func rest() async -> [CarouselEvent] {
    var events: [CarouselEvent] = []
    while let event = await iterator.next() { events.append(event) }
    return events
  }
}
