import CarouselUI
import HeadlessCompositor
import Raster
import TestSupport
import Testing

/// Prepainting: views that a carousel has loaded are painted before a frame shows them.
@MainActor
struct PrepaintingTests {
  @Test("Loaded views are prepainted one at a time, starting with the view nearest to the center")
  func order() {
    let rig = CacheRig(count: 10, budgetInViews: 100)
    rig.frame(shown: 4..<6, loaded: 0..<10, center: 4.6)
    #expect(rig.paintedItems == [4, 5])
    while rig.cache.isPrepainting {
      #expect(rig.queue.count == 1)
      rig.queue.runNext()
    }
    #expect(rig.paintedItems == [4, 5, 6, 3, 7, 2, 8, 1, 9, 0])
    #expect(rig.arrivalCount == 0)
  }

  @Test(
    "If views moved away from the center in the last frame, they are prepainted last, and no frame is requested"
  )
  func receding() {
    let rig = CacheRig(count: 10, budgetInViews: 100)
    rig.frame(shown: 4..<6, loaded: 0..<10, center: 4.6)
    rig.frame(shown: 4..<6, loaded: 0..<10, center: 4.9)
    rig.queue.runAll()
    #expect(rig.paintedItems == [4, 5, 6, 7, 8, 9, 3, 2, 1, 0])
    #expect(rig.keptViews == Array(0..<10))
    #expect(rig.arrivalCount == 0 && !rig.cache.isPrepainting)
  }

  @Test("Prepainting stays within the budget and does not paint evicted views again")
  func budget() {
    let rig = CacheRig(count: 10, budgetInViews: 5)
    for _ in 0..<3 {
      rig.frame(shown: 0..<2, loaded: 0..<10)
      rig.queue.runAll()
      #expect(rig.keptViews == [0, 1, 2, 3, 4])
      #expect(rig.paintCounts == [1, 1, 1, 1, 1, 0, 0, 0, 0, 0])
      #expect(rig.cache.byteCount <= rig.cache.budget)
    }
  }

  @Test("If visible views fill the budget, an eighth of the budget is still available for prepainting")
  func effectiveBudget() {
    let rig = CacheRig(count: 40, budgetInViews: 16)
    rig.frame(shown: 0..<20, loaded: 0..<40)
    rig.queue.runAll()
    #expect(rig.keptViews == Array(0..<22))
    rig.frame(shown: 0..<20, loaded: 0..<40)
    #expect(rig.keptViews == Array(0..<22))
    #expect(rig.queue.count == 0)
  }

  @Test("Prepainting a near view evicts unloaded views and views farther from the center")
  func nearerComesFirst() {
    let rig = CacheRig(count: 12, budgetInViews: 5)
    rig.frame(shown: 0..<2, loaded: 0..<10)
    rig.queue.runAll()
    #expect(rig.keptViews == [0, 1, 2, 3, 4])
    // View 0 is unloaded. Of the loaded views, view 1 is the farthest from the center.
    rig.frame(shown: 4..<6, loaded: 1..<10, center: 4.6)
    rig.queue.runAll()
    #expect(rig.keptViews == [3, 4, 5, 6, 7])
  }

  @Test("If two views are equally far from the center, prepainting one does not evict the other")
  func equallyFar() {
    let rig = CacheRig(count: 5, budgetInViews: 4)
    for _ in 0..<4 {
      rig.frame(shown: 2..<3, loaded: 0..<5, center: 2)
      rig.queue.runAll()
    }
    #expect(rig.paintedItems.count == 4)
  }

  @Test("If a view is reused for another item, pixels that arrive late for the former item are rejected")
  func otherItem() {
    let rig = CacheRig(count: 2, budgetInViews: 10)
    rig.frame(shown: 0..<1, loaded: 0..<2)
    #expect(rig.queue.count == 1)
    let view = rig.views[1]
    view.setNeedsDisplay()
    rig.cache.prepare(view, itemIndex: 9, carousel: 0, offset: 1)
    rig.frame(shown: 0..<1, loaded: 0..<1)
    rig.queue.runNext()
    #expect(!rig.cache.holds(view))
    rig.queue.runNext()
    #expect(rig.cache.holds(view) && view.paintCount == 2)
    rig.cache.prepare(view, itemIndex: 9, carousel: 0, offset: 1)
    #expect(rig.cache.texture(for: view, itemIndex: 9, scale: 1) != nil)
    #expect(view.paintCount == 2)
  }

  @Test(
    "When a view is reused for another item, pixels that have already arrived for the former item are not shown"
  )
  func otherItemBeforeFrame() {
    let rig = CacheRig(count: 2, budgetInViews: 10)
    rig.frame(shown: 0..<1, loaded: 0..<2)
    let view = rig.views[1]
    view.setNeedsDisplay()
    rig.queue.runNext()
    #expect(view.paintCount == 1)
    rig.cache.prepare(view, itemIndex: 9, carousel: 0, offset: 0)
    _ = rig.cache.texture(for: view, itemIndex: 9, scale: 1)
    #expect(view.paintCount == 2)
  }

