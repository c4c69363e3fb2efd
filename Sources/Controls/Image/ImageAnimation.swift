internal import Drawing
internal import Geometry
internal import Views

/// Plays the frames of an animated picture in an ``ImageView``, one after the other.
///
/// One frame is loaded while the frame before is shown. A frame is shown in ``tick(at:)``, which the view calls only while
/// it is visible. When the view becomes invisible, the started load and the running timer still end. Until the view is
/// visible again, no further frame is loaded and no further timer starts.
///
/// Frames follow the times of the animation, independent of the frame rate of the window: a frame that comes a little late
/// is shown shorter. A frame that was loaded too late delays the frames after it. No frame is skipped.
@MainActor
final class ImageAnimation {
  /// Runs a closure on the main actor, later.
  typealias Delivery = @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void

  private enum Phase {
    /// Nothing happens until ``resume()``.
    case paused
    /// The source reads whether the picture is an animation, or reads it again when the timer fires.
    case reading(cancel: (@Sendable () -> Void)?, retry: (any ViewTimer)? = nil)
    /// The next tick begins the time of the shown frame.
    case presenting
    /// The shown frame is on the screen. The next one is shown when it is loaded and the time has passed.
    case playing(next: Next, timer: (any ViewTimer)?, isDue: Bool)
    /// The picture is not an animation, or the last frame stays.
    case finished
  }

  /// The frame after the shown one.
  private enum Next {
    case loading(cancel: (@Sendable () -> Void)?)
    case loaded(ImageFrame)
    /// The frame could not be loaded. It is requested again when the timer fires.
    case failed
  }

  /// The size at which the next frames are displayed, in pixels.
  private var size: Size
  let source: any AnimatedImageSource
  private let deliver: Delivery
  private weak var view: ImageView?
  private var info: ImageAnimationInfo?
  private var phase = Phase.paused
  /// The index of the shown frame.
  private(set) var frame = 0
  /// The duration of the shown frame, in seconds.
  private var duration = 0.0
  /// The time at which the shown frame ends; `nil` if the frame begins with the next tick.
  private var end: Timestamp?
  private var finishedPlays = 0
  /// The number of times that the next frame could not be loaded.
  private var failureCount = 0
  /// The number of the last request. The result of an earlier one is ignored.
  private var lastRequest = 0
  /// The size for which the last frame was requested, in pixels.
  private var requestedSize: Size
  /// The number of the last request to load the shown frame again. The result of an earlier one is ignored.
  private var lastReload = 0
  /// Cancels the load of the shown frame at another size; `nil` if none is in progress.
  private var cancelReload: (@Sendable () -> Void)?

  // A shorter duration would be less than a frame of most displays.
  private static let shortestDuration = 0.01  // seconds
  /// The delay of a frame, in seconds, up to which the frame after it is not delayed: a few frames of a window. A longer one
  /// comes from a slow load or from a view that was hidden.
  private static let longestCatchUp = 0.05
  /// The time before the end of a frame at which the next one may be shown, in seconds: less than a frame of a window. Timers
  /// do not run on the clock of the frames.
  private static let earliest = 0.005
  /// The delays after which a frame that could not be loaded is requested again, in seconds. The reason may pass, such as a lack
  /// of memory. After the last delay the animation pauses until ``resume()``, because the file may be damaged.
  private static let retryDelays = [1.0, 2, 4]

  /// Creates a paused animation of a picture whose first frame is shown.
  init(_ source: any AnimatedImageSource, size: Size, in view: ImageView, deliver: @escaping Delivery) {
    (self.source, self.size, requestedSize) = (source, size, size)
    (self.view, self.deliver) = (view, deliver)
  }

  /// Starts or continues. The shown frame is shown for its full duration.
  func resume() {
    guard case .paused = phase else { return }
    failureCount = 0
    if info != nil { step = nil }
    if info == nil { read() } else { present() }
  }

  /// Reads whether the picture is an animation.
  private func read() {
    lastRequest += 1
    let (request, deliver) = (lastRequest, deliver)
    // The source may deliver during the call.
    phase = .reading(cancel: nil)
    let cancel = source.loadAnimation(for: size) { [weak self] result in
      deliver { self?.receive(result, request) }
    }
    if request == lastRequest, case .reading(nil, nil) = phase { phase = .reading(cancel: cancel) }
  }

