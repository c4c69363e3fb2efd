import CarouselEngine
import Geometry

/// A data source and delegate that may do anything in any callback.
@MainActor
final class CallbackActor: CarouselDataSource, CarouselDelegate {
  /// The calls from a carousel to other code.
  enum Callback: CaseIterable {
    case numberOfItems, view, numberOfPlaceholders, placeholder, reuseIdentifier
    case viewSize, viewIsDoubleSided
    case willBeginScrolling, didEndScrolling, didScroll, indexDidChange
    case willBeginDragging, didEndDragging, willBeginDecelerating, didEndDecelerating
    case didSettle, shouldSelect, didSelect, didLongPress, didDoubleTap, didSwipe
    case itemWidth, widthForItem, transform, option, needsFrame
    case effect, completion, prefetch, cancelPrefetching
  }

  /// The numbers that the items show; each number is unique.
  private(set) var content: [Int]
  private var nextNumber: Int
  var placeholders = 2
  var options: [CarouselOption: Double] = [:]
  var widths: ((Int) -> Double)?
  /// The action to perform in each callback.
  var act: (Callback) -> Void = { _ in }
  /// The number of callbacks.
  private(set) var calls = 0
  /// The requested indexes that no item or placeholder has.
  private(set) var strayIndexes: [Int] = []

  init(items: Int) {
    content = Array(0..<items)
    nextNumber = items
  }

  func insert(at index: Int) {
    content.insert(nextNumber, at: index)
    nextNumber += 1
  }

  func remove(at index: Int) { content.remove(at: index) }

  func move(from index: Int, to newIndex: Int) { content.insert(content.remove(at: index), at: newIndex) }

  func note(_ callback: Callback) {
    calls += 1
    act(callback)
  }

  // MARK: Data source

  func numberOfItems(in carousel: Carousel) -> Int {
    note(.numberOfItems)
    return content.count
  }

  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView {
    if !content.indices.contains(index) { strayIndexes.append(index) }
    let number = content.indices.contains(index) ? content[index] : -1
    note(.view)
    let view = view as? MeddlingView ?? MeddlingView(self)
    view.number = number
    return view
  }

  func carousel(_ carousel: Carousel, reuseIdentifierForItemAt index: Int) -> String? {
    if !content.indices.contains(index) { strayIndexes.append(index) }
    note(.reuseIdentifier)
    return nil
  }

  func carousel(_ carousel: Carousel, prefetchItemsAt indexes: [Int]) {
    strayIndexes += indexes.filter { !content.indices.contains($0) }
    note(.prefetch)
  }

  func carousel(_ carousel: Carousel, cancelPrefetchingForItemsAt indexes: [Int]) {
    note(.cancelPrefetching)
  }

  func numberOfPlaceholders(in carousel: Carousel) -> Int {
    note(.numberOfPlaceholders)
    return placeholders
  }

  func carousel(
    _ carousel: Carousel, placeholderViewAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView {
    if !(0..<placeholders).contains(index) { strayIndexes.append(index) }
    note(.placeholder)
    let view = view as? MeddlingView ?? MeddlingView(self)
    view.number = -1
    return view
  }

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
  func carousel(_ carousel: Carousel, didSelectItemAt index: Int) { note(.didSelect) }
  func carousel(_ carousel: Carousel, didLongPressItemAt index: Int) -> Bool {
    note(.didLongPress)
    return true
  }
  func carousel(_ carousel: Carousel, didDoubleTapItemAt index: Int) -> Bool {
    note(.didDoubleTap)
    return true
  }
  func carousel(_ carousel: Carousel, didSwipePerpendicularly swipe: PerpendicularSwipe) { note(.didSwipe) }

  func carousel(_ carousel: Carousel, shouldSelectItemAt index: Int) -> Bool {
    note(.shouldSelect)
    return true
  }

  func carouselItemWidth(_ carousel: Carousel) -> Double {
    note(.itemWidth)
    return 0
  }

  func carousel(_ carousel: Carousel, widthForItemAt index: Int) -> Double {
    note(.widthForItem)
    return content.indices.contains(index)
      ? widths?(content[index]) ?? carousel.itemWidth : carousel.itemWidth
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
    note(.option)
    return options[option] ?? value
  }
}

/// A view that notifies its data source when one of its properties is read.
@MainActor
final class MeddlingView: ItemView {
  /// The number that the view shows; −1 for a placeholder.
  var number = -1
  private weak var maker: CallbackActor?

  init(_ maker: CallbackActor) { self.maker = maker }

  var size: Size {
    maker?.note(.viewSize)
    return Size(width: 200, height: 150)
  }

  var isDoubleSided: Bool {
    maker?.note(.viewIsDoubleSided)
    return true
  }
}
