import CarouselUI
import HeadlessCompositor
import Testing

/// The texture cache of a window. A ring is a carousel that wraps.
@MainActor
struct TextureBudgetTests {
  @Test("The default texture budget is four times the memory of the window's pixels", arguments: [1, 2])
  func defaultBudget(scale: Double) throws {
    let rig = try WindowRig(width: 1000, height: 1000, scale: scale)
    #expect(rig.textures.budget == Int(4_000_000 * scale * scale) * 4)
    rig.ui.textureBudget = 5_000_000
    rig.runUntilSettled()
    #expect(rig.textures.budget == 5_000_000)
    rig.ui.textureBudget = nil
    rig.runUntilSettled()
    #expect(rig.textures.budget == Int(4_000_000 * scale * scale) * 4)
  }

  @Test("The texture budget of a small window is 8 MiB")
  func smallWindow() throws {
    #expect(try WindowRig(width: 320, height: 240).textures.budget == 8 << 20)
  }

  @Test(
    "If the budget suffices, scrolling back and forth between the ends of a ring paints each view once")
  func seamOfARing() throws {
    let delegate = Ring()
    let rig = try WindowRig(cards: Cards(count: 100, keepsViews: true)) { $0.delegate = delegate }
    // The items at −3…3 are visible at some time, and so are parts of the items beside them.
    let budget = 9 * rig.bytesEach
    rig.ui.textureBudget = budget
    for index in [1, 99, 0, 99, 1, 0] {
      rig.carousel.scrollToItem(at: index, animated: true)
      rig.runUntilSettled()
      #expect(rig.textures.byteCount <= budget)
    }
    let painted = rig.cards.views.filter { $0.paintCount > 0 }
    #expect(painted.count >= 5)
    #expect(painted.allSatisfy { $0.paintCount == 1 })
  }

  @Test("In a ring, the distance of a view from the center is measured along the shorter way round")
  func distanceOnARing() throws {
    let delegate = Ring()
    let rig = try WindowRig(width: 1280, cards: Cards(count: 40, keepsViews: true)) {
      $0.delegate = delegate
      $0.type = .coverFlow
    }
    for index in [12, 28, 0] {
      rig.carousel.scrollToItem(at: index, animated: true)
      rig.runUntilSettled()
    }
    // All items leave the visible area and stay loaded.
    rig.carousel.contentOffset = Size(width: 0, height: 5000)
    let offset = 0.2
    rig.carousel.scrollOffset = offset
    rig.runUntilSettled()
    let indexes = rig.carousel.frame().items.map(\.index)
    func evicted() -> [Int] { indexes.filter { rig.cards.ownViews?[$0].map(rig.textures.holds) != true } }
    #expect(evicted().isEmpty)
    let step = rig.textures.byteCount / indexes.count / 4
    for budget in stride(from: rig.textures.byteCount, to: 0, by: -step) where evicted().count < 2 {
      rig.ui.textureBudget = budget
      rig.runUntilSettled()
    }
    func distance(_ index: Int) -> Double {
      let straight = abs(Double(index) - offset)
      return min(straight, 40 - straight)
    }
    #expect(Set(evicted()) == Set(indexes.sorted { distance($0) > distance($1) }.prefix(2)))
  }

  @Test(
    "Scrolling around a ring stays within the budget; after each scroll, the item in the center has pixels"
  )
  func roundARing() throws {
    let delegate = Ring()
    let rig = try WindowRig(cards: Cards(count: 40, keepsViews: true)) { $0.delegate = delegate }
    let budget = 12 * rig.bytesEach
    rig.ui.textureBudget = budget
    for index in [10, 20, 30, 0] {
      rig.carousel.scrollToItem(at: index, animated: true)
      rig.runUntilSettled()
      #expect(rig.textures.byteCount <= budget)
      #expect(rig.cards.ownViews?[index].map(rig.textures.holds) == true)
    }
  }

  @Test(
    "When fewer views are visible, pixels above the budget are evicted, also after the scale has increased")
  func memoryReturns() throws {
    let rig = try WindowRig(cards: Cards(count: 60, keepsViews: true))
    let budget = 10 * rig.bytesEach
    rig.ui.textureBudget = budget
    rig.carousel.type = .rotary
    rig.runUntilSettled()
    #expect(rig.keptCount > 10)
    rig.carousel.type = .linear
    rig.runUntilSettled()
    #expect(rig.textures.byteCount <= budget)
    #expect((5...10).contains(rig.keptCount))
    rig.compositor.output.scale = 2
    rig.runUntilSettled()
    #expect((1...4).contains(rig.keptCount))
  }
}

extension WindowRig {
  /// The number of cards with pixels in the cache.
  fileprivate var keptCount: Int { cards.views.count { textures.holds($0) } }

  /// The memory of the pixels of one card, in bytes, in a window that shows only cards.
  fileprivate var bytesEach: Int { textures.byteCount / keptCount }
}

/// A delegate that makes every type wrap.
private final class Ring: CarouselDelegate {
  func carousel(_ carousel: Carousel, valueFor option: CarouselOption, withDefault value: Double) -> Double {
    option == .wrap ? 1 : value
  }
}