  /// Stops until ``resume()``.
  func pause() {
    switch phase {
    case .paused, .finished: return
    case .presenting: break
    case .reading(let cancel, let retry):
      cancel?()
      retry?.cancel()
    case .playing(let next, let timer, _):
      timer?.cancel()
      if case .loading(let cancel) = next { cancel?() }
    }
    lastRequest += 1
    phase = .paused
  }

  /// Stops until ``resume()``, and shows the first frame. The next play is the first of all plays.
  func rewind() {
    pause()
    finishedPlays = 0
    guard let info, frame != 0 else { return }
    (frame, duration) = (0, info.firstDuration)
    phase = .paused
    reload()
  }

  /// Whether frames follow each other, or would if the view were visible.
  var isPlaying: Bool {
    switch phase {
    case .paused, .finished: false
    case .reading, .presenting, .playing: step == nil
    }
  }

  /// Lets an animation that has played often enough play again.
  func replay() {
    guard case .finished = phase, let info, info.frameCount > 1 else { return }
    // The last frame is followed by the first.
    finishedPlays = -1
    phase = .paused
  }

  /// A frame that the user wants to see.
  private struct Step {
    /// The number of frames from the shown one.
    var count: Int
    let completion: @MainActor () -> Void
  }
  /// The frame that is being loaded for the user; `nil` for none.
  private var step: Step?

  /// Stops until ``resume()``, and shows a frame, counted from the shown one, or from one that is being loaded. After the last frame
  /// comes the first. If the frame cannot be loaded, the shown one stays.
  func step(by count: Int, completion: @escaping @MainActor () -> Void) {
    pause()
    let (sum, overflow) = (step?.count ?? 0).addingReportingOverflow(count)
    step = Step(count: overflow ? 0 : sum, completion: completion)
    guard let info else {
      // With reduced motion, the picture was not read yet.
      phase = .paused
      return resume()
    }
    guard info.frameCount > 1 else {
      step = nil
      return
    }
    phase = .paused
    finishedPlays = 0
    loadStep(info)
  }

  private func loadStep(_ info: ImageAnimationInfo) {
    guard let step else { return }
    let (sum, overflow) = frame.addingReportingOverflow(step.count % info.frameCount)
    let wanted = overflow ? 0 : (sum % info.frameCount + info.frameCount) % info.frameCount
    endReload()
    let (request, deliver) = (lastReload, deliver)
    let cancel = source.loadFrame(wanted, for: size) { [weak self] frame in
      deliver { self?.receiveStep(frame, wanted, request) }
    }
    if request == lastReload { cancelReload = cancel }
  }

  private func receiveStep(_ next: ImageFrame?, _ index: Int, _ request: Int) {
    guard request == lastReload, let due = step else { return }
    step = nil
    guard next != nil else { return }
    frame = index
    receiveReload(next, request)
    due.completion()
  }

  /// Stops forever.
  func stop() {
    pause()
    endReload()
    phase = .finished
  }

  /// Sets the size at which the frames are displayed, and shows the current frame for this size.
  ///
  /// - Parameters:
  ///   - size: The size, in pixels.
  ///   - firstFrame: The first frame for this size.
  func resize(to size: Size, firstFrame: Image) {
    self.size = size
    guard frame == 0 else { return reload() }
    endReload()
    view?.image = firstFrame
  }

  /// Loads the current frame, and shows it unless another frame is shown before.
  private func reload() {
    endReload()
    let (request, deliver) = (lastReload, deliver)
    let cancel = source.loadFrame(frame, for: size) { [weak self] frame in
      deliver { self?.receiveReload(frame, request) }
    }
    if request == lastReload { cancelReload = cancel }
  }

  private func receiveReload(_ frame: ImageFrame?, _ request: Int) {
    guard request == lastReload else { return }
    lastReload += 1
    cancelReload = nil
    guard let frame else { return }
    duration = frame.duration
    view?.image = frame.image
  }

  private func endReload() {
    lastReload += 1
    cancelReload?()
    cancelReload = nil
  }

  /// Shows the next frame if it is due, and begins its time.
  ///
  /// - Parameter now: The presentation time of the frame of the window.
  func tick(at now: Timestamp) {
    if case .playing(.loaded(let next), _, isDue: true) = phase {
      if let end, end - now > Self.earliest {
        phase = .playing(next: .loaded(next), timer: startTimer(until: end, at: now), isDue: false)
      } else {
        advance(to: next, at: now)
      }
    }
    if case .presenting = phase { play(at: now) }
  }

