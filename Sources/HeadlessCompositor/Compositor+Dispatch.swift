import CWaylandServer
import Dispatch
import Glibc
import Threads

/// The Dispatch sources that run a compositor on the main queue.
@MainActor final class MainQueueSources {
  fileprivate let source: any DispatchSourceRead
  fileprivate var timer: (any DispatchSourceTimer)?

  fileprivate init(source: any DispatchSourceRead) { self.source = source }

  func cancel() {
    source.cancel()
    timer?.cancel()
  }
}

extension Compositor {
  /// Dispatches clients on the main queue until `detach()`.
  ///
  /// - Parameter rate: The rate at which frames are presented while `isFrameWanted` is true, in frames per second; nil
  ///   if only `presentFrame(at:)` presents frames.
  public func attach(presentingAt rate: Double? = nil) {
    guard mainQueueSources == nil, !isClosed else { return }
    // The source uses a duplicate of the descriptor, which stays open until its cancel handler runs. With the
    // original, the kernel could reuse the number for another file while Dispatch still watches it.
    let descriptor = fcntl(wl_event_loop_get_fd(eventLoop), F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else { return }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setCancelHandler { Glibc.close(descriptor) }
    mainQueueSources = MainQueueSources(source: source)
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        guard let self else { return }
        // Run only one pass, so that a client that sends requests without a pause does not starve signals and frames,
        // which run on the same queue.
        self.wait(milliseconds: 0, passes: 1)
        if let rate { self.scheduleFrame(rate) }
      }
    }
    source.resume()
    step()
    if let rate { scheduleFrame(rate) }
  }

  /// Stops dispatching clients on the main queue.
  public func detach() {
    mainQueueSources?.cancel()
    mainQueueSources = nil
  }

  /// Starts the timer of the next frame if a frame is wanted and no timer runs.
  private func scheduleFrame(_ rate: Double) {
    guard let sources = mainQueueSources, sources.timer == nil, isFrameWanted else { return }
    let interval = UInt64(1_000_000_000 / rate)
    // Frames are due at multiples of the interval, so a slow client does not delay the frames after the next one.
    let real = MonotonicClock.nanoseconds()
    let timer = DispatchSource.makeTimerSource(flags: .strict, queue: .main)
    sources.timer = timer
    timer.schedule(deadline: .now() + .nanoseconds(Int(interval - real % interval)), leeway: .nanoseconds(0))
    timer.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        guard let self, let sources = self.mainQueueSources else { return }
        sources.timer?.cancel()
        sources.timer = nil
        self.presentFrame(at: self.configuration.clock == .monotonic ? nil : self.virtualTime + interval)
        self.step()
        self.scheduleFrame(rate)
      }
    }
    timer.resume()
  }
}
