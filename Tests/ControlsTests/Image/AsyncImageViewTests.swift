import Controls
import Drawing
import Geometry
import TestSupport
import Testing
import ViewFixtures
import Views

@MainActor
@Suite("AsyncImageView")
struct AsyncImageViewTests {
  private let stage = ImageStage()

  @Test(
    "A view in a window requests its picture for the number of pixels that the view covers",
    arguments: [1, 1.5, 2])
  func requestsPixels(scale: Double) {
    let source = ManualSource("a")
    let view = AsyncImageView(size: Size(width: 61, height: 41))
    view.loader = stage.loader
    view.source = source
    stage.deliveries.run()
    #expect(view.state == .waiting && source.loads.isEmpty)
    stage.tree.scale = scale
    stage.root.addSubview(view)
    stage.frame()
    #expect(view.state == .loading)
    #expect(
      source.loads.map(\.size) == [Size(width: (61 * scale).rounded(.up), height: (41 * scale).rounded(.up))])
  }

  @Test(
    "At most concurrentLoads pictures are loaded at the same time, and the latest requests come first",
    .proves("C04"))
  func latestFirst() throws {
    stage.loader.concurrentLoads = 2
    let sources = (0..<6).map { ManualSource("\($0)") }
    let views = sources.map { stage.add($0) }
    stage.frame()
    #expect(sources.map(\.loads.count) == [0, 0, 0, 0, 1, 1])
    try sources[5].succeed()
    stage.frame()
    #expect(sources.map(\.loads.count) == [0, 0, 0, 1, 1, 1])
    // If a view enters the window later, its picture is loaded before those of the waiting views.
    let late = ManualSource("late")
    let lateView = stage.add(late)
    stage.frame()
    try sources[4].succeed()
    stage.frame()
    #expect(late.loads.count == 1 && sources[2].loads.isEmpty)
    #expect(views[5].state == .loaded && lateView.state == .loading)
  }

  @Test(
    "When a view leaves the window, its request is canceled; when it returns, it requests the picture again",
    .proves("C04"))
  func cancelsOutside() throws {
    let source = ManualSource("a")
    let view = stage.add(source)
    stage.frame()
    view.removeFromSuperview()
    #expect(source.cancelCount == 1 && view.state == .waiting)
    try source.succeed()
    stage.frame()
    #expect(view.state == .waiting && view.imageView.image == nil)
    stage.root.addSubview(view)
    stage.frame()
    #expect(source.loads.count == 2)
  }

  @Test("If a request is canceled while it waits, its load is never started")
  func cancelsWaiting() {
    stage.loader.concurrentLoads = 1
    let sources = [ManualSource("a"), ManualSource("b")]
    let views = sources.map { stage.add($0) }
    stage.frame()
    #expect(sources.map(\.loads.count) == [0, 1])
    views[0].source = nil
    views[1].source = nil
    stage.frame()
    #expect(sources.map(\.loads.count) == [0, 1] && sources.map(\.cancelCount) == [0, 1])
    #expect(views[0].state == .empty)
  }

  @Test(
    "A reused view shows the placeholder at once, and ignores a picture that arrives late from its former source",
    .proves("F06"))
  func reuse() throws {
    let (old, new) = (ManualSource("old"), ManualSource("new"))
    let view = stage.add(old)
    stage.frame()
    try old.succeed()
    stage.frame()
    stage.paintPrepared()
    for _ in 0..<30 { stage.frame(after: 1 / 60) }
    #expect(stage.layers.contains { $0.view === view.imageView && $0.alpha == 1 })
    #expect(view.placeholder.isHidden)
    let pixels = view.imageView.layer.reuseCount
    view.source = new
    stage.frame()
    #expect(!stage.layers.contains { $0.view === view.imageView })
    #expect(!view.placeholder.isHidden)
    #expect(view.imageView.image == nil && view.imageView.layer.reuseCount > pixels)
    // The view is reused once more before the picture arrives.
    let third = ManualSource("third")
    view.source = third
    try new.succeed()
    stage.frame()
    #expect(view.imageView.image == nil && view.state == .loading)
    #expect(new.cancelCount == 1)
  }

  @Test("A preview is shown until the picture has arrived, which takes its place without another fade")
  func preview() throws {
    let source = PreviewedSource("a")
    let view = stage.add(source)
    stage.frame()
    #expect(source.preview.loads.count == 1 && source.picture.loads.isEmpty)
    try source.preview.succeed(width: 6, height: 4)
    stage.frame()
    #expect(view.state == .loading && view.imageView.image?.width == 6)
    #expect(source.picture.loads.count == 1)
    stage.paintPrepared()
    for _ in 0..<30 { stage.frame(after: 1 / 60) }
    #expect(stage.layers.contains { $0.view === view.imageView && $0.alpha == 1 })
    #expect(view.placeholder.isHidden)
    try source.picture.succeed()
    stage.frame()
    #expect(view.state == .loaded && view.imageView.image?.width == 60)
    #expect(stage.layers.contains { $0.view === view.imageView && $0.alpha == 1 })
    // The cached picture is the preview of a larger view.
    let larger = stage.add(source, size: Size(width: 120, height: 80))
    stage.frame()
    #expect(larger.state == .loading && larger.imageView.image?.width == 60)
    #expect(source.preview.loads.count == 1 && source.picture.loads.count == 2)
  }

  @Test(
    "Without a preview, and after its failure, the picture is loaded; a failure of the picture removes the preview"
  )
  func missingPreview() throws {
    let sources = [PreviewedSource("a"), PreviewedSource("b")]
    let views = sources.map { stage.add($0) }
    stage.frame()
    sources[0].preview.fail(.unreadable("no preview"))
    try sources[1].preview.succeed(width: 6, height: 4)
    stage.frame()
    #expect(views.map { $0.imageView.image?.width } == [nil, 6])
    try sources[0].picture.succeed()
    sources[1].picture.fail(.unreadable("damaged"))
    stage.frame()
    #expect(views[0].state == .loaded && views[0].imageView.image?.width == 60)
    #expect(views[1].state == .failed(.unreadable("damaged")) && views[1].imageView.image == nil)
  }

  @Test("After a loaded picture has been painted, it fades in over a quarter of a second", .proves("C06"))
  func crossFade() throws {
    let source = ManualSource("a")
    let view = stage.add(source)
    stage.frame()
    try source.succeed()
    stage.frame()
    // Until the picture is painted, its layer is transparent.
    #expect(stage.layers.contains { $0.view === view.imageView && $0.alpha == 0 })
    stage.frame(after: 0.1)
    #expect(stage.layers.contains { $0.view === view.imageView && $0.alpha == 0 })
    stage.paintPrepared()
    stage.frame(after: 0.1)
    for step in 0...4 {
      if step > 0 { stage.frame(after: 0.05) }
      #expect(abs(view.imageView.alpha - Double(step) / 5) < 1e-6)
      #expect(!view.placeholder.isHidden)
    }
    stage.frame(after: 0.051)
    #expect(view.imageView.alpha == 1 && view.placeholder.isHidden)
    #expect(!stage.tree.isAnimating)
  }

  @Test("A picture does not fade in if it is cached or if the theme reduces motion", .proves("C06"))
  func noFade() throws {
    let source = ManualSource("a")
    var theme = Theme.dark
    theme.isMotionReduced = true
    stage.root.theme = theme
    let view = stage.add(source)
    stage.frame()
    try source.succeed()
    stage.frame()
    stage.paintPrepared()
    #expect(view.imageView.alpha == 1 && view.placeholder.isHidden && !stage.tree.isAnimating)
    stage.root.theme = .dark
    let second = stage.add(ManualSource("a"))
    stage.frame()
    #expect(second.state == .loaded && second.imageView.alpha == 1 && second.placeholder.isHidden)
    #expect(!stage.tree.isAnimating)
  }

  @Test("A fade ends immediately when the user turns on reduced motion")
  func reducesDuringFade() throws {
    let source = ManualSource("a")
    let view = stage.add(source)
    stage.frame()
    try source.succeed()
    stage.frame()
    stage.paintPrepared()
    stage.frame(after: 0.1)
    stage.frame(after: 0.1)
    #expect(view.imageView.alpha < 1)
    var theme = Theme.dark
    theme.isMotionReduced = true
    stage.root.theme = theme
    #expect(view.imageView.alpha == 1)
  }

  @Test("Success and failure are reported once, and a failure shows its reason", .proves("C12"))
  func reports() throws {
    let sources = [ManualSource("good"), ManualSource("bad")]
    let views = sources.map { stage.add($0) }
    var reports: [[AsyncImageView.State]] = [[], []]
    views[0].onStateChange = { reports[0].append($0.state) }
    views[1].onStateChange = { reports[1].append($0.state) }
    var problems: [String] = []
    stage.tree.onProblem = { problems.append($0) }
    stage.frame()
    let error = ImageSourceError.missing("There is no such picture.")
    try sources[0].succeed()
    sources[1].fail(error)
    // The second result of a source is ignored.
    try sources[1].succeed()
    stage.frame()
    for _ in 0..<5 { stage.frame(after: 0.1) }
    #expect(reports == [[.loading, .loaded], [.loading, .failed(error)]])
    #expect(views[1].imageView.failure == "There is no such picture." && !views[1].imageView.isHidden)
    #expect(views[1].imageView.briefFailure == "Not found" && problems == ["There is no such picture."])
    views[1].errorView = LabelView("No picture")
    #expect(views[1].errorView?.isHidden == false && views[0].imageView.failure == nil)
    views[1].reload()
    stage.frame()
    #expect(sources[1].loads.count == 2 && views[1].errorView?.isHidden == true)
  }

  @Test("The cache stays within its limit and evicts the least recently used pictures", .proves("C05"))
  func cacheLimit() throws {
    let stage = ImageStage(cacheByteLimit: 3 * 60 * 40 * 4)
    let sources = (0..<4).map { ManualSource("\($0)") }
    let size = Size(width: 60, height: 40)
    for source in sources {
      _ = stage.add(source)
      stage.frame()
      try source.succeed()
      stage.frame()
      #expect(stage.loader.cachedByteCount <= stage.loader.cacheByteLimit)
      // This use makes the first picture the most recently used one.
      _ = stage.loader.cachedImage(of: sources[0], for: size)
      // A picture that is too small is not used.
      if sources[1].loads.count == 1 {
        #expect(stage.loader.cachedImage(of: sources[1], for: Size(width: 90, height: 40)) == nil)
      }
    }
    #expect(sources.map { stage.loader.cachedImage(of: $0, for: size) != nil } == [true, false, true, true])
    let again = stage.add(sources[2])
    stage.frame()
    #expect(again.state == .loaded && sources[2].loads.count == 1)
    // A cached picture that is too small is loaded again.
    #expect(stage.loader.cachedImage(of: sources[2], for: Size(width: 90, height: 40)) == nil)
    stage.loader.removeAllCachedImages()
    #expect(stage.loader.cachedByteCount == 0 && stage.loader.cachedImage(of: sources[0], for: size) == nil)
    #expect(again.state == .loaded)
    _ = stage.add(sources[1])
    stage.frame()
    try sources[1].succeed()
    stage.frame()
    #expect(stage.loader.cachedByteCount == 60 * 40 * 4)
    stage.loader.cacheByteLimit = 0
    #expect(stage.loader.cachedByteCount == 0)
  }

  @Test("A picture is loaded only once for several views that wait for it")
  func sharedLoad() throws {
    let source = ManualSource("a")
    let views = [stage.add(source), stage.add(source)]
    stage.frame()
    #expect(source.loads.count == 1)
    views[0].source = nil
    #expect(source.cancelCount == 0)
    try source.succeed()
    stage.frame()
    #expect(views[1].state == .loaded && views[0].state == .empty)
  }

  @Test("A small picture is loaded and shown although the large one of the same source fails")
  func sizesAlone() throws {
    let source = ManualSource("a")
    let small = stage.add(source)
    stage.frame()
    let large = stage.add(source, size: Size(width: 2000, height: 1500))
    stage.frame()
    #expect(source.loads.map(\.size.width) == [60, 2000])
    source.fail(.unreadable("Too large."))
    source.loads[0].completion(.success(try picture(.white, width: 60, height: 40)))
    stage.frame()
    #expect(small.state == .loaded && large.state == .failed(.unreadable("Too large.")))
  }

  @Test("A source is released when its request has ended, although its picture is cached")
  func releasedSource() throws {
    var source: ManualSource? = ManualSource("a")
    weak let held = source
    let view = stage.add(source)
    stage.frame()
    try source?.succeed()
    stage.frame()
    view.source = nil
    source = nil
    #expect(stage.loader.cachedByteCount > 0 && held == nil)
  }

  @Test("When a view loads its picture again, another view that waits for it gets the new picture")
  func reloadDuringLoad() throws {
    let source = ManualSource("a")
    let views = [stage.add(source), stage.add(source)]
    stage.frame()
    views[0].reload()
    stage.frame()
    #expect(source.loads.count == 2 && source.cancelCount == 1)
    source.loads[0].completion(.success(try picture(.white, width: 60, height: 40)))
    stage.frame()
    #expect(views.allSatisfy { $0.state == .loading })
    try source.succeed()
    stage.frame()
    #expect(views.allSatisfy { $0.state == .loaded })
  }

  @Test("A request for a cached picture loads nothing, and is completed after the call")
  func cachedRequest() throws {
    let source = ManualSource("a")
    _ = stage.add(source)
    stage.frame()
    try source.succeed()
    stage.frame()
    var widths: [Int?] = []
    let size = Size(width: 60, height: 40)
    let requests = (0..<2).map { _ in
      stage.loader.load(source, for: size) { widths.append(try? $0.get().width) }
    }
    #expect(widths.isEmpty)
    requests[0].cancel()
    stage.frame()
    #expect(widths == [60] && source.loads.count == 1)
  }

  @Test("A request that its caller does not keep is completed")
  func unkeptRequest() throws {
    let source = ManualSource("a")
    var isLoaded = false
    _ = stage.loader.load(source, for: Size(width: 60, height: 40)) { _ in isLoaded = true }
    stage.frame()
    try source.succeed()
    stage.frame()
    #expect(isLoaded && source.cancelCount == 0)
  }

  @Test(
    "When a view grows, it loads a larger picture, and shows the smaller one until the larger one arrives")
  func grows() throws {
    let source = ManualSource("a")
    let view = stage.add(source)
    stage.frame()
    try source.succeed()
    stage.frame()
    stage.paintPrepared()
    for _ in 0..<20 { stage.frame(after: 0.05) }
    view.frame.size = Size(width: 120, height: 80)
    stage.frame()
    #expect(source.loads.last?.size == Size(width: 120, height: 80))
    #expect(view.state == .loaded && view.imageView.image != nil && view.placeholder.isHidden)
    // If the larger picture cannot be loaded, the small picture stays.
    source.fail(.unavailable("Offline."))
    stage.frame()
    #expect(view.state == .loaded && view.imageView.failure == nil)
  }

  @Test("A TaskImageSource delivers the picture or the error of its asynchronous function")
  func taskSource() async throws {
    let image = try picture(.white)
    let good = TaskImageSource(identity: "a") { size throws(ImageSourceError) in
      guard size.width == 5 else { throw .missing("A wrong size.") }
      return image
    }
    for (width, isGood) in [(5.0, true), (6, false)] {
      let result = try await waitForReport("the picture of the task") { report in
        _ = good.load(for: Size(width: width, height: 5)) { report($0) }
      }
      if case .success = result { #expect(isGood) } else { #expect(!isGood) }
    }
  }
}
