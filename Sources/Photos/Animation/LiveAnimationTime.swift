internal import Dispatch
internal import Threads

/// Timers on Dispatch's main queue, and threads for decoding.
enum LiveAnimationTime {
  @MainActor
  static func after(_ seconds: Double, _ body: @escaping @MainActor @Sendable () -> Void) {
    DispatchQueue.main.asyncAfter(deadline: .now() + max(0, min(seconds, 1e6))) { body() }
  }

  /// Runs `work` on a thread of its own, and passes the result to the main actor; `nil` if there is no thread.
  static func onThread(
    _ work: @escaping @Sendable () -> AnimationFrame?,
    _ completion: @escaping @MainActor @Sendable (AnimationFrame?) -> Void
  ) {
    let isStarted = SystemThread.startDetached(niceIncrement: SystemThread.backgroundNiceIncrement) {
      let frame = work()
      DispatchQueue.main.async { completion(frame) }
    }
    if !isStarted { DispatchQueue.main.async { completion(nil) } }
  }
}
