package import CarouselUI
import Wayland

/// Timers on virtual time, which fire after a frame. Connections and background work use the main queue.
@MainActor
package final class FrameTimers: Scheduler {
  /// Cancels its timer when it is released, as those of the main queue do.
  private final class Handle: ScheduledTimer {
    private let entry: Entry

    init(_ entry: Entry) { self.entry = entry }

    isolated deinit { entry.cancel() }

    func cancel() { entry.cancel() }
  }

  private final class Entry {
    var due: Double
    let interval: Double?
    let action: @MainActor () -> Void
    var isCanceled = false

    init(due: Double, interval: Double?, _ action: @escaping @MainActor () -> Void) {
      (self.due, self.interval, self.action) = (due, interval, action)
    }

    func cancel() { isCanceled = true }
  }

  private var now = 0.0
  private var entries: [Entry] = []

  package init() {}

  package func timer(
    after seconds: Double, every interval: Double?, _ action: @escaping @MainActor () -> Void
  ) -> any ScheduledTimer {
    let entry = Entry(due: now + max(seconds, 0), interval: interval, action)
    entries.append(entry)
    return Handle(entry)
  }

  package func watch(
    _ descriptor: Int32, onReadable: @escaping @MainActor () -> Void,
    onWritable: @escaping @MainActor () -> Void
  ) -> (any DescriptorWatch)? {
    MainQueueScheduler.shared.watch(descriptor, onReadable: onReadable, onWritable: onWritable)
  }

  package func soon(_ action: @escaping @MainActor () -> Void) { MainQueueScheduler.shared.soon(action) }

  /// The number of timers that wait.
  package var count: Int { entries.count { !$0.isCanceled } }

  /// The times until the timers that wait fire, in seconds.
  package var delays: [Double] { entries.filter { !$0.isCanceled }.map { $0.due - now } }

  /// Fires the timers that are due.
  package func fire(at time: Double) {
    now = max(now, time)
    for entry in entries where !entry.isCanceled && entry.due <= now {
      if let interval = entry.interval { entry.due += max(interval, 0.001) } else { entry.isCanceled = true }
      entry.action()
    }
    entries.removeAll(where: \.isCanceled)
  }
}
