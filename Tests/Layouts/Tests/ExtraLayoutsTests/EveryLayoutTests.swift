import CarouselEngine
import Testing

/// Tests of settling, hit testing, gestures, wrapping and individual widths. They run for every layout,
/// built-in or not.
@MainActor
struct EveryLayoutTests {
  // MARK: Settling

  @Test(
    "After flicks, steps, scrolls, wheels and edits, the carousel settles once, on an item",
    arguments: LayoutCase.all)
  func settling(layout: LayoutCase) {
    var problems: [String] = []
    for seed in 0..<60 {
      var random = SplitMix(seed: UInt64(seed))
      let orientation = Orientation.allCases[random.whole(0...2)]
      let rig = LayoutRig(
        layout, items: random.whole(1...20), wraps: [nil, true, false][random.whole(0...2)],
        orientation: orientation)
      for _ in 0..<10 {
        let action = Self.act(on: rig, &random)
        for _ in 0..<[0, 3, 20][random.whole(0...2)] { rig.frame() }
        if rig.settleCount > 1 { problems.append("seed \(seed), \(action): settled twice") }
        guard random.whole(0...2) > 0 else { continue }
        rig.settle()
        if let problem = rig.settleProblem(layout) { problems.append("seed \(seed), \(action): \(problem)") }
      }
      rig.settle()
      if let problem = rig.settleProblem(layout) { problems.append("seed \(seed), the end: \(problem)") }
    }
    #expect(problems.prefix(3) == [])
  }

  /// Performs a random action and returns its description.
  private static func act(on rig: LayoutRig, _ random: inout SplitMix) -> String {
    let (index, animated) = (random.whole(0...max(0, rig.itemCount - 1)), random.whole(0...2) > 0)
    switch random.whole(0...8) {
    case 0:
      rig.drag(by: random.number(-600...600), frames: random.whole(2...12))
      return "drag"
    case 1:
      rig.perform { $0.step(by: random.whole(-3...3)) }
      return "step"
    case 2:
      rig.perform { $0.wheel(notches: Double(random.whole(-4...4)) / 2, time: rig.now) }
      return "wheel"
    case 3:
      rig.perform { $0.scrollToItem(at: index, animated: animated) }
      return "scroll to \(index)"
    case 4:
      rig.perform { $0.scroll(byOffset: random.number(-4...4), duration: animated ? 0.3 : 0) }
      return "scroll by an offset"
    case 5:
      rig.itemCount += 1
      rig.perform(renumbers: true) { $0.insertItem(at: index, animated: animated) }
      return "insert \(index)"
    case 6 where rig.itemCount > 1:
      rig.itemCount -= 1
      rig.perform(renumbers: true) { $0.removeItem(at: index, animated: animated) }
      return "remove \(index)"
    case 7:
      let end = random.whole(0...max(0, rig.itemCount - 1))
      rig.perform(renumbers: true) { $0.moveItem(at: index, to: end, animated: animated) }
      return "move \(index) to \(end)"
    default:
      rig.perform(renumbers: true) { $0.reloadItem(at: index, animated: animated) }
      return "reload \(index)"
    }
  }

  // MARK: Hit testing

  @Test(
    "A hit test returns the frontmost item whose drawn polygon contains the point", arguments: LayoutCase.all)
  func hit(layout: LayoutCase) {
    var (random, misses, hits): (SplitMix, [String], Int) = (SplitMix(seed: 3), [], 0)
    for seed in 0..<25 {
      let rig = LayoutRig(
        layout, items: random.whole(1...30), wraps: [nil, true, false][random.whole(0...2)],
        orientation: Orientation.allCases[random.whole(0...2)])
      rig.carousel.scrollOffset = random.number(0...Double(rig.itemCount))
      for _ in 0..<4 {
        rig.drag(by: random.number(-300...300))
        for _ in 0..<random.whole(0...20) { rig.frame() }
        let outlines = rig.carousel.frame().items.map { (index: $0.index, corners: $0.outline) }
        for outline in outlines where !outline.corners.isEmpty {
          for _ in 0..<4 {
            let (a, b) = (outline.corners[0], outline.corners[2])
            let corner = outline.corners[random.whole(0...outline.corners.count - 1)]
            let point = a + (b - a) * random.number(0...1)
            let sample = point + (corner - point) * random.number(0...1.1)
            guard abs(sample.x) + abs(sample.y) < 3000,
              outlines.allSatisfy({ $0.corners.distanceOfEdges(from: sample) > 1e-6 })
            else { continue }
            let expected = outlines.last { $0.corners.surrounds(sample) }?.index
            let hit = rig.carousel.index(ofItemAt: sample)
            hits += expected == nil ? 0 : 1
            if hit != expected {
              misses.append("seed \(seed): \(sample) hits \(hit as Int?), not \(expected as Int?)")
            }
          }
        }
      }
    }
    #expect(misses.prefix(3) == [])
    #expect(hits > 500)
  }

