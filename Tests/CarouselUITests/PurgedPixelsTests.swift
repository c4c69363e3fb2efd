import CarouselUI
import Raster
import Testing

/// The purge of a texture cache between two frames.
@MainActor
struct PurgedPixelsTests {
  @Test(
    "After a purge, only visible views have pixels for 3 s, also if a view was being painted; the next frame prepaints again"
  )
  func purge() {
    let rig = CacheRig(count: 8, budgetInViews: 20)
    func frame(at seconds: Double) {
      rig.now = Timestamp(seconds: seconds)
      rig.frame(shown: 2..<4, loaded: 1..<8)
    }
    rig.frame(shown: 0..<8, loaded: 0..<8)
    frame(at: 100)
    rig.cache.purge(at: rig.now)
    #expect(rig.keptViews == [2, 3])
    for seconds in [100.1, 102, 102.9] {
      frame(at: seconds)
      #expect(rig.queue.count == 0)
    }
    frame(at: 103)
    #expect(rig.queue.count == 1)
    rig.cache.purge(at: rig.now)
    rig.queue.runAll()
    #expect(rig.keptViews == [2, 3] && !rig.cache.isPrepainting)
    frame(at: 105.9)
    rig.queue.runAll()
    #expect(rig.keptViews == [2, 3])
    frame(at: 106)
    rig.queue.runAll()
    #expect(rig.keptViews == Array(1..<8))
    #expect(rig.paintCounts[2] == 1 && rig.paintCounts[3] == 1)
  }

  @Test(
    "A purge evicts the mip levels that are neither used nor predicted, and keeps those of the last frame")
  func levels() {
    let rig = CacheRig(count: 2, budgetInViews: 20)
    rig.frame(shown: 0..<2, loaded: 0..<2) {
      rig.texture(of: 0)?.makeLevels([LevelSize(x: 1, y: 1), LevelSize(x: 2, y: 2)])
      rig.draw([0], shrunkBy: 2)
    }
    let levels = rig.texture(of: 0)?.existingLevels.sizes ?? []
    #expect(levels.count > 1)
    rig.frame(shown: 0..<2, loaded: 0..<2) { rig.draw([0], shrunkBy: 2) }
    rig.cache.purge(at: rig.now)
    let kept = rig.texture(of: 0)?.existingLevels.sizes ?? []
    #expect(!kept.isEmpty && kept.count < levels.count)
  }

  @Test("Mip levels that the visible frame lacks are made after a purge")
  func wantedLevels() {
    let rig = CacheRig(count: 6, budgetInViews: 20)
    rig.makesLevels = false
    rig.frame(shown: 0..<1, loaded: 0..<6) { rig.draw([0], shrunkBy: 2) }
    #expect(rig.cache.isPainting)
    rig.cache.purge(at: rig.now)
    rig.queue.runAll()
    #expect(!rig.cache.isPainting && rig.keptViews == [0])
  }
}
