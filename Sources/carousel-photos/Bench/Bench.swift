import CarouselUI
import Dispatch
import Raster

/// Moves the pictures in a window, takes the times of its frames, and tells them when it is done.
///
/// Every step follows from a frame: it needs no clock of its own, and runs as well on virtual time.
final class Bench {
  /// Called once, with the figures.
  var onFinish: ((BenchFigures) -> Void)?
  /// Called in a session when no frame has been wanted for long, with what is wrong.
  var onStall: ((VisitFailure) -> Void)?

  private enum Phase {
    /// Pictures in sight are on their way.
    case loading
    /// A finger is on the pictures.
    case swiping(Swipe)
    case gliding
    /// Scrolls by itself; the first second does not count.
    case scrolling(since: Double)
    case done
  }

  private let plan: BenchPlan
  private let browser: PhotoBrowser
  private let recorder: SceneRecorder?
  private var phase = Phase.loading
  private var isForward = true
  private var figures: BenchFigures
  /// The last picture composed, where scenes are wanted.
  private var scene: Scene?

  private var ui: CarouselWindow { browser.ui }

  // A window that nobody sees gets no frames, and pictures may come from a slow disk; in seconds.
  private static let patience = (loading: 60.0, moving: 10.0)
  // For the textures that are painted when the first pictures go by.
  private static let warmUp = 1.0  // s

  /// Begins as soon as the pictures in sight are there.
  ///
  /// - Parameters:
  ///   - place: Where the window is, in words.
  ///   - isPaced: Whether frames come at the pace of a screen.
  /// - Throws: `VisitFailure` when the folder for scenes cannot be made.
  init(_ plan: BenchPlan, of browser: PhotoBrowser, place: String, isPaced: Bool) throws {
    self.plan = plan
    self.browser = browser
    figures = BenchFigures(plan: plan, place: place, isPaced: isPaced)
    recorder = try plan.scenesFolder.map { try SceneRecorder(folder: $0) }
    ui.threadCount = plan.threads
    // The turn of the queue: what is asked for while a frame is drawn is part of it.
    browser.onRest = { [weak self] in DispatchQueue.main.async { self?.rested() } }
    ui.onFrame = { [weak self] in self?.add($0) }
    if isPaced { watchForStall() }
    if recorder != nil { ui.onScene = { [weak self] in self?.scene = $0 } }
  }

  private func watchForStall() {
    var isLoading = false
    if case .loading = phase { isLoading = true }
    let seconds = isLoading ? Self.patience.loading : Self.patience.moving
    let last = figures.lastTime
    DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { [weak self] in
      guard let self else { return }
      if case .done = phase { return }
      guard last == figures.lastTime else { return watchForStall() }
      let sentence = "no frame was asked for in \(Int(seconds)) s: is the window hidden?"
      onStall?(VisitFailure(code: .unavailable, description: sentence))
    }
  }

  /// Whether the frames of now are those to be told of.
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
      let isDown = swipe.play(in: ui, at: timings.frame.time)
      phase = isDown ? .swiping(swipe) : .gliding
    case .scrolling(let since):
      if timings.frame.time - since >= Self.warmUp + plan.seconds { finish() }
    }
  }

  private func rested() {
    switch phase {
    case .loading:
      figures.begin(ui)
      switch plan.workload {
      case .flick: swipe()
      case .autoscroll: scroll()
      }
    case .gliding:
      // Not while the finger held still before it was lifted: the news of that rest comes only now.
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
    let isDown = swipe.play(in: ui, at: ui.system.clock())
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

extension EmbeddedSession {
  // Of most screens.
  private static let screenInterval = 1.0 / 60  // s

  /// Runs `plan` to its end and prints the figures.
  func run(_ plan: BenchPlan) async throws {
    let bench = try Bench(
      plan, of: browser, place: "the embedded compositor, on virtual time", isPaced: false)
    var figures: BenchFigures?
    bench.onFinish = { figures = $0 }
    let start = MonotonicClock.now()
    while figures == nil {
      let next = MonotonicClock.now() + Self.screenInterval
      try await frames(1)
      // As much time as a screen leaves: what is painted ahead is not to be done beside the next frame.
      while browser.ui.textures.isPrepainting, MonotonicClock.now() < next {
        try await Task.sleep(for: .microseconds(200))
      }
      if browser.tiles.loadCount > 0 { try await Task.sleep(for: .milliseconds(1)) }
      if MonotonicClock.now() - start > plan.seconds * 10 + 60 {
        throw VisitFailure(code: .noInput, description: "the pictures did not come to rest")
      }
    }
    try figures?.tell()
  }
}
