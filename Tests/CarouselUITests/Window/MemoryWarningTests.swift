import CarouselUI
import HeadlessCompositor
import TestSupport
import Testing

/// What a window releases when the system is low on memory.
@MainActor
struct MemoryWarningTests {
  /// A window whose carousel has shown more items than it shows now, so that its reuse pool has views and its cache has
  /// invisible pixels.
  private func scrolled(
    _ type: CarouselType = .linear, makesLevelsInFrames: Bool = false
  ) throws -> WindowRig {
    let rig = try WindowRig(
      cards: Cards(count: 40), makesLevelsInFrames: makesLevelsInFrames
    ) { $0.type = .rotary }
    rig.carousel.type = type
    for index in [30, 12] {
      rig.carousel.scrollToItem(at: index, duration: 0.3)
      rig.runUntilSettled()
      rig.queue.runAll()
    }
    return rig
  }

  @Test(
    "When memory is low, the pools of all carousels and lists are purged, and only visible views keep pixels",
    .proves("R165"))
  func purge() throws {
    let rig = try scrolled()
    let pipe = try rig.watchMemory()
    let second = CarouselView(size: Size(width: 640, height: 50))
    second.carousel.type = .rotary
    let cards = Cards(count: 40, size: Size(width: 160, height: 40))
    second.carousel.dataSource = cards
    rig.add(second, at: .zero)
    let list = ListView(numberOfRows: 100, size: Size(width: 100, height: 132)) { index, _ in
      LabelView("\(index)")
    }
    rig.add(list, at: Point(x: 0, y: 200))
    rig.runUntilSettled()
    list.contentOffset.y = 2000
    rig.runUntilSettled()
    // One group of rows is enough.
    list.contentOffset.y = 1980
    second.carousel.type = .linear
    rig.runUntilSettled()
    rig.queue.runAll()
    let rows = list.loadedCellCount
    let shown = rig.carousel.visibleItemViews.map { ObjectIdentifier($0) }
    let bytes = rig.textures.byteCount
    let carousels = [rig.carousel, second.carousel]
    #expect(carousels.allSatisfy { $0.core.loader.itemPool.count > 0 })
    #expect(rig.cards.views.contains { card in !shown.contains { $0 == ObjectIdentifier(card) } })

    rig.report(pipe)
    #expect(carousels.allSatisfy { $0.core.loader.itemPool.count == 0 })
    #expect(rig.carousel.visibleItemViews.map { ObjectIdentifier($0) } == shown)
    #expect(list.loadedCellCount < rows)
    #expect(rig.textures.byteCount < bytes)
    // Other cards are loaded beside the window, or kept by the data source.
    #expect(rig.cards.views.contains(where: rig.isShown) && !rig.cards.views.allSatisfy(rig.isShown))
    #expect(rig.cards.views.allSatisfy { rig.textures.holds($0) == rig.isShown($0) })
  }

  @Test(
    "The frame after a memory warning has the same pixels, and no visible view is painted again",
    .proves("R165"), arguments: [CarouselType.linear, .coverFlow, .rotary, .timeMachine], [true, false])
  func samePixels(type: CarouselType, makesLevelsInFrames: Bool) throws {
    let rig = try scrolled(type, makesLevelsInFrames: makesLevelsInFrames)
    let pipe = try rig.watchMemory()
    let before = rig.compositor.capture()
    let painted = rig.cards.views.map(\.paintCount)
    let bytes = rig.textures.byteCount
    rig.report(pipe)
    #expect(rig.textures.byteCount < bytes)
    // The next frame draws the whole window.
    rig.ui.threadCount = 1
    rig.ui.invalidate()
    rig.compositor.run(frames: 1)
    #expect(rig.ui.lastFrame.drawn == 640 * 360)
    #expect(rig.compositor.capture() == before)
    #expect(rig.cards.views.map(\.paintCount) == painted)
  }

  @Test(
    "During a motion, frames after memory warnings have the same pixels as frames without them, and need less memory",
    .proves("R165"), arguments: [CarouselType.linear, .coverFlow])
  func motion(type: CarouselType) throws {
    let calm = try scrolled(type, makesLevelsInFrames: true)
    let warned = try scrolled(type, makesLevelsInFrames: true)
    let pipe = try warned.watchMemory()
    var warnings = 0
    warned.ui.onMemoryWarning = { warnings += 1 }
    var shown = Set(warned.cards.views.filter(warned.isShown).map { ObjectIdentifier($0) })
    for rig in [calm, warned] { rig.carousel.scrollToItem(at: 20, duration: 2) }
    for frame in 0..<140 {
      if frame % 10 == 0 { warned.report(pipe) }
      for rig in [calm, warned] {
        rig.compositor.run(frames: 1)
        rig.queue.runAll()
      }
      // No view is painted ahead of time.
      shown.formUnion(warned.cards.views.filter(warned.isShown).map { ObjectIdentifier($0) })
      let kept = warned.cards.views.filter(warned.textures.holds)
      try #require(kept.allSatisfy { shown.contains(ObjectIdentifier($0)) }, "frame \(frame)")
      try #require(warned.textures.byteCount < calm.textures.byteCount, "frame \(frame)")
      let isSame = calm.compositor.capture() == warned.compositor.capture()
      try #require(isSame, "frame \(frame)")
    }
    #expect(warnings == 3 && warned.carousel.currentItemIndex == 20)
  }

