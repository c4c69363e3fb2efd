import CarouselUI
import Testing

/// The mip levels that a texture cache keeps, and the mip levels that it computes in advance.
@MainActor
struct MipLevelTests {
  @Test("The mip levels of a repainted view are computed in the background, not in a frame")
  func levelsOfRepaintedView() throws {
    let rig = CacheRig(count: 1, budgetInViews: 100)
    rig.frame(shown: 0..<1, loaded: 0..<1)
    rig.draw([0], shrunkBy: 4)
    let bytes = rig.cache.byteCount
    #expect(bytes > rig.bytesEach)
    let old = rig.texture(of: 0)
    rig.views[0].setNeedsDisplay()
    rig.frame(shown: 0..<1, loaded: 0..<1)
    rig.queue.runAll()
    #expect(rig.texture(of: 0) !== old)
    #expect(rig.cache.byteCount == bytes)
  }

  @Test(
    "Mip levels are evicted before textures, and mip levels of unloaded views before mip levels of loaded views"
  )
  func levelsAreEvictedFirst() throws {
    let rig = CacheRig(count: 5, budgetInViews: 100)
    rig.frame(shown: 0..<5, loaded: 0..<5) { rig.draw(Array(0..<5), shrunkBy: 4) }
    let levels = rig.cache.byteCount / 5 - rig.bytesEach
    #expect(levels > 0)
    // Views 0 and 1 are unloaded, views 2 and 3 are loaded, and view 4 is visible.
    func levelBytes(budget bytes: Int) -> [Int] {
      rig.cache.budget = bytes
      rig.frame(shown: 4..<5, loaded: 2..<5, center: 4) { rig.draw([4], shrunkBy: 4) }
      return rig.views.map { rig.cache.byteCount(of: $0) - (rig.cache.holds($0) ? rig.bytesEach : 0) }
    }
    #expect(levelBytes(budget: 5 * rig.bytesEach + 3 * levels) == [0, 0, levels, levels, levels])
    #expect(rig.keptViews == [0, 1, 2, 3, 4])
    #expect(levelBytes(budget: 3 * rig.bytesEach + 3 * levels) == [0, 0, levels, levels, levels])
    #expect(rig.keptViews == [2, 3, 4])
    #expect(levelBytes(budget: 3 * rig.bytesEach + 2 * levels) == [0, 0, 0, levels, levels])
    #expect(rig.keptViews == [2, 3, 4])
    #expect(levelBytes(budget: 0) == [0, 0, 0, 0, levels])
    #expect(rig.keptViews == [4])
  }

  @Test(
    "A visible view loses a mip level only in a frame that draws the view without using the level"
  )
  func unusedLevels() throws {
    let rig = CacheRig(count: 1, budget: 0)
    rig.frame(shown: 0..<1, loaded: 0..<1) { rig.draw([0], shrunkBy: 4) }
    let before = rig.cache.byteCount
    // At another position, the view is drawn larger.
    rig.frame(shown: 0..<1, loaded: 0..<1, center: 5) { rig.draw([0], shrunkBy: 2) }
    let moved = rig.cache.byteCount
    #expect(moved > before)
    // These frames redraw other parts of the window, and do not draw this view.
    for _ in 0..<3 { rig.frame(shown: 0..<1, loaded: 0..<1, center: 5) }
    #expect(rig.cache.byteCount == moved)
    rig.frame(shown: 0..<1, loaded: 0..<1) { rig.draw([0], shrunkBy: 4) }
    #expect(rig.cache.byteCount == before)
  }

  @Test(
    "If a frame draws only one view at a new size, the other visible views keep their mip levels")
  func levelsOfOtherViews() throws {
    let rig = CacheRig(count: 3, budget: 0)
    // View 0 is drawn at its painted size, and the others are drawn smaller.
    func drawAll() {
      rig.draw([0], shrunkBy: 1)
      rig.draw([1, 2], shrunkBy: 4)
    }
    func bytes() -> [Int] { rig.views.map { rig.cache.byteCount(of: $0) } }
    rig.frame(shown: 0..<3, loaded: 0..<3, draw: drawAll)
    let before = bytes()
    #expect(before[1] > rig.bytesEach && before[1] == before[2])
    rig.frame(shown: 0..<3, loaded: 0..<3, center: 12) { rig.draw([1], shrunkBy: 2) }
    let moved = bytes()
    #expect(moved[1] != before[1])
    #expect(moved[2] == before[2])
    // At its painted size, a view uses only the base level.
    rig.frame(shown: 0..<3, loaded: 0..<3, center: 6) { rig.draw([1], shrunkBy: 1) }
    #expect(bytes() == [rig.bytesEach, rig.bytesEach, before[2]])
    rig.frame(shown: 0..<3, loaded: 0..<3, center: 6)
    #expect(bytes() == [rig.bytesEach, rig.bytesEach, before[2]])
  }

  @Test(
    "A view is prepainted with the mip levels that the outermost visible view uses")
  func levelsOfPrepaintedView() {
    let rig = CacheRig(count: 6, budgetInViews: 100)
    func frame(_ shown: Range<Int>, center: Double) {
      rig.frame(shown: shown, loaded: 0..<6, center: center) {
        for index in shown { rig.draw([index], shrunkBy: abs(Double(index) - center) < 1 ? 1 : 4) }
      }
    }
    frame(0..<3, center: 0)
    rig.queue.runAll()
    let bytes = rig.cache.byteCount(of: rig.views[3])
    #expect(bytes == rig.cache.byteCount(of: rig.views[2]) && bytes > rig.bytesEach)
    frame(1..<4, center: 1.5)
    #expect(rig.cache.byteCount(of: rig.views[3]) == bytes)
    #expect(rig.paintCounts[3] == 1)
  }

  @Test("A moving view gets the mip levels that other views have used at its predicted position")
  func levelsOfMovingView() {
    let rig = CacheRig(count: 4, budgetInViews: 100)
    func frame(center: Double) {
      rig.frame(shown: 0..<4, loaded: 0..<4, center: center) {
        // Views near the center are larger.
        for index in 0..<4 { rig.draw([index], shrunkBy: abs(Double(index) - center) < 1.5 ? 2 : 4) }
      }
    }
    frame(center: 0)
    rig.queue.runAll()
    let before = rig.cache.byteCount(of: rig.views[2])
    frame(center: 0.2)
    rig.queue.runAll()
    let bytes = rig.cache.byteCount(of: rig.views[2])
    #expect(bytes > before)
    frame(center: 0.4)
    frame(center: 0.6)
    #expect(rig.cache.byteCount(of: rig.views[2]) == bytes)
    // A view at rest at a known position needs no other mip levels.
    frame(center: 0.6)
    rig.queue.runAll()
    frame(center: 0.6)
    #expect(rig.queue.count == 0)
  }
}
