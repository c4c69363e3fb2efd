import CarouselUI
import Raster
import Testing

/// The cache alone: frames are numbers, views are small.
@MainActor
struct TextureCacheTests {
  @Test("what a frame shows is never given up, however small the budget")
  func shownIsKept() {
    let rig = CacheRig(count: 8, budget: 0)
    for _ in 0..<10 {
      rig.frame(shown: 0..<5, ready: 0..<8)
      #expect(rig.cache.byteCount == 5 * rig.bytesEach)
    }
    #expect(rig.paintCounts == [1, 1, 1, 1, 1, 0, 0, 0])
  }

  @Test("the budget is kept over a long random scroll, and what stays in the window is not painted again")
  func randomScroll() {
    let rig = CacheRig(count: 200, budgetInViews: 20)
    var random = SplitMix(seed: 4)
    var centre = 100
    var lastShown = 0..<0
    for _ in 0..<3000 {
      centre = min(max(centre + Int.random(in: -6...6, using: &random), 0), 199)
      let shown = max(0, centre - 3)..<min(200, centre + 4)
      let before = rig.paintCounts
      rig.frame(shown: shown, ready: max(0, centre - 5)..<min(200, centre + 6), centre: Double(centre))
      #expect(rig.cache.byteCount <= rig.cache.budget)
      for index in shown.clamped(to: lastShown) { #expect(rig.paintCounts[index] == before[index]) }
      lastShown = shown
    }
  }

  @Test("the budget is kept while a frame paints, not only after it")
  func peakWithinFrame() {
    let rig = CacheRig(count: 40, budgetInViews: 10)
    for start in [0, 20] { rig.frame(shown: start..<(start + 10), ready: start..<(start + 10)) }
    #expect(rig.peakBytes == 10 * rig.bytesEach)
  }

  @Test("what is gone makes room before what is ready; of that, the farthest from the centre goes first")
  func order() {
    let rig = CacheRig(count: 10, budgetInViews: 10)
    rig.frame(shown: 0..<3, ready: 0..<3)
    rig.frame(shown: 3..<10, ready: 3..<10)
    rig.frame(shown: 5..<8, ready: 3..<10, centre: 5.75)
    var kept: [[Int]] = []
    for views in (3..<8).reversed() {
      rig.cache.budget = views * rig.bytesEach
      rig.frame(shown: 5..<8, ready: 3..<10, centre: 5.75)
      kept.append(rig.keptViews)
    }
    #expect(
      kept == [[3, 4, 5, 6, 7, 8, 9], [3, 4, 5, 6, 7, 8], [4, 5, 6, 7, 8], [4, 5, 6, 7], [5, 6, 7]])
  }

  @Test("of what is gone, what was left behind first goes first")
  func orderOfTheGone() {
    let rig = CacheRig(count: 6, budgetInViews: 6)
    for index in [3, 0, 4, 1] { rig.frame(shown: index..<(index + 1), ready: index..<(index + 1)) }
    rig.frame(shown: 5..<6, ready: 5..<6)
    var kept: [[Int]] = []
    for views in [4, 3, 2] {
      rig.cache.budget = views * rig.bytesEach
      rig.frame(shown: 5..<6, ready: 5..<6)
      kept.append(rig.keptViews)
    }
    #expect(kept == [[0, 1, 4, 5], [1, 4, 5], [1, 5]])
  }

  @Test("a view larger than the budget is shown, alone, and given up when it has left")
  func largerThanTheBudget() {
    let rig = CacheRig(count: 4, budgetInViews: 3)
    let large = PaintedView(size: Size(width: 100, height: 100)) { _ in }
    rig.frame(shown: 0..<3, ready: 0..<4)
    for _ in 0..<3 {
      rig.cache.prepare(large, itemsAway: 0)
      #expect(rig.cache.texture(for: large, subject: 0, scale: 1) != nil)
      rig.cache.endFrame()
      #expect(rig.keptViews == [])
    }
    #expect(large.paintCount == 1)
    rig.frame(shown: 0..<3, ready: 0..<4)
    #expect(rig.cache.byteCount == 3 * rig.bytesEach)
  }

