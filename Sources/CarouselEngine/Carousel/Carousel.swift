public import Geometry

/// A carousel: items arranged in space, one of which is the current item. The user or the program scrolls
/// them.
///
/// The carousel draws nothing and reads no clock. Its owner passes gestures to the carousel, calls
/// ``advance(to:)`` once for each frame and draws the result of ``frame()``.
///
/// Setters ignore NaN, and clamp infinite or extremely large numbers.
///
/// All state is in a value, the core. This class passes calls of the program to the core as inputs. It
/// answers the core's requests by asking the data source and the delegate, and delivers its effects in order.
/// A call inside a callback is the next input; its effects are delivered after the effects that are already
/// queued.
///
/// iCarousel: `iCarousel`.
@MainActor
public final class Carousel {
  /// The data source, which supplies the views. Setting another data source loads its content. Setting `nil`
  /// keeps the current content.
  ///
  /// iCarousel: `dataSource`.
  public weak var dataSource: (any CarouselDataSource)? {
    didSet {
      if itemList !== dataSource { itemList = nil }
      guard dataSource !== oldValue else { return }
      recorder?.note(.forgetPrefetches)
      let outOfReach = core.forgetPrefetches()
      if !outOfReach.isEmpty { oldValue?.carousel(self, cancelPrefetchingForItemsAt: outOfReach) }
      apply(.setDataSource(dataSource.map { DataSourceID($0) }))
    }
  }

  /// The delegate, which is notified of events and adjusts the layout.
  ///
  /// iCarousel: `delegate`.
  public weak var delegate: (any CarouselDelegate)? {
    didSet { if delegate !== oldValue { apply(.setDelegate(isPresent: delegate != nil)) } }
  }

  /// Called when the carousel, after it needed no frames, needs frames again. Never called during
  /// ``advance(to:)`` or ``frame()``.
  public var onNeedsFrame: (() -> Void)?

  /// The time of inputs that are called without a time. `nil` means the time of the next ``advance(to:)``.
  package var clock: Timestamp?

  /// All state.
  package private(set) var core: CarouselCore
  /// The current recording; `nil` if nothing is recorded.
  var recorder: JournalRecorder?
  /// The link to the carousels that scroll together with this carousel; `nil` if no carousel does.
  var scrollLink: ScrollLink?
  /// The linked carousel that moved this carousel last.
  private weak var leader: Carousel?

  /// The calls of the carousel that have not returned yet.
  private var calls = Calls()
  /// The completions of changes under way.
  private var completions: [CompletionID: (Bool) -> Void] = [:]
  private var lastCompletion = 0
  /// The value of `currentItemIndex` during a notification of an item that was passed within one frame;
  /// otherwise `nil`.
  private var reportedIndex: Int?
  /// The tasks that wait for the ends of scrolls.
  private(set) lazy var scrollWaiters = ScrollWaiters()
  /// The source of the event streams; `nil` until the first stream is requested.
  var eventSource: EventSource?
  /// The data source made by ``setItems(_:animated:completion:view:)``. The carousel itself retains it.
  var itemList: (any CarouselDataSource)?
  private var frameBuilder = FrameBuilder()
  private var wasNeedingFrame = true

  /// The calls of the carousel that have not returned yet, stored to detect reentrancy.
  private struct Calls {
    /// Whether a request is being answered.
    var isAnswering = false
    /// Whether effects are being delivered.
    var isDelivering = false
    /// The number of frames being built now. It can exceed 1, because a delegate may request a frame while
    /// another frame is built.
    var frames = 0
  }

  /// The maximum number of items passed in one frame for which the delegate is notified of each item. If more
  /// items are passed, it is notified only of the last item.
  private static let mostReportedSteps = 1000
  /// The maximum number of rounds of effects delivered in one call. The effects that the callbacks of one
  /// round cause are the next round. Further rounds wait for the next frame. Otherwise a delegate that calls
  /// the carousel in each callback would cause an endless loop.
  private static let mostRounds = 16
  /// The maximum number of effects delivered in one call; the others wait for the next frame. Without this
  /// limit, callbacks that cause two effects each would double the number of effects with each round.
  private static let mostEffects = 10_000

  /// Creates an empty carousel.
  ///
  /// - Parameter bounds: The width and height of the carousel, in points.
  ///
  /// iCarousel: `initWithFrame:`.
  public init(bounds: Size) { core = CarouselCore(bounds: bounds.asBounds) }

  // MARK: Inputs

  /// Passes an input to the core, answers its requests and delivers its effects.
  func apply(_ input: CarouselInput) { apply(input, at: clock) }

  /// Passes an input with its time to the core. Calls that callbacks make meanwhile get the same time.
  package func apply(_ input: CarouselInput, at time: Timestamp?) {
    let clockBefore = clock
    clock = time
    defer { clock = clockBefore }
    prepareLink()
    handle(input, at: time)
    finishInput()
  }

