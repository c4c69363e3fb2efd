import CarouselEngine
import Geometry
import Testing

/// A carousel with simulated gestures and a readable log.
@MainActor
final class CarouselRig: ClockedCarousel, CarouselDataSource, CarouselDelegate {
  let carousel: Carousel
  var now = Timestamp(seconds: 1000)
  var frameRate = 60.0

  // The answers of the data source and the delegate.
  var itemCount: Int
  var placeholderCount = 0
  var itemSize: Size
  var reusesViews = true
  var options: [CarouselOption: Double] = [:]
  var pitch = 0.0
  /// Returns the width of an item and of its view; `nil` if all items have the same width.
  var widths: ((Int) -> Double)?
  /// The number of requests for a width.
  private(set) var widthRequests = 0
  var mayBeSelected = true
  var customTransform: ((Double, Transform3D) -> Transform3D)?
  var areDoubleSided = true

  /// The delegate's calls, except `didScroll`.
  private(set) var log: [String] = []
  /// The number of `didScroll` calls.
  private(set) var scrollCount = 0
  /// The data source's requests: "item 3", "placeholder 0 reusing".
  private(set) var requests: [String] = []
  /// All views that were created.
  private(set) var views: [PlainView] = []
  var onScroll: (() -> Void)?
  var onIndexChange: (() -> Void)?

  init(
    _ type: CarouselType = .linear, items: Int = 10, bounds: Size = Size(width: 800, height: 600),
    itemSize: Size = Size(width: 200, height: 150), prepare: (CarouselRig) -> Void = { _ in }
  ) {
    carousel = Carousel(bounds: bounds)
    itemCount = items
    self.itemSize = itemSize
    prepare(self)
    carousel.type = type
    carousel.delegate = self
    carousel.dataSource = self
    frame()
    clearLog()
  }

  // MARK: Time

  /// Advances frames until the carousel needs no frame. If this takes more than a minute, the test fails.
  func settle(sourceLocation: SourceLocation = #_sourceLocation) {
    comeToRest(sourceLocation: sourceLocation)
  }

  /// Lets time pass without frames.
  func wait(_ seconds: Double) { now = now + seconds }

  func takeLog() -> [String] {
    defer { clearLog() }
    return log
  }

  func takeRequests() -> [String] {
    defer { requests = [] }
    return requests
  }

  func clearLog() { (log, scrollCount, requests) = ([], 0, []) }

  // MARK: Gestures

  static let middle = Point(x: 400, y: 300)

  func down(at point: Point = middle, finger: Int = 7) {
    carousel.contactBegan(id: finger, at: point, time: now)
  }

  func move(to point: Point, finger: Int = 7) { carousel.contactMoved(id: finger, to: point, time: now) }

  @discardableResult
  func up(at point: Point, finger: Int = 7) -> TapResult? {
    carousel.contactEnded(id: finger, at: point, time: now)
  }

  @discardableResult
  func tap(at point: Point = middle) -> TapResult? {
    down(at: point)
    wait(0.05)
    return up(at: point)
  }

  /// Drags by `distance` in `seconds`, and lifts the finger after `hold` more seconds.
  func drag(by distance: Point, in seconds: Double, hold: Double = 0) {
    let start = Self.middle
    down(at: start)
    let steps = max(1, Int((seconds * frameRate).rounded()))
    for step in 1...steps {
      now = now + 1 / frameRate
      move(to: start + distance * (Double(step) / Double(steps)))
      carousel.advance(to: now)
    }
    wait(hold)
    up(at: start + distance)
  }

  // MARK: Data source

  func numberOfItems(in carousel: Carousel) -> Int {
    requests.append("count")
    return itemCount
  }

  func numberOfPlaceholders(in carousel: Carousel) -> Int { placeholderCount }

  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView {
    requests.append("item \(index)" + (view == nil ? "" : " reusing"))
    let supplied = supply(view)
    if let widths, let plain = supplied as? PlainView {
      plain.size =
        carousel.isVertical
        ? Size(width: itemSize.width, height: widths(index))
        : Size(width: widths(index), height: itemSize.height)
    }
    return supplied
  }

