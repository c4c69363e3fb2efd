import Dispatch

/// Runs closures on Dispatch's main queue, which the program runs with `dispatchMain()`.
@MainActor
public final class MainQueueScheduler: Scheduler {
  /// The only instance.
  public static let shared = MainQueueScheduler()

  private init() {}

  public var isMainQueue: Bool { true }

  public func timer(
    after seconds: Double, every interval: Double?, _ action: @escaping @MainActor () -> Void
  ) -> any ScheduledTimer { MainQueueTimer(after: seconds, every: interval, action) }

  public func watch(
    _ descriptor: Int32, onReadable: @escaping @MainActor () -> Void,
    onWritable: @escaping @MainActor () -> Void
  ) -> (any DescriptorWatch)? {
    DispatchLoop(descriptor: descriptor, onReadable: onReadable, onWritable: onWritable)
  }

  public func soon(_ action: @escaping @MainActor () -> Void) {
    DispatchQueue.main.async { MainActor.assumeIsolated { action() } }
  }
}

/// A timer source of the main queue. It exists only while the timer runs, so that it does not wake an idle process.
@MainActor
private final class MainQueueTimer: ScheduledTimer {
  private var source: (any DispatchSourceTimer)?

  init(after seconds: Double, every interval: Double?, _ action: @escaping @MainActor () -> Void) {
    let source = DispatchSource.makeTimerSource(queue: .main)
    // The delay is clamped to a day, because Dispatch counts nanoseconds and would overflow.
    let delay = min(max(0, seconds), 86_400)
    if let interval {
      let pause = min(max(0.001, interval), 86_400)
      source.schedule(deadline: .now() + delay, repeating: pause, leeway: .milliseconds(1))
    } else {
      source.schedule(deadline: .now() + delay, leeway: .milliseconds(1))
    }
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.source != nil else { return }
        if interval == nil { self.cancel() }
        action()
      }
    }
    self.source = source
    source.resume()
  }

  isolated deinit { cancel() }

  func cancel() {
    source?.cancel()
    source = nil
  }
}
