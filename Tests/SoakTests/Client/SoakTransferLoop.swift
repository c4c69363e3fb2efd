import Glibc
import Windowing

/// The transfer loop of a fuzzed program. `step()` polls its descriptors, and its timers fire on virtual time.
@MainActor final class SoakTransferLoop: TransferLoop {
  @MainActor private final class Watch: TransferWatch {
    let descriptor: Int32
    let isWriting: Bool
    let deadline: Double
    private(set) var handler: (() -> Void)?

    init(descriptor: Int32, isWriting: Bool, deadline: Double, _ handler: @escaping () -> Void) {
      self.descriptor = descriptor
      self.isWriting = isWriting
      self.deadline = deadline
      self.handler = handler
    }

    func cancel() {
      guard handler != nil else { return }
      handler = nil
      if descriptor >= 0 { close(descriptor) }
    }
  }

  private var watches: [Watch] = []
  private var now = 0.0

  /// The number of descriptors and timers that are not canceled.
  var count: Int { watches.count { $0.handler != nil } }

  func watch(
    _ descriptor: Int32, forWriting: Bool, _ handler: @escaping @MainActor () -> Void
  ) -> any TransferWatch {
    let watch = Watch(descriptor: descriptor, isWriting: forWriting, deadline: .infinity, handler)
    watches.append(watch)
    return watch
  }

  func after(_ seconds: Double, _ handler: @escaping @MainActor () -> Void) -> any TransferWatch {
    let watch = Watch(descriptor: -1, isWriting: false, deadline: now + seconds, handler)
    watches.append(watch)
    return watch
  }

  /// Calls the handlers of all ready descriptors without waiting, and advances the time.
  func step(seconds: Double) {
    now += seconds
    watches.removeAll { $0.handler == nil }
    for watch in watches {
      if watch.descriptor >= 0, let handler = watch.handler {
        var entry = pollfd(
          fd: watch.descriptor, events: Int16(watch.isWriting ? POLLOUT : POLLIN), revents: 0)
        if poll(&entry, 1, 0) == 1 { handler() }
      } else if watch.deadline <= now, let handler = watch.handler {
        watch.cancel()
        handler()
      }
    }
  }
}
