import Controls
import Drawing
import Geometry
import Synchronization
import TestSupport
import Testing
import ViewFixtures
import Views

/// Animated pictures in an `AsyncImageView`, on virtual time.
@MainActor
@Suite("Animated pictures")
struct AnimatedImageTests {
  private let stage = ImageStage()
  private let source: AnimatedSource
  private let view: AsyncImageView

  init() throws {
    source = try AnimatedSource(durations: [0.1, 0.2, 0.3])
    let timers = TestTimers()
    stage.tree.startTimer = { timers.start($0, $2) }
    self.timers = timers
    view = stage.add(source)
    view.crossFadeDuration = 0
    stage.frame()
  }

  private let timers: TestTimers

  /// The index of the shown frame: each frame is a pixel wider than the one before.
  private var shown: Int? { view.imageView.image.map { $0.width - AnimatedSource.width } }

  private var shownHeight: Int? { view.imageView.image?.height }

  /// Lets time pass in frames of 10 ms.
  private func run(_ seconds: Double) {
    for _ in 0..<Int((seconds * 100).rounded()) {
      stage.frame(after: 0.01)
      timers.advance(to: stage.now)
    }
    stage.frame()
  }

  @Test("Each frame is shown for its duration, and the next one is loaded meanwhile", .proves("D074"))
  func plays() {
    var seen: [Int] = []
    var times: [Double] = []
    for _ in 0..<130 {
      run(0.01)
      guard let shown, shown != seen.last else { continue }
      seen.append(shown)
      times.append(stage.now)
    }
    #expect(seen == [0, 1, 2, 0, 1, 2, 0])
    for (index, duration) in [0.1, 0.2, 0.3, 0.1, 0.2].enumerated() {
      let seconds = times[index + 1] - times[index]
      #expect(seconds >= duration - 1e-6 && seconds < duration + 0.05, "\(index): \(seconds)")
    }
    #expect(source.requests.prefix(4) == [1, 2, 0, 1])
    #expect(source.requests.count <= seen.count)
  }

  @Test(
    "An animation keeps its own rate in a window whose frame rate does not divide the durations",
    .proves("D074"), arguments: [60.0, 50, 48, 144])
  func rate(framesPerSecond: Double) throws {
    let quick = try AnimatedSource(durations: [0.04, 0.07, 0.1], identity: "quick")
    let view = stage.add(quick)
    view.crossFadeDuration = 0
    let (start, step) = (stage.now, 1 / framesPerSecond)
    // Timers fire between the frames of the window.
    while stage.now - start < 21 {
      for _ in 0..<10 {
        stage.pass(step / 10)
        timers.advance(to: stage.now)
      }
      stage.frame()
    }
    #expect(abs(quick.requests.count - 300) <= 2, "\(quick.requests.count) frames in 21 s")
  }

  @Test("An animation is paused and stepped through in both directions, and then plays on")
  func steps() throws {
    let source = try AnimatedSource(durations: [0.1, 0.1, 0.1])
    let view = stage.add(source)
    view.crossFadeDuration = 0
    run(0.15)
    let imageView = view.imageView
    #expect(imageView.animationFrame == 1)
    imageView.playsAnimation = false
    let requests = source.requests.count
    run(1)
    #expect(imageView.animationFrame == 1 && source.requests.count == requests)
    for (step, frame) in [(1, 2), (1, 0), (-1, 2), (-1, 1), (-4, 0), (.max, 1)] {
      imageView.showAnimationFrame(by: step)
      run(0.05)
      #expect(imageView.animationFrame == frame)
      #expect(imageView.image?.width == AnimatedSource.width + frame)
    }
    imageView.playsAnimation = true
    run(0.15)
    #expect(imageView.animationFrame == 2)
  }

  @Test(
    "An animation that has played its loops plays again on request, and one of reduced motion is stepped through"
  )
  func replay() throws {
    let ended = try AnimatedSource(durations: [0.1, 0.1, 0.1], playCount: 1)
    let view = stage.add(ended)
    view.crossFadeDuration = 0
    run(1)
    #expect(view.imageView.animationFrame == 2 && !view.imageView.isAnimationPlaying)
    view.imageView.playsAnimation = true
    #expect(view.imageView.isAnimationPlaying)
    run(0.25)
    #expect(view.imageView.animationFrame == 1)
    run(1)
    #expect(view.imageView.animationFrame == 2 && !view.imageView.isAnimationPlaying)
    var theme = Theme.dark
    theme.isMotionReduced = true
    stage.root.theme = theme
    let still = try AnimatedSource(durations: [0.1, 0.1, 0.1], identity: "still")
    let second = stage.add(still)
    second.crossFadeDuration = 0
    run(0.5)
    #expect(second.imageView.animationFrame == 0)
    second.imageView.showAnimationFrame(by: -1)
    run(0.1)
    #expect(second.imageView.animationFrame == 2)
    #expect(second.imageView.image?.width == AnimatedSource.width + 2)
  }

