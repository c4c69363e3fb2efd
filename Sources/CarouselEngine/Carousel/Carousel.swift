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
      let canceled = core.forgetPrefetches()
      if !canceled.isEmpty { oldValue?.carousel(self, cancelPrefetchingForItemsAt: canceled) }
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
  /// The link to the carousels that scroll together with this carousel; `nil` if no carousel does. The carousel calls it
  /// around each input and frame.
  var link: ScrollLink?

  /// Whether a request is being answered.
  private var isAnswering = false
  /// Whether effects are being delivered.
  private var isDelivering = false
  /// The number of frames being built now. It can exceed 1, because a delegate may request a frame while
  /// another frame is built.
  private var openFrames = 0
  /// The completions of changes under way.
  let completions = Completions()
  /// The value of `currentItemIndex` during a notification of an item that was passed within one frame;
  /// otherwise `nil`.
  private var reportedIndex: Int?
  /// The event streams; `nil` until the first stream is requested.
  var eventHub: EventHub?
  /// The data source made by ``setItems(_:animated:completion:view:)``. The carousel itself retains it.
  var itemList: (any CarouselDataSource)?
  private(set) var frameBuilder = FrameBuilder()
  private var wasNeedingFrame = true
  /// The delegate that provides the transforms of the frame being built, and the recording of the frame. It is read for
  /// each item, and no access to it overlaps another.
  @exclusivity(unchecked)
  private var transformSource: (delegate: any CarouselDelegate, recorder: JournalRecorder?)?
  /// The delegate's transforms. The closure is stored, because a closure for each frame would be allocated. It is
  /// called only in methods of the carousel, so it need not retain the carousel for each item.
  private lazy var customTransform: CustomTransform = { [unowned(unsafe) self] offset, base in
    guard let (delegate, recorder) = transformSource else { return base }
    let transform = delegate.carousel(self, itemTransformForOffset: offset, baseTransform: base)
    recorder?.note(transform)
    return transform
  }

  /// Creates an empty carousel.
  ///
  /// - Parameter bounds: The width and height of the carousel, in points.
  ///
  /// iCarousel: `initWithFrame:`.
  public init(bounds: Size) { core = CarouselCore(bounds: bounds.asBounds) }

  isolated deinit {
    eventHub?.end()
    link?.didDeallocate()
  }

  // MARK: Inputs

  /// Passes an input to the core, answers its requests and delivers its effects.
  func apply(_ input: CarouselInput) { apply(input, at: clock) }

  /// Passes an input of a feature to the core.
  func apply(_ input: some FeatureInput) { apply(.feature(NamedInput(input: input))) }

  /// Passes an input with its time to the core. Calls that callbacks make meanwhile get the same time.
  package func apply(_ input: CarouselInput, at time: Timestamp?) {
    let clockBefore = clock
    clock = time?.known
    defer { clock = clockBefore }
    syncPresence()
    syncIterators()
    link?.willHandleInput(of: self)
    handle(input, at: clock)
    answerRequests()
    link?.didHandleInput(of: self)
    deliver()
    link?.didDeliver(from: self)
    announce()
  }

  /// Passes an input to the core; its effects wait for ``showAndDeliver()``.
  func handle(_ input: CarouselInput, at time: Timestamp?) {
    recorder?.note(.input(input, at: time, isNested: isAnswering || isDelivering))
    core.handle(input, at: time)
  }

  /// Answers the requests and delivers the effects of inputs of ``handle(_:at:)``.
  func showAndDeliver() {
    answerRequests()
    deliver()
    announce()
  }

  /// Notifies the core if the delegate or data source has been deallocated.
  private func syncPresence() {
    let source = dataSource.map { DataSourceID($0) }
    recorder?.note(delegate: delegate != nil, dataSource: source)
    core.setPresence(delegate: delegate != nil, dataSource: source)
  }

  /// Performs the work that otherwise waits for the next frame, so that properties are up to date.
  package func layOutIfNeeded() {
    guard core.needsCatchUp, !isAnswering else { return }
    apply(.layoutIfNeeded)
  }

  // MARK: Requests

  private func answerRequests() {
    // If this method is called while a request is being answered, it returns, and the loop that answers the
    // request continues with the new requests.
    guard !isAnswering else { return }
    isAnswering = true
    defer { isAnswering = false }
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
      return askDataSource { .view($0.carousel(self, viewForItemAt: index, reusing: offered)) }
    case .placeholderView(let number, let offered):
      return askDataSource { .view($0.carousel(self, placeholderViewAt: number, reusing: offered)) }
    case .shouldSelect(let index):
      return .decision(delegate?.carousel(self, shouldSelectItemAt: index) ?? true)
    case .handle(let event): return .decision(notify(of: event))
    case .drawing(let question):
      recorder?.beginFrame()
      return .drawing(withScene(isRecorded: true) { question.answer(in: $0) })
    case .feature(let ask): return ask(self)
    case .deliverEffects:
      deliver(whileAnswering: true)
      return .delivered
    }
  }

  /// Asks the delegate for the widths of items. Stops if the delegate changes the content, because the
  /// remaining indexes are then out of date.
  private func widths(of ranges: [Range<Int>]) -> [Double] {
    var widths: [Double] = []
    let count = ranges.reduce(0) { $0 + $1.count }
    widths.reserveCapacity(count)
    // Loading the weak reference for each item would take most of the time, and so would retaining the delegate
    // for each item. If a callback sets another delegate, all widths are requested again.
    guard let delegate else { return Array(repeating: .nan, count: count) }
    for range in ranges {
      for index in range {
        recorder?.note(.width(ofItem: index))
        guard core.willAnswer(widthOf: index) else { return widths }
        widths.append(delegate.carousel(self, widthForItemAt: index))
      }
    }
    return widths
  }

  /// Asks the data source, or returns `gone` if it has been deallocated.
  func askDataSource(_ ask: (any CarouselDataSource) -> CarouselAnswer) -> CarouselAnswer {
    if let dataSource { return ask(dataSource) }
    syncPresence()
    return .gone
  }

  // MARK: Effects

  /// Delivers the pending effects in rounds.
  ///
  /// - Parameter whileAnswering: Whether a request is being answered, and the answer is this delivery.
  private func deliver(whileAnswering: Bool = false) {
    // If this method is called inside a callback, it returns, and the loop that made the callback delivers
    // the new effects.
    guard !isDelivering, isAnswering == whileAnswering else { return }
    isDelivering = true
    defer { isDelivering = false }
    var remaining = WorkLimits.maximumDeliveredEffects
    for _ in 1...WorkLimits.maximumDeliveryRounds {
      // Effects that the callbacks of this round cause belong to the next round.
      recorder?.note(.countEffects)
      let count = min(max(core.countEffects(), 1), remaining)
      for _ in 0..<count {
        recorder?.note(.takeEffect)
        guard let effect = core.takeEffect() else { return }
        deliver(effect)
      }
      remaining -= count
    }
    recorder?.note(.endDelivery)
    core.endDelivery()
  }

  private func deliver(_ effect: CarouselEffect) {
    switch effect {
    case .event(let event): notify(of: event)
    case .indexChange(let from, let steps):
      // The delegate is notified of each passed item as if it were the current item, so that a fast scroll
      // skips no item.
      let passed = abs(steps) <= WorkLimits.maximumReportedSteps ? abs(steps) : 1
      for step in 1..<max(1, passed) {
        reportedIndex = core.scroller.row.index(from + step * steps.signum())
        notify(of: .currentItemDidChange(index: currentIndex))
      }
      reportedIndex = nil
      notify(of: .currentItemDidChange(index: currentIndex))
    case .feature(let notify): notify(self)
    case .complete(let id, let isFinished): completions.call(id, isFinished: isFinished)
    }
  }

  /// The current item, or the passed item of which the delegate is being notified.
  var reportedCurrentIndex: Int {
    reportedIndex.map { core.scroller.row.index($0) }
      ?? (core.hidesCurrentItem ? -1 : core.scroller.currentIndex)
  }

  /// Returns the result of the tap that the last input ended, and clears it.
  func takeTapResult() -> TapResult? {
    recorder?.note(.takeTapResult)
    return core.takeTapResult()
  }

  // MARK: Frames

  /// Whether frames are needed: the carousel moves, or the last frame is out of date.
  public var needsFrame: Bool { core.needsFrame || link?.needsFrame(for: self) ?? false }

  /// Advances all motion to `now` and notifies the delegate of events. Call this method once for each frame.
  ///
  /// Layout and loading happen in this method, once a frame, for any number of inputs.
  ///
  /// - Parameter now: The presentation time of the frame. Any interval between frames is valid. A time up to
  ///   a second before the last frame counts as the time of the last frame. A time further in the past
  ///   belongs to another clock: all motion and animations continue with that clock. The times of inputs may
  ///   have a clock of their own.
  ///
  /// iCarousel: `step`.
  public func advance(to now: Timestamp) {
    guard now.known != nil else { return }
    openFrames += 1
    link?.willAdvance(self, to: now)
    apply(.advance, at: now)
    openFrames -= 1
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
    openFrames += 1
    layOutIfNeeded()
    readViews()
    if core.loader.isChanging { readFadingViews() }
    // The frame is recorded before the delegate is asked for item transforms, because the delegate may change
    // the carousel in that call.
    recorder?.note(.noteFrame)
    core.noteFrame()
    let recorder = recorder
    recorder?.beginFrame()
    buildFrame(isRecorded: true)
    let items = core.itemsToDraw(frameBuilder.items)
    recorder?.endFrame(items)
    let frame = frameBuilder.frame(of: items)
    openFrames -= 1
    wasNeedingFrame = needsFrame
    return frame
  }

  /// Finds the loaded views whose properties have changed since they were read last.
  ///
  /// - Parameter isIncluded: Whether the view of an item is read.
  func readViews(where isIncluded: (_ index: Int) -> Bool = { _ in true }) {
    let loaded = core.loader.loaded
    let items = loaded.span
    for position in items.indices where isIncluded(items[position].index) {
      let properties = ViewProperties(items[position].view)
      if !properties.isSame(as: items[position].content.properties) {
        viewDidChange(items[position], properties)
      }
    }
  }

  private func viewDidChange(_ item: LoadedItem, _ properties: ViewProperties) {
    // Reading a view and delivering effects call the application, which may have given the item another index.
    let isUnmoved = core.loader.view(at: item.index) === item.view
    if let index = isUnmoved ? item.index : core.loader.index(of: item.view) {
      apply(.viewDidChange(index: index, properties))
    }
  }

  /// Finds the views that fade or slide out and whose properties have changed since they were read last.
  private func readFadingViews() {
    for content in core.loader.fadingViews {
      let properties = ViewProperties(content.view)
      if !properties.isSame(as: content.properties),
        let number = core.loader.fadingViews.firstIndex(where: { $0.view === content.view })
      {
        apply(.fadingViewDidChange(number: number, properties))
      }
    }
  }

  /// - Parameter isRecorded: Whether a recording contains the frame.
  func buildFrame(isRecorded: Bool = false) {
    // The builder is moved out of the property, because the delegate may request another frame while this
    // frame is built.
    var builder = FrameBuilder()
    swap(&builder, &frameBuilder)
    if recorder != nil { builder.forgetOrder() }
    withScene(isRecorded: isRecorded) { builder.build($0, emptySpace: CarouselSpace(core.layout.snapshot)) }
    frameBuilder = builder
  }

  /// Calls `body` with the state that is drawn now; `nil` if items have no position.
  private func withScene<Result>(
    isRecorded: Bool, _ body: (borrowing FrameScene?) -> Result
  ) -> Result {
    let (delegate, outer) = (delegate, transformSource)
    transformSource = delegate.map { ($0, isRecorded ? recorder : nil) }
    defer { transformSource = outer }
    return body(FrameScene(core, custom: delegate == nil ? nil : customTransform))
  }

  /// Calls `onNeedsFrame` when frames become needed.
  private func announce() {
    guard openFrames == 0, wasNeedingFrame != needsFrame else { return }
    wasNeedingFrame.toggle()
    if wasNeedingFrame { onNeedsFrame?() }
  }
}

/// A call of the delegate or the data source that a feature requests. The core passes it to its owner, and knows neither the
/// type of the owner nor the delegate and the data source.
package typealias OwnerCall<Answer> = @MainActor @Sendable (Carousel) -> Answer
