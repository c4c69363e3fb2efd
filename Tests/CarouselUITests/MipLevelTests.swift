import CarouselUI
import Testing

/// Which smaller copies a texture cache keeps, and which it makes before they are wanted.
@MainActor
struct MipLevelTests {
  @Test("the smaller copies of a picture that became sharp are made with it, not in the frame that shows it")
  func copiesComeAlong() throws {
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

  @Test("smaller copies make room before textures, what is gone before what is ready")
  func copiesGoFirst() throws {
    let rig = CacheRig(count: 5, budgetInViews: 100)
    rig.frame(shown: 0..<5, loaded: 0..<5) { rig.draw(Array(0..<5), shrunkBy: 4) }
    let copies = rig.cache.byteCount / 5 - rig.bytesEach
    #expect(copies > 0)
    // 0 and 1 are gone, 2 and 3 are ready, 4 is shown.
    func have(_ bytes: Int) -> [Int] {
      rig.cache.budget = bytes
      rig.frame(shown: 4..<5, loaded: 2..<5, center: 4) { rig.draw([4], shrunkBy: 4) }
      return rig.views.map { rig.cache.byteCount(of: $0) - (rig.cache.holds($0) ? rig.bytesEach : 0) }
    }
    #expect(have(5 * rig.bytesEach + 3 * copies) == [0, 0, copies, copies, copies])
    #expect(rig.keptViews == [0, 1, 2, 3, 4])
    #expect(have(3 * rig.bytesEach + 3 * copies) == [0, 0, copies, copies, copies])
    #expect(rig.keptViews == [2, 3, 4])
    #expect(have(3 * rig.bytesEach + 2 * copies) == [0, 0, 0, copies, copies])
    #expect(rig.keptViews == [2, 3, 4])
    #expect(have(0) == [0, 0, 0, 0, copies])
    #expect(rig.keptViews == [4])
  }

  @Test(
    "of what is shown only copies of sizes that it is no longer shown at make room, and not by a frame without it"
  )
  func copiesShownInPassing() throws {
    let rig = CacheRig(count: 1, budget: 0)
    rig.frame(shown: 0..<1, loaded: 0..<1) { rig.draw([0], shrunkBy: 4) }
    let copied = rig.cache.byteCount
    // Somewhere else it is shown larger.
    rig.frame(shown: 0..<1, loaded: 0..<1, center: 5) { rig.draw([0], shrunkBy: 2) }
    let moved = rig.cache.byteCount
    #expect(moved > copied)
    // A caption changes: nothing of the view is drawn.
    for _ in 0..<3 { rig.frame(shown: 0..<1, loaded: 0..<1, center: 5) }
    #expect(rig.cache.byteCount == moved)
    rig.frame(shown: 0..<1, loaded: 0..<1) { rig.draw([0], shrunkBy: 4) }
    #expect(rig.cache.byteCount == copied)
  }

  @Test("a frame that draws one view at a new size leaves the others in view their copies, at any budget")
  func copiesOfThoseThatStandStill() throws {
    let rig = CacheRig(count: 3, budget: 0)
    // 0 is shown as it was painted, the others smaller.
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
    // As it was painted: the base alone is used.
    rig.frame(shown: 0..<3, loaded: 0..<3, center: 6) { rig.draw([1], shrunkBy: 1) }
    #expect(bytes() == [rig.bytesEach, rig.bytesEach, before[2]])
    rig.frame(shown: 0..<3, loaded: 0..<3, center: 6)
    #expect(bytes() == [rig.bytesEach, rig.bytesEach, before[2]])
  }

  @Test(
    "a view painted ahead has the copies that its outermost neighbour is shown by, before a frame wants them")
  func copiesOfTheNext() {
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

  @Test("what moves has the copies that its neighbours were shown by where it goes")
  func copiesAlongTheWay() {
    let rig = CacheRig(count: 4, budgetInViews: 100)
    func frame(center: Double) {
      rig.frame(shown: 0..<4, loaded: 0..<4, center: center) {
        // The nearer to the center, the larger.
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
    // What stands still where all sizes are known wants nothing more.
    frame(center: 0.6)
    rig.queue.runAll()
    frame(center: 0.6)
    #expect(rig.queue.count == 0)
  }
}
