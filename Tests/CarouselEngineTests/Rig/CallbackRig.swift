import CarouselEngine
import Geometry

/// A carousel, and its data source and delegate, which can perform any action in each callback.
@MainActor
final class CallbackRig: ClockedCarousel, CarouselDataSource, CarouselDelegate {
  /// A callback, with the index of its item.
  enum Call: Hashable {
    case count, placeholderCount, prefetch, cancelPrefetch, itemWidth, transform
    case willBeginScrolling, didEndScrolling, didScroll, indexDidChange, didSettle, didSwipe
    case willBeginDragging, didEndDragging, willBeginDecelerating, didEndDecelerating
    case kind(Int)
    case view(Int)
    case width(Int)
    case option(CarouselOption)
    case shouldSelect(Int)
    case didSelect(Int)
    case longPress(Int)
    case doubleTap(Int)
  }

  let carousel = Carousel(bounds: Size(width: 800, height: 600))
  var now = Timestamp(seconds: 1000)
  var frameRate = 60.0
  /// The numbers that the items show. All are different.
  private(set) var content: [Int]
  private var nextNumber: Int
  var options: [CarouselOption: Double] = [:]
  /// The width of each item by its number; an item without an entry is 200 points wide.
  var width: (Int) -> Double = { _ in 200 }
  /// The action to perform in every callback.
  var act: (Call) -> Void = { _ in }
  /// The callbacks so far.
  private(set) var calls: [Call] = []
  /// The selections, long presses and double taps, by the number of the item: "didSelect 3".
  private(set) var log: [String] = []
  /// The requested indexes that no item has.
  private(set) var strayIndexes: [Int] = []

  init(items: Int, _ type: CarouselType = .linear, prepare: (CallbackRig) -> Void = { _ in }) {
    content = Array(0..<items)
    nextNumber = items
    carousel.type = type
    prepare(self)
    carousel.delegate = self
    carousel.dataSource = self
    frame()
    forget()
  }

  // MARK: The callbacks so far

  /// Forgets the callbacks so far.
  func forget() { (calls, log, strayIndexes) = ([], [], []) }

  /// Returns how often this callback was called.
  func count(_ call: Call) -> Int { calls.count { $0 == call } }

  /// The numbers that the loaded items show, by ascending index; −1 for placeholders.
  var shown: [Int] { carousel.visibleItemViews.map { ($0 as? NumberedView)?.number ?? -1 } }

  /// The numbers that the loaded items should show.
  var expected: [Int] {
    carousel.indexesForVisibleItems.map { content.indices.contains($0) ? content[$0] : -1 }
  }

  /// Performs an action in the next callback of this kind, but not in later ones.
  func once(_ call: Call, do body: @escaping () -> Void) {
    act = { [unowned self] heard in
      guard heard == call else { return }
      act = { _ in }
      body()
    }
  }

  // MARK: Content

  func insert(at index: Int, animated: Bool = false, completion: (() -> Void)? = nil) {
    content.insert(nextNumber, at: index)
    nextNumber += 1
    carousel.insertItem(at: index, animated: animated, completion: completion)
  }

  func remove(at index: Int, animated: Bool = false, completion: (() -> Void)? = nil) {
    content.remove(at: index)
    carousel.removeItem(at: index, animated: animated, completion: completion)
  }

  /// Replaces all content with new items and reloads.
  func reload(_ count: Int) {
    content = Array(nextNumber..<(nextNumber + count))
    nextNumber += count
    carousel.reloadData()
  }

  // MARK: Gestures

  static let middle = Point(x: 400, y: 300)
  /// A point on the item to the right of the middle.
  static let right = Point(x: 600, y: 300)

  @discardableResult
  func tap(at point: Point = middle) -> TapResult? {
    carousel.contactBegan(id: 7, at: point, time: now)
    now = now + 0.05
    return carousel.contactEnded(id: 7, at: point, time: now)
  }

  /// Drags by `distance` points in 0.1 seconds and lifts the finger.
  func flick(by distance: Double) {
    carousel.contactBegan(id: 7, at: Self.middle, time: now)
    for step in 1...6 {
      now = now + 1 / 60
      carousel.contactMoved(id: 7, to: Self.middle + Point(x: distance * Double(step) / 6, y: 0), time: now)
      carousel.advance(to: now)
    }
    carousel.contactEnded(id: 7, at: Self.middle + Point(x: distance, y: 0), time: now)
  }