  @Test("A frame that cannot be loaded leaves the shown one, and its number")
  func failedStep() throws {
    let source = try AnimatedSource(durations: [0.1, 0.1, 0.1], failingFrame: 2)
    let view = stage.add(source)
    view.crossFadeDuration = 0
    run(0.15)
    #expect(view.imageView.animationFrame == 1)
    view.imageView.showAnimationFrame(by: 1) { Issue.record("the frame is not shown") }
    run(0.1)
    #expect(view.imageView.animationFrame == 1 && view.imageView.image?.width == AnimatedSource.width + 1)
  }

  @Test("Frames that are loaded too late are shown late, each for its duration, and none is skipped")
  func slow() throws {
    let slow = try AnimatedSource(durations: [0.1, 0.1, 0.1], identity: "slow", holdsFrames: true)
    let view = stage.add(slow)
    view.crossFadeDuration = 0
    var seen: [Int] = []
    for _ in 0..<4 {
      run(0.3)
      slow.deliverFrame()
      run(0.05)
      if let image = view.imageView.image { seen.append(image.width - AnimatedSource.width) }
      // The next frame is not shown before the end of this one.
      slow.deliverFrame()
      run(0.04)
      #expect(view.imageView.image?.width == AnimatedSource.width + (seen.last ?? -1))
    }
    #expect(seen == [1, 0, 2, 1])
    #expect(slow.requests == [1, 2, 0, 1, 2, 0, 1, 2])
  }

  @Test("A pause cancels the frame that is loaded, and the frame is loaded again afterwards")
  func pauseDuringLoad() throws {
    let slow = try AnimatedSource(durations: [0.1, 0.1], identity: "slow", holdsFrames: true)
    let view = stage.add(slow)
    view.crossFadeDuration = 0
    run(0.2)
    #expect(slow.requests == [1] && slow.cancelCount == 0)
    view.removeFromSuperview()
    #expect(slow.cancelCount == 1)
    slow.deliverFrame()
    run(0.2)
    #expect(view.imageView.image?.width == AnimatedSource.width)
    stage.root.addSubview(view)
    run(0.05)
    #expect(slow.requests == [1, 1])
  }

  @Test("A duration of zero or less, or without a number, does not spin")
  func zero() throws {
    let odd = try AnimatedSource(durations: [0, -5, .nan, .infinity], identity: "odd")
    _ = stage.add(odd)
    run(1)
    #expect(odd.requests.count <= 101)
  }

  @Test("A still picture requests no frames")
  func still() throws {
    let still = try AnimatedSource(durations: [0.1], identity: "still")
    let view = stage.add(still)
    run(1)
    #expect(view.state == .loaded && still.requests.isEmpty)
    #expect(view.imageView.image?.width == AnimatedSource.width)
  }

  @Test(
    "While the view is hidden, no frame is shown or loaded and no timer runs; it then continues",
    .proves("D074"))
  func hidden() {
    run(0.35)
    #expect(shown == 2)
    view.isHidden = true
    run(0.5)
    let count = source.requests.count
    #expect(timers.count == 0)
    run(2)
    #expect(shown == 2 && source.requests.count == count && timers.count == 0)
    view.isHidden = false
    run(0.02)
    #expect(shown == 0)
    run(0.2)
    #expect(shown == 1)
  }

  @Test(
    "A view outside of a window has no timer; back in the window it shows its frame for the full duration")
  func outside() {
    run(0.15)
    #expect(shown == 1)
    view.removeFromSuperview()
    #expect(timers.count == 0)
    run(2)
    #expect(shown == 1)
    stage.root.addSubview(view)
    run(0.18)
    #expect(shown == 1)
    run(0.06)
    #expect(shown == 2)
  }

  @Test("With reduced motion the first frame stays until reduced motion is turned off")
  func reducedMotion() throws {
    var theme = Theme.dark
    theme.isMotionReduced = true
    stage.root.theme = theme
    let quiet = try AnimatedSource(durations: [0.1, 0.1], identity: "quiet")
    let view = stage.add(quiet)
    run(1)
    #expect(view.state == .loaded && quiet.requests.isEmpty)
    theme.isMotionReduced = false
    stage.root.theme = theme
    run(0.15)
    #expect(!quiet.requests.isEmpty)
  }

