import CarouselEngine
import Geometry
import TestSupport
import Testing

/// The exact timing and opacity of insertions, removals and reloads.
@MainActor
struct ContentFiguresTests {
  private func x(_ index: Int, _ rig: CarouselRig) -> Double { rig.drawn(index)?.seenMiddle.x ?? .nan }

  /// Advances one frame, which starts the change, and `count` further frames.
  private func frames(_ count: Int, _ rig: CarouselRig) { for _ in 0...count { rig.frame() } }

  @Test(
    "An inserted item is at 1/16 of its way after 0.1 s, at 1/2 after 0.2 s, and never moves back",
    .proves("K01", "M13", "R168", "R132")
  )
  func insertion() {
    let rig = CarouselRig()
    rig.itemCount += 1
    rig.carousel.insertItem(at: 1, animated: true)
    rig.frame()
    #expect(x(2, rig) == 600 && rig.drawn(1)?.alpha == 0)
    var last = 600.0
    for frame in 1...24 {
      rig.frame()
      #expect(x(2, rig) >= last && near(x(3, rig), x(2, rig) + 200) && x(0, rig) == 400)
      last = x(2, rig)
      if frame == 6 { #expect(near(last, 612.5) && near(rig.drawn(1)?.alpha ?? 0, 0.0625)) }
      if frame == 12 { #expect(near(last, 700) && near(rig.drawn(1)?.alpha ?? 0, 0.5)) }
      if frame == 23 { #expect(last < 800 && rig.carousel.needsFrame) }
    }
    #expect(near(last, 800) && rig.drawn(1)?.alpha == 1)
  }

  @Test(
    "A removed item fades out in 0.1 s; then the other items close the gap in 0.4 s",
    .proves("K01", "M12", "R132")
  )
  func removal() {
    let rig = CarouselRig()
    let gone = rig.carousel.itemView(at: 1)
    func leaving() -> Double? { rig.carousel.frame().items.first { $0.view === gone }?.alpha }
    rig.itemCount -= 1
    rig.carousel.removeItem(at: 1, animated: true)
    frames(3, rig)
    #expect(near(leaving() ?? 0, 0.5) && near(x(1, rig), 800))
    frames(1, rig)
    #expect(leaving() != nil)
    rig.frame()
    #expect(leaving() == nil && near(x(1, rig), 800, within: 0.1))
    frames(11, rig)
    #expect(near(x(1, rig), 700))
    frames(11, rig)
    #expect(near(x(1, rig), 600))
    rig.settle()
    #expect(x(1, rig) == 600 && rig.carousel.numberOfItems == 9)
  }

  @Test(
    "A reload of one item requests only this item; the old and the new view cross-fade in 0.4 s, and the old view is reused",
    .proves("M14", "R55", "R90", "K01")
  )
  func reload() {
    let rig = CarouselRig()
    let (old, other) = (rig.carousel.itemView(at: 1), rig.carousel.itemView(at: 2))
    rig.carousel.reloadItem(at: 1, animated: true)
    #expect(rig.takeRequests() == ["item 1"] && rig.carousel.itemView(at: 2) === other)
    frames(12, rig)
    // The new view has half opacity and lies over the opaque old view. The pixels are the mean of both views,
    // and items behind them are hidden.
    let shown = rig.carousel.frame().items.filter { $0.index == 1 }
    #expect(shown.map { $0.view === old } == [true, false])
    #expect(near(shown[1].alpha, 0.5) && abs(shown[0].alpha - 1) < 0.005)
    frames(10, rig)
    #expect(rig.carousel.frame().items.contains { $0.view === old })
    rig.frame()
    #expect(!rig.carousel.frame().items.contains { $0.view === old } && x(1, rig) == 600)
    rig.carousel.reloadItem(at: 3, animated: false)
    #expect(rig.carousel.itemView(at: 3) === old && rig.takeRequests() == ["item 3 reusing"])
  }

  @Test(
    "An edit leads to the same final frame with and without animation, and every item is opaque in this frame",
    .proves("R170", "R169", "M12", "M13"))
  func samePicture() {
    for change in 0..<4 {
      let pictures = [true, false].map { animated in
        let rig = CarouselRig()
        rig.carousel.currentItemIndex = 4
        rig.itemCount += change < 2 ? 1 : -1
        switch change {
        case 0: rig.carousel.insertItem(at: 4, animated: animated)
        case 1: rig.carousel.insertItem(at: 0, animated: animated)
        case 2: rig.carousel.removeItem(at: 4, animated: animated)
        default: rig.carousel.removeItem(at: 9, animated: animated)
        }
        rig.run(0.6)
        rig.settle()
        #expect(rig.carousel.frame().items.allSatisfy { $0.alpha == 1 })
        return rig.carousel.frame().items.map { "\($0.index) \($0.transform.m41) \($0.transform.m43)" }
      }
      #expect(pictures[0] == pictures[1])
    }
  }

  @Test(
    "An item that is inserted at or beyond the end becomes the last item, and can be scrolled to",
    .proves("R105", "M13"),
    arguments: [10, 99],
    [true, false])
  func atTheEnd(index: Int, animated: Bool) {
    let rig = CarouselRig()
    rig.carousel.currentItemIndex = 9
    rig.settle()
    rig.clearLog()
    rig.itemCount = 11
    rig.carousel.insertItem(at: index, animated: animated)
    #expect(rig.takeRequests().contains("item 10"))
    rig.settle()
    #expect(rig.carousel.currentItemIndex == 9 && near(x(10, rig), 600))
    rig.carousel.scrollToItem(at: 10, animated: true)
    rig.settle()
    #expect(rig.carousel.currentItemIndex == 10 && near(x(10, rig), 400))
  }

  @Test(
    "If the last item is removed while it is current, the item before it becomes current, and a drag scrolls on",
    .proves("R160", "M12"),
    arguments: [true, false])
  func last(animated: Bool) {
    let rig = CarouselRig()
    rig.carousel.currentItemIndex = 9
    rig.settle()
    rig.itemCount = 9
    rig.carousel.removeItem(at: 9, animated: animated)
    #expect(rig.carousel.currentItemIndex == 8)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 8)
    rig.drag(by: Point(x: 180, y: 0), in: 0.3, hold: 0.3)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 7 && rig.drawn(7)?.seenMiddle == CarouselRig.middle)
  }

  @Test(
    "After a change of content the delegate is asked again whether the carousel wraps: with three items it does, with two it does not",
    .proves("R33", "Y11", "O01"),
    arguments: [true, false])
  func wrapping(animated: Bool) {
    let rig = CarouselRig(items: 2)
    #expect(!rig.carousel.isWrapEnabled)
    (rig.itemCount, rig.options) = (3, [.wrap: 1])
    rig.carousel.insertItem(at: 2, animated: animated)
    #expect(rig.carousel.isWrapEnabled)
    (rig.itemCount, rig.options) = (2, [.wrap: 0])
    rig.carousel.removeItem(at: 2, animated: animated)
    #expect(!rig.carousel.isWrapEnabled)
  }

  @Test(
    "If a reload lowers the item count from fifty to three while the last item is current, an existing item becomes current",
    .proves("R36", "M06"),
    arguments: [false, true],
    [0.0, 1])
  func fewer(inFlick: Bool, wrap: Double) {
    let rig = CarouselRig(items: 50) { $0.options = [.wrap: wrap] }
    rig.carousel.currentItemIndex = 49
    rig.settle()
    if inFlick {
      rig.fling(velocity: 1500)
      rig.run(0.05)
    }
    rig.itemCount = 3
    rig.carousel.reloadData()
    rig.frame()
    #expect((0..<3).contains(rig.carousel.currentItemIndex))
    #expect(rig.carousel.indexesForVisibleItems == [0, 1, 2])
    rig.settle()
    #expect((0..<3).contains(rig.carousel.scrollOffset) && !rig.takeRequests().contains("item 3"))
  }

  @Test(
    "In the first frame after a reload in any phase, all visible items are drawn with the correct opacity",
    .proves("R06", "R86", "M06", "S01")
  )
  func everyPhase() {
    var random = SplitMix(seed: 6)
    for type in [CarouselType.linear, .timeMachine, .cylinder] {
      let rig = CarouselRig(type, items: 30)
      for _ in 1...100 {
        switch random.next() % 6 {
        case 0: rig.fling(velocity: Double(random.next() % 6000) - 3000)
        case 1: rig.carousel.scrollToItem(at: Int(random.next() % 20), animated: true)
        case 2: rig.carousel.removeItem(at: 3, animated: true)
        case 3: rig.down()
        case 4: rig.up(at: CarouselRig.middle)
        default: break
        }
        rig.run(Double(random.next() % 30) / 100)
        rig.itemCount = 1 + Int(random.next() % 40)
        rig.clearLog()
        rig.carousel.reloadData()
        rig.frame()
        let requests = rig.takeRequests()
        #expect(requests.count { $0 == "count" } == 1 && Set(requests).count == requests.count)
        let (visible, items) = (rig.carousel.indexesForVisibleItems, rig.carousel.frame().items)
        #expect(!visible.isEmpty && visible.allSatisfy { (0..<rig.itemCount).contains($0) })
        #expect(items.map(\.index).sorted() == visible)
        for item in items {
          let alpha = rig.carousel.alpha(forOffset: rig.carousel.offsetForItem(at: item.index))
          #expect(item.alpha == alpha && alpha > 0)
        }
      }
    }
  }

  @Test(
    "On a ring, no item slides across the middle of the view to make room for an inserted item",
    .proves("M13", "M12")
  )
  func ring() {
    for removes in [false, true] {
      let rig = CarouselRig(items: 10) { $0.options = [.wrap: 1, .visibleItems: 9] }
      rig.itemCount += removes ? -1 : 1
      if removes {
        rig.carousel.removeItem(at: 1, animated: true)
      } else {
        rig.carousel.insertItem(at: 1, animated: true)
      }
      var last: [ObjectIdentifier: Double] = [:]
      for _ in 1...40 {
        rig.frame()
        for item in rig.carousel.frame().items where item.alpha == 1 {
          let view = ObjectIdentifier(item.view)
          if let before = last[view] { #expect(abs(item.seenMiddle.x - before) < 60) }
          last[view] = item.seenMiddle.x
        }
      }
      #expect(!rig.carousel.needsFrame && rig.drawn(0)?.seenMiddle.x == 400)
    }
  }
}
