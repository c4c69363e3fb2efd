import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of items of different widths: requests for widths, gestures and changes.
@MainActor
struct SizingTests {
  @Test("By default the delegate is not asked for individual item widths", .proves("D021"))
  func offByDefault() {
    let rig = CarouselRig()
    rig.carousel.scrollToItem(at: 5, animated: true)
    rig.settle()
    #expect(rig.carousel.itemSizing == .uniform && rig.widthRequests == 0)
  }

  @Test(
    "Each width is requested once per layout or change of content, and never during a scroll", .proves("D021")
  )
  func asking() {
    let rig = SizesTests.rig(.linear)
    #expect(rig.widthRequests == 12)
    rig.carousel.scrollToItem(at: 5, animated: true)
    rig.drag(by: Point(x: -700, y: 0), in: 0.2)
    rig.settle()
    rig.carousel.type = .coverFlow
    rig.carousel.contentOffset = Size(width: 3, height: 0)
    rig.settle()
    #expect(rig.widthRequests == 12)
    rig.carousel.setNeedsLayout()
    rig.settle()
    #expect(rig.widthRequests == 24)
    rig.itemCount = 11
    rig.carousel.removeItem(at: 11, animated: false)
    #expect(rig.widthRequests == 24)
    rig.carousel.reloadItem(at: 0, animated: false)
    rig.carousel.reloadData()
    rig.settle()
    #expect(rig.widthRequests == 36)
  }

  @Test(
    "If all individual widths equal the item width, the frames are exactly the same as with uniform widths",
    .proves("D021"),
    arguments: CarouselType.allCases
  )
  func allNominal(type: CarouselType) {
    let uniform = CarouselRig(type, items: 9)
    let individual = CarouselRig(type, items: 9) { $0.carousel.itemSizing = .individual }
    for rig in [uniform, individual] { rig.carousel.scrollToItem(at: 6, animated: true) }
    for _ in 0..<40 {
      for rig in [uniform, individual] { rig.frame() }
      let (a, b) = (uniform.carousel.frame().items, individual.carousel.frame().items)
      #expect(a.map(\.transform) == b.map(\.transform) && a.map(\.alpha) == b.map(\.alpha))
      #expect(a.map(\.index) == b.map(\.index))
      #expect(uniform.carousel.scrollOffset == individual.carousel.scrollOffset)
    }
  }

