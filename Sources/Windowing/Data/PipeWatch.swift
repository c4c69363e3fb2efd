import Glibc
import Wayland

/// Calls a closure while the pipe of a data transfer is ready. It owns the descriptor, and closes it when it is canceled.
@MainActor
final class PipeWatch {
  enum Direction { case reading, writing }

  private let descriptor: Int32
  private var onReady: (() -> Void)?
  private var watch: (any DescriptorWatch)?
  private var timer: (any ScheduledTimer)?

  init(
    _ descriptor: Int32, for direction: Direction, on scheduler: any Scheduler,
    onReady: @escaping @MainActor () -> Void
  ) {
    self.descriptor = descriptor
    self.onReady = onReady
    // When the reader closes its end, the writer's descriptor becomes readable.
    let ready: @MainActor () -> Void = { [weak self] in self?.onReady?() }
    watch = scheduler.watch(descriptor, onReadable: ready, onWritable: ready)
    watch?.watchesForWriting = direction == .writing
    // A descriptor that cannot be watched, such as that of a regular file, does not block. A timer serves it instead.
    if watch == nil { timer = scheduler.timer(after: 0.01, every: 0.01, ready) }
  }

  /// Ends the watch and closes the descriptor. A second call has no effect.
  func cancel() {
    guard onReady != nil else { return }
    onReady = nil
    watch?.cancel()
    watch = nil
    timer = nil
    close(descriptor)
  }
}