  /// Answers the core's requests, moves the linked carousels, and delivers effects.
  private func finishInput() {
    answerRequests()
    scrollLink?.propagate(from: self)
    deliver()
    if let scrollLink {
      scrollLink.shareCoverTurn(of: self)
      scrollLink.forEachOther(than: self) { $0.showAndDeliver() }
    }
    announce()
  }

  /// Passes an input of the link to the core; its effects wait for ``showAndDeliver()``.
  func applyLink(_ input: LinkInput, at time: Timestamp?) { handle(.link(input), at: time) }

  /// Passes an input to the core.
  private func handle(_ input: CarouselInput, at time: Timestamp?) {
    recorder?.note(.input(input, at: time, isNested: calls.isAnswering || calls.isDelivering))
    core.handle(input, at: time)
  }

  /// Delivers the effects that the link caused.
  func showAndDeliver() {
    answerRequests()
    deliver()
    announce()
  }

  /// Passes an input to the core before the input that is being applied.
  func applyFirst(_ input: CarouselInput) { handle(input, at: clock) }

  private func prepareLink() {
    syncPresence()
    syncIterators()
    let isLed = scrollLink?.leads(self) ?? false
    if isLed { leader = scrollLink?.leader(of: self) }
    guard isLed != core.isLed else { return }
    handle(.link(.setLed(isLed)), at: clock)
    // A leader that was deallocated during a motion has left this carousel where it was, so the carousel
    // settles.
    if !isLed, leader == nil { handle(.link(.unlink), at: clock) }
  }

  /// Notifies the core if the delegate or data source has been deallocated.
  private func syncPresence() {
    let source = dataSource.map { DataSourceID($0) }
    recorder?.note(delegate: delegate != nil, dataSource: source)
    core.setPresence(delegate: delegate != nil, dataSource: source)
  }

  /// Performs the work that otherwise waits for the next frame, so that properties are up to date.
  package func layOutIfNeeded() {
    guard core.needsCatchUp, !calls.isAnswering else { return }
    apply(.layoutIfNeeded)
  }

  // MARK: Requests

  private func answerRequests() {
    // If this method is called while a request is being answered, it returns, and the loop that answers the
    // request continues with the new requests.
    guard !calls.isAnswering else { return }
    calls.isAnswering = true
    defer { calls.isAnswering = false }
    syncPresence()
    recorder?.note(.ask)
    core.beginAnswering()
    var next = core.nextRequest()
    while let request = next {
      let answer = answer(to: request)
      recorder?.note(answer)
      next = core.proceed(with: answer)
    }
  }

  private func answer(to request: CarouselRequest) -> CarouselAnswer {
    switch request {
    case .numberOfItems: return askDataSource { .count($0.numberOfItems(in: self)) }
    case .numberOfPlaceholders: return askDataSource { .count($0.numberOfPlaceholders(in: self)) }
    case .itemWidth: return .number(delegate?.carouselItemWidth(self) ?? 0)
    case .itemWidths(let ranges): return .numbers(widths(of: ranges))
    case .option(let option, let value):
      return .number(delegate?.carousel(self, valueFor: option, withDefault: value) ?? value)
    case .reuseIdentifier(let index):
      return askDataSource { .identifier($0.carousel(self, reuseIdentifierForItemAt: index)) }
    case .itemView(let index, let offered):
      return askDataSource { view($0.carousel(self, viewForItemAt: index, reusing: offered)) }
    case .placeholderView(let number, let offered):
      return askDataSource { view($0.carousel(self, placeholderViewAt: number, reusing: offered)) }
    case .shouldSelect(let index):
      return .decision(delegate?.carousel(self, shouldSelectItemAt: index) ?? true)
    case .shouldDismiss(let index, let direction):
      return .decision(delegate?.carousel(self, shouldDismissItemAt: index, toward: direction) ?? true)
    case .longPress(let index):
      send(.didLongPressItem(index: index))
      return .decision(delegate?.carousel(self, didLongPressItemAt: index) ?? false)
    case .doubleTap(let index):
      send(.didDoubleTapItem(index: index))
      return .decision(delegate?.carousel(self, didDoubleTapItemAt: index) ?? false)
    case .hitTest(let point): return .hit(hitItem(at: point)?.index)
    case .presentedFrame:
      recorder?.beginFrame(showing: core.viewsToDraw)
      return .frame(presentedItems())
    case .canMove(let index): return .decision(delegate?.carousel(self, canMoveItemAt: index) ?? true)
    case .moveTarget(let index, let proposed):
      return .index(
        delegate?.carousel(self, targetIndexForMoveFromItemAt: index, toProposedIndex: proposed) ?? proposed)
    case .moveItem(let index, let newIndex):
      return askDataSource { .decision($0.carousel(self, moveItemAt: index, to: newIndex)) }
    case .slotCenters(let index, let positions): return .centers(centers(ofItem: index, at: positions))
    case .deliverEffects:
      if !calls.isDelivering { deliverRounds() }
      return .delivered
    }
  }

