import CarouselEngine
import Geometry

/// A carousel with the recorded setup, and a data source and a delegate with the recorded answers.
@MainActor
final class Stage: CarouselDataSource, CarouselDelegate {
  let carousel: Carousel
  var numberOfItems: Int
  var numberOfPlaceholders: Int
  var itemWidth: Double
  var options: [CarouselOption: Double]
  var shouldSelect: Bool
  var recycles: Bool
  /// Whether the carousel is on screen; off screen it gets no frames.
  var isOnScreen = true
  /// The delegate that provides the item width if the recording has no delegate.
  var widthKeeper: WidthKeeper?
  private(set) var log = CallbackLog()
  private(set) var requests: [Request] = []
  private let config: GoldenConfig
  /// Whether the items get their size from the owner of the carousel, as with `CarouselView.itemSize`. The delegate then returns no
  /// width, and views have another size until ``resizeViews()``.
  private let givesItemSize: Bool
  /// The views that have not got their size yet, each with its size.
  private var unsizedViews: [(view: PlainView, size: Size)] = []
  private var viewCount = 0

  /// One request for a count or a view.
  struct Request: Hashable {
    let kind: RecordedRequest.Kind
    /// The count that was returned, or the requested index.
    let value: Int
    let reused: Bool
  }

  /// A delegate that provides only the item width.
  final class WidthKeeper: CarouselDelegate {
    private let itemWidth: Double

    init(itemWidth: Double) { self.itemWidth = itemWidth }

    func carouselItemWidth(_ carousel: Carousel) -> Double { itemWidth }
  }

  /// An item view without content.
  final class PlainView: ItemView {
    fileprivate(set) var size: Size
    let isDoubleSided: Bool

    init(size: Size, isDoubleSided: Bool) {
      self.size = size
      self.isDoubleSided = isDoubleSided
    }
  }

  /// Creates a carousel in the recorded order of calls, at `start`; `prepare` is called first.
  init(
    _ config: GoldenConfig, at start: Timestamp, givesItemSize: Bool = false,
    prepare: (Carousel) -> Void = { _ in }
  ) throws {
    (self.config, self.givesItemSize) = (config, givesItemSize)
    numberOfItems = config.numberOfItems
    numberOfPlaceholders = config.numberOfPlaceholders
    itemWidth = givesItemSize ? 0 : config.delegateItemWidth ?? 0
    shouldSelect = config.shouldSelect
    recycles = config.recycle
    options = [:]
    for (name, value) in config.options { options[try CarouselOption(recordedName: name)] = value }
    carousel = Carousel(bounds: Size(config.bounds))
    prepare(carousel)
    carousel.advance(to: start)
    carousel.clock = start
    carousel.type = config.type
    carousel.isVertical = config.vertical
    carousel.perspective = config.perspective
    carousel.viewpointOffset = Size(config.viewpointOffset)
    carousel.contentOffset = Size(config.contentOffset)
    carousel.bounces = config.bounces
    carousel.bounceDistance = config.bounceDistance
    carousel.decelerationRate = config.decelerationRate
    carousel.scrollSpeed = config.scrollSpeed
    carousel.isPagingEnabled = config.pagingEnabled
    carousel.stopAtItemBoundary = config.stopAtItemBoundary
    carousel.scrollToItemBoundary = config.scrollToItemBoundary
    carousel.ignorePerpendicularSwipes = config.ignorePerpendicularSwipes
    carousel.centerItemWhenSelected = config.centerItemWhenSelected
    carousel.isScrollEnabled = config.scrollEnabled
    carousel.autoscroll = Rulings.autoscroll(recorded: config.autoscroll)
    if givesItemSize {
      var size = Size(config.itemSize)
      if let width = config.delegateItemWidth, width > 0 {
        if config.vertical { size.height = width } else { size.width = width }
      }
      var settings = carousel.core.layout.settings
      settings.itemSize = size
      carousel.apply(.setLook(settings), at: start)
    }
    if config.hasDelegate { carousel.delegate = self }
    carousel.dataSource = self
    carousel.layOutIfNeeded()
    resizeViews()
  }

  /// Gives the views their sizes, as the owner of the carousel does before it shows a frame.
  func resizeViews() {
    for (view, size) in unsizedViews { view.size = size }
    unsizedViews = []
  }