  @Test("When a prepainted view changes, it is prepainted again")
  func changed() {
    let rig = CacheRig(count: 2, budgetInViews: 10)
    rig.frame(shown: 0..<1, loaded: 0..<2)
    rig.queue.runAll()
    rig.views[1].setNeedsDisplay()
    rig.frame(shown: 0..<1, loaded: 0..<2)
    #expect(!rig.cache.isPainting)
    rig.queue.runAll()
    #expect(rig.paintCounts == [1, 2])
    rig.frame(shown: 0..<2, loaded: 0..<2)
    #expect(rig.paintCounts == [1, 2] && rig.queue.count == 0)
    #expect(rig.arrivalCount == 0)
  }

  @Test("If a view becomes visible during its repaint, it shows its old pixels until the new ones arrive")
  func shownDuringRepaint() {
    let rig = CacheRig(count: 2, budgetInViews: 10)
    rig.frame(shown: 0..<1, loaded: 0..<2)
    rig.queue.runAll()
    rig.views[1].setNeedsDisplay()
    rig.frame(shown: 0..<1, loaded: 0..<2)
    rig.frame(shown: 0..<2, loaded: 0..<2)
    #expect(rig.cache.isPainting && rig.paintCounts == [1, 1])
    rig.queue.runAll()
    #expect(!rig.cache.isPainting && rig.paintCounts == [1, 2] && rig.arrivalCount == 1)
  }

  @Test(
    "If a view becomes invisible and changes during its repaint, it is prepainted, and no frame is requested"
  )
  func leftDuringRepaint() {
    let rig = CacheRig(count: 2, budgetInViews: 10)
    rig.frame(shown: 0..<2, loaded: 0..<2)
    rig.views[1].setNeedsDisplay()
    rig.frame(shown: 0..<2, loaded: 0..<2)
    rig.views[1].setNeedsDisplay()
    rig.frame(shown: 0..<1, loaded: 0..<2)
    #expect(rig.queue.count == 1 && !rig.cache.isPrepainting)
    rig.queue.runAll()
    #expect(rig.paintCounts == [1, 3] && rig.arrivalCount == 0)
  }

  @Test("If a view is unloaded while it is painted, its pixels are rejected, and the next view is prepainted")
  func unloadedDuringRepaint() {
    let rig = CacheRig(count: 4, budgetInViews: 10)
    rig.frame(shown: 0..<1, loaded: 0..<2)
    rig.frame(shown: 2..<3, loaded: 2..<4, center: 2)
    rig.queue.runAll()
    #expect(rig.keptViews == [0, 2, 3])
    rig.views = []
    rig.frame(shown: 0..<0, loaded: 0..<0)
    #expect(rig.cache.byteCount == 0)
  }

  @Test("If the scale changes while a view is prepainted, the view is painted again at the new scale")
  func scaleChange() throws {
    let rig = CacheRig(count: 2, budgetInViews: 100)
    rig.frame(shown: 0..<1, loaded: 0..<2)
    rig.scale = 2
    rig.frame(shown: 0..<1, loaded: 0..<2)
    rig.queue.runAll()
    #expect(rig.paintCounts == [2, 2])
    let texture = try #require(rig.texture(of: 1))
    #expect((texture.width, texture.height) == (20, 20))
    #expect(rig.paintCounts == [2, 2])
  }

  @Test("If only the main thread can draw a view, the view is drawn in the first frame that shows it")
  func mainThreadOnly() {
    let rig = CacheRig(count: 3, budgetInViews: 10)
    rig.views[1] = MainThreadView(size: Size(width: 10, height: 10))
    for _ in 0..<2 {
      rig.frame(shown: 0..<1, loaded: 0..<3)
      rig.queue.runAll()
      #expect(rig.paintCounts == [1, 0, 1])
    }
    rig.frame(shown: 0..<2, loaded: 0..<3)
    #expect(rig.paintCounts == [1, 1, 1])
  }

  @Test(
    "A window settles before invisible views are prepainted, and prepainting commits no frame",
    .proves("R130"))
  func settled() throws {
    let rig = try WindowRig()
    #expect(rig.ui.isSettled && rig.textures.isPrepainting)
    #expect(rig.cards.views.contains { $0.paintCount == 0 })
    let commits = rig.compositor.requestCount(of: "wl_surface.commit")
    rig.queue.runAll()
    rig.compositor.settle()
    #expect(rig.cards.views.allSatisfy { $0.paintCount == 1 })
    #expect(!rig.compositor.isFrameWanted && rig.ui.window.isAtRest)
    #expect(rig.compositor.requestCount(of: "wl_surface.commit") == commits)
    #expect(!rig.textures.isPrepainting && rig.queue.count == 0)
  }

  @Test(
    "During a scroll, each view is prepainted before a frame shows it",
    arguments: [CarouselType.linear, .coverFlow2, .rotary])
  func scroll(type: CarouselType) throws {
    let rig = try WindowRig(cards: Cards(count: 40, keepsViews: true)) { $0.type = type }
    rig.queue.runAll()
    rig.carousel.scrollToItem(at: 12, duration: 3)
    repeat {
      let before = rig.cards.views.map(\.paintCount)
      rig.compositor.run(frames: 1)
      #expect(rig.cards.views.map(\.paintCount).prefix(before.count) == before[...])
      rig.queue.runAll()
    } while !rig.isSettled
    #expect(rig.cards.views.filter { $0.paintCount > 0 }.count > 12)
    #expect(rig.cards.views.allSatisfy { $0.paintCount <= 1 })
  }
}

/// A view that cannot be painted on another thread.
private final class MainThreadView: View {
  override func draw(in canvas: Canvas) {}
}
