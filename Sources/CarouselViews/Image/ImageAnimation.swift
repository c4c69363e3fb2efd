internal import Drawing
internal import Geometry

/// Plays the frames of an animated picture, one after the other.
///
/// One frame is loaded while the frame before is shown. A frame is shown in ``tick()``, which the view calls only while
/// it is visible, so nothing is loaded for a view that nobody sees, and no timer runs for it.
@MainActor
final class ImageAnimation {
  /// The means of the view that shows the frames.
  struct Host {
    /// Requests a call of ``ImageAnimation/tick()`` in the next frame in which the view is visible.
    let requestTick: () -> Void
    /// Starts a timer, in seconds.
    let startTimer: (_ seconds: Double, _ action: @escaping @MainActor () -> Void) -> (any ViewTimer)?
    /// Runs a closure on the main actor, later.
    let deliver: @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void
    let show: (Image) -> Void
  }

  private enum Phase {
    /// Nothing happens until ``resume()``.
    case paused
    /// The source reads whether the picture is an animation.
    case reading(cancel: @Sendable () -> Void)
    /// The next tick begins the time of the shown frame.
    case presenting
    /// The shown frame is on the screen. The next one is shown when it is loaded and the time has passed.
    case playing(next: Next, timer: (any ViewTimer)?, isDue: Bool)
    /// The picture is not an animation, the last frame stays, or a frame cannot be loaded.
    case finished
  }

  /// The frame after the shown one.
  private enum Next {
    case loading(cancel: @Sendable () -> Void)
    case loaded(ImageFrame)
  }

  /// The size at which the next frames are displayed, in pixels.
  var size: Size
  private let source: any AnimatedImageSource
  private let host: Host
  private var info: ImageAnimationInfo?
  private var phase = Phase.paused
  /// The index of the shown frame.
  private var frame = 0
  /// The duration of the shown frame, in seconds.
  private var duration = 0.0
  private var finishedPlays = 0
  /// The number of the last request. The result of an earlier one is ignored.
  private var lastRequest = 0

  // A shorter duration would be less than a frame of most displays.
  private static let shortestDuration = 0.01  // seconds

  /// Creates a paused animation of a picture whose first frame is shown.
  init(_ source: any AnimatedImageSource, size: Size, host: Host) {
    (self.source, self.size, self.host) = (source, size, host)
  }

  /// Whether the source has stated that the picture is an animation.
  var isAnimated: Bool { info != nil }

  /// Starts or continues. The shown frame is shown for its full duration.
  func resume() {
    guard case .paused = phase else { return }
    guard info == nil else { return present() }
    lastRequest += 1
    let (request, deliver) = (lastRequest, host.deliver)
    let cancel = source.loadAnimation(for: size) { [weak self] info in
      deliver { self?.receive(info, request) }
    }
    phase = .reading(cancel: cancel)
  }

  /// Stops until ``resume()``.
  func pause() {
    switch phase {
    case .paused, .finished: return
    case .presenting: break
    case .reading(let cancel): cancel()
    case .playing(let next, let timer, _):
      timer?.cancel()
      if case .loading(let cancel) = next { cancel() }
    }
    lastRequest += 1
    phase = .paused
  }

  /// Shows the next frame if it is due, and begins its time.
  func tick() {
    if case .playing(.loaded(let next), let timer, isDue: true) = phase {
      timer?.cancel()
      advance(to: next)
    }
    if case .presenting = phase { play() }
  }

  private func receive(_ info: ImageAnimationInfo?, _ request: Int) {
    guard request == lastRequest, case .reading = phase else { return }
    guard let info, info.frameCount > 1 else {
      phase = .finished
      return
    }
    self.info = info
    duration = info.firstDuration
    present()
  }

  private func present() {
    phase = .presenting
    host.requestTick()
  }

  /// The index of the frame after the shown one; `nil` after the last frame of the last play.
  private var nextFrame: Int? {
    guard let info else { return nil }
    if frame + 1 < info.frameCount { return frame + 1 }
    return info.playCount == 0 || finishedPlays + 1 < info.playCount ? 0 : nil
  }

  private func advance(to next: ImageFrame) {
    guard let nextFrame else { return }
    if nextFrame == 0 { finishedPlays &+= 1 }
    frame = nextFrame
    duration = next.duration
    phase = .presenting
    host.show(next.image)
  }

  /// Begins the time of the shown frame, and loads the next one.
  private func play() {
    guard let nextFrame else {
      phase = .finished
      return
    }
    lastRequest += 1
    let (request, deliver) = (lastRequest, host.deliver)
    let cancel = source.loadFrame(nextFrame, for: size) { [weak self] frame in
      deliver { self?.receive(frame, request) }
    }
    let seconds = duration.isFinite ? min(max(duration, Self.shortestDuration), 1e6) : Self.shortestDuration
    phase = .playing(next: .loading(cancel: cancel), timer: nil, isDue: false)
    let timer = host.startTimer(seconds) { [weak self] in self?.timerFired(request) }
    if case .playing(let next, _, false) = phase { phase = .playing(next: next, timer: timer, isDue: false) }
  }

  private func receive(_ frame: ImageFrame?, _ request: Int) {
    guard request == lastRequest, case .playing(.loading, let timer, let isDue) = phase else { return }
    guard let frame else {
      timer?.cancel()
      phase = .finished
      return
    }
    phase = .playing(next: .loaded(frame), timer: timer, isDue: isDue)
    if isDue { host.requestTick() }
  }

  private func timerFired(_ request: Int) {
    guard request == lastRequest, case .playing(let next, _, _) = phase else { return }
    phase = .playing(next: next, timer: nil, isDue: true)
    if case .loaded = next { host.requestTick() }
  }
}