  @Test("to and fro over views that the budget holds, each is painted once")
  func toAndFro() {
    let rig = CacheRig(count: 30, budgetInViews: 30)
    for centre in Array(3..<27) + (3..<27).reversed() + (3..<27) {
      rig.frame(
        shown: (centre - 2)..<(centre + 3), ready: (centre - 3)..<(centre + 4), centre: Double(centre))
    }
    #expect(rig.paintCounts[1..<29].allSatisfy { $0 == 1 })
  }

  @Test("memory returns after a view of everything")
  func zoomedOut() {
    let rig = CacheRig(count: 300, budgetInViews: 10)
    rig.frame(shown: 0..<300, ready: 0..<300)
    #expect(rig.cache.byteCount == 300 * rig.bytesEach)
    rig.frame(shown: 140..<145, ready: 138..<147, centre: 142)
    #expect(rig.cache.byteCount == 10 * rig.bytesEach)
    #expect(Set(138..<147).isSubset(of: rig.keptViews))
  }

  @Test("another scale forgets all pixels of the old one, those that are still being painted too")
  func scaleChange() throws {
    let rig = CacheRig(count: 10, budgetInViews: 100)
    rig.frame(shown: 0..<10, ready: 0..<10)
    rig.views[0].setNeedsDisplay()
    rig.frame(shown: 0..<2, ready: 0..<2)
    #expect(rig.queue.count == 1)
    rig.scale = 2
    rig.frame(shown: 0..<2, ready: 0..<2)
    #expect(rig.keptViews == [0, 1])
    let texture = try #require(rig.texture(of: 0))
    #expect((texture.width, texture.height) == (20, 20))
    rig.queue.runAll()
    #expect(rig.texture(of: 0) === texture)
    #expect(rig.keptViews == [0, 1])
  }

  @Test("pixels that arrive for a view that was given up are not kept")
  func arrivalForTheGone() {
    let rig = CacheRig(count: 3, budget: 0)
    rig.frame(shown: 0..<1, ready: 0..<1)
    rig.views[0].setNeedsDisplay()
    rig.frame(shown: 0..<1, ready: 0..<1)
    rig.frame(shown: 1..<2, ready: 1..<2)
    rig.queue.runAll()
    #expect(rig.keptViews == [1])
    #expect(!rig.cache.isPainting)
  }

  @Test("the smaller copies of a picture that became sharp are made with it, not in the frame that shows it")
  func copiesComeAlong() throws {
    let rig = CacheRig(count: 1, budgetInViews: 100)
    rig.frame(shown: 0..<1, ready: 0..<1)
    rig.draw([0], shrunkBy: 4)
    let bytes = rig.cache.byteCount
    #expect(bytes > rig.bytesEach)
    let old = rig.texture(of: 0)
    rig.views[0].setNeedsDisplay()
    rig.frame(shown: 0..<1, ready: 0..<1)
    rig.queue.runAll()
    #expect(rig.texture(of: 0) !== old)
    #expect(rig.cache.byteCount == bytes)
  }