  /// Advances `count` steps of 1/60 second without an action. `step` is the number of the last step, and is
  /// updated.
  func idle(steps count: Int, after step: inout Int) {
    for _ in 0..<count { tick(&step) }
  }

  /// Advances one step of 1/60 second and performs `action` in this step.
  func tick(_ step: inout Int, performing action: (Carousel) -> Void = { _ in }) {
    step += 1
    let now = Timestamp(seconds: 100 + Double(step) / 60)
    carousel.clock = now
    action(carousel)
    carousel.layOutIfNeeded()
    carousel.advance(to: now)
    resizeViews()
  }

  func drainLog() -> [Callback] { log.drain() }

  func drainRequests() -> [Request] {
    defer { requests = [] }
    return requests
  }

  // MARK: Data source

  func numberOfItems(in carousel: Carousel) -> Int {
    requests.append(Request(kind: .numberOfItems, value: numberOfItems, reused: false))
    return numberOfItems
  }

  func numberOfPlaceholders(in carousel: Carousel) -> Int {
    requests.append(Request(kind: .numberOfPlaceholders, value: numberOfPlaceholders, reused: false))
    return numberOfPlaceholders
  }

  func carousel(_ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?) -> any ItemView
  {
    supply(.item, index, reusing: view, size: Size(config.itemSize))
  }

  func carousel(
    _ carousel: Carousel, placeholderViewAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView {
    supply(.placeholder, index, reusing: view, size: Size(config.placeholderSize ?? config.itemSize))
  }

  private func supply(
    _ kind: RecordedRequest.Kind, _ index: Int, reusing view: (any ItemView)?, size: Size
  ) -> any ItemView {
    requests.append(Request(kind: kind, value: index, reused: view != nil))
    if let view, recycles { return view }
    guard givesItemSize else { return PlainView(size: size, isDoubleSided: config.itemLayerDoubleSided) }
    let view = PlainView(size: Size(width: 13, height: 7), isDoubleSided: config.itemLayerDoubleSided)
    unsizedViews.append((view, size))
    return view
  }

  // MARK: Delegate

  private func note(_ name: CallbackName, _ extra: Int? = nil) {
    log.append(
      Callback(
        name: name, scrollOffset: carousel.scrollOffset, currentItemIndex: carousel.currentItemIndex,
        extra: extra))
  }

  func carouselWillBeginScrollingAnimation(_ carousel: Carousel) { note(.willBeginScrollingAnimation) }
  func carouselDidEndScrollingAnimation(_ carousel: Carousel) { note(.didEndScrollingAnimation) }
  func carouselDidScroll(_ carousel: Carousel) { note(.didScroll) }
  func carouselCurrentItemIndexDidChange(_ carousel: Carousel) { note(.currentItemIndexDidChange) }
  func carouselWillBeginDragging(_ carousel: Carousel) { note(.willBeginDragging) }
  func carouselWillBeginDecelerating(_ carousel: Carousel) { note(.willBeginDecelerating) }
  func carouselDidEndDecelerating(_ carousel: Carousel) { note(.didEndDecelerating) }

  func carouselDidEndDragging(_ carousel: Carousel, willDecelerate decelerate: Bool) {
    note(.didEndDragging, decelerate ? 1 : 0)
  }

  func carousel(_ carousel: Carousel, shouldSelectItemAt index: Int) -> Bool {
    note(.shouldSelectItem, index)
    return shouldSelect
  }

  func carousel(_ carousel: Carousel, didSelectItemAt index: Int) { note(.didSelectItem, index) }

  func carouselItemWidth(_ carousel: Carousel) -> Double { itemWidth }

  func carousel(_ carousel: Carousel, valueFor option: CarouselOption, withDefault value: Double) -> Double {
    options[option] ?? value
  }
}

/// The error for a word in a recording that the replay does not know.
struct UnknownWord: Error, CustomStringConvertible {
  let word: String
  let kind: String
  var description: String {
    "the recording has the unknown \(kind) \"\(word)\"; teach it to ScenarioReplay or Stage"
  }
}

extension CarouselOption {
  /// Returns the option with the recorded `name`.
  init(recordedName name: String) throws {
    guard let option = Self.allCases.first(where: { "\($0)" == name }) else {
      throw UnknownWord(word: name, kind: "option")
    }
    self = option
  }
}
