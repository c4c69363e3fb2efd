import CarouselUI
import Raster
import TestSupport
import Testing

/// The texture cache without a window.
@MainActor
struct TextureCacheTests {
  @Test("The pixels of visible views are never evicted, even with a small budget")
  func shownIsKept() {
    let rig = CacheRig(count: 8, budget: 0)
    for _ in 0..<10 {
      rig.frame(shown: 0..<5, loaded: 0..<8)
      #expect(rig.cache.byteCount == 5 * rig.bytesEach)
    }
    #expect(rig.paintCounts == [1, 1, 1, 1, 1, 0, 0, 0])
  }

  @Test("A long random scroll stays within the budget and does not repaint views that stay visible")
  func randomScroll() {
    let rig = CacheRig(count: 200, budgetInViews: 20)
    var random = SplitMix(seed: 4)
    var center = 100
    var lastShown = 0..<0
    for _ in 0..<3000 {
      center = min(max(center + Int.random(in: -6...6, using: &random), 0), 199)
      let shown = max(0, center - 3)..<min(200, center + 4)
      let before = rig.paintCounts
      rig.frame(shown: shown, loaded: max(0, center - 5)..<min(200, center + 6), center: Double(center))
      #expect(rig.cache.byteCount <= rig.cache.budget)
      for index in shown.clamped(to: lastShown) { #expect(rig.paintCounts[index] == before[index]) }
      lastShown = shown
    }
  }

  @Test("Before a frame paints views, it evicts others, so that the budget is not exceeded during the frame")
  func peakWithinFrame() {
    let rig = CacheRig(count: 40, budgetInViews: 10)
    for start in [0, 20] { rig.frame(shown: start..<(start + 10), loaded: start..<(start + 10)) }
    #expect(rig.peakBytes == 10 * rig.bytesEach)
  }

  @Test(
    "Unloaded views are evicted before loaded views, and loaded views in order of decreasing distance from the center"
  )
  func evictionOrder() {
    let rig = CacheRig(count: 10, budgetInViews: 10)
    rig.frame(shown: 0..<3, loaded: 0..<3)
    rig.frame(shown: 3..<10, loaded: 3..<10)
    rig.frame(shown: 5..<8, loaded: 3..<10, center: 5.75)
    var kept: [[Int]] = []
    for views in (3..<8).reversed() {
      rig.cache.budget = views * rig.bytesEach
      rig.frame(shown: 5..<8, loaded: 3..<10, center: 5.75)
      kept.append(rig.keptViews)
    }
    #expect(
      kept == [[3, 4, 5, 6, 7, 8, 9], [3, 4, 5, 6, 7, 8], [4, 5, 6, 7, 8], [4, 5, 6, 7], [5, 6, 7]])
  }

  @Test("Unloaded views are evicted in the order in which they were unloaded")
  func orderOfUnloadedViews() {
    let rig = CacheRig(count: 6, budgetInViews: 6)
    for index in [3, 0, 4, 1] { rig.frame(shown: index..<(index + 1), loaded: index..<(index + 1)) }
    rig.frame(shown: 5..<6, loaded: 5..<6)
    var kept: [[Int]] = []
    for views in [4, 3, 2] {
      rig.cache.budget = views * rig.bytesEach
      rig.frame(shown: 5..<6, loaded: 5..<6)
      kept.append(rig.keptViews)
    }
    #expect(kept == [[0, 1, 4, 5], [1, 4, 5], [1, 5]])
  }

  @Test("If a view is larger than the budget, it is drawn, and evicted when it has become invisible")
  func largerThanTheBudget() {
    let rig = CacheRig(count: 4, budgetInViews: 3)
    let large = PaintedView(size: Size(width: 100, height: 100)) { _ in }
    rig.frame(shown: 0..<3, loaded: 0..<4)
    for _ in 0..<3 {
      rig.cache.prepare(large, itemIndex: 0, carousel: 0, offset: 0)
      #expect(rig.cache.texture(for: large, itemIndex: 0, scale: 1) != nil)
      rig.cache.endFrame(at: rig.now)
      #expect(rig.keptViews == [])
    }
    #expect(large.paintCount == 1)
    rig.frame(shown: 0..<3, loaded: 0..<4)
    #expect(rig.cache.byteCount == 3 * rig.bytesEach)
  }

