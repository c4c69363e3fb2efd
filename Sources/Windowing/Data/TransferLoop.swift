import Dispatch
import Glibc

/// Waits for the pipes of data transfers and for their time limits. Tests replace it by one with virtual time.
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

/// Transfers on Dispatch's main queue.
final class MainQueueTransferLoop: TransferLoop {
  init() {}

  func watch(
    _ descriptor: Int32, forWriting: Bool, _ handler: @escaping @MainActor () -> Void
  ) -> any TransferWatch {
    let source: any DispatchSourceProtocol =
      forWriting
      ? DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: .main)
      : DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setCancelHandler { close(descriptor) }
    return MainQueueWatch(source, handler)
  }

  func after(_ seconds: Double, _ handler: @escaping @MainActor () -> Void) -> any TransferWatch {
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now() + seconds, leeway: .milliseconds(100))
    return MainQueueWatch(timer, handler)
  }
}

private final class MainQueueWatch: TransferWatch {
  private let source: any DispatchSourceProtocol
  private var handler: (() -> Void)?

  init(_ source: any DispatchSourceProtocol, _ handler: @escaping @MainActor () -> Void) {
    self.source = source
    self.handler = handler
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.handler?() } }
    source.resume()
  }

  func cancel() {
    handler = nil
    source.cancel()
  }
}