  // MARK: Data source

  private func note(_ call: Call) {
    calls.append(call)
    act(call)
  }

  private func noteItem(_ index: Int) {
    if !content.indices.contains(index) { strayIndexes.append(index) }
  }

  private func number(_ index: Int) -> Int { content.indices.contains(index) ? content[index] : -1 }

  func numberOfItems(in carousel: Carousel) -> Int {
    note(.count)
    return content.count
  }

  func numberOfPlaceholders(in carousel: Carousel) -> Int {
    note(.placeholderCount)
    return 0
  }

  func carousel(_ carousel: Carousel, reuseIdentifierForItemAt index: Int) -> String? {
    noteItem(index)
    note(.kind(index))
    return nil
  }

  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView {
    noteItem(index)
    let number = number(index)
    note(.view(index))
    let size = Size(width: width(number), height: 150)
    guard let view = view as? NumberedView else { return NumberedView(number, size: size) }
    (view.number, view.size) = (number, size)
    return view
  }

  func carousel(_ carousel: Carousel, prefetchItemsAt indexes: [Int]) {
    indexes.forEach(noteItem)
    note(.prefetch)
  }

  func carousel(_ carousel: Carousel, cancelPrefetchingForItemsAt indexes: [Int]) { note(.cancelPrefetch) }

  // MARK: Delegate

  func carouselWillBeginScrollingAnimation(_ carousel: Carousel) { note(.willBeginScrolling) }
  func carouselDidEndScrollingAnimation(_ carousel: Carousel) { note(.didEndScrolling) }
  func carouselDidScroll(_ carousel: Carousel) { note(.didScroll) }
  func carouselCurrentItemIndexDidChange(_ carousel: Carousel) { note(.indexDidChange) }
  func carouselWillBeginDragging(_ carousel: Carousel) { note(.willBeginDragging) }
  func carouselDidEndDragging(_ carousel: Carousel, willDecelerate: Bool) { note(.didEndDragging) }
  func carouselWillBeginDecelerating(_ carousel: Carousel) { note(.willBeginDecelerating) }
  func carouselDidEndDecelerating(_ carousel: Carousel) { note(.didEndDecelerating) }
  func carousel(_ carousel: Carousel, didSettleAt index: Int, reason: SettleReason) { note(.didSettle) }
  func carousel(_ carousel: Carousel, didSwipePerpendicularly swipe: PerpendicularSwipe) { note(.didSwipe) }

  func carousel(_ carousel: Carousel, shouldSelectItemAt index: Int) -> Bool {
    noteItem(index)
    log.append("shouldSelect \(number(index))")
    note(.shouldSelect(index))
    return true
  }

  func carousel(_ carousel: Carousel, didSelectItemAt index: Int) {
    noteItem(index)
    log.append("didSelect \(number(index))")
    note(.didSelect(index))
  }

  func carousel(_ carousel: Carousel, didLongPressItemAt index: Int) -> Bool {
    noteItem(index)
    log.append("longPress \(number(index))")
    note(.longPress(index))
    return true
  }

  func carousel(_ carousel: Carousel, didDoubleTapItemAt index: Int) -> Bool {
    noteItem(index)
    log.append("doubleTap \(number(index))")
    note(.doubleTap(index))
    return true
  }

  func carouselItemWidth(_ carousel: Carousel) -> Double {
    note(.itemWidth)
    return 200
  }

  func carousel(_ carousel: Carousel, widthForItemAt index: Int) -> Double {
    noteItem(index)
    // Computed before the action can change the content, so that the answer is for the requested item.
    let number = number(index)
    note(.width(index))
    return width(number)
  }

  func carousel(
    _ carousel: Carousel, itemTransformForOffset offset: Double, baseTransform transform: Transform3D
  ) -> Transform3D {
    note(.transform)
    return transform.translated(x: offset * 200)
  }

  func carousel(
    _ carousel: Carousel, valueFor option: CarouselOption, withDefault value: Double
  ) -> Double {
    note(.option(option))
    return options[option] ?? value
  }
}
