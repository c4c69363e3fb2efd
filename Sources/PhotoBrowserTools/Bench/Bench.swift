package import CarouselUI
internal import Dispatch
internal import Raster

/// Scrolls the photos in a window, measures the frames, and reports the figures at the end.
///
/// Each frame triggers the next step of the workload, so the benchmark works in real time and in virtual
/// time.
package final class Bench {
  /// Called once with the figures.
  package var onFinish: ((BenchFigures) -> Void)?
  /// Called with a message in a session if no frame is drawn for `stallTimeout` seconds.
  package var onStall: ((String) -> Void)?

  /// Called at the start of a workload of a page, with 0, and then after each frame with its number.
  package var onStep: ((_ frame: Int) -> Void)?

  private enum Phase {
    /// Visible photos are being loaded.
    case loading
    /// A simulated finger drags the photos.
    case swiping(Swipe)
    /// The photos move on after the finger was lifted.
    case gliding
    /// The carousel scrolls automatically since this time. The first `warmUp` seconds are not measured.
    case scrolling(since: Double)
    /// A page performs the workload since this time, in steps.
    case stepping(since: Double, frame: Int)
    case done
  }

  private let plan: BenchPlan
  private let ui: CarouselWindow
  private let recorder: SceneRecorder?
  private var phase = Phase.loading
  private var isForward = true
  private var figures: BenchFigures
  /// The last composed scene, if scenes are written to files.
  private var scene: Scene?

  // The longest time without a frame. A hidden window gets no frames. Loading may take longer, because photos
  // may be on a slow disk.
  private static let stallTimeout = (loading: 60.0, moving: 10.0)  // s
  // The time before the measurement, in which the textures of the first photos are painted.
  private static let warmUp = 1.0  // s

  /// Creates a benchmark. It starts with the first call of ``contentSettled()``.
  ///
  /// - Parameters:
  ///   - plan: The workload and its duration.
  ///   - ui: The window of the photos.
  ///   - place: Describes where the window is shown, for the report.
  ///   - isPaced: Whether frames come at the refresh rate of a screen.
  /// - Throws: `OutputError` if the folder for scenes cannot be created.
  package init(_ plan: BenchPlan, of ui: CarouselWindow, place: String, isPaced: Bool) throws {
    self.plan = plan
    self.ui = ui
    figures = BenchFigures(plan: plan, place: place, isPaced: isPaced)
    recorder = try plan.scenesFolder.map { try SceneRecorder(folder: $0) }
    ui.threadCount = plan.threads
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
      onStall?(message)
    }
  }

  /// Whether frames of the current phase are measured.
  private var isCounting: Bool {
    switch phase {
    case .loading, .done: false
    case .swiping, .gliding: true
    case .scrolling(let since), .stepping(let since, _):
      figures.lastTime.map { $0 - since >= Self.warmUp } ?? false
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
    case .stepping(let since, let frame):
      guard timings.frame.time - since < Self.warmUp + plan.seconds else { return finish() }
      phase = .stepping(since: since, frame: frame + 1)
      onStep?(frame + 1)
    }
  }

  /// Continues the workload. Call it when the carousel has settled, all visible photos are loaded, and the window shows
  /// them.
  package func contentSettled() {
    // The call waits for a later turn of the main queue, because requests made while a frame is drawn belong
    // to that frame.
    DispatchQueue.main.async { [weak self] in self?.settled() }
  }

  private func settled() {
    switch phase {
    case .loading:
      figures.begin(ui)
      switch plan.workload {
      case .flick: swipe()
      case .autoscroll: scroll()
      case .grid, .strip, .fade, .kenBurns:
        phase = .stepping(since: ui.system.clock(), frame: 0)
        onStep?(0)
      }
    case .gliding:
      // The report of a settle may arrive late: it may be about the time before the finger was lifted.
      guard !ui.carousel.needsFrame else { return }
      figures.endMotion()
      if figures.motionSeconds >= plan.seconds { finish() } else { swipe() }
    case .swiping, .scrolling, .stepping, .done: break
    }
  }

  private func swipe() {
    let carousel = ui.carousel
    var swipe = Swipe(across: ui.window.size, isVertical: carousel.isVertical, isForward: isForward)
    isForward.toggle()
    let isDown = swipe.send(to: ui, at: ui.system.clock())
    phase = isDown ? .swiping(swipe) : .gliding
  }

  private func scroll() {
    let carousel = ui.carousel
    phase = .scrolling(since: ui.system.clock())
    carousel.autoscrollPauses = []
    carousel.autoscrollEnd = .turnRound
    carousel.autoscroll = BenchPlan.autoscrollSpeed
  }

  private func finish() {
    phase = .done
    ui.carousel.autoscroll = 0
    ui.onFrame = nil
    ui.onScene = nil
    figures.finish(ui, recorder: recorder)
    onFinish?(figures)
  }
}
