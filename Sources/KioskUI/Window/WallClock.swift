internal import CTimerFD
internal import Dispatch
internal import Glibc

/// The calendar time, which may be set.
@MainActor
package protocol WallClock: AnyObject {
  /// The seconds since 1970-01-01 00:00 UTC.
  var now: Int { get }
  /// Calls a closure once at a time, or earlier: if the clock is set meanwhile, or for the alarm of another owner. It replaces the former
  /// alarm of the owner, which the clock does not retain.
  func setAlarm(of owner: AnyObject, at time: Int, _ action: @escaping @MainActor () -> Void)
}

/// The clock of the system. Between two alarms it wakes nothing, and after the system was suspended, an alarm that is due comes at once.
///
/// Linux: `timerfd`, `TFD_TIMER_CANCEL_ON_SET`.
package final class SystemWallClock: WallClock {
  private let descriptor: Int32
  private let source: (any DispatchSourceRead)?
  private var alarms: [ObjectIdentifier: (time: Int, action: @MainActor () -> Void)] = [:]

  package init() {
    let descriptor = ctimerfd_create_realtime()
    self.descriptor = descriptor
    guard descriptor >= 0 else {
      source = nil
      return
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    self.source = source
    source.setCancelHandler { @Sendable in close(descriptor) }
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.fired() } }
    source.resume()
  }

  isolated deinit { source?.cancel() }

  package var now: Int { time(nil) }

  package func setAlarm(of owner: AnyObject, at time: Int, _ action: @escaping @MainActor () -> Void) {
    alarms[ObjectIdentifier(owner)] = (time, action)
    if let first = alarms.values.map(\.time).min() { _ = ctimerfd_set(descriptor, first) }
  }

  private func fired() {
    var count: UInt64 = 0
    // A clock that was set makes the read fail with ECANCELED.
    _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
    // Each owner sets its next alarm.
    let due = alarms.values
    alarms = [:]
    for alarm in due { alarm.action() }
  }
}