  @Test(
    "With individual widths, a dragged item stays under the finger", .proves("D021"),
    arguments: [false, true])
  func oneToOne(vertical: Bool) throws {
    let rig = SizesTests.rig(.linear, wraps: true, vertical: vertical)
    let carousel = rig.carousel
    func way(_ distance: Double) -> Point {
      vertical ? Point(x: 400, y: 300 + distance) : Point(x: 400 + distance, y: 300)
    }
    func seen(_ item: CarouselFrame.Item) -> Double {
      vertical ? item.seenMiddle.y - 300 : item.seenMiddle.x - 400
    }
    rig.down(at: way(0))
    rig.wait(0.02)
    rig.move(to: way(9))
    var followed = carousel.currentItemIndex
    var lead = seen(try #require(rig.drawn(followed))) - 9
    var travelled = 9.0
    for step in 1...400 {
      let back = step > 150
      travelled += back ? -11.3 : 7.7
      rig.wait(0.01)
      rig.move(to: way(travelled))
      // The finger may move beyond the view. The item under the finger is checked until the item leaves the
      // view.
      if let item = rig.drawn(followed), abs(seen(item)) < 250 {
        #expect(near(seen(item) - travelled, lead, within: 0.5))
      } else {
        followed = carousel.currentItemIndex
        lead = seen(try #require(rig.drawn(followed))) - travelled
      }
    }
  }

  @Test(
    "With individual widths, a tap hits the item that is drawn at the point", .proves("D021", "M11"),
    arguments: CarouselType.builtIn)
  func hit(type: CarouselType) throws {
    let rig = SizesTests.rig(type)
    rig.carousel.scrollOffset = 3
    rig.settle()
    let frontmost = try #require(rig.drawn(3)).seenMiddle
    #expect(
      rig.carousel.index(ofItemAt: frontmost)
        == (type == .timeMachine ? rig.carousel.index(ofItemAt: frontmost) : 3))
    guard type == .linear else { return }
    // The wide item in the center reaches from 160 to 640. Its neighbors are 120 points (left) and 200 points
    // (right) wide.
    for (x, index) in [(161.0, 3), (639, 3), (641, 4), (839, 4), (159, 2), (41, 2), (39, 1)] {
      #expect(rig.carousel.index(ofItemAt: Point(x: x, y: 300)) == index)
    }
  }

  @Test("With individual widths, offsets and fading are still measured in items", .proves("D021", "M10"))
  func offsets() throws {
    let rig = SizesTests.rig(.linear, options: [.fadeMax: 0, .fadeRange: 4])
    rig.carousel.scrollOffset = 2.5
    #expect(rig.carousel.offsetForItem(at: 4) == 1.5)
    #expect(try near(#require(rig.drawn(3)).alpha, 1 - 0.5 / 4))
  }

  @Test("Placeholders have the nominal width", .proves("D021"))
  func placeholders() throws {
    let rig = CarouselRig(.linear, items: 2) { rig in
      rig.placeholderCount = 4
      rig.pitch = 200
      rig.widths = { [500, 40][$0] }
      rig.carousel.itemSizing = .individual
    }
    #expect(rig.carousel.indexesForVisibleItems == [-2, -1, 0, 1, 2, 3])
    #expect(try near(#require(rig.drawn(-1)).transform.m41, -350))
    #expect(try near(#require(rig.drawn(-2)).transform.m41, -550))
    #expect(try near(#require(rig.drawn(2)).transform.m41, 390))
  }

  @Test("An item that grows pushes the other items aside in 0.4 s", .proves("D021"))
  func animatedSizeChange() throws {
    let rig = SizesTests.rig(.linear)
    rig.carousel.scrollOffset = 3
    rig.settle()
    func place(_ index: Int) throws -> Double { try #require(rig.drawn(index)).transform.m41 }
    let (before2, before4) = (try place(2), try place(4))
    rig.widths = { $0 == 3 ? 600 : SizesTests.widths[$0] }
    rig.carousel.reloadItem(at: 3, animated: true)
    #expect(try near(place(4), before4) && near(place(2), before2))
    var former = before4
    rig.run(0.2)
    #expect(try near(place(4), before4 + 30, within: 5) && near(place(2), before2 - 30, within: 5))
    for _ in 0..<10 {
      #expect(try place(4) >= former)
      former = try place(4)
      rig.frame()
    }
    rig.settle()
    #expect(try near(place(4), before4 + 60) && near(place(2), before2 - 60) && near(place(3), 0))
    #expect(!rig.carousel.needsFrame)
  }

  @Test(
    "Inserted and removed items have their individual widths", .proves("D021", "M12", "M13"),
    arguments: [false, true])
  func insertAndRemove(animated: Bool) throws {
    var widths = SizesTests.widths
    let rig = SizesTests.rig(.linear)
    rig.widths = { widths[$0] }
    rig.carousel.scrollOffset = 3
    widths.insert(340, at: 4)
    rig.itemCount += 1
    rig.carousel.insertItem(at: 4, animated: animated)
    rig.settle()
    #expect(try near(#require(rig.drawn(4)).transform.m41, 240 + 170))
    #expect(try near(#require(rig.drawn(5)).transform.m41, 240 + 340 + 100))
    widths.remove(at: 3)
    rig.itemCount -= 1
    rig.carousel.removeItem(at: 3, animated: animated)
    rig.settle()
    #expect(try near(#require(rig.drawn(3)).transform.m41, 0))
    #expect(try near(#require(rig.drawn(2)).transform.m41, -170 - 60))
    #expect(try near(#require(rig.drawn(4)).transform.m41, 170 + 100))
  }

  @Test("Invalid widths leave all numbers finite", .proves("D021", "X010"), arguments: CarouselType.allCases)
  func strangeWidths(type: CarouselType) {
    let strange: [Double] = [.nan, .infinity, -.infinity, -5, 0, 1e-300, 1e300, 200, 1]
    var random = SplitMix(seed: 5)
    for round in 0..<6 {
      let rig = CarouselRig(type, items: 9) { rig in
        rig.pitch = [0, 200, 1e-9, 1e9, 1, 3][round]
        rig.options[.wrap] = Double(random.next() % 2)
        rig.options[.spacing] = [1, 0.1, 0, -1, 2, 1][round]
        rig.widths = { strange[($0 * 7 + round) % 9] }
        rig.carousel.itemSizing = .individual
      }
      for step in 0..<30 {
        switch step % 6 {
        case 0: rig.drag(by: Point(x: Double(random.next() % 1600) - 800, y: 0), in: 0.1)
        case 1: rig.carousel.scrollOffset = Double(random.next() % 90) / 10
        case 2: rig.carousel.scrollToItem(at: Int(random.next() % 9), animated: true)
        case 3: rig.carousel.autoscroll = Double(random.next() % 9) - 4
        case 4: rig.carousel.reloadItem(at: Int(random.next() % 9), animated: true)
        default: rig.carousel.scroll(byOffset: 1.3, duration: 0.2)
        }
        for _ in 0..<5 {
          rig.frame()
          #expect(rig.carousel.scrollOffset.isFinite)
          for item in rig.carousel.frame().items {
            #expect(item.transform.isFinite && item.alpha.isFinite)
          }
        }
      }
    }
  }

  @Test("A delegate may change the carousel while it is asked for widths", .proves("D021", "S02"))
  func reentrancy() {
    var rest = 50
    let rig = SizesTests.rig(.linear)
    rig.widths = { [weak rig] index in
      rest -= 1
      guard rest > 0, let rig else { return 100 }
      switch rest % 4 {
      case 0: rig.carousel.reloadItem(at: 0, animated: true)
      case 1:
        rig.itemCount += 1
        rig.carousel.reloadData()
      case 2: rig.carousel.scrollOffset = 4
      default: rig.carousel.setNeedsLayout()
      }
      return Double(index * 10)
    }
    rig.carousel.setNeedsLayout()
    rig.settle()
    #expect(rest <= 0 && rig.carousel.numberOfItems == rig.itemCount && !rig.carousel.needsFrame)
  }

  @Test(
    "The widths of 200,000 items are requested once, and a scroll to item 199,000 requests no further width",
    .proves("D021"))
  func many() {
    let rig = CarouselRig(.linear, items: 200_000) { rig in
      rig.pitch = 200
      rig.widths = { Double($0 % 7) * 50 + 20 }
      rig.carousel.itemSizing = .individual
    }
    #expect(rig.widthRequests == 200_000)
    rig.carousel.scrollToItem(at: 199_000, animated: true)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 199_000 && rig.widthRequests == 200_000)
    #expect(rig.carousel.numberOfVisibleItems < 20)
  }

  @Test("If the widths of 100,000 items change one by one, the next frame requests each width once")
  func manyChanges() {
    var width = 100.0
    let rig = CarouselRig(items: 100_000) {
      $0.widths = { _ in width }
      $0.carousel.itemSizing = .individual
    }
    width = 150
    for index in 0..<100_000 { rig.carousel.itemSizeDidChange(at: index) }
    let asked = rig.widthRequests
    rig.frame()
    #expect(rig.widthRequests == asked + 100_000)
    rig.carousel.performBatchUpdates {
      for index in 0..<20_000 { rig.carousel.insertItem(at: index, animated: false) }
      rig.itemCount += 20_000
    }
    rig.frame()
    #expect(rig.carousel.numberOfItems == 120_000)
  }
}
