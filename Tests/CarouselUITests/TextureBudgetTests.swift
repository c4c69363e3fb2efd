import CarouselUI
import HeadlessCompositor
import Testing

/// The texture cache under a window.
@MainActor
struct TextureBudgetTests {
  @Test("by default a window's textures have four times the bytes of its pixels", arguments: [1, 2])
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

  @Test("a small window's textures have 8 MiB")
  func smallWindow() throws {
    #expect(try WindowRig(width: 320, height: 240).textures.budget == 8 << 20)
  }

  @Test("to and fro over the seam of a ring nothing is painted twice within a budget of what is seen")
  func seamOfARing() throws {
    let delegate = Ring()
    let rig = try WindowRig(cards: Cards(count: 100, keepsViews: true)) { $0.delegate = delegate }
    // Those at −3…3 are seen at one time or the other, with parts of the next ones.
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

  @Test("across the seam of a ring a view is as near as on this side")
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
    // All of them leave the window, and are ready.
    rig.carousel.contentOffset = Size(width: 0, height: 5000)
    let offset = 0.2
    rig.carousel.scrollOffset = offset
    rig.runUntilSettled()
    let indexes = rig.carousel.frame().items.map(\.index)
    func lost() -> [Int] { indexes.filter { rig.cards.ownViews?[$0].map(rig.textures.holds) != true } }
    #expect(lost().isEmpty)
    let step = rig.textures.byteCount / indexes.count / 4
    for budget in stride(from: rig.textures.byteCount, to: 0, by: -step) where lost().count < 2 {
      rig.ui.textureBudget = budget
      rig.runUntilSettled()
    }
    func distance(_ index: Int) -> Double {
      let straight = abs(Double(index) - offset)
      return min(straight, 40 - straight)
    }
    #expect(Set(lost()) == Set(indexes.sorted { distance($0) > distance($1) }.prefix(2)))
  }

  @Test("all the way round a ring the budget is kept, and the last step paints only what comes in")
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

  @Test("memory returns when fewer views are shown, at once and at another scale")
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
  /// How many cards' pixels are kept.
  fileprivate var keptCount: Int { cards.views.count { textures.holds($0) } }

  /// The memory of the pixels of one card, in bytes, in a window where nothing but cards is shown.
  fileprivate var bytesEach: Int { textures.byteCount / keptCount }
}

/// Makes any type a ring.
private final class Ring: CarouselDelegate {
  func carousel(_ carousel: Carousel, valueFor option: CarouselOption, withDefault value: Double) -> Double {
    option == .wrap ? 1 : value
  }
}
