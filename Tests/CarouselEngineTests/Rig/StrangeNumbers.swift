import CarouselEngine
import Geometry

/// Returns the properties of a carousel with values that are infinite, NaN or out of range.
@MainActor
func strangeNumbers(in carousel: Carousel) -> [String] {
  var strange: [String] = []
  func check(_ name: String, _ number: Double, in range: ClosedRange<Double> = -.infinity ... .infinity) {
    if !number.isFinite || !range.contains(number) { strange.append("\(name) \(number)") }
  }
  check("scrollOffset", carousel.scrollOffset)
  check("toggle", carousel.toggle, in: -1...1)
  check("itemWidth", carousel.itemWidth, in: 0 ... .infinity)
  check("offsetMultiplier", carousel.offsetMultiplier)
  check("perspective", carousel.perspective)
  check("decelerationRate", carousel.decelerationRate, in: 0...1)
  check("scrollSpeed", carousel.scrollSpeed)
  check("bounceDistance", carousel.bounceDistance, in: 0 ... .infinity)
  check("autoscroll", carousel.autoscroll)
  check("autoplayInterval", carousel.autoplayInterval, in: 0 ... .infinity)
  check("axisAngle", carousel.axisAngle)
  check("forwardDirection", carousel.forwardDirection.distance(to: .zero), in: 0.999...1.001)
  check("bounds", carousel.bounds.width, in: 0...1e6)
  check("bounds", carousel.bounds.height, in: 0...1e6)
  for size in [carousel.contentOffset, carousel.viewpointOffset] {
    check("offset of the picture", size.width + size.height)
  }
  if let time = carousel.wakeTime { check("wakeTime", time.seconds) }
  for index in [0, -1, 7, .max, .min] { check("offsetForItem", carousel.offsetForItem(at: index)) }
  // Reading the properties may cause a layout, during which the data source may change its content.
  for _ in 1...400 where carousel.core.needsCatchUp { carousel.layOutIfNeeded() }
  let count = carousel.numberOfItems
  func check(_ name: String, _ index: Int, in range: ClosedRange<Int>) {
    if !range.contains(index) { strange.append("\(name) \(index) of \(range)") }
  }
  check("numberOfItems", count, in: 0...1_000_000_001_000)
  let least = count > 0 ? 0 : -1
  check("currentItemIndex", carousel.currentItemIndex, in: least...max(least, count - 1))
  check("currentPage", carousel.currentPage ?? -1, in: least...max(least, carousel.numberOfPages - 1))
  check("numberOfPages", carousel.numberOfPages, in: 0...max(0, count))
  for index in carousel.indexesForVisibleItems {
    check("visible index", index, in: -carousel.numberOfPlaceholders...count + carousel.numberOfPlaceholders)
  }
  for item in carousel.frame().items {
    if !item.transform.isFinite { strange.append("transform of \(item.index): \(item.transform)") }
    check("alpha", item.alpha, in: 0...1)
    check("center", item.center.x)
    check("center", item.center.y)
    check("width", item.size.width, in: 0 ... .infinity)
    check("height", item.size.height, in: 0 ... .infinity)
    check("offset", item.offset)
    check("progress", item.progress, in: -1...1)
    check("parallax", item.parallax)
    let outline = item.homography.projectedOutline(of: item.size)
    if !outline.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) { strange.append("outline \(outline)") }
  }
  return strange
}
