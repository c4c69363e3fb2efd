import Controls
import Geometry
import TestSupport
import Testing
import Views

@Suite("The frames of the items of a collection")
struct CollectionArrangementTests {
  private typealias Shape = CollectionArrangement.SectionShape

  private func expectEqual(_ a: Rect, _ b: Rect, _ comment: String) {
    let isNear =
      abs(a.minX - b.minX) < 1e-6 && abs(a.minY - b.minY) < 1e-6 && abs(a.maxX - b.maxX) < 1e-6
      && abs(a.maxY - b.maxY) < 1e-6
    #expect(isNear, "\(comment): \(a), \(b)")
  }

  @Test(
    "For random layouts and sections, frames, areas and points are those of the slow version",
    arguments: CollectionLayout.Style.allCases, [false, true])
  func slowTwin(style: CollectionLayout.Style, hasHeights: Bool) {
    var random = SplitMix(seed: 29)
    for round in 0..<60 {
      var layout = CollectionLayout(style)
      layout.columns =
        random.once(in: 2) ? .count(random.whole(1...7)) : .minimumWidth(random.number(20...220))
      layout.itemHeight =
        random.once(in: 2) ? .points(random.number(5...120)) : .aspectRatio(random.number(0.4...2.5))
      layout.spacing = Size(width: random.number(0...20), height: random.number(0...20))
      layout.insets = EdgeInsets(
        top: random.number(0...20), left: random.number(0...20), bottom: random.number(0...20),
        right: random.number(0...20))
      let shapes = (0..<random.whole(0...5)).map { _ in
        Shape(count: random.choice([0, 1, 3, 17, 130]), hasHeader: random.once(in: 2))
      }
      let heights = (0..<700).map { _ in random.number(3...300) }
      let height: ((Int, Double) -> Double)? =
        hasHeights ? { item, width in heights[item] * width / 200 } : nil
      let (width, isMirrored) = (random.number(60...900), random.once(in: 2))
      let fast = CollectionArrangement(layout, shapes, width: width, isMirrored: isMirrored, height: height)
      let slow = SlowArrangement(layout, shapes, width: width, isMirrored: isMirrored, height: height)
      let comment = "round \(round), \(layout), \(shapes), \(width)"
      #expect(fast.count == slow.frames.count && abs(fast.height - slow.height) < 1e-6, "\(comment)")
      for item in slow.frames.indices { expectEqual(fast.frame(of: item), slow.frame(item), comment) }
      for (section, header) in slow.headers.enumerated() {
        let found = fast.headerFrame(ofSection: section)
        #expect((found == nil) == (header == nil), "\(comment)")
        expectEqual(found ?? .zero, header ?? .zero, comment)
      }
      for _ in 0..<20 {
        let rect = Rect(
          x: random.number(-50...900), y: random.number(-50...(slow.height + 50)),
          width: random.number(0...500), height: random.number(0...500))
        #expect(fast.items(in: rect) == slow.items(in: rect), "\(comment), \(rect)")
        let point = rect.origin
        let at = slow.frames.indices.first { slow.frame($0).contains(point) }
        #expect(fast.item(at: point) == at, "\(comment), \(point)")
      }
    }
  }