  // MARK: Gestures

  @Test(
    "A drag scrolls by the layout's multiplier, and within the layout's reach the item stays under the finger",
    arguments: LayoutCase.all, Orientation.allCases)
  func drag(layout: LayoutCase, orientation: Orientation) throws {
    for widths in [nil, (0..<41).map { 100 + Double($0 * 7 % 5) * 50 }] {
      if widths != nil, layout.order != .strip { continue }
      for direction in [-1.0, 1] {
        let rig = LayoutRig(layout, items: 41, widths: widths, orientation: orientation)
        rig.carousel.scrollOffset = 20
        rig.settle()
        let response = layout.dragResponse
        let dragged = direction > 0 ? 20 + response.itemGoingBack : 20
        #expect(rig.carousel.offsetMultiplier == response.multiplier)
        rig.carousel.contactBegan(id: 1, at: rig.point(0), time: rig.now)
        // The drag begins after the finger has moved by 8 points. From there, the item follows the finger.
        rig.carousel.contactMoved(id: 1, to: rig.point(direction * 10), time: rig.now)
        let start = try #require(rig.place(of: dragged))
        let (width, way) = (rig.carousel.itemWidth, response.reach > 0 ? response.reach : 1)
        for step in 1...20 {
          let distance = direction * width / response.multiplier * way * Double(step) / 20
          rig.carousel.contactMoved(id: 1, to: rig.point(direction * 10 + distance), time: rig.now)
          rig.frame()
          if widths == nil {
            #expect(near(rig.carousel.scrollOffset, 20 - distance * response.multiplier / width))
          }
          guard response.reach > 0 else { continue }
          let place = try #require(rig.place(of: dragged))
          #expect(near(place, start + distance, within: 0.02 * width), "after \(distance) points")
        }
      }
    }
  }

  // MARK: Wrap

  @Test(
    "With wrapping, a step or drag backward from the first item leads to the last item, and forward again to the first",
    arguments: LayoutCase.all, Orientation.allCases)
  func seam(layout: LayoutCase, orientation: Orientation) {
    for count in [1, 2, 10, 12] {
      let rig = LayoutRig(layout, items: count, wraps: true, orientation: orientation)
      #expect(rig.carousel.isWrapEnabled)
      func expect(item: Int) {
        rig.settle()
        #expect(rig.carousel.currentItemIndex == item && rig.settleProblem(layout) == nil)
      }
      rig.perform { $0.step(by: -1) }
      expect(item: count - 1)
      rig.perform { $0.step(by: 1) }
      expect(item: 0)
      // The drag is slow, so the carousel does not decelerate afterwards. The first 10 points only begin the
      // drag.
      let way = 0.8 * rig.carousel.itemWidth / layout.dragResponse.multiplier + 10
      rig.drag(by: way, frames: 60)
      expect(item: count - 1)
      rig.drag(by: -way, frames: 60)
      expect(item: 0)
    }
    let rig = LayoutRig(layout, wraps: false, orientation: orientation)
    rig.perform { $0.step(by: -1) }
    rig.settle()
    #expect(!rig.carousel.isWrapEnabled && rig.carousel.currentItemIndex == 0)
  }

  @Test("With wrapping, no item is loaded twice for the same frame", arguments: LayoutCase.all)
  func loadedOnce(layout: LayoutCase) {
    for count in [1, 2, 3, 10, 12, 50] {
      let rig = LayoutRig(layout, items: count, wraps: true)
      for step in 0...(8 * count) {
        rig.carousel.scrollOffset = Double(step) / 8
        let indexes = rig.carousel.indexesForVisibleItems
        #expect(indexes == Set(indexes).sorted() && indexes.allSatisfy((0..<count).contains))
        #expect(indexes.contains(rig.carousel.currentItemIndex))
        let drawn = rig.carousel.frame().items.map(\.index)
        #expect(Set(drawn).count == drawn.count)
      }
    }
  }

