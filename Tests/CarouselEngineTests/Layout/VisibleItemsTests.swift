import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of the number of loaded items, and that the loaded items cover the view.
@MainActor
struct VisibleItemsTests {
  private func rig(_ type: CarouselType, width: Double, height: Double = 600, items: Int = 1000)
    -> CarouselRig
  {
    CarouselRig(type, items: items, bounds: Size(width: width, height: height))
  }

  @Test(
    "Linear layouts and cover flows load the items that fit the view, rings their visible positions, other layouts 30 items",
    .proves("Y15", "O04", "K06", "R40", "R134"),
    arguments: [
      (CarouselType.linear, 800.0, 6), (.linear, 801, 7), (.linear, 100, 3), (.coverFlow, 800, 18),
      (.coverFlow2, 820, 19), (.rotary, 800, 12), (.rotary, 2000, 30), (.invertedRotary, 1400, 11),
      (.cylinder, 1400, 21), (.invertedCylinder, 1600, 13), (.timeMachine, 800, 30), (.custom, 200, 30),
    ])
  func automatic(type: CarouselType, width: Double, count: Int) {
    let rig = rig(type, width: width)
    rig.carousel.scrollOffset = 500
    #expect(rig.carousel.numberOfVisibleItems == count)
    #expect(self.rig(type, width: width, items: 2).carousel.numberOfVisibleItems <= 2)
  }

  @Test(
    "If a wheel of 12 items fits the view, all its items are loaded, otherwise the 7 items nearest to the center",
    .proves("Y15"))
  func wheel() {
    // The wheel fits if 381.97 − 100 is less than half the shorter side of the view.
    #expect(rig(.wheel, width: 800, height: 564).carousel.numberOfVisibleItems == 12)
    #expect(rig(.wheel, width: 800, height: 563).carousel.numberOfVisibleItems == 7)
    #expect(rig(.invertedWheel, width: 563, height: 800).carousel.numberOfVisibleItems == 7)
  }

  @Test(
    "The maximum of loaded items is 30 by default and can be changed; it does not apply to linear layouts",
    .proves("K06"))
  func cap() {
    let rig = rig(.timeMachine, width: 800)
    #expect(rig.carousel.maximumVisibleItems == 30)
    rig.carousel.maximumVisibleItems = 45
    rig.frame()
    #expect(rig.carousel.numberOfVisibleItems == 45)
    #expect(self.rig(.linear, width: 20_000).carousel.numberOfVisibleItems == 102)
  }

  @Test(
    "If items are thinner than a point, 30 items are loaded; a content offset changes the number of loaded items",
    .proves("K06"))
  func thin() {
    let thin = CarouselRig(items: 5000, itemSize: Size(width: 0.5, height: 9)).carousel
    #expect(thin.numberOfVisibleItems == 30)
    let rig = rig(.linear, width: 800)
    rig.carousel.contentOffset = Size(width: 200, height: 0)
    #expect(rig.carousel.numberOfVisibleItems == 5)
  }

  @Test(
    "With the option visibleItems set to 45, 45 items are loaded", .proves("R107", "O04"),
    arguments: CarouselType.rings + [.linear, .coverFlow, .custom])
  func asManyAsAskedFor(type: CarouselType) {
    let rig = CarouselRig(type, items: 100) { $0.options = [.visibleItems: 45] }
    rig.carousel.scrollOffset = 50
    #expect(rig.carousel.indexesForVisibleItems == Array(28...72))
  }

  @Test(
    "The loaded items and placeholders are evenly distributed around the center; no more items are loaded than exist",
    .proves("O04", "Y15"))
  func sides() {
    let rig = CarouselRig(items: 10) { rig in
      rig.options = [.visibleItems: 5]
      rig.placeholderCount = 2
    }
    #expect(rig.carousel.indexesForVisibleItems == [-1, 0, 1, 2, 3])
    rig.carousel.scrollOffset = 5
    #expect(rig.carousel.indexesForVisibleItems == [3, 4, 5, 6, 7])
    rig.carousel.scrollOffset = 9
    #expect(rig.carousel.indexesForVisibleItems == [6, 7, 8, 9, 10])
    let even = CarouselRig(items: 10) { $0.options = [.visibleItems: 4] }
    even.carousel.scrollOffset = 5
    #expect(even.carousel.indexesForVisibleItems == [3, 4, 5, 6])
    let few = CarouselRig(items: 3) { $0.options = [.visibleItems: 50] }
    #expect(few.carousel.numberOfVisibleItems == 3)
  }

