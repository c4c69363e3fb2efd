package import DecoderClient
package import DecoderProtocol
package import Drawing
internal import Threads

/// Plays an animated photo: decodes one frame ahead, and shows each frame when the former one ends.
///
/// At most one frame is decoded or waits. The next frame is requested only after the owner has reported that the former
/// one is on the screen, so that nothing is decoded for a window that is hidden. A paused player has no timer and no
/// request.
@MainActor
package final class AnimationPlayer {
  /// The world around a player. A test replaces it by virtual time.
  package struct Surroundings {
    /// Returns a monotonic time, in seconds.
    package var now: () -> Double
    /// Calls a closure on the main actor after a number of seconds.
    package var after: (_ seconds: Double, _ body: @escaping @MainActor @Sendable () -> Void) -> Void
    /// Decodes a frame on another thread, and calls a closure on the main actor; `nil` if the frame cannot be decoded.
    package var decode:
      (
        _ frame: Int, _ cancellation: Cancellation,
        _ completion: @escaping @MainActor @Sendable (AnimationFrame?) -> Void
      ) -> Void

    /// Creates the surroundings of a player.
    package init(
      now: @escaping () -> Double,
      after: @escaping (_ seconds: Double, _ body: @escaping @MainActor @Sendable () -> Void) -> Void,
      decode:
        @escaping (
          _ frame: Int, _ cancellation: Cancellation,
          _ completion: @escaping @MainActor @Sendable (AnimationFrame?) -> Void
        ) -> Void
    ) {
      (self.now, self.after, self.decode) = (now, after, decode)
    }
  }

  private enum Phase {
    /// Nothing happens until ``isPlaying`` is set.
    case paused
    /// The shown frame is not yet on the screen.
    case presenting
    case decoding(Cancellation)
    /// The next frame is shown when the shown one ends.
    case waiting(AnimationFrame, ticket: Int)
    /// The last frame stays, or a frame cannot be decoded.
    case finished
  }

  private let surroundings: Surroundings
  private let show: (Image) -> Void
  private var clock: AnimationClock
  /// The duration of the shown frame, in seconds.
  private var duration: Double
  private var phase = Phase.paused
  /// The number of the last timer. An earlier timer is ignored.
  private var lastTicket = 0

  /// Creates a paused player. The owner shows the first frame.
  ///
  /// - Parameter show: Shows a frame. The owner calls ``frameIsOnScreen()`` once the frame is on the screen.
  package init(_ animation: PhotoAnimation, in surroundings: Surroundings, show: @escaping (Image) -> Void) {
    self.surroundings = surroundings
    self.show = show
    clock = AnimationClock(animation, at: surroundings.now())
    duration = animation.firstDuration
  }

  /// The index of the shown frame.
  package var frame: Int { clock.frame }

  /// Whether the animation plays. It is `false` at first. A player that continues shows its frame for the frame's full
  /// duration.
  package var isPlaying = false {
    didSet {
      guard isPlaying != oldValue else { return }
      if isPlaying { resume() } else { pause() }
    }
  }

  private func resume() {
    guard case .paused = phase else { return }
    clock.resume(duration: duration, at: surroundings.now())
    request()
  }

  private func pause() {
    switch phase {
    case .finished, .paused: return
    case .decoding(let cancellation): cancellation.cancel()
    case .presenting, .waiting: break
    }
    phase = .paused
  }

  /// Continues after a frame that was shown is on the screen.
  package func frameIsOnScreen() {
    if case .presenting = phase { request() }
  }

  /// Decodes the next frame.
  private func request() {
    guard let next = clock.nextFrame else {
      phase = .finished
      return
    }
    let cancellation = Cancellation()
    phase = .decoding(cancellation)
    surroundings.decode(next, cancellation) { [weak self] frame in
      guard let self, case .decoding(let current) = self.phase, current === cancellation else { return }
      guard let frame else {
        self.phase = .finished
        return
      }
      self.wait(for: frame)
    }
  }

  private func wait(for frame: AnimationFrame) {
    let left = clock.due - surroundings.now()
    guard left > 0 else { return present(frame) }
    lastTicket += 1
    let ticket = lastTicket
    phase = .waiting(frame, ticket: ticket)
    surroundings.after(left) { [weak self] in
      guard let self, case .waiting(let frame, ticket) = self.phase else { return }
      self.present(frame)
    }
  }

  private func present(_ frame: AnimationFrame) {
    clock.advance(duration: frame.duration, at: surroundings.now())
    duration = frame.duration
    phase = .presenting
    show(frame.image)
  }
}

/// A decoded frame of an animation.
package struct AnimationFrame: Sendable {
  /// The pixels.
  package let image: Image
  /// The time that the frame is shown, in seconds.
  package let duration: Double

  /// Creates a frame.
  package init(image: Image, duration: Double) { (self.image, self.duration) = (image, duration) }
}

extension AnimationPlayer.Surroundings {
  /// Creates surroundings on the clock of the system, Dispatch's main queue and threads that decode in helpers.
  ///
  /// - Parameters:
  ///   - photo: The animated photo.
  ///   - size: The box that the photo is shown in, in device pixels.
  ///   - decoder: Decodes the frames.
  @MainActor
  package static func live(
    _ photo: Photo, at size: TargetSize, decoder: any FrameDecoding
  ) -> AnimationPlayer.Surroundings {
    AnimationPlayer.Surroundings(
      now: { MonotonicClock.now() }, after: { LiveAnimationTime.after($0, $1) },
      decode: { frame, cancellation, completion in
        LiveAnimationTime.onThread(
          { try? decoder.decodeFrame(frame, of: photo, at: size, cancellation: cancellation) }, completion)
      })
  }
}