  @Test(
    "With wrapping, scrolling by the number of items leads back to the same frame without a jump",
    arguments: LayoutCase.all)
  func turn(layout: LayoutCase) {
    for count in [10, 12] {
      let rig = LayoutRig(layout, items: count, wraps: true)
      let beginning = rig.carousel.frame().items
      rig.carousel.scrollOffset = Double(count)
      #expect(rig.carousel.frame().items.differences(from: beginning, within: 0) == [])
      for step in 1...(2 * count) {
        rig.perform { $0.step(by: 1) }
        rig.settle()
        guard step % count == 0 else { continue }
        #expect(rig.carousel.frame().items.differences(from: beginning, within: 1e-9) == [])
      }
      // A scroll by a thousandth of an item moves each item by at most a point, also at the seam and where the
      // current item changes. Two kinds of items are excluded: items at the far side, which may change sides,
      // and items that have just faded out.
      let isNear = { (item: CarouselFrame.Item) in
        abs(item.offset) < Double(count) / 2 - 1.5 && item.alpha > 0.01
      }
      for step in 1...(4 * count) {
        rig.carousel.scrollOffset = Double(step) / 4 - 0.0005
        rig.settle()
        let before = rig.carousel.frame().items.filter(isNear)
        rig.carousel.scrollOffset += 0.001
        let after = rig.carousel.frame().items.filter(isNear)
        let (old, new) = (Set(before.map(\.index)), Set(after.map(\.index)))
        let jumps = after.filter { old.contains($0.index) }
          .differences(from: before.filter { new.contains($0.index) }, within: 1)
        #expect(
          jumps == [] && old.intersection(new).contains(rig.carousel.currentItemIndex),
          "at \(Double(step) / 4) of \(count) items")
      }
    }
  }

  // MARK: Individual widths

  private static let widths = [60.0, 300, 120, 480, 200, 90, 250, 30, 400, 150, 220, 100]

  @Test(
    "Items of different widths stay in order, and each of them settles in the center",
    arguments: LayoutCase.all, Orientation.allCases)
  func individualWidths(layout: LayoutCase, orientation: Orientation) {
    for wraps in [false, true] {
      let rig = LayoutRig(layout, wraps: wraps, widths: Self.widths, orientation: orientation)
      // The perspective would move the drawn middle of a wide rotated item, because it extends in depth.
      rig.carousel.perspective = 0
      for index in Self.widths.indices {
        rig.perform { $0.scrollToItem(at: index, animated: index % 2 == 0) }
        rig.settle()
        #expect(rig.carousel.currentItemIndex == index && rig.settleProblem(layout) == nil)
        #expect(isInOrder(rig, layout.order))
      }
      var random = SplitMix(seed: 7)
      for _ in 0..<12 {
        rig.drag(by: random.number(-900...900))
        for _ in 0..<4 {
          rig.frame()
          #expect(rig.carousel.frame().items.allSatisfy { $0.transform.isFinite })
          #expect(isInOrder(rig, layout.order))
        }
        rig.settle()
        #expect(rig.settleProblem(layout) == nil)
      }
    }
  }

  /// Returns whether items with larger offsets are drawn further ahead in the scroll direction.
  private func isInOrder(_ rig: LayoutRig, _ order: LayoutCase.Order) -> Bool {
    let reach: Double
    switch order {
    case .strip: reach = .infinity
    case .neighbors: reach = 1
    case .none: return true
    }
    let items = rig.carousel.frame().items.filter { abs($0.offset) <= reach }.sorted { $0.offset < $1.offset }
    let places = items.map { rig.ahead($0.seenMiddle) }
    return zip(places, places.dropFirst()).allSatisfy { $0 < $1 }
  }
}

extension [CarouselFrame.Item] {
  /// Returns the indexes of items that are drawn differently in the two frames.
  ///
  /// - Parameter tolerance: The largest allowed difference of a transform element or an opacity.
  func differences(from others: [CarouselFrame.Item], within tolerance: Double) -> [Int] {
    let former = Dictionary(others.map { ($0.index, $0) }) { $1 }
    guard Set(map(\.index)) == Set(former.keys) else { return [-1] }
    return filter { item in
      guard let other = former[item.index] else { return true }
      let (a, b) = (item.transform.rows, other.transform.rows)
      let ways = [a.0 - b.0, a.1 - b.1, a.2 - b.2, a.3 - b.3].flatMap { [$0.x, $0.y, $0.z, $0.w] }
      return !ways.allSatisfy { abs($0) <= tolerance } || abs(item.alpha - other.alpha) > tolerance
    }.map(\.index)
  }
}
