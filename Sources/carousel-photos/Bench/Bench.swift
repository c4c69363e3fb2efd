import CarouselUI
import Dispatch
import HeadlessSession
import Raster

/// Scrolls the photos in a window, measures the frames, and reports the figures at the end.
///
/// Each frame triggers the next step of the workload, so the benchmark works in real time and in virtual
/// time.
final class Bench {
  /// Called once with the figures.
  var onFinish: ((BenchFigures) -> Void)?
  /// Called in a session if no frame is drawn for `stallTimeout` seconds.
  var onStall: ((ProgramError) -> Void)?

  private enum Phase {
    /// Visible photos are being loaded.
    case loading
    /// A simulated finger drags the photos.
    case swiping(Swipe)
    /// The photos move on after the finger was lifted.
    case gliding
    /// The carousel scrolls automatically since this time. The first `warmUp` seconds are not measured.
    case scrolling(since: Double)
    case done
  }

  private let plan: BenchPlan
  private let browser: PhotoBrowser
  private let recorder: SceneRecorder?
  private var phase = Phase.loading
  private var isForward = true
  private var figures: BenchFigures
  /// The last composed scene, if scenes are written to files.
  private var scene: Scene?

  private var ui: CarouselWindow { browser.ui }

  // The longest time without a frame. A hidden window gets no frames. Loading may take longer, because photos
  // may be on a slow disk.
  private static let stallTimeout = (loading: 60.0, moving: 10.0)  // s
  // The time before the measurement, in which the textures of the first photos are painted.
  private static let warmUp = 1.0  // s

  /// Creates a benchmark. It starts when the visible photos are loaded.
  ///
  /// - Parameters:
  ///   - plan: The workload and its duration.
  ///   - browser: The browser to measure.
  ///   - place: Describes where the window is shown, for the report.
  ///   - isPaced: Whether frames come at the refresh rate of a screen.
  /// - Throws: `ProgramError` if the folder for scenes cannot be created.
  init(_ plan: BenchPlan, of browser: PhotoBrowser, place: String, isPaced: Bool) throws {
    self.plan = plan
    self.browser = browser
    figures = BenchFigures(plan: plan, place: place, isPaced: isPaced)
    recorder = try plan.scenesFolder.map { try SceneRecorder(folder: $0) }
    ui.threadCount = plan.threads
    // The call waits for a later turn of the main queue, because requests made while a frame is drawn belong
    // to that frame.
    browser.onSettle = { [weak self] in DispatchQueue.main.async { self?.settled() } }
    ui.onFrame = { [weak self] in self?.add($0) }
    if isPaced { watchForStall() }
    if recorder != nil { ui.onScene = { [weak self] in self?.scene = $0 } }
  }

  private func watchForStall() {
    var isLoading = false
    if case .loading = phase { isLoading = true }
    let seconds = isLoading ? Self.stallTimeout.loading : Self.stallTimeout.moving
    let last = figures.lastTime
    DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { [weak self] in
      guard let self else { return }
      if case .done = phase { return }
      guard last == figures.lastTime else { return watchForStall() }
      let message = "the compositor requested no frame for \(Int(seconds)) s; make sure the window is visible"
      onStall?(ProgramError(code: .unavailable, description: message))
    }
  }

  /// Whether frames of the current phase are measured.
  private var isCounting: Bool {
    switch phase {
    case .loading, .done: false
    case .swiping, .gliding: true
    case .scrolling(let since): figures.lastTime.map { $0 - since >= Self.warmUp } ?? false
    }
  }

  private func add(_ timings: FrameTimings) {
    figures.lastTime = timings.frame.time
    if isCounting {
      figures.add(timings, ui.lastFrame)
      if timings.isCommitted, let scene { recorder?.add(scene) }
    }
    switch phase {
    case .loading, .gliding, .done: break
    case .swiping(var swipe):
      let isDown = swipe.send(to: ui, at: timings.frame.time)
      phase = isDown ? .swiping(swipe) : .gliding
    case .scrolling(let since):
      if timings.frame.time - since >= Self.warmUp + plan.seconds { finish() }
    }
  }

  private func settled() {
    switch phase {
    case .loading:
      figures.begin(ui)
      switch plan.workload {
      case .flick: swipe()
      case .autoscroll: scroll()
      }
    case .gliding:
      // The report of a settle may arrive late: it may be about the time before the finger was lifted.
      guard !browser.carousel.needsFrame else { return }
      figures.endMotion()
      if figures.motionSeconds >= plan.seconds { finish() } else { swipe() }
    case .swiping, .scrolling, .done: break
    }
  }

  private func swipe() {
    let carousel = browser.carousel
    var swipe = Swipe(across: ui.window.size, isVertical: carousel.isVertical, isForward: isForward)
    isForward.toggle()
    let isDown = swipe.send(to: ui, at: ui.system.clock())
    phase = isDown ? .swiping(swipe) : .gliding
  }

  private func scroll() {
    let carousel = browser.carousel
    phase = .scrolling(since: ui.system.clock())
    carousel.autoscrollPauses = []
    carousel.autoscrollEnd = .turnRound
    carousel.autoscroll = BenchPlan.autoscrollSpeed
  }

  private func finish() {
    phase = .done
    browser.carousel.autoscroll = 0
    ui.onFrame = nil
    ui.onScene = nil
    figures.finish(ui, recorder: recorder)
    onFinish?(figures)
  }
}

extension BrowserSession {
  // The refresh interval of most screens, in seconds.
  private static let screenInterval = 1.0 / 60  // s

  /// Runs `plan` and prints the figures.
  ///
  /// - Throws: `ProgramError` if the carousel does not settle or the scenes cannot be written.
  func run(_ plan: BenchPlan) async throws {
    let bench = try Bench(
      plan, of: browser, place: "the embedded compositor, on virtual time", isPaced: false)
    var figures: BenchFigures?
    bench.onFinish = { figures = $0 }
    let start = MonotonicClock.now()
    while figures == nil {
      let next = MonotonicClock.now() + Self.screenInterval
      try await frames(1)
      // Waits until the next refresh or until background painting ends, so that painting does not overlap
      // with the next frame.
      while browser.ui.textures.isPrepainting, MonotonicClock.now() < next {
        try await Task.sleep(for: .microseconds(200))
      }
      if browser.dataSource.loadCount > 0 { try await Task.sleep(for: .milliseconds(1)) }
      if MonotonicClock.now() - start > plan.seconds * 10 + 60 {
        throw ProgramError(
          code: .noInput,
          description: "the carousel did not settle in time; check that the photos are on a fast disk")
      }
    }
    try figures?.report()
  }
}