  private func receive(_ result: Result<ImageAnimationInfo?, ImageSourceError>, _ request: Int) {
    guard request == lastRequest, case .reading = phase else { return }
    if case .failure(.unavailable) = result { return readingFailed() }
    guard case .success(let info?) = result, info.frameCount > 1 else {
      phase = .finished
      return
    }
    failureCount = 0
    self.info = info
    duration = info.firstDuration
    guard step == nil else {
      phase = .paused
      return loadStep(info)
    }
    present()
  }

  /// Reads the picture again after a delay, or pauses.
  private func readingFailed() {
    guard let delay = nextDelay() else {
      step = nil
      return
    }
    let request = lastRequest
    let retry = view?.startTimer(after: delay) { [weak self] in
      if let self, request == lastRequest, case .reading = phase { read() }
    }
    phase = .reading(cancel: nil, retry: retry)
  }

  /// Counts a failure. Returns the time after which the source is asked again; after the last one, pauses and returns `nil`.
  private func nextDelay() -> Double? {
    failureCount += 1
    lastRequest += 1
    guard failureCount <= Self.retryDelays.count else {
      phase = .paused
      return nil
    }
    return Self.retryDelays[failureCount - 1]
  }

  private func present() {
    phase = .presenting
    end = nil
    view?.setNeedsAnimation()
  }

  /// The index of the frame after the shown one; `nil` after the last frame of the last play.
  private var nextFrame: Int? {
    guard let info else { return nil }
    if frame + 1 < info.frameCount { return frame + 1 }
    return info.playCount == 0 || finishedPlays + 1 < info.playCount ? 0 : nil
  }

  private func advance(to next: ImageFrame, at now: Timestamp) {
    guard let nextFrame else { return }
    if nextFrame == 0 { finishedPlays &+= 1 }
    frame = nextFrame
    duration = next.duration
    let start = end.map { now - $0 < Self.longestCatchUp ? $0 : now } ?? now
    end = start + shownDuration
    phase = .presenting
    endReload()
    view?.image = next.image
    // The view has grown while this frame was loaded.
    if requestedSize != size { reload() }
  }

  /// The time that the shown frame is shown, in seconds.
  private var shownDuration: Double {
    duration.isFinite ? min(max(duration, Self.shortestDuration), 1e6) : Self.shortestDuration
  }

  /// Begins the time of the shown frame, and loads the next one.
  private func play(at now: Timestamp) {
    guard let nextFrame else {
      phase = .finished
      return
    }
    lastRequest += 1
    let (request, deliver) = (lastRequest, deliver)
    requestedSize = size
    // The source may deliver during the call.
    phase = .playing(next: .loading(cancel: nil), timer: nil, isDue: false)
    let cancel = source.loadFrame(nextFrame, for: size) { [weak self] frame in
      deliver { self?.receive(frame, request) }
    }
    guard request == lastRequest, case .playing(let next, _, _) = phase else { return }
    if case .loading = next { phase = .playing(next: .loading(cancel: cancel), timer: nil, isDue: false) }
    let end = end ?? now + shownDuration
    self.end = end
    let timer = startTimer(until: end, at: now)
    if case .playing(let next, _, false) = phase { phase = .playing(next: next, timer: timer, isDue: false) }
  }

  private func startTimer(until end: Timestamp, at now: Timestamp) -> (any ViewTimer)? {
    let request = lastRequest
    // A microsecond less: rounding must not move the timer behind a frame of the window at this time.
    return view?.startTimer(after: max(end - now - 1e-6, 0)) { [weak self] in self?.timerFired(request) }
  }

  private func receive(_ frame: ImageFrame?, _ request: Int) {
    guard request == lastRequest, case .playing(.loading, let timer, let isDue) = phase else { return }
    guard let frame else {
      timer?.cancel()
      return frameFailed()
    }
    failureCount = 0
    phase = .playing(next: .loaded(frame), timer: timer, isDue: isDue)
    if isDue { view?.setNeedsAnimation() }
  }

  /// Requests the next frame again after a delay, or pauses.
  private func frameFailed() {
    guard let delay = nextDelay() else { return }
    let request = lastRequest
    let timer = view?.startTimer(after: delay) { [weak self] in
      guard let self, request == lastRequest, case .playing(.failed, _, _) = phase else { return }
      present()
    }
    phase = .playing(next: .failed, timer: timer, isDue: false)
  }

  private func timerFired(_ request: Int) {
    guard request == lastRequest, case .playing(let next, _, _) = phase else { return }
    phase = .playing(next: next, timer: nil, isDue: true)
    if case .loaded = next { view?.setNeedsAnimation() }
  }
}