  func carousel(
    _ carousel: Carousel, placeholderViewAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView {
    requests.append("placeholder \(index)" + (view == nil ? "" : " reusing"))
    return supply(view)
  }

  private func supply(_ reusable: (any ItemView)?) -> any ItemView {
    if reusesViews, let reusable { return reusable }
    let view = PlainView(size: itemSize, isDoubleSided: areDoubleSided)
    views.append(view)
    return view
  }

  // MARK: Delegate

  func carouselWillBeginScrollingAnimation(_ carousel: Carousel) { log.append("willBeginScrolling") }
  func carouselDidEndScrollingAnimation(_ carousel: Carousel) { log.append("didEndScrolling") }

  func carouselDidScroll(_ carousel: Carousel) {
    scrollCount += 1
    onScroll?()
  }

  func carouselCurrentItemIndexDidChange(_ carousel: Carousel) {
    log.append("index \(carousel.currentItemIndex)")
    onIndexChange?()
  }

  func carouselWillBeginDragging(_ carousel: Carousel) { log.append("willBeginDragging") }

  func carouselDidEndDragging(_ carousel: Carousel, willDecelerate decelerate: Bool) {
    log.append(decelerate ? "didEndDragging, glides" : "didEndDragging")
  }

  func carouselWillBeginDecelerating(_ carousel: Carousel) { log.append("willBeginDecelerating") }
  func carouselDidEndDecelerating(_ carousel: Carousel) { log.append("didEndDecelerating") }

  func carousel(_ carousel: Carousel, shouldSelectItemAt index: Int) -> Bool {
    log.append("shouldSelect \(index)")
    return mayBeSelected
  }

  func carousel(_ carousel: Carousel, didSelectItemAt index: Int) { log.append("didSelect \(index)") }
  func carouselItemWidth(_ carousel: Carousel) -> Double { pitch }

  func carousel(_ carousel: Carousel, widthForItemAt index: Int) -> Double {
    widthRequests += 1
    return widths?(index) ?? carousel.itemWidth
  }

  func carousel(
    _ carousel: Carousel, itemTransformForOffset offset: Double, baseTransform transform: Transform3D
  ) -> Transform3D { customTransform?(offset, transform) ?? transform }

  func carousel(
    _ carousel: Carousel, valueFor option: CarouselOption, withDefault value: Double
  ) -> Double { options[option] ?? value }
}

/// An item view without content.
@MainActor
final class PlainView: ItemView {
  var size: Size
  var isDoubleSided: Bool
  var holder: (any ItemView)?
  var superview: (any ItemView)? { holder }

  init(size: Size, isDoubleSided: Bool = true, in holder: (any ItemView)? = nil) {
    self.size = size
    self.isDoubleSided = isDoubleSided
    self.holder = holder
  }
}

extension CarouselFrame.Item {
  /// The drawn position of the view's middle.
  var seenMiddle: Point {
    homography.project(Point(x: size.width / 2, y: size.height / 2)) ?? Point(x: .nan, y: .nan)
  }

  /// The drawn width of the view's middle line, in points.
  var seenWidth: Double {
    guard let left = homography.project(Point(x: 0, y: size.height / 2)),
      let right = homography.project(Point(x: size.width, y: size.height / 2))
    else { return .nan }
    return right.x - left.x
  }
}

extension CarouselRig {
  /// Returns the drawn item with this index.
  func drawn(_ index: Int) -> CarouselFrame.Item? { carousel.frame().items.first { $0.index == index } }
}

extension CarouselType {
  static let builtIn = allCases.filter { $0 != .custom }
  static let rings: [CarouselType] = [
    .rotary, .invertedRotary, .cylinder, .invertedCylinder, .wheel, .invertedWheel,
  ]
}