  @Test("A memory warning during a frame is deferred to the end of the frame", .proves("R165"))
  func deferred() throws {
    let rig = try scrolled()
    let pipe = try rig.watchMemory()
    var warnings = 0
    rig.ui.onMemoryWarning = { warnings += 1 }
    let (pooled, bytes) = (rig.carousel.core.loader.itemPool.count, rig.textures.byteCount)
    var frames = 0
    rig.ui.onScene = { [unowned rig] _ in
      frames += 1
      guard frames == 1 else { return }
      rig.report(pipe)
      rig.scheduler.poll()
      #expect(warnings == 0)
      #expect(rig.carousel.core.loader.itemPool.count == pooled && rig.textures.byteCount == bytes)
    }
    rig.ui.invalidate()
    rig.compositor.run(frames: 2)
    rig.scheduler.poll()
    #expect(frames > 0 && warnings == 1)
    #expect(pooled > 0 && rig.carousel.core.loader.itemPool.count == 0)
    #expect(rig.textures.byteCount < bytes)
  }

  @Test("Of several reports within a second, only the first one is a warning", .proves("R165"))
  func burst() throws {
    let rig = try scrolled()
    let pipe = try rig.watchMemory()
    var warnings = 0
    rig.ui.onMemoryWarning = { warnings += 1 }
    for _ in 0..<3 { rig.report(pipe) }
    #expect(warnings == 1)
    rig.wait(0.99)
    rig.report(pipe)
    #expect(warnings == 1)
    rig.wait(0.02)
    rig.report(pipe)
    #expect(warnings == 2)
  }

  @Test("Each window is warned once, and the program is called before the window releases its own views")
  func windows() throws {
    let rig = try scrolled()
    let pipe = try rig.watchMemory()
    let other = CarouselWindow(
      title: "Other", appID: "cards", size: Size(width: 200, height: 100), system: rig.system,
      textures: TextureCache(queue: rig.queue))
    rig.compositor.run(frames: 2)
    var calls: [String] = []
    rig.ui.onMemoryWarning = { [unowned rig] in
      calls.append("first")
      #expect(rig.carousel.core.loader.itemPool.count > 0)
    }
    other.onMemoryWarning = { calls.append("second") }
    rig.report(pipe)
    #expect(calls == ["first", "second"])
    #expect(rig.carousel.core.loader.itemPool.count == 0)
  }

  @Test("A window that the program closes at the warning, and windows closed before, are not warned")
  func closed() throws {
    let rig = try scrolled()
    let pipe = try rig.watchMemory()
    let other = CarouselWindow(
      title: "Other", appID: "cards", size: Size(width: 200, height: 100), system: rig.system,
      textures: TextureCache(queue: rig.queue))
    var warnings = 0
    other.onMemoryWarning = { warnings += 1 }
    rig.ui.onMemoryWarning = { other.close() }
    rig.report(pipe)
    #expect(warnings == 0 && rig.carousel.core.loader.itemPool.count == 0)
  }

  @Test("The cached pictures of the shared loader are released", .proves("R165"))
  func cachedPictures() async throws {
    let rig = try scrolled()
    let pipe = try rig.watchMemory()
    let (source, size) = (BlueSource(), Size(width: 8, height: 8))
    await withCheckedContinuation { continuation in
      _ = ImageLoader.shared.load(source, for: size) { _ in
        // No other test runs between these lines.
        #expect(ImageLoader.shared.cachedImage(of: source, for: size) != nil)
        rig.report(pipe)
        #expect(ImageLoader.shared.cachedImage(of: source, for: size) == nil)
        #expect(ImageLoader.shared.cachedByteCount == 0)
        continuation.resume()
      }
    }
  }

  @Test("While the reports of a source are watched, no other source is created")
  func secondStart() throws {
    let rig = try WindowRig()
    var created = 0
    func source(_ pipe: ReportPipe?) -> ReportPipe? {
      created += 1
      return pipe
    }
    let pipe = try ReportPipe()
    rig.system.memoryWarnings.start(source(nil))
    for _ in 0..<3 { rig.system.memoryWarnings.start(source(pipe)) }
    #expect(created == 2 && rig.scheduler.descriptors.count == 1)
  }

  @Test("When the window system closes, it releases the source of the reports")
  func end() throws {
    let rig = try WindowRig()
    var pipe: ReportPipe? = try rig.watchMemory()
    weak let source = pipe
    pipe = nil
    #expect(source != nil && rig.scheduler.descriptors.count == 1)
    rig.system.close()
    #expect(source == nil && rig.scheduler.descriptors.isEmpty)
  }
}

/// A picture that is loaded immediately.
private struct BlueSource: ImageSource {
  let identity = "memory warning"

  func load(
    for size: Size, completion: @escaping @Sendable (Result<Image, ImageSourceError>) -> Void
  ) -> @Sendable () -> Void {
    completion(
      Result { try Image.drawn(width: 8, height: 8) { $0.fill(with: .blue) } }
        .mapError { .unreadable("\($0)") })
    return {}
  }
}

extension WindowRig {
  /// Whether a card is in the scene of a frame.
  fileprivate func isShown(_ card: View) -> Bool {
    carousel.frame().items.contains { item in
      let outline = item.homography.projectedOutline(of: item.size)
      return item.view === card && item.alpha > 0 && outline.contains { $0.x > 0 }
        && outline.contains { $0.x < 640 }
    }
  }
}
