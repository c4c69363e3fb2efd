/// A part of a day, from a time on the clock to another one, which does not belong to it.
///
/// If the second time is not later than the first one, the part ends on the next day.
package struct Daypart: Hashable, Sendable {
  /// In seconds since midnight: `from` in `0..<86,400`, `to` in `1...86,400`.
  package let from, to: Int

  /// Creates a part. It must not be empty: `from` and `to` differ.
  package init(from: Int, to: Int) { (self.from, self.to) = (from, to) }

  /// The date on which the part began that contains a time; `nil` if the part does not contain the time.
  func startDate(containing time: LocalTime) -> LocalDate? {
    if from < to { return from <= time.second && time.second < to ? time.date : nil }
    if time.second >= from { return time.date }
    return time.second < to ? LocalDate(day: time.date.day - 1) : nil
  }
}

/// The days and times at which an entry is shown.
///
/// The part of a night after midnight belongs to the day on which the night began: from 22:00 to 02:00 on Fridays includes the
/// Saturday until 02:00. The times are those that a clock on the wall shows. So when the clock is set back, the hour that it shows
/// twice counts twice, and an hour that the clock skips does not occur.
package struct AirTime: Hashable, Sendable {
  /// The first and the last day of each period; without periods, all days.
  package var dates: [ClosedRange<LocalDate>]
  /// Without weekdays, all of them.
  package var weekdays: Set<Weekday>
  /// Without parts, the whole day.
  package var dayparts: [Daypart]

  package init(
    dates: [ClosedRange<LocalDate>] = [], weekdays: Set<Weekday> = [], dayparts: [Daypart] = []
  ) {
    (self.dates, self.weekdays, self.dayparts) = (dates, weekdays, dayparts)
  }

  /// Whether the entry is shown at a time on the clock.
  package func contains(_ time: LocalTime) -> Bool {
    if dayparts.isEmpty { return includes(time.date) }
    return dayparts.contains { $0.startDate(containing: time).map { includes($0) } == true }
  }

  private func includes(_ date: LocalDate) -> Bool {
    (weekdays.isEmpty || weekdays.contains(date.weekday))
      && (dates.isEmpty || dates.contains { $0.contains(date) })
  }
}
