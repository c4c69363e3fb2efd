public import Geometry

/// A carousel: items side by side in space, of which one is current, moved by hand or by the program.
///
/// It draws nothing and reads no clock. The owner feeds it gestures, calls ``advance(to:)`` once for each frame and draws
/// what ``frame()`` returns.
///
/// NaN is ignored wherever a number is set; infinite or absurdly large numbers are clamped.
///
/// All state is in a value, the core. This class passes it the calls of the program as inputs, answers its requests by
/// asking the data source and the delegate, and delivers its effects in order. A call made inside a callback is the next
/// input: its effects come after those that wait already.
///
/// iCarousel: `iCarousel`.
@MainActor
public final class Carousel {
  /// Supplies the views; setting another one loads its data. Setting `nil` keeps what is shown.
  ///
  /// iCarousel: `dataSource`.
  public weak var dataSource: (any CarouselDataSource)? {
    didSet {
      guard dataSource !== oldValue else { return }
      let outOfReach = core.forgetPrefetches()
      if !outOfReach.isEmpty { oldValue?.carousel(self, cancelPrefetchingForItemsAt: outOfReach) }
      apply(.setDataSource(dataSource.map { ObjectIdentifier($0) }))
    }
  }

  /// Is told what happens, and fine-tunes looks.
  ///
  /// iCarousel: `delegate`.
  public weak var delegate: (any CarouselDelegate)? {
    didSet { if delegate !== oldValue { apply(.setDelegate(isPresent: delegate != nil)) } }
  }

  /// Called when frames are wanted again, outside ``advance(to:)`` and ``frame()``.
  public var onNeedsFrame: (() -> Void)?

  /// The time that actions without a time of their own count from; `nil` means the next ``advance(to:)``.
  package var clock: Timestamp?

  /// All state.
  package private(set) var core: CarouselCore
  /// What keeps this carousel in step with others, if anything does.
  var scrollLink: ScrollLink?

  /// Where the carousel's own code is left, from the outside in.
  private var calls = Calls()
  /// The completions of changes under way.
  private var completions: [CompletionID: (Bool) -> Void] = [:]
  private var lastCompletion = 0
  /// The index that `currentItemIndex` reports while the items passed in one frame are notified one by one.
  private var reportedIndex: Int?
  private var frameBuilder = FrameBuilder()
  private var wasNeedingFrame = true
  /// Whether the delegate does not implement what it was told last.
  private var isUnhandled = false

  /// Which of the carousel's own loops are running.
  private struct Calls {
    /// Whether a request is being answered.
    var isAnswering = false
    /// Whether effects are being delivered.
    var isDelivering = false
    /// How many frames are being made.
    var frames = 0
  }

  /// The most items that are notified one by one when they pass in one frame; of more only the last is.
  private static let mostReportedSteps = 1000
  /// How often what a delivery has caused is delivered at once; what that causes is delivered with the next frame, so that a
  /// delegate that answers each callback with another call is not called forever.
  private static let mostRounds = 16
  /// The most effects that are delivered at once; the others are delivered with the next frame. Without a limit, callbacks
  /// that cause two effects each would double their number with each round.
  private static let mostEffects = 10_000

  /// Creates an empty carousel.
  ///
  /// - Parameter bounds: Its width and height, in points.
  ///
  /// iCarousel: `initWithFrame:`.
  public init(bounds: Size) { core = CarouselCore(bounds: bounds.asBounds) }

  // MARK: Inputs

  /// Passes an input to the core, answers its requests and delivers its effects.
  func apply(_ input: CarouselInput) { apply(input, at: clock) }

  /// Passes an input of a certain time; what callbacks do meanwhile happens at that time, too.
  func apply(_ input: CarouselInput, at time: Timestamp?) {
    let clockBefore = clock
    clock = time
    defer { clock = clockBefore }
    prepareLink()
    core.handle(input, at: time)
    finishInput()
  }

  /// Answers what the core asks, takes linked carousels along, and delivers.
  private func finishInput() {
    answerRequests()
    scrollLink?.takeAlong(from: self)
    deliver()
    if let scrollLink {
      scrollLink.shareCoverTurn(of: self)
      scrollLink.forEachMate(of: self) { $0.showAndDeliver() }
    }
    announce()
  }

  /// Passes what a linked carousel does; its effects wait for ``showAndDeliver()``.
  func applyLink(_ input: LinkInput, at time: Timestamp?) { core.handle(.link(input), at: time) }

  /// Delivers what a linked carousel has caused.
  func showAndDeliver() {
    answerRequests()
    deliver()
    announce()
  }