  @Test(
    "If reduced motion is turned on while the second frame is shown, the first frame is shown again and stays"
  )
  func motionReducedDuringPlay() {
    run(0.15)
    #expect(shown == 1)
    var theme = Theme.dark
    theme.isMotionReduced = true
    stage.root.theme = theme
    run(0.02)
    #expect(shown == 0)
    let count = source.requests.count
    run(2)
    #expect(shown == 0 && source.requests.count == count && timers.count == 0)
    theme.isMotionReduced = false
    stage.root.theme = theme
    run(0.08)
    #expect(shown == 0)
    run(0.06)
    #expect(shown == 1)
  }

  @Test("After its last play, an animation returns to its first frame if reduced motion is turned on")
  func motionReducedAfterEnd() throws {
    let short = try AnimatedSource(durations: [0.05, 0.05], identity: "short", playCount: 1)
    let view = stage.add(short)
    run(1)
    #expect(view.imageView.image?.width == AnimatedSource.width + 1)
    var theme = Theme.dark
    theme.isMotionReduced = true
    stage.root.theme = theme
    run(0.02)
    #expect(view.imageView.image?.width == AnimatedSource.width)
  }

  @Test(
    "Beyond the sides of the window no frame is shown or loaded and no timer runs; between them the play goes on"
  )
  func beyondSides() {
    // After a play of 0.6 s the picture is no longer prepared in the background.
    run(0.8)
    #expect(shown == 1)
    view.frame.origin.x = 5000
    run(0.5)
    let count = source.requests.count
    #expect(shown == 1 && timers.count == 0)
    run(2)
    #expect(shown == 1 && source.requests.count == count && timers.count == 0)
    view.frame.origin.x = 0
    run(0.02)
    #expect(shown == 2)
  }

  @Test("If the view grows while the first frame is shown, that frame is shown at the new size")
  func growsAtFirstFrame() {
    view.size = Size(width: 120, height: 80)
    run(0.02)
    #expect(shown == 0 && shownHeight == 80)
    #expect(source.requests == [1])
  }

  @Test("If the view grows while another frame is shown, that frame is loaded again at the new size")
  func grows() {
    run(0.15)
    #expect(shown == 1 && shownHeight == 40)
    view.size = Size(width: 120, height: 80)
    run(0.02)
    #expect(shown == 1 && shownHeight == 80)
    for _ in 0..<100 {
      run(0.01)
      #expect(shownHeight == 80)
    }
  }

  @Test(
    "If the view grows before the source has stated that the picture is an animation, the frames have the new size"
  )
  func growsWhileReading() throws {
    let late = try AnimatedSource(durations: [0.1, 0.1], identity: "late", holdsAnimation: true)
    let view = stage.add(late)
    run(0.05)
    #expect(view.imageView.image?.height == 40)
    view.size = Size(width: 120, height: 80)
    run(0.05)
    #expect(view.imageView.image?.height == 80 && late.requests.isEmpty)
    late.stateAnimation()
    run(0.15)
    #expect(view.imageView.image?.width == AnimatedSource.width + 1)
    #expect(view.imageView.image?.height == 80)
  }

  @Test("The last frame is shown at the new size if the view grows while that frame is loaded")
  func growsBeforeLastFrame() throws {
    let short = try AnimatedSource(durations: [0.1, 0.1], identity: "short", playCount: 1)
    let view = stage.add(short)
    run(0.05)
    #expect(short.requests == [1])
    view.size = Size(width: 120, height: 80)
    run(1)
    #expect(view.imageView.image?.width == AnimatedSource.width + 1)
    #expect(view.imageView.image?.height == 80)
  }

  @Test("Results that are delivered during the calls of the source are not lost")
  func immediateDelivery() throws {
    let deliveries = stage.deliveries
    let immediate = try AnimatedSource(durations: [0.05, 0.05], identity: "immediate", playCount: 1) {
      deliveries.areImmediate = true
    }
    let view = stage.add(immediate)
    run(1)
    #expect(immediate.requests == [1])
    #expect(view.imageView.image?.width == AnimatedSource.width + 1)
  }

