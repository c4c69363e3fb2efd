internal import Threads

/// The clocks of a fetcher. A test supplies its own.
package struct RemoteClock: Sendable {
  /// Seconds since some point in the past, which changes of the calendar time do not affect.
  package var monotonic: @Sendable () -> Double
  /// Seconds since 1970.
  package var calendar: @Sendable () -> Double

  package init(monotonic: @escaping @Sendable () -> Double, calendar: @escaping @Sendable () -> Double) {
    (self.monotonic, self.calendar) = (monotonic, calendar)
  }

  /// The clocks of the system.
  package static let system = RemoteClock(
    monotonic: { MonotonicClock.now() }, calendar: { CalendarClock.now() })
}