  @Test(
    "If a ring of 1000 items shows seven, items 998, 999, 0 and 1 are side by side",
    .proves("R106"))
  func seam() {
    let rig = CarouselRig(items: 1000) { $0.options = [.wrap: 1, .visibleItems: 7] }
    for tenth in 0...40 {
      let offset = 998 + Double(tenth) / 10
      rig.carousel.scrollOffset = offset
      let current = Int(offset.rounded())
      let expected = (current - 3...current + 3).map { $0 % 1000 }
      #expect(rig.carousel.indexesForVisibleItems == expected.sorted())
      let row = rig.carousel.frame().items.sorted { $0.seenMiddle.x < $1.seenMiddle.x }
      #expect(row.map(\.index) == expected)
      #expect(zip(row, row.dropFirst()).allSatisfy { near($1.seenMiddle.x - $0.seenMiddle.x, 200) })
    }
  }

  @Test(
    "With five visible items, no item jumps while other items enter and leave the view", .proves("R56"),
    arguments: [true, false])
  func noJump(wraps: Bool) {
    let rig = CarouselRig(items: 30) { $0.options = [.visibleItems: 5, .wrap: wraps ? 1 : 0] }
    var last: [Int: Double] = [:]
    for step in 0...600 {
      rig.carousel.scrollOffset = 5 + Double(step) * 0.03125
      let places = Dictionary(
        uniqueKeysWithValues: rig.carousel.frame().items.map { ($0.index, $0.seenMiddle.x) })
      #expect(places.count == 5)
      for (index, x) in places {
        if let before = last[index] { #expect(near(x, before - 6.25, within: 1e-6)) }
      }
      last = places
    }
  }

  @Test(
    "A strip without gaps covers the view at every offset", .proves("R118"),
    arguments: [100.0, 399, 400, 401, 799, 800, 801, 1000, 1001, 3000], [true, false])
  func coverage(width: Double, vertical: Bool) {
    let size = vertical ? Size(width: 300, height: width) : Size(width: width, height: 300)
    let rig = CarouselRig(items: 1000, bounds: size, itemSize: Size(width: 200, height: 200)) {
      $0.carousel.isVertical = vertical
    }
    let axis: Axis = vertical ? .vertical : .horizontal
    for step in 0...100 {
      rig.carousel.scrollOffset = 500 + Double(step) / 50
      let middles = rig.carousel.frame().items.map { axis.along($0.seenMiddle) }.sorted()
      #expect(zip(middles, middles.dropFirst()).allSatisfy { near($1 - $0, 200) })
      #expect(middles[0] - 100 <= 1e-6 && middles[middles.count - 1] + 100 >= width - 1e-6)
    }
  }

  @Test(
    "During a fast flick, no item appears suddenly inside the view", .proves("R12"),
    arguments: [CarouselType.linear, .coverFlow, .coverFlow2, .invertedRotary, .invertedCylinder],
    [24.0, 60, 240])
  func popping(type: CarouselType, frameRate: Double) {
    let rig = CarouselRig(type, items: 300)
    rig.carousel.scrollOffset = 20
    rig.frameRate = frameRate
    rig.frame()
    rig.fling(velocity: -20_000)
    var known = Dictionary(uniqueKeysWithValues: rig.carousel.frame().items.map { ($0.index, $0) })
    var newcomers = 0
    while rig.carousel.isDecelerating {
      let ring = ItemRow(count: 300, wraps: rig.carousel.isWrapEnabled)
      let offset = rig.carousel.scrollOffset
      let outlines = known.values.map { outline(rig, $0, at: ring.distance(ofItem: $0.index, from: offset)) }
      rig.frame()
      let items = rig.carousel.frame().items
      for item in items where known[item.index] == nil {
        newcomers += 1
        // In the frame before, the item's outline must have been outside the view or behind other items.
        let place = outline(rig, item, at: ring.distance(ofItem: item.index, from: offset))
        let isSeen = samples(place).contains { point in
          (1...799).contains(point.x) && !outlines.contains { $0.surrounds(point) }
        }
        #expect(!isSeen, "item \(item.index) at \(rig.carousel.scrollOffset)")
      }
      known = Dictionary(uniqueKeysWithValues: items.map { ($0.index, $0) })
    }
    #expect(newcomers > 20)
  }

  private func outline(_ rig: CarouselRig, _ item: CarouselFrame.Item, at offset: Double) -> [Point] {
    let transform = rig.carousel.transform(forOffset: offset, toggle: rig.carousel.toggle)
    guard !rig.carousel.isHidden(transform: transform, isDoubleSided: true) else { return [] }
    return Homography(placing: transform, size: item.size, center: item.center)
      .projectedOutline(of: item.size)
  }

  /// Returns points on the sides of an outline.
  private func samples(_ outline: [Point]) -> [Point] {
    outline.indices.flatMap { index -> [Point] in
      let (a, b) = (outline[index], outline[(index + 1) % outline.count])
      return (0..<8).map { a + (b - a) * (Double($0) / 8) }
    }
  }
}
