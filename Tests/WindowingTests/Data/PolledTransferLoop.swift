import Glibc
import Windowing

/// The transfer loop of tests. `step()` polls its descriptors, and its timers fire on virtual time.
@MainActor final class PolledTransferLoop: TransferLoop {
  @MainActor private final class Watch: TransferWatch {
    let descriptor: Int32
    let isWriting: Bool
    var deadline = Double.infinity
    var handler: (() -> Void)?

    init(descriptor: Int32 = -1, isWriting: Bool = false, _ handler: @escaping () -> Void) {
      self.descriptor = descriptor
      self.isWriting = isWriting
      self.handler = handler
    }

    func cancel() {
      guard handler != nil else { return }
      handler = nil
      if descriptor >= 0 { close(descriptor) }
    }
  }

  private var watches: [Watch] = []
  private(set) var now = 0.0

  /// The number of watched descriptors and timers.
  var count: Int { watches.count { $0.handler != nil } }

  func watch(
    _ descriptor: Int32, forWriting: Bool, _ handler: @escaping @MainActor () -> Void
  ) -> any TransferWatch {
    let watch = Watch(descriptor: descriptor, isWriting: forWriting, handler)
    watches.append(watch)
    return watch
  }

  func after(_ seconds: Double, _ handler: @escaping @MainActor () -> Void) -> any TransferWatch {
    let watch = Watch(handler)
    watch.deadline = now + seconds
    watches.append(watch)
    return watch
  }

  /// Calls the handlers of all ready descriptors without waiting. Returns whether any descriptor was ready.
  @discardableResult
  func step() -> Bool {
    var isAnyReady = false
    watches.removeAll { $0.handler == nil }
    for watch in watches where watch.descriptor >= 0 && watch.handler != nil {
      var entry = pollfd(
        fd: watch.descriptor, events: Int16(watch.isWriting ? POLLOUT : POLLIN), revents: 0)
      guard poll(&entry, 1, 0) == 1 else { continue }
      isAnyReady = true
      watch.handler?()
    }
    return isAnyReady
  }

  /// Advances the virtual time and fires the timers that are due.
  func advance(by seconds: Double) {
    now += seconds
    for watch in watches where watch.deadline <= now {
      let handler = watch.handler
      watch.cancel()
      handler?()
    }
  }
}
