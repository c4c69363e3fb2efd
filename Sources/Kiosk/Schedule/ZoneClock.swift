package import Foundation

/// The clock on a wall in a time zone.
///
/// Times are whole seconds since 1970-01-01 00:00 UTC.
package struct ZoneClock: Sendable {
  private let zone: TimeZone

  /// Creates the clock of a time zone.
  package init(_ zone: TimeZone) { self.zone = zone }

  /// Creates the clock of a time zone of the IANA database; `nil` if the system does not know it.
  package init?(named name: String) {
    guard let zone = TimeZone(identifier: name) else { return nil }
    self.init(zone)
  }

  /// The clock of the system's time zone, which may change.
  package static var system: ZoneClock { ZoneClock(.autoupdatingCurrent) }

  private func offset(_ time: Int) -> Int {
    zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time)))
  }

  /// Returns what the clock shows.
  package func local(_ time: Int) -> LocalTime {
    let local = time + offset(time)
    let day = Int((Double(local) / Double(ClockTime.day)).rounded(.down))
    return LocalTime(LocalDate(day: day), second: local - day * ClockTime.day)
  }

  /// Returns the first time at which the clock shows a time, or the first one after it if the clock skips it.
  package func time(_ local: LocalTime) -> Int {
    let wanted = local.date.day * ClockTime.day + local.second
    // The offsets before and after any change of the clock on this day.
    let early = wanted - offset(wanted - ClockTime.day)
    let late = wanted - offset(wanted + ClockTime.day)
    for time in [min(early, late), max(early, late)] where time + offset(time) == wanted { return time }
    // Skipped: the clock changes between the two.
    return change(after: min(early, late), through: max(early, late)) ?? early
  }

  /// Returns the first time in a period at which the clock is set forward or back.
  ///
  /// - Parameters:
  ///   - start: The period begins after this time.
  ///   - end: The last time of the period, which is shorter than the time between two changes.
  func change(after start: Int, through end: Int) -> Int? {
    let former = offset(start)
    guard end > start, offset(end) != former else { return nil }
    var (before, after) = (start, end)
    while after - before > 1 {
      let middle = before + (after - before) / 2
      if offset(middle) == former { before = middle } else { after = middle }
    }
    return after
  }
}
