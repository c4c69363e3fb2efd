internal import Configuration

/// Reads the days and times of an entry or of the screen from its configuration.
extension AirTime {
  init(_ object: inout ConfigurationObject) {
    self.init()
    dates = object.optional("dates")?.list(1...100)?.compactMap(Self.dates) ?? []
    let weekdays = object.optional("weekdays")?.list(1...7)?.compactMap { value in
      value.choice(Weekday.allCases.map { (name: $0.rawValue, value: $0) })
    }
    self.weekdays = Set(weekdays ?? [])
    dayparts = object.optional("times")?.list(1...100)?.compactMap(Self.daypart) ?? []
  }

  private static func dates(_ value: ConfigurationValue) -> ClosedRange<LocalDate>? {
    let form = "a date such as \"2027-03-28\""
    return value.object("a period") { object -> ClosedRange<LocalDate>? in
      let (from, to) = (object.optional("from"), object.optional("to"))
      if from == nil, to == nil { object.report("“from”, “to” or both must be given.") }
      let first = from.map { $0.parsed(as: form) { LocalDate($0) } } ?? LocalDate(day: 0)
      let last = to.map { $0.parsed(as: form) { LocalDate($0) } } ?? LocalDate(year: 9999, month: 12, day: 31)
      guard let first, let last else { return nil }
      guard first <= last else {
        object.report("The first day, \(first), is after the last day, \(last).")
        return nil
      }
      return first...last
    } ?? nil
  }

  private static func daypart(_ value: ConfigurationValue) -> Daypart? {
    value.object("a part of the day") { object -> Daypart? in
      let from = object.required("from")?.parsed(as: "a time such as \"08:30\"") { text in
        ClockTime.second(text).flatMap { $0 < ClockTime.day ? $0 : nil }
      }
      let to = object.required("to")?.parsed(as: "a time such as \"18:00\", or \"24:00\"") {
        ClockTime.second($0).flatMap { $0 > 0 ? $0 : nil }
      }
      guard let from, let to else { return nil }
      guard from != to else {
        object.report("The times are the same. Leave “times” out for the whole day.")
        return nil
      }
      return Daypart(from: from, to: to)
    } ?? nil
  }
}