  @Test("smaller copies make room before textures, what is gone before what is ready")
  func copiesGoFirst() throws {
    let rig = CacheRig(count: 5, budgetInViews: 100)
    rig.frame(shown: 0..<5, ready: 0..<5) { rig.draw(Array(0..<5), shrunkBy: 4) }
    let copies = rig.cache.byteCount / 5 - rig.bytesEach
    #expect(copies > 0)
    // 0 and 1 are gone, 2 and 3 are ready, 4 is shown.
    func have(_ bytes: Int) -> [Int] {
      rig.cache.budget = bytes
      rig.frame(shown: 4..<5, ready: 2..<5, centre: 4) { rig.draw([4], shrunkBy: 4) }
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
    rig.frame(shown: 0..<1, ready: 0..<1) { rig.draw([0], shrunkBy: 4) }
    let copied = rig.cache.byteCount
    rig.frame(shown: 0..<1, ready: 0..<1) { rig.draw([0], shrunkBy: 2) }
    let moved = rig.cache.byteCount
    #expect(moved > copied)
    // A caption changes: nothing of the view is drawn.
    for _ in 0..<3 { rig.frame(shown: 0..<1, ready: 0..<1) }
    #expect(rig.cache.byteCount == moved)
    rig.frame(shown: 0..<1, ready: 0..<1) { rig.draw([0], shrunkBy: 4) }
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
    rig.frame(shown: 0..<3, ready: 0..<3, draw: drawAll)
    let before = bytes()
    #expect(before[1] > rig.bytesEach && before[1] == before[2])
    rig.frame(shown: 0..<3, ready: 0..<3) { rig.draw([1], shrunkBy: 2) }
    let moved = bytes()
    #expect(moved[1] != before[1])
    #expect(moved[2] == before[2])
    // As it was painted: the base alone is used.
    rig.frame(shown: 0..<3, ready: 0..<3) { rig.draw([1], shrunkBy: 1) }
    #expect(bytes() == [rig.bytesEach, rig.bytesEach, before[2]])
    rig.frame(shown: 0..<3, ready: 0..<3)
    #expect(bytes() == [rig.bytesEach, rig.bytesEach, before[2]])
  }

  @Test("a view that is gone for good leaves nothing behind")
  func deadViews() {
    let rig = CacheRig(count: 5, budgetInViews: 100)
    rig.frame(shown: 0..<5, ready: 0..<5)
    rig.views.removeLast(2)
    rig.frame(shown: 0..<1, ready: 0..<1)
    #expect(rig.cache.byteCount == 3 * rig.bytesEach)
  }
}

/// A cache and views of 10 × 10 points; the view at *i* stands for item *i*.
@MainActor
private final class CacheRig {
  let queue = ManualPaintQueue()
  private let renderer = Renderer()
  let cache: TextureCache
  var views: [View] = []
  var scale = 1.0
  /// The memory of one view's pixels at scale 1.
  let bytesEach: Int
  /// The most memory that textures took at any time.
  private(set) var peakBytes = 0

  init(count: Int, budget: Int) {
    cache = TextureCache(budget: budget, queue: queue)
    let probe = TextureCache(budget: .max, queue: queue)
    _ = probe.texture(for: PaintedView(size: Size(width: 10, height: 10)) { _ in }, subject: 0, scale: 1)
    bytesEach = probe.byteCount
    views = (0..<count).map { _ in
      PaintedView(size: Size(width: 10, height: 10)) { [weak self] _ in
        MainActor.assumeIsolated { self?.notePeak() }
      }
    }
  }

  convenience init(count: Int, budgetInViews: Int) {
    self.init(count: count, budget: 0)
    cache.budget = budgetInViews * bytesEach
  }

  /// Makes a frame of the views in `shown`, while those in `ready` might be.
  ///
  /// - Parameter draw: Draws it.
  func frame(shown: Range<Int>, ready: Range<Int>, centre: Double = 0, draw: () -> Void = {}) {
    for index in ready { cache.prepare(views[index], itemsAway: abs(Double(index) - centre)) }
    for index in shown { _ = texture(of: index) }
    draw()
    cache.endFrame()
    peakBytes = max(peakBytes, cache.byteCount)
  }

  /// Draws the views of `indexes` smaller than they were painted.
  func draw(_ indexes: [Int], shrunkBy divisor: Double) {
    var scene = Scene(width: 10, height: 10)
    for index in indexes {
      guard let texture = texture(of: index) else { continue }
      scene.layers.append(Layer(texture: texture, homography: .scale(1 / divisor), alpha: 1))
    }
    var pixels = [UInt32](repeating: 0, count: 100)
    pixels.withUnsafeMutableBytes { bytes in
      guard let pointer = bytes.baseAddress else { return }
      renderer.render(scene, into: PixelBuffer(pointer: pointer, width: 10, height: 10, stride: 40))
    }
  }

  /// Asks for a texture, outside a frame.
  func texture(of index: Int) -> Texture? { cache.texture(for: views[index], subject: index, scale: scale) }

  var paintCounts: [Int] { views.map(\.paintCount) }
  var keptViews: [Int] { views.indices.filter { cache.holds(views[$0]) } }

  private func notePeak() { peakBytes = max(peakBytes, cache.byteCount + bytesEach) }
}