  @Test("An animation that is played twice ends with its last frame, and then nothing runs")
  func ends() throws {
    let short = try AnimatedSource(durations: [0.05, 0.05], identity: "short", playCount: 2)
    let view = stage.add(short)
    view.crossFadeDuration = 0
    self.view.removeFromSuperview()
    run(1)
    #expect(short.requests == [1, 0, 1])
    #expect(view.imageView.image?.width == AnimatedSource.width + 1)
    #expect(timers.count == 0 && !stage.tree.isAnimating)
  }

  @Test("If a frame cannot be loaded, the frame before stays")
  func failedFrame() throws {
    let broken = try AnimatedSource(durations: [0.05, 0.05, 0.05], identity: "broken", failingFrame: 2)
    let view = stage.add(broken)
    run(1)
    #expect(broken.requests == [1, 2])
    #expect(view.imageView.image?.width == AnimatedSource.width + 1)
    #expect(view.state == .loaded)
  }

  @Test("A picture that is not available for a moment is read again; an unreadable one stays still")
  func readAgain() throws {
    let source = try AnimatedSource(durations: [0.05, 0.05], identity: "stalled")
    source.readError.withLock { $0 = .unavailable("The disk does not answer.") }
    view.source = source
    run(0.5)
    #expect(source.readCount == 1 && source.requests.isEmpty)
    source.readError.withLock { $0 = nil }
    run(1)
    #expect(source.readCount == 2 && source.requests.count > 3)
    let broken = try AnimatedSource(durations: [0.05, 0.05], identity: "unreadable")
    broken.readError.withLock { $0 = .unreadable("The file is damaged.") }
    view.source = broken
    run(9)
    #expect(broken.readCount == 1 && broken.requests.isEmpty)
  }

  @Test("A frame that could not be loaded for a while is requested again, and the animation goes on")
  func transientFailure() throws {
    let source = try AnimatedSource(durations: [0.05, 0.05, 0.05], identity: "transient", failingFrame: 2)
    let view = stage.add(source)
    run(1.6)
    #expect(source.requests == [1, 2, 2])
    source.succeed()
    run(2)
    #expect(Array(source.requests.prefix(6)) == [1, 2, 2, 2, 0, 1])
    let widths = Set(
      (0..<20).map { _ in
        run(0.02)
        return view.imageView.image?.width
      })
    #expect(widths == [0, 1, 2].map { AnimatedSource.width + $0 }.reduce(into: []) { $0.insert($1) })
  }

  @Test(
    "An animation with a damaged frame comes to rest, and tries again when the view returns to the window")
  func permanentFailure() throws {
    self.view.removeFromSuperview()
    let source = try AnimatedSource(durations: [0.05, 0.05], identity: "damaged", failingFrame: 1)
    let view = stage.add(source)
    view.crossFadeDuration = 0
    run(10)
    #expect(source.requests == [1, 1, 1, 1])
    #expect(timers.count == 0 && !stage.tree.isAnimating)
    view.removeFromSuperview()
    source.succeed()
    stage.root.addSubview(view)
    run(0.3)
    #expect(source.requests.count > 5 && view.state == .loaded)
  }

  @Test("A view with another source shows no frame of the former animation")
  func reused() throws {
    run(0.15)
    let next = ManualSource("next")
    view.source = next
    #expect(view.imageView.image == nil)
    run(1)
    #expect(view.imageView.image == nil && timers.count == 0)
    try next.succeed(width: 7)
    run(1)
    #expect(view.imageView.image?.width == 7)
  }

  @Test("If an image view plays another animation, the former one ends")
  func otherSource() throws {
    run(0.05)
    let other = try AnimatedSource(durations: [0.1, 0.1], identity: "b")
    let first = try Image.drawn(width: AnimatedSource.width, height: 40) { _ in }
    let former = source.requests.count
    view.imageView.play(other, firstFrame: first, size: Size(width: 60, height: 40)) { action in
      MainActor.assumeIsolated { action() }
    }
    run(1)
    #expect(other.requests.count > 5)
    #expect(source.requests.count == former)
  }
}

/// An animation whose frames are loaded at once. Each frame is a pixel wider than the frame before, and as high as the
/// requested size.
private final class AnimatedSource: AnimatedImageSource {
  static let width = 60
  let identity: String
  private let durations: [Double]
  private let playCount: Int
  private let failingFrame: Mutex<Int?>
  private let beforeAnimation: @Sendable () -> Void
  private struct State {
    var requests: [Int] = []
    var cancelCount = 0
    /// The number of calls of ``loadAnimation(for:completion:)``.
    var readCount = 0
    /// The completions of the frames that wait for ``deliverFrame()``.
    var held: [@Sendable () -> Void] = []
  }
  private let state = Mutex(State())
  /// The reason why the picture cannot be read; `nil` if it can.
  let readError = Mutex<ImageSourceError?>(nil)
  private let holdsFrames: Bool
  private let holdsAnimation: Bool
  /// Reports that the picture is an animation; `nil` if that was not requested.
  private let report = Mutex<(@Sendable () -> Void)?>(nil)

