import CWaylandServer
import Dispatch
import Glibc

/// The ties to the main queue.
@MainActor final class Attachment {
  fileprivate let source: any DispatchSourceRead
  fileprivate var timer: (any DispatchSourceTimer)?

  fileprivate init(source: any DispatchSourceRead) { self.source = source }

  func cancel() {
    source.cancel()
    timer?.cancel()
  }
}

extension Compositor {
  /// Lets the main queue answer clients from now on.
  ///
  /// - Parameter rate: Frames a second, shown only while one is wanted; nil leaves frames to `presentFrame(at:)`.
  public func attach(presentingAt rate: Double? = nil) {
    guard attachment == nil, !isClosed else { return }
    // A duplicate, open until Dispatch has let go of it: the number must not be given to another file before.
    let descriptor = fcntl(wl_event_loop_get_fd(eventLoop), F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else { return }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setCancelHandler { Glibc.close(descriptor) }
    let attachment = Attachment(source: source)
    self.attachment = attachment
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        guard let self else { return }
        // Not until all is quiet: with a client that never pauses, signals and frames on the same queue must have a turn.
        self.wait(milliseconds: 0, passes: 1)
        if let rate { self.scheduleFrame(rate) }
      }
    }
    source.resume()
    step()
    if let rate { scheduleFrame(rate) }
  }

  /// Takes the compositor off the main queue.
  public func detach() {
    attachment?.cancel()
    attachment = nil
  }

  /// Sets a timer for the next frame when one is wanted; at rest there is none.
  private func scheduleFrame(_ rate: Double) {
    guard let attachment, attachment.timer == nil, isFrameWanted else { return }
    let interval = UInt64(1_000_000_000 / rate)
    // On the grid of the rate, so that frames keep their distance however long a client takes.
    let real = Self.monotonicTime()
    let timer = DispatchSource.makeTimerSource(flags: .strict, queue: .main)
    attachment.timer = timer
    timer.schedule(deadline: .now() + .nanoseconds(Int(interval - real % interval)), leeway: .nanoseconds(0))
    timer.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        guard let self, let attachment = self.attachment else { return }
        attachment.timer?.cancel()
        attachment.timer = nil
        self.presentFrame(at: self.configuration.clock == .monotonic ? nil : self.virtualTime + interval)
        self.step()
        self.scheduleFrame(rate)
      }
    }
    timer.resume()
  }
}
