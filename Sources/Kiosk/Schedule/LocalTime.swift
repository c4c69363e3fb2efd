/// A day of the Gregorian calendar.
package struct LocalDate: Hashable, Comparable, Sendable {
  /// The number of days since 1970-01-01.
  package let day: Int

  package init(day: Int) { self.day = day }

  /// Creates a day; `nil` if the calendar has no such day. The year must be in `1970...9999`.
  package init?(year: Int, month: Int, day: Int) {
    guard (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
    // Years begin in March, so that the leap day is the last one.
    // Source: Howard Hinnant, chrono-Compatible Low-Level Date Algorithms, days_from_civil.
    let start = month > 2 ? year : year - 1
    let era = start / 400
    let yearOfEra = start - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    self.day = era * 146_097 + dayOfEra - 719_468
    // The 31st of February is not the 3rd of March.
    guard parts == (year, month, day) else { return nil }
  }

  /// Reads a date such as “2027-03-28”.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, zip(parts, [4, 2, 2]).allSatisfy({ $0.utf8.count == $1 && $0.isDecimal }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The year, the month and the day of the month.
  package var parts: (year: Int, month: Int, day: Int) {
    // Source: as above, civil_from_days.
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let place = (5 * dayOfYear + 2) / 153
    let month = place < 10 ? place + 3 : place - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * place + 2) / 5 + 1
    )
  }

  package var weekday: Weekday {
    // 1970-01-01 was a Thursday.
    Weekday.allCases[((day + 3) % 7 + 7) % 7]
  }

  package static func < (first: LocalDate, second: LocalDate) -> Bool { first.day < second.day }
}

extension LocalDate: CustomStringConvertible {
  /// The date, such as “2027-03-28”.
  package var description: String {
    let (year, month, day) = parts
    return "\(year)-\(twoDigits(month))-\(twoDigits(day))"
  }
}

/// A day of the week.
package enum Weekday: String, CaseIterable, Sendable {
  case monday = "mon"
  case tuesday = "tue"
  case wednesday = "wed"
  case thursday = "thu"
  case friday = "fri"
  case saturday = "sat"
  case sunday = "sun"
}

/// The time that a clock on the wall shows, with its date.
package struct LocalTime: Hashable, Sendable, CustomStringConvertible {
  package let date: LocalDate
  /// The seconds since midnight on the clock, in `0..<86,400`.
  package let second: Int

  package init(_ date: LocalDate, second: Int) { (self.date, self.second) = (date, second) }

  /// Reads a time such as “2027-03-28 01:59”, with or without seconds.
  package init?(_ text: String) {
    let parts = text.split(whereSeparator: { $0 == " " || $0 == "T" })
    guard parts.count == 2, let date = LocalDate(parts[0]), let second = ClockTime.second(parts[1]),
      second < ClockTime.day
    else { return nil }
    self.init(date, second: second)
  }

  /// The time, such as “2027-03-28 01:59:00”.
  package var description: String {
    "\(date) \(twoDigits(second / 3600)):\(twoDigits(second / 60 % 60)):\(twoDigits(second % 60))"
  }
}

/// Times of a day as texts.
package enum ClockTime {
  /// The seconds of a day on the clock.
  package static let day = 86_400

  /// Reads a time such as “08:30” or “23:59:59”. “24:00” is the end of the day.
  ///
  /// - Returns: The seconds since midnight, in `0...86,400`.
  package static func second(_ text: some StringProtocol) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts.allSatisfy({ $0.utf8.count == 2 && $0.isDecimal }) else {
      return nil
    }
    let numbers = parts.compactMap { Int($0) }
    let second = numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
    guard numbers.dropFirst().allSatisfy({ $0 < 60 }), second <= day else { return nil }
    return second
  }
}

private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

extension StringProtocol {
  fileprivate var isDecimal: Bool { utf8.allSatisfy { (0x30...0x39).contains($0) } }
}