  @Test("If the pixels of all views fit in the budget, scrolling back and forth paints each view once")
  func backAndForth() {
    let rig = CacheRig(count: 30, budgetInViews: 30)
    for center in Array(3..<27) + (3..<27).reversed() + (3..<27) {
      rig.frame(
        shown: (center - 2)..<(center + 3), loaded: (center - 3)..<(center + 4), center: Double(center))
    }
    #expect(rig.paintCounts[1..<29].allSatisfy { $0 == 1 })
  }

  @Test("Memory above the budget is released in the first frame that shows fewer views")
  func zoomedOut() {
    let rig = CacheRig(count: 300, budgetInViews: 10)
    rig.frame(shown: 0..<300, loaded: 0..<300)
    #expect(rig.cache.byteCount == 300 * rig.bytesEach)
    rig.frame(shown: 140..<145, loaded: 138..<147, center: 142)
    #expect(rig.cache.byteCount == 10 * rig.bytesEach)
    #expect(Set(138..<147).isSubset(of: rig.keptViews))
  }

  @Test("A change of scale discards all pixels, including pixels that are being painted")
  func scaleChange() throws {
    let rig = CacheRig(count: 10, budgetInViews: 100)
    rig.frame(shown: 0..<10, loaded: 0..<10)
    rig.views[0].setNeedsDisplay()
    rig.frame(shown: 0..<2, loaded: 0..<2)
    #expect(rig.queue.count == 1)
    rig.scale = 2
    rig.frame(shown: 0..<2, loaded: 0..<2)
    #expect(rig.keptViews == [0, 1])
    let texture = try #require(rig.texture(of: 0))
    #expect((texture.width, texture.height) == (20, 20))
    rig.queue.runAll()
    #expect(rig.texture(of: 0) === texture)
    #expect(rig.keptViews == [0, 1])
  }

  @Test("If a view was evicted, pixels that arrive for it later are not stored")
  func arrivalForEvictedView() {
    let rig = CacheRig(count: 3, budget: 0)
    rig.frame(shown: 0..<1, loaded: 0..<1)
    rig.views[0].setNeedsDisplay()
    rig.frame(shown: 0..<1, loaded: 0..<1)
    rig.frame(shown: 1..<2, loaded: 1..<2)
    rig.queue.runAll()
    #expect(rig.keptViews == [1])
    #expect(!rig.cache.isPainting)
  }

  @Test(
    "A frame is requested when pixels arrive or when expected pixels are rejected"
  )
  func arrivals() {
    let rig = CacheRig(count: 2, budgetInViews: 10)
    rig.frame(shown: 0..<2, loaded: 0..<2)
    rig.views[0].setNeedsDisplay()
    rig.frame(shown: 0..<2, loaded: 0..<2)
    #expect(rig.cache.isPainting && rig.arrivalCount == 0)
    rig.queue.runAll()
    #expect(!rig.cache.isPainting && rig.arrivalCount == 1)
    rig.frame(shown: 0..<2, loaded: 0..<2)

    rig.views[0].setNeedsDisplay()
    rig.frame(shown: 0..<2, loaded: 0..<2)
    #expect(rig.cache.isPainting)
    // The view shows another item in the meantime, so it is painted within the frame.
    rig.views[0].setNeedsDisplay()
    _ = rig.cache.texture(for: rig.views[0], itemIndex: 7, scale: 1)
    rig.queue.runAll()
    #expect(!rig.cache.isPainting && rig.arrivalCount == 2)
  }

  @Test("After the deallocation of a view, the cache has no pixels of the view")
  func deadViews() {
    let rig = CacheRig(count: 5, budgetInViews: 100)
    rig.frame(shown: 0..<5, loaded: 0..<5)
    rig.views.removeLast(2)
    rig.frame(shown: 0..<1, loaded: 0..<1)
    #expect(rig.cache.byteCount == 3 * rig.bytesEach)
  }
}