  /// Asks the delegate for the widths of items. Stops if the delegate changes the content, because the
  /// remaining indexes are then out of date.
  private func widths(of ranges: [Range<Int>]) -> [Double] {
    var widths: [Double] = []
    widths.reserveCapacity(ranges.reduce(0) { $0 + $1.count })
    for index in ranges.joined() {
      recorder?.note(.width(ofItem: index))
      guard core.willAnswer(widthOf: index) else { break }
      widths.append(delegate?.carousel(self, widthForItemAt: index) ?? .nan)
    }
    return widths
  }

  /// Asks the data source, or returns `gone` if it has been deallocated.
  private func askDataSource(_ ask: (any CarouselDataSource) -> CarouselAnswer) -> CarouselAnswer {
    if let dataSource { return ask(dataSource) }
    syncPresence()
    return .gone
  }

  private func view(_ view: any ItemView) -> CarouselAnswer { .view(view, size: view.size) }

  // MARK: Effects

  private func deliver() {
    // If this method is called inside a callback, it returns, and the loop that made the callback delivers
    // the new effects.
    guard !calls.isDelivering, !calls.isAnswering else { return }
    deliverRounds()
  }

  private func deliverRounds() {
    calls.isDelivering = true
    defer { calls.isDelivering = false }
    var rest = Self.mostEffects
    for _ in 1...Self.mostRounds {
      // Effects that the callbacks of this round cause belong to the next round.
      recorder?.note(.countEffects)
      let count = min(max(core.countEffects(), 1), rest)
      for _ in 0..<count {
        recorder?.note(.takeEffect)
        guard let effect = core.takeEffect() else { return }
        deliver(effect)
      }
      rest -= count
    }
    recorder?.note(.endDelivery)
    core.endDelivery()
  }

  private func deliver(_ effect: CarouselEffect) {
    switch effect {
    case .scroll(let event): deliver(event)
    // A stack without cards has no current item to settle on; `didRunOutOfItems` reports this case.
    case .didSettle where currentItemIndex < 0: break
    case .didSettle(let reason): notify(.didSettle(index: currentItemIndex, reason: reason), to: delegate)
    case .didSelect(let index): notify(.didSelectItem(index: index), to: delegate)
    case .didSwipe(let swipe): notify(.didSwipePerpendicularly(swipe), to: delegate)
    case .didDrag(let drag):
      notify(
        .didDragItem(index: drag.index, progress: drag.progress, direction: drag.direction), to: delegate)
    case .didDismiss(let index, let direction):
      notify(.didDismissItem(index: index, direction: direction), to: delegate)
    case .didUndo(let index): notify(.didUndoDismissal(index: index), to: delegate)
    case .didRunOut: notify(.didRunOutOfItems, to: delegate)
    case .willBeginReordering(let index): notify(.willBeginReordering(index: index), to: delegate)
    case .didEndReordering(let index, let newIndex):
      notify(.didEndReordering(index: index, newIndex: newIndex), to: delegate)
    case .cancelPrefetching(let indexes):
      dataSource?.carousel(self, cancelPrefetchingForItemsAt: indexes)
    case .prefetch(let indexes): dataSource?.carousel(self, prefetchItemsAt: indexes)
    case .complete(let id, let isFinished): completions.removeValue(forKey: id)?(isFinished)
    case .scrollEnded(let id, let result): scrollWaiters.end(id, result)
    }
  }

  private func deliver(_ event: ScrollEvent) {
    let delegate = delegate
    guard delegate != nil || eventSource != nil else { return }
    switch event {
    case .willBeginScrollingAnimation: notify(.willBeginScrollingAnimation, to: delegate)
    case .didEndScrollingAnimation: notify(.didEndScrollingAnimation, to: delegate)
    case .didScroll: notify(.didScroll(offset: scrollOffset), to: delegate)
    case .currentItemIndexDidChange(let from, let steps):
      // The delegate is notified of each passed item as if it were the current item, so that a fast scroll
      // skips no item.
      let passed = abs(steps) <= Self.mostReportedSteps ? abs(steps) : 1
      for step in 1..<max(1, passed) {
        reportedIndex = core.scroller.ring.index(from + step * steps.signum())
        notify(.currentItemDidChange(index: currentItem), to: delegate)
      }
      reportedIndex = nil
      notify(.currentItemDidChange(index: currentItem), to: delegate)
    case .willBeginDragging: notify(.willBeginDragging, to: delegate)
    case .didEndDragging(let willDecelerate):
      notify(.didEndDragging(willDecelerate: willDecelerate), to: delegate)
    case .willBeginDecelerating: notify(.willBeginDecelerating, to: delegate)
    case .didEndDecelerating: notify(.didEndDecelerating, to: delegate)
    }
  }

