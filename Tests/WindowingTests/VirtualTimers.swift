import HeadlessCompositor
import Wayland
import Windowing

/// Timers on the compositor's virtual time.
@MainActor final class VirtualTimers: Scheduler {
  private final class Entry: ScheduledTimer {
    let due: Double
    let action: @MainActor () -> Void
    var isCanceled = false

    init(due: Double, action: @escaping @MainActor () -> Void) {
      self.due = due
      self.action = action
    }

    func cancel() { isCanceled = true }
  }

  private let server: Compositor
  private var entries: [Entry] = []

  init(_ server: Compositor) { self.server = server }

  /// The number of running timers.
  var count: Int {
    entries.removeAll { $0.isCanceled }
    return entries.count
  }

  private var now: Double { Double(server.now) / 1e9 }

  func timer(
    after delay: Double, every interval: Double?, _ action: @escaping @MainActor () -> Void
  ) -> any ScheduledTimer {
    let entry = Entry(due: now + max(0, delay), action: action)
    entries.append(entry)
    return entry
  }

  func watch(
    _ descriptor: Int32, onReadable: @escaping @MainActor () -> Void,
    onWritable: @escaping @MainActor () -> Void
  ) -> (any DescriptorWatch)? {
    MainQueueScheduler.shared.watch(descriptor, onReadable: onReadable, onWritable: onWritable)
  }

  func soon(_ action: @escaping @MainActor () -> Void) { MainQueueScheduler.shared.soon(action) }

  /// Advances the time and fires the timers that become due, in order.
  ///
  /// - Parameters:
  ///   - seconds: The time by which to advance.
  ///   - afterEach: Called after each timer and at the end.
  func advance(by seconds: Double, afterEach: () -> Void) {
    let end = now + seconds
    while count > 0, let next = entries.min(by: { $0.due < $1.due }), next.due <= end {
      wait(until: next.due)
      next.cancel()
      next.action()
      afterEach()
    }
    wait(until: end)
    afterEach()
  }

  private func wait(until time: Double) {
    server.advance(by: UInt64(max(0, (time - now) * 1e9).rounded()))
  }
}

extension WindowRig {
  /// Makes the window system use timers on virtual time.
  func useVirtualTimers() -> VirtualTimers {
    let timers = VirtualTimers(server)
    system.scheduler = timers
    return timers
  }
}
