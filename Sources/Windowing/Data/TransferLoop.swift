import Glibc
import Wayland

/// Waits for the pipes of data transfers and for their time limits. Tests use an implementation with virtual time.
@MainActor
package protocol TransferLoop: AnyObject {
  /// Calls `handler` whenever the descriptor is ready. The loop owns the descriptor and closes it after `cancel()`.
  func watch(
    _ descriptor: Int32, forWriting: Bool, _ handler: @escaping @MainActor () -> Void
  ) -> any TransferWatch
  /// Calls `handler` once after `seconds`.
  func after(_ seconds: Double, _ handler: @escaping @MainActor () -> Void) -> any TransferWatch
}

/// A watched descriptor or a timer.
@MainActor
package protocol TransferWatch: AnyObject {
  /// Ends the watch: its handler is not called afterwards. A second call has no effect.
  func cancel()
}

/// Waits for data transfers with a scheduler.
@MainActor
final class SchedulerTransferLoop: TransferLoop {
  private let scheduler: any Scheduler

  init(on scheduler: any Scheduler) { self.scheduler = scheduler }

  func watch(
    _ descriptor: Int32, forWriting: Bool, _ handler: @escaping @MainActor () -> Void
  ) -> any TransferWatch {
    ScheduledTransfer(of: descriptor, forWriting: forWriting, on: scheduler, handler)
  }

  func after(_ seconds: Double, _ handler: @escaping @MainActor () -> Void) -> any TransferWatch {
    ScheduledDelay(scheduler.timer(after: seconds, every: nil, handler))
  }
}

@MainActor
private final class ScheduledTransfer: TransferWatch {
  private let descriptor: Int32
  private var handler: (() -> Void)?
  private var watch: (any DescriptorWatch)?
  private var timer: (any ScheduledTimer)?

  init(
    of descriptor: Int32, forWriting: Bool, on scheduler: any Scheduler,
    _ handler: @escaping @MainActor () -> Void
  ) {
    self.descriptor = descriptor
    self.handler = handler
    // When the reader closes its end, the writer's descriptor becomes readable.
    let ready: @MainActor () -> Void = { [weak self] in self?.handler?() }
    watch = scheduler.watch(descriptor, onReadable: ready, onWritable: ready)
    watch?.watchesForWriting = forWriting
    // A descriptor that cannot be watched, such as that of a regular file, does not block. A timer serves it instead.
    if watch == nil { timer = scheduler.timer(after: 0.01, every: 0.01, ready) }
  }

  func cancel() {
    guard handler != nil else { return }
    handler = nil
    watch?.cancel()
    watch = nil
    timer = nil
    close(descriptor)
  }
}

@MainActor
private final class ScheduledDelay: TransferWatch {
  private var timer: (any ScheduledTimer)?

  init(_ timer: any ScheduledTimer) { self.timer = timer }

  func cancel() {
    timer?.cancel()
    timer = nil
  }
}
