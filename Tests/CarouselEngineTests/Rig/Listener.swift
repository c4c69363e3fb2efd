import CarouselEngine
import Geometry

/// A delegate that logs all calls, including `didScroll`, and can act inside some of them.
@MainActor
final class Listener: CarouselDelegate {
  var log: [String] = []
  var act: (String) -> Void = { _ in }
  var itemWidth = 0.0
  var options: [CarouselOption: Double] = [:]
  /// The default values of the first two requests for each option.
  var defaults: [CarouselOption: [Double]] = [:]
  /// The arguments of the requests for custom transforms.
  var bases: [(offset: Double, transform: Transform3D)] = []

  private func note(_ event: String) {
    log.append(event)
    act(event)
  }

  func carouselWillBeginScrollingAnimation(_ carousel: Carousel) { note("willBeginScrolling") }
  func carouselDidEndScrollingAnimation(_ carousel: Carousel) { note("didEndScrolling") }
  func carouselDidScroll(_ carousel: Carousel) { note("scroll") }
  func carouselCurrentItemIndexDidChange(_ carousel: Carousel) { note("index \(carousel.currentItemIndex)") }
  func carouselWillBeginDragging(_ carousel: Carousel) { note("willBeginDragging") }
  func carouselDidEndDragging(_ carousel: Carousel, willDecelerate: Bool) {
    note(willDecelerate ? "didEndDragging, glides" : "didEndDragging")
  }
  func carouselWillBeginDecelerating(_ carousel: Carousel) { note("willBeginDecelerating") }
  func carouselDidEndDecelerating(_ carousel: Carousel) { note("didEndDecelerating") }
  func carousel(_ carousel: Carousel, shouldSelectItemAt index: Int) -> Bool {
    note("shouldSelect \(index)")
    return true
  }
  func carousel(_ carousel: Carousel, didSelectItemAt index: Int) { note("didSelect \(index)") }
  func carouselItemWidth(_ carousel: Carousel) -> Double { itemWidth }

  func carousel(
    _ carousel: Carousel, itemTransformForOffset offset: Double, baseTransform transform: Transform3D
  ) -> Transform3D {
    bases.append((offset, transform))
    return transform
  }

  func carousel(_ carousel: Carousel, valueFor option: CarouselOption, withDefault value: Double) -> Double {
    if defaults[option, default: []].count < 2 { defaults[option, default: []].append(value) }
    return options[option] ?? value
  }
}

/// An item view that shows a number.
@MainActor
final class NumberedView: ItemView {
  var number: Int
  var size: Size

  init(_ number: Int, size: Size) {
    self.number = number
    self.size = size
  }
}

/// A data source with views that show their indexes; a reused view shows its new index.
@MainActor
final class Numbers: CarouselDataSource {
  var count: Int
  var placeholders = 0
  var itemSize = Size(width: 200, height: 150)
  private(set) var viewCount = 0

  init(_ count: Int) { self.count = count }

  func numberOfItems(in carousel: Carousel) -> Int { count }
  func numberOfPlaceholders(in carousel: Carousel) -> Int { placeholders }

  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView {
    guard let view = view as? NumberedView else {
      viewCount += 1
      return NumberedView(index, size: itemSize)
    }
    view.number = index
    return view
  }
}

extension CarouselRig {
  /// Performs a drag by `translation` points along the axis that ends at `velocity` points per second.
  func fling(velocity: Double, after translation: Double = 0) {
    func along(_ distance: Double) -> Point {
      carousel.isVertical ? Point(x: 0, y: distance) : Point(x: distance, y: 0)
    }
    carousel.beginDrag(at: now)
    carousel.moveDrag(translation: along(translation), velocity: along(velocity), at: now)
    carousel.endDrag(at: now)
  }
}