  private func prepareLink() {
    syncPresence()
    let isLed = scrollLink?.leads(self) ?? false
    guard isLed != core.isLed else { return }
    core.handle(.link(.setLed(isLed)), at: clock)
    // The carousel that led this one may have been released in the middle of a motion.
    if !isLed, scrollLink?.dropReleased() ?? false { core.handle(.link(.unlink), at: clock) }
  }

  /// Takes note of a delegate or data source that is gone.
  private func syncPresence() {
    core.setPresence(delegate: delegate != nil, dataSource: dataSource != nil)
  }

  /// Catches up with what waits for the next frame, so that what is read is up to date.
  package func layOutIfNeeded() {
    guard core.needsCatchUp, !calls.isAnswering else { return }
    apply(.layoutIfNeeded)
  }

  // MARK: Requests

  private func answerRequests() {
    // A call made while a request is answered leaves its requests to the loop that is running.
    guard !calls.isAnswering else { return }
    calls.isAnswering = true
    defer { calls.isAnswering = false }
    syncPresence()
    core.beginAnswering()
    var next = core.nextRequest()
    while let request = next { next = core.proceed(with: answer(to: request)) }
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
    case .longPress(let index):
      return .decision(isHandled { $0.carousel(self, didLongPressItemAt: index) })
    case .doubleTap(let index):
      return .decision(isHandled { $0.carousel(self, didDoubleTapItemAt: index) })
    case .hitTest(let point): return .hit(hitItem(at: point)?.index)
    case .presentedFrame: return .frame(presentedItems())
    case .deliverEffects:
      if !calls.isDelivering { deliverRounds() }
      return .delivered
    }
  }

  /// Asks the delegate for the widths of items, until it changes the content: then there may be no such item any more.
  private func widths(of ranges: [Range<Int>]) -> [Double] {
    var widths: [Double] = []
    for index in ranges.joined() {
      guard core.wantsAnswer else { break }
      core.willAnswer(widthOf: index)
      widths.append(delegate?.carousel(self, widthForItemAt: index) ?? .nan)
    }
    return widths
  }

  /// Asks the data source, unless it is gone.
  private func askDataSource(_ ask: (any CarouselDataSource) -> CarouselAnswer) -> CarouselAnswer {
    if let dataSource { return ask(dataSource) }
    syncPresence()
    return .gone
  }

  private func view(_ view: any ItemView) -> CarouselAnswer { .view(view, size: view.size) }

  /// Returns whether the delegate implements what it is told.
  private func isHandled(_ tell: (any CarouselDelegate) -> Void) -> Bool {
    guard let delegate else { return false }
    isUnhandled = false
    tell(delegate)
    return !isUnhandled
  }

  /// Called by the default implementations of what a delegate may handle.
  func noteUnhandled() { isUnhandled = true }

  // MARK: Effects

  private func deliver() {
    // A call made inside a callback leaves its effects to the loop that is running.
    guard !calls.isDelivering, !calls.isAnswering else { return }
    deliverRounds()
  }

  private func deliverRounds() {
    calls.isDelivering = true
    defer { calls.isDelivering = false }
    var rest = Self.mostEffects
    for _ in 1...Self.mostRounds {
      // What these cause is the next round.
      let count = min(max(core.countEffects(), 1), rest)
      for _ in 0..<count {
        guard let effect = core.takeEffect() else { return }
        deliver(effect)
      }
      rest -= count
    }
    core.endDelivery()
  }

  private func deliver(_ effect: CarouselEffect) {
    switch effect {
    case .scroll(let event): deliver(event)
    case .didSettle(let reason):
      delegate?.carousel(self, didSettleAt: currentItemIndex, reason: reason)
    case .didSelect(let index): delegate?.carousel(self, didSelectItemAt: index)
    case .didSwipe(let swipe): delegate?.carousel(self, didSwipePerpendicularly: swipe)
    case .cancelPrefetching(let indexes):
      dataSource?.carousel(self, cancelPrefetchingForItemsAt: indexes)
    case .prefetch(let indexes): dataSource?.carousel(self, prefetchItemsAt: indexes)
    case .complete(let id, let isFinished): completions.removeValue(forKey: id)?(isFinished)
    }
  }

  private func deliver(_ event: ScrollEvent) {
    guard let delegate else { return }
    switch event {
    case .willBeginScrollingAnimation: delegate.carouselWillBeginScrollingAnimation(self)
    case .didEndScrollingAnimation: delegate.carouselDidEndScrollingAnimation(self)
    case .didScroll: delegate.carouselDidScroll(self)
    case .currentItemIndexDidChange(let from, let steps):
      // All items on the way but the last report themselves, so that none is missed in a fast scroll.
      let passed = abs(steps) <= Self.mostReportedSteps ? abs(steps) : 1
      for step in 1..<max(1, passed) {
        reportedIndex = core.scroller.ring.index(from + step * steps.signum())
        delegate.carouselCurrentItemIndexDidChange(self)
      }
      reportedIndex = nil
      delegate.carouselCurrentItemIndexDidChange(self)
    case .willBeginDragging: delegate.carouselWillBeginDragging(self)
    case .didEndDragging(let willDecelerate):
      delegate.carouselDidEndDragging(self, willDecelerate: willDecelerate)
    case .willBeginDecelerating: delegate.carouselWillBeginDecelerating(self)
    case .didEndDecelerating: delegate.carouselDidEndDecelerating(self)
    }
  }

  /// Keeps a completion until its change is over.
  func keep(_ completion: ((Bool) -> Void)?) -> CompletionID? {
    guard let completion else { return nil }
    lastCompletion += 1
    let id = CompletionID(number: lastCompletion)
    completions[id] = completion
    return id
  }

  /// The current item, or the one that passes while it is notified.
  var reportedCurrentIndex: Int {
    reportedIndex.map { core.scroller.ring.index($0) } ?? core.scroller.currentIndex
  }

  /// Takes what became of the tap of the last input.
  func takeTapResult() -> TapResult? { core.takeTapResult() }

  // MARK: Frames

  /// Whether frames are wanted: something moves, or the picture is out of date.
  public var needsFrame: Bool { core.needsFrame || scrollLink?.moves(self) ?? false || hasLostLeader }

  /// Whether another carousel has moved this one until now, and does so no more.
  private var hasLostLeader: Bool { core.isLed && !(scrollLink?.leads(self) ?? false) }

  /// Moves to where the carousel is at `now` and notifies the delegate of what happened; to be called once for each frame.
  ///
  /// Layout and loading happen here, once a frame, however many inputs there were.
  ///
  /// - Parameter now: When the frame will be seen. Times may be as far apart as they like; one that goes back by less than
  ///   a second counts as the last frame's. One that goes back further is another clock's: what is under way goes on by it.
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

  /// Returns what to draw, back to front.
  ///
  /// The frame shares its memory with the carousel: once it has been dropped, the next one needs none of its own.
  ///
  /// - Complexity: O(*n* log *n*) in the number of visible items, whatever the number of items; O(*n*) while their order
  ///   hardly changes.
  ///
  /// iCarousel: `transformItemViews`, `depthSortViews`.
  public func frame() -> CarouselFrame {
    calls.frames += 1
    layOutIfNeeded()
    // Before the delegate is asked where items go: it may change something then.
    core.notePicture()
    let items = presentedItems()
    if core.layout.settings.itemSizing == .individual { noteSizes() }
    calls.frames -= 1
    wasNeedingFrame = needsFrame
    return CarouselFrame(items: items)
  }

  /// Finds views whose size has changed by itself; the next frame accounts for it.
  private func noteSizes() {
    for item in core.loader.loaded {
      let size = item.view.size
      if size.finite(or: .zero) != item.size.finite(or: .zero) {
        apply(.itemSizeDidChange(index: item.index, size: size))
      }
    }
  }

  /// Returns what is seen now, back to front.
  private func presentedItems() -> [CarouselFrame.Item] {
    buildFrame()
    guard let fade = core.presentation.crossFade else { return frameBuilder.items }
    return fade.remains(at: core.frameTime) + frameBuilder.items
  }

  private func buildFrame() {
    // Taken out meanwhile: the delegate may ask for another frame while this one is made.
    var builder = FrameBuilder()
    swap(&builder, &frameBuilder)
    let custom = delegate.map { CustomTransforms(carousel: self, delegate: $0) }
    if let scene = FrameScene(core, custom: custom) { builder.build(scene) } else { builder.clear() }
    frameBuilder = builder
  }

  /// Returns the frontmost item at `point` that is still loaded.
  func hitItem(at point: Point) -> CarouselFrame.Item? {
    buildFrame()
    return frameBuilder.items.last {
      $0.isHit(at: point) && core.loader.view(at: $0.index) === $0.view
    }
  }

  /// Calls `onNeedsFrame` when frames are wanted that were not.
  private func announce() {
    guard calls.frames == 0, !wasNeedingFrame, needsFrame else { return }
    wasNeedingFrame = true
    onNeedsFrame?()
  }
}