  /// - Parameters:
  ///   - holdsAnimation: Whether ``stateAnimation()`` states that the picture is an animation. If not, the source states it
  ///     at once.
  ///   - holdsFrames: Whether each frame waits for ``deliverFrame()``.
  ///   - beforeAnimation: Called at the start of ``loadAnimation(for:completion:)``.
  init(
    durations: [Double], identity: String = "a", playCount: Int = 0, failingFrame: Int? = nil,
    holdsAnimation: Bool = false, holdsFrames: Bool = false,
    beforeAnimation: @escaping @Sendable () -> Void = {}
  ) throws {
    self.durations = durations
    self.beforeAnimation = beforeAnimation
    self.identity = identity
    self.playCount = playCount
    self.failingFrame = Mutex(failingFrame)
    self.holdsAnimation = holdsAnimation
    self.holdsFrames = holdsFrames
  }

  private func frame(_ index: Int, _ size: Size) -> ImageFrame? {
    (try? Image.drawn(width: Self.width + index, height: Int(size.height)) { _ in }).map {
      ImageFrame(image: $0, duration: durations[index])
    }
  }

  /// The indexes of the requested frames.
  var requests: [Int] { state.withLock { $0.requests } }
  /// How often it was requested whether the picture is an animation.
  var readCount: Int { state.withLock { $0.readCount } }
  /// The number of canceled frames.
  var cancelCount: Int { state.withLock { $0.cancelCount } }

  /// Delivers the requested frames that are held.
  func deliverFrame() {
    let held = state.withLock { state in
      defer { state.held = [] }
      return state.held
    }
    for completion in held { completion() }
  }

  /// Lets later requests for each frame succeed.
  func succeed() { failingFrame.withLock { $0 = nil } }

  func load(
    for size: Size, completion: @escaping @Sendable (Result<Image, ImageSourceError>) -> Void
  ) -> @Sendable () -> Void {
    completion(frame(0, size).map { .success($0.image) } ?? .failure(.unreadable("no frame")))
    return {}
  }

  func loadAnimation(
    for size: Size, completion: @escaping @Sendable (Result<ImageAnimationInfo?, ImageSourceError>) -> Void
  ) -> @Sendable () -> Void {
    beforeAnimation()
    state.withLock { $0.readCount += 1 }
    if let error = readError.withLock({ $0 }) {
      completion(.failure(error))
      return {}
    }
    let info = ImageAnimationInfo(
      frameCount: durations.count, playCount: playCount, firstDuration: durations[0])
    report.withLock { $0 = { [count = durations.count] in completion(.success(count < 2 ? nil : info)) } }
    if !holdsAnimation { stateAnimation() }
    return {}
  }

  func stateAnimation() {
    let report = report.withLock { $0 }
    report?()
  }

  func loadFrame(
    _ index: Int, for size: Size, completion: @escaping @Sendable (ImageFrame?) -> Void
  ) -> @Sendable () -> Void {
    state.withLock { $0.requests.append(index) }
    let frame = index == failingFrame.withLock { $0 } ? nil : frame(index, size)
    guard holdsFrames else {
      completion(frame)
      return {}
    }
    state.withLock { $0.held.append { completion(frame) } }
    return { [self] in state.withLock { $0.cancelCount += 1 } }
  }
}

/// Timers on virtual time.
@MainActor
private final class TestTimers {
  final class Timer: ViewTimer {
    let due: Double
    let action: @MainActor () -> Void
    var isPending = true
    init(due: Double, _ action: @escaping @MainActor () -> Void) { (self.due, self.action) = (due, action) }
    func cancel() { isPending = false }
  }

  private var timers: [Timer] = []
  private var now = 0.0

  /// The number of timers that will fire.
  var count: Int { timers.count { $0.isPending } }

  func start(_ seconds: Double, _ action: @escaping @MainActor () -> Void) -> any ViewTimer {
    let timer = Timer(due: now + seconds, action)
    timers.append(timer)
    return timer
  }

  func advance(to time: Double) {
    now = time
    for timer in timers where timer.isPending && timer.due <= time {
      timer.isPending = false
      timer.action()
    }
    timers.removeAll { !$0.isPending }
  }
}