  @Test("Rows of different heights among equal ones have the frames of the slow version")
  func extraHeights() {
    var random = SplitMix(seed: 30)
    for round in 0..<60 {
      let layout = CollectionLayout(
        columns: .count(random.whole(1...4)), itemHeight: .points(random.number(5...60)),
        spacing: Size(width: 3, height: random.number(0...9)), insets: EdgeInsets(random.number(0...9)))
      guard case .points(let least) = layout.itemHeight else { return }
      let shapes = (0..<random.whole(1...3)).map { _ in
        Shape(count: random.choice([0, 1, 40, 130]), hasHeader: random.once(in: 2))
      }
      let extra = Dictionary(
        (0..<random.whole(0...60)).map { _ in (random.whole(0...299), random.number(1...90)) },
        uniquingKeysWith: max)
      let fast = CollectionArrangement(
        layout, shapes, width: 400,
        extraHeights: extra.sorted { $0.key < $1.key }.map { .init(item: $0.key, height: $0.value) })
      let slow = SlowArrangement(layout, shapes, width: 400) { item, _ in least + (extra[item] ?? 0) }
      let comment = "round \(round), \(layout), \(shapes), \(extra)"
      #expect(abs(fast.height - slow.height) < 1e-6, "\(comment)")
      for item in slow.frames.indices { expectEqual(fast.frame(of: item), slow.frame(item), comment) }
      for _ in 0..<20 {
        let rect = Rect(
          x: -1, y: random.number(-50...(slow.height + 50)), width: 402, height: random.number(0...500))
        #expect(fast.items(in: rect) == slow.items(in: rect), "\(comment), \(rect)")
      }
    }
  }

  @Test(
    "Headers, and rows without a fixed height, grow with the text, but are never lower than the layout says")
  func textScale() {
    for (itemHeight, textScale, expected) in [
      (CollectionLayout.ItemHeight.atLeast(30), 2.0, Size(width: 80, height: 60)),
      (.points(30), 2, Size(width: 80, height: 30)), (.atLeast(30), 1.5, Size(width: 60, height: 45)),
      (.atLeast(30), 0.5, Size(width: 40, height: 30)),
    ] {
      let layout = CollectionLayout(columns: .count(1), itemHeight: itemHeight, spacing: .zero, insets: .zero)
      let arrangement = CollectionArrangement(
        layout, [Shape(count: 10, hasHeader: true)], width: 100, textScale: textScale)
      #expect(arrangement.headerFrame(ofSection: 0)?.size.height == expected.width)
      #expect(arrangement.frame(of: 9).size.height == expected.height)
      #expect(arrangement.height == expected.width + 10 * expected.height)
    }
  }

  @Test("The ranges of an area are in ascending order and do not touch")
  func ranges() {
    let layout = CollectionLayout(columns: .count(4), itemHeight: .points(50), spacing: .zero, insets: .zero)
    let arrangement = CollectionArrangement(layout, [Shape(count: 30), Shape(count: 10)], width: 400)
    #expect(arrangement.ranges(in: Rect(x: 0, y: 60, width: 400, height: 100)) == [4..<16])
    #expect(arrangement.ranges(in: Rect(x: 120, y: 60, width: 150, height: 80)) == [5..<7, 9..<11])
    #expect(arrangement.ranges(in: Rect(x: 0, y: 360, width: 400, height: 80)) == [28..<34])
  }

  @Test("A million items take no memory for frames of one height, and the last one is found at once")
  func million() {
    let layout = CollectionLayout(
      columns: .count(10), itemHeight: .points(100), spacing: .zero, insets: .zero)
    let arrangement = CollectionArrangement(layout, [Shape(count: 1_000_000)], width: 1000)
    #expect(arrangement.height == 1e7)
    #expect(arrangement.frame(of: 999_999) == Rect(x: 900, y: 9_999_900, width: 100, height: 100))
    #expect(arrangement.item(at: Point(x: 950, y: 9_999_950)) == 999_999)
    #expect(arrangement.items(in: Rect(x: 0, y: 5_000_050, width: 1000, height: 100)).count == 20)
  }

