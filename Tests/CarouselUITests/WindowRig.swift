import CarouselUI
import HeadlessCompositor

/// A carousel window in a headless compositor, on virtual time and a single thread.
@MainActor
final class WindowRig {
  let compositor: Compositor
  let system: WindowSystem
  let scheduler = ManualScheduler()
  let ui: CarouselWindow
  let queue: ManualPaintQueue
  let cards: Cards

  var carousel: Carousel { ui.carousel }
  var textures: TextureCache { ui.textures }
  var seat: HeadlessCompositor.Seat { compositor.seat }
  /// A pen on a tablet, which is connected when a test first uses it.
  private(set) lazy var pen: HeadlessCompositor.TabletTool = {
    let pen = seat.addTool()
    compositor.settle()
    return pen
  }()

  init(
    width: Int = 640, height: Int = 360, scale: Double = 1, transform: OutputTransform = .normal,
    cards: Cards = Cards(), makesLevelsInFrames: Bool = true, globals: [String: Int32]? = nil,
    layouts: [String] = ["us"],
    processor: SlowProcessor = SlowProcessor(), configure: (Carousel) -> Void = { _ in }
  ) throws {
    var configuration = Compositor.Configuration(
      width: Int((Double(width) * scale).rounded()), height: Int((Double(height) * scale).rounded()),
      scale: scale)
    if transform.swapsAxes {
      (configuration.width, configuration.height) = (configuration.height, configuration.width)
    }
    configuration.transform = transform
    configuration.keyboardLayouts = layouts
    configuration.windowSize = .output
    if let globals { configuration.globals = globals }
    let compositor = try Compositor(configuration)
    self.compositor = compositor
    self.cards = cards
    queue = ManualPaintQueue()
    system = try WindowSystem(
      descriptor: compositor.connect(), clock: { Double(compositor.now) / 1e9 + processor.lag },
      scheduler: scheduler)
    ui = CarouselWindow(
      title: "Cards", appID: "cards", size: Size(width: Double(width), height: Double(height)),
      system: system,
      textures: TextureCache(queue: queue))
    ui.backgroundColor = .black
    // Otherwise each new size of a view would wait for the manual queue.
    ui.makesLevelsInFrames = makesLevelsInFrames
    compositor.dispatchClients = { [weak system, scheduler] in
      system?.dispatch()
      processor.lag = 0
      // Runs the timers that are due, on the same virtual time.
      if let system { scheduler.advance(to: system.clock()) }
    }
    processor.connect(to: ui)
    configure(carousel)
    carousel.dataSource = cards
    runUntilSettled()
  }

  /// Advances the time without frames, and runs the timers that are due.
  func wait(_ seconds: Double) {
    compositor.advance(by: UInt64(seconds * 1e9))
    compositor.settle()
  }

  /// Adds `view` in front of the other views.
  func add(_ view: View, at origin: Point, alpha: Double = 1) {
    view.frame.origin = origin
    view.alpha = alpha
    ui.contentView.addSubview(view)
  }

  /// Runs frames until nothing moves and no frame is requested. Returns `false` if this takes 1200 frames.
  @discardableResult
  func runUntilSettled() -> Bool {
    compositor.run(limit: 1200) { [ui, queue] in
      if !ui.makesLevelsInFrames { queue.runAll() }
      return ui.isSettled && ui.window.isAtRest
    }
  }

  /// Drags with the pointer in one step per frame, and waits for 15 frames before the release.
  func drag(from start: (x: Double, y: Double), by move: (x: Double, y: Double), steps: Int = 10) {
    seat.pointer.move(to: start)
    seat.pointer.press()
    for step in 1...steps {
      compositor.run(frames: 1)
      let part = Double(step) / Double(steps)
      seat.pointer.move(to: (start.x + move.x * part, start.y + move.y * part))
    }
    compositor.run(frames: 15)
    seat.pointer.release()
  }

  /// Swipes with a finger in one step per frame, and lifts it while it is moving.
  func flick(from start: (x: Double, y: Double), by move: (x: Double, y: Double), steps: Int = 5) {
    seat.touch.down(at: start, id: 40)
    for step in 1...steps {
      compositor.run(frames: 1)
      let part = Double(step) / Double(steps)
      seat.touch.move(to: (start.x + move.x * part, start.y + move.y * part), id: 40)
    }
    seat.touch.up(id: 40)
  }

  func tap(at point: (x: Double, y: Double)) {
    seat.touch.down(at: point, id: 7)
    compositor.run(frames: 2)
    seat.touch.up(id: 7)
  }
}

/// A simulated processor. It makes the clock of a window advance while the window draws a frame.
@MainActor
final class SlowProcessor {
  /// The time that the frame being drawn has taken so far, in seconds.
  var lag = 0.0
  /// The time of a frame at full resolution, in seconds. The time is proportional to the number of pixels.
  var frameTime = 0.0
  /// The time of the last frame, in seconds.
  private(set) var lastFrameTime = 0.0

  fileprivate func connect(to window: CarouselWindow) {
    let before = window.onScene
    window.onScene = { [weak self, weak window] scene in
      before?(scene)
      guard let self, let window else { return }
      let resolution = window.window.resolution
      lastFrameTime = frameTime * resolution * resolution
      lag += lastFrameTime
    }
  }
}

/// A data source of colored cards. Card *i* has the color `Cards.color(i)`.
final class Cards: CarouselDataSource {
  var count: Int
  let size: Size
  private(set) var views: [View] = []
  /// For each requested item its own view; `nil` if views are reused.
  private(set) var ownViews: [Int: LabelView]?

  /// - Parameter keepsViews: Whether each item has its own view.
  init(count: Int = 20, size: Size = Size(width: 160, height: 120), keepsViews: Bool = false) {
    self.count = count
    self.size = size
    ownViews = keepsViews ? [:] : nil
  }

  static func color(_ index: Int) -> Color {
    Color(hex: UInt32(0x20_40_60 + (index * 0x1F_2B_35) % 0x9F_9F_9F))
  }

  func numberOfItems(in carousel: Carousel) -> Int { count }

  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView {
    let color = Self.color(index)
    if let own = ownViews?[index] { return own }
    if ownViews == nil, let card = view as? LabelView {
      card.text = "\(index)"
      card.background = color
      return card
    }
    let card = LabelView("\(index)", size: size, background: color)
    views.append(card)
    ownViews?[index] = card
    return card
  }
}

/// A paint queue that runs its jobs when a test calls it.
final class ManualPaintQueue: PaintQueue, @unchecked Sendable {
  // Accessed on the main thread only.
  private var jobs: [Job] = []

  /// A job, whose completion is called when the main thread is free.
  private final class Job {
    private let work: () -> @MainActor () -> Void
    private var completion: (@MainActor () -> Void)?

    init(_ work: @escaping () -> @MainActor () -> Void) { self.work = work }

    func start() { if completion == nil { completion = work() } }

    @MainActor
    func finish() {
      start()
      completion?()
    }
  }

  var count: Int { jobs.count }

  func run<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result, completion: @escaping @MainActor @Sendable (Result) -> Void
  ) {
    jobs.append(
      Job {
        let result = work()
        return { completion(result) }
      })
  }

  /// Runs the oldest job.
  @MainActor
  func runNext() { if !jobs.isEmpty { jobs.removeFirst().finish() } }

  /// Does the work of all jobs, as another thread does it during a frame. Their completions wait for ``runNext()``.
  @MainActor
  func work() { for job in jobs { job.start() } }

  /// Runs all jobs, including those they add.
  @MainActor
  func runAll() { while !jobs.isEmpty { runNext() } }
}