  /// Stores a completion until its change has ended.
  func keep(_ completion: ((Bool) -> Void)?) -> CompletionID? {
    guard let completion else { return nil }
    lastCompletion += 1
    let id = CompletionID(number: lastCompletion)
    completions[id] = completion
    return id
  }

  /// The current item, or the passed item of which the delegate is being notified.
  var reportedCurrentIndex: Int {
    reportedIndex.map { core.scroller.ring.index($0) } ?? (core.stack.isOut ? -1 : core.scroller.currentIndex)
  }

  /// Returns the result of the tap that the last input ended, and clears it.
  func takeTapResult() -> TapResult? {
    recorder?.note(.takeTapResult)
    return core.takeTapResult()
  }

  // MARK: Frames

  /// Whether frames are needed: the carousel moves, or the last frame is out of date.
  public var needsFrame: Bool { core.needsFrame || scrollLink?.moves(self) ?? false || hasLostLeader }

  /// Whether the leader that moved this carousel was unlinked or deallocated.
  private var hasLostLeader: Bool { core.isLed && !(scrollLink?.leads(self) ?? false) }

  /// Advances all motion to `now` and notifies the delegate of events. Call this method once for each frame.
  ///
  /// Layout and loading happen in this method, once a frame, for any number of inputs.
  ///
  /// - Parameter now: The presentation time of the frame. Any interval between frames is valid. A time up to
  ///   a second before the last frame counts as the time of the last frame. A time further in the past
  ///   belongs to another clock: all motion and animations continue with that clock.
  ///
  /// iCarousel: `step`.
  public func advance(to now: Timestamp) {
    guard now.known != nil else { return }
    calls.frames += 1
    scrollLink?.catchUp(before: self, to: now)
    apply(.advance, at: now.known)
    calls.frames -= 1
    wasNeedingFrame = needsFrame
  }

  /// Returns the items to draw, back to front.
  ///
  /// The frame shares its memory with the carousel. Once the caller has released it, the next frame needs no
  /// allocation.
  ///
  /// - Complexity: O(*n* log *n*) in the number of visible items *n*, and O(*n*) if their order is nearly the
  ///   same as in the last frame. The number of all items does not matter.
  ///
  /// iCarousel: `transformItemViews`, `depthSortViews`.
  public func frame() -> CarouselFrame {
    calls.frames += 1
    layOutIfNeeded()
    // The frame is recorded before the delegate is asked for item transforms, because the delegate may change
    // the carousel in that call.
    recorder?.note(.noteFrame)
    core.notePicture()
    let recorder = recorder
    recorder?.beginFrame(showing: core.viewsToDraw)
    let items = presentedItems()
    recorder?.endFrame(items)
    let frame = core.frame(of: items, builtBy: frameBuilder)
    if core.layout.settings.itemSizing == .individual { noteSizes() }
    calls.frames -= 1
    wasNeedingFrame = needsFrame
    return frame
  }

  /// Finds views whose size has changed. The next frame applies the new size.
  private func noteSizes() {
    for item in core.loader.loaded {
      let size = item.view.size
      if size.finite(or: .zero) != item.size.finite(or: .zero) {
        apply(.itemSizeDidChange(index: item.index, size: size))
      }
    }
  }

  /// Returns the items to draw now, back to front.
  private func presentedItems() -> [CarouselFrame.Item] {
    buildFrame(isRecorded: true)
    return core.itemsToDraw(frameBuilder.items)
  }

  /// - Parameter isRecorded: Whether a recording contains the frame.
  private func buildFrame(isRecorded: Bool = false) {
    // The builder is moved out of the property, because the delegate may request another frame while this
    // frame is built.
    var builder = FrameBuilder()
    swap(&builder, &frameBuilder)
    let custom = delegate.map { CustomTransforms.delegate($0, of: self, notes: isRecorded) }
    if let scene = FrameScene(core, custom: custom) {
      builder.build(scene)
    } else {
      builder.clear(in: CarouselSpace(core.layout.snapshot))
    }
    frameBuilder = builder
  }

  /// Returns the frontmost item at `point` that is still loaded.
  func hitItem(at point: Point) -> CarouselFrame.Item? {
    buildFrame()
    return frameBuilder.items.last {
      $0.isHit(at: point) && core.loader.view(at: $0.index) === $0.view
    }
  }

  /// Calls `onNeedsFrame` when frames become needed.
  private func announce() {
    guard calls.frames == 0, wasNeedingFrame != needsFrame else { return }
    wasNeedingFrame.toggle()
    if wasNeedingFrame { onNeedsFrame?() }
  }
}