  @Test("Lengths that are not finite, negative or zero result in finite frames, and in one column")
  func numbers() {
    for bad in [Double.nan, .infinity, -.infinity, -5, 0] {
      var layout = CollectionLayout(columns: .minimumWidth(bad), itemHeight: .points(bad))
      layout.spacing = Size(width: bad, height: bad)
      layout.insets = EdgeInsets(bad)
      layout.headerHeight = bad
      for (style, width) in zip(CollectionLayout.Style.allCases, [300, bad, 0]) {
        layout.style = style
        for ratio in [layout.itemHeight, .aspectRatio(bad)] {
          layout.itemHeight = ratio
          let arrangement = CollectionArrangement(
            layout, [Shape(count: 5, hasHeader: true), Shape(count: -3), Shape(count: 70)], width: width
          ) { item, _ in item % 2 == 0 ? bad : 20 }
          #expect(arrangement.count == 75 && arrangement.height.isFinite)
          for item in 0..<75 {
            let frame = arrangement.frame(of: item)
            #expect(frame.maxX.isFinite && frame.maxY.isFinite && frame.size.height >= 1)
          }
          #expect(arrangement.item(at: Point(x: bad, y: bad)) == nil || bad == 0)
          #expect((0..<75).contains(arrangement.item(.pageDown(bad), from: 3)))
        }
      }
    }
    #expect(CollectionArrangement().items(in: Rect(x: 0, y: 0, width: 9, height: 9)).isEmpty)
    #expect(CollectionArrangement().frame(of: 3) == .zero)
  }

  // MARK: Steps

  @Test("Steps down and up stay in the column, also across sections and at a short last row")
  func columns() {
    let layout = CollectionLayout(columns: .count(4), itemHeight: .points(50), insets: .zero)
    let arrangement = CollectionArrangement(
      layout, [Shape(count: 6), Shape(count: 9, hasHeader: true)], width: 400)
    func path(_ step: CollectionArrangement.Step, from item: Int) -> [Int] {
      var items = [item]
      while let last = items.last, arrangement.item(step, from: last) != last, items.count < 20 {
        items.append(arrangement.item(step, from: last))
      }
      return items
    }
    #expect(path(.down, from: 1) == [1, 5, 7, 11, 14])
    #expect(path(.down, from: 3) == [3, 5, 7, 11, 14])
    #expect(path(.up, from: 14) == [14, 10, 6, 4, 0])
    #expect(path(.next, from: 12) == [12, 13, 14])
    #expect(path(.previous, from: 2) == [2, 1, 0])
    #expect(arrangement.item(.first, from: 9) == 0 && arrangement.item(.last, from: 9) == 14)
  }

  @Test("Steps by a page move by whole rows of the visible height, and end at the first and the last row")
  func pages() {
    let layout = CollectionLayout(columns: .count(3), itemHeight: .points(50), spacing: .zero, insets: .zero)
    let arrangement = CollectionArrangement(layout, [Shape(count: 100)], width: 300)
    #expect(arrangement.item(.pageDown(220), from: 1) == 13)
    #expect(arrangement.item(.pageDown(200), from: 1) == 13)
    #expect(arrangement.item(.pageUp(220), from: 13) == 1)
    #expect(arrangement.item(.pageDown(220), from: 95) == 99)
    #expect(arrangement.item(.pageUp(220), from: 5) == 2)
  }

  @Test(
    "In random layouts, a step down or up leads to an item that is below or above, and all items can be reached",
    arguments: CollectionLayout.Style.allCases)
  func reachable(style: CollectionLayout.Style) {
    var random = SplitMix(seed: 5)
    for _ in 0..<40 {
      let layout = CollectionLayout(style, columns: .count(random.whole(1...6)), itemHeight: .points(90))
      let heights = (0..<90).map { _ in random.number(10...300) }
      let arrangement = CollectionArrangement(
        layout, [Shape(count: 40, hasHeader: true), Shape(count: 50)], width: random.number(300...800)
      ) { item, _ in heights[item] }
      for item in 0..<90 {
        let (frame, down) = (arrangement.frame(of: item), arrangement.item(.down, from: item))
        let hasBelow = (0..<90).contains { arrangement.frame(of: $0).minY >= frame.maxY - 1e-3 }
        #expect((down != item) == hasBelow)
        if down != item { #expect(arrangement.frame(of: down).minY >= frame.maxY - 1e-3) }
        let up = arrangement.item(.up, from: item)
        if up != item { #expect(arrangement.frame(of: up).maxY <= frame.minY + 1e-3) }
      }
    }
  }
}
