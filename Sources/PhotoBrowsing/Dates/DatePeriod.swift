internal import Glibc
internal import PhotoLibrary

/// A year, a month or a day.
struct DatePeriod: Hashable, Sendable {
  /// The times in seconds since 1970, in the local time of a camera and in universal time.
  private let local, universal: Range<Int64>

  /// Creates a period. Fails if there is no such month or day.
  ///
  /// - Parameters:
  ///   - month: In `1...12`; `nil` for the whole year.
  ///   - day: In `1...31`; `nil` for the whole month.
  init?(year: Int, month: Int? = nil, day: Int? = nil) {
    guard (1...9999).contains(year), (1...12).contains(month ?? 1), (1...31).contains(day ?? 1),
      month != nil || day == nil
    else { return nil }
    let start = (year, month ?? 1, day ?? 1)
    guard Self.exists(start) else { return nil }
    let end =
      day == nil ? (month == nil ? (year + 1, 1, 1) : (year, start.1 + 1, 1)) : (year, start.1, start.2 + 1)
    guard let local = Self.times(start, end, timegm), let universal = Self.times(start, end, mktime) else {
      return nil
    }
    (self.local, self.universal) = (local, universal)
  }

  /// Whether a month has a day: timegm makes 2 March of 31 February.
  private static func exists(_ date: (year: Int, month: Int, day: Int)) -> Bool {
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (
      Int32(date.year - 1900), Int32(date.month - 1), Int32(date.day)
    )
    _ = timegm(&parts)
    return parts.tm_mon == Int32(date.month - 1)
  }

  private static func times(
    _ start: (Int, Int, Int), _ end: (Int, Int, Int), _ seconds: (UnsafeMutablePointer<tm>) -> time_t
  ) -> Range<Int64>? {
    let bounds = [start, end].map { year, month, day -> Int64 in
      var parts = tm()
      (parts.tm_year, parts.tm_mon, parts.tm_mday) = (Int32(year - 1900), Int32(month - 1), Int32(day))
      parts.tm_isdst = -1
      return Int64(seconds(&parts))
    }
    return bounds[0] < bounds[1] ? bounds[0]..<bounds[1] : nil
  }

  /// Whether a photo was taken in the period, or, if that is not known, its file was changed then.
  func contains(_ photo: LibraryPhoto) -> Bool {
    guard let time = PhotoTime(photo, prefersTaken: true) else { return false }
    return (time.isLocal ? local : universal).contains(time.seconds)
  }
}

extension DatePeriod {
  /// Finds the date that some words state, such as 2024, 2024-05, 2024-05-12, or "12 May 2024" in any order.
  ///
  /// - Parameter words: In lower case.
  /// - Returns: The period, and the indexes of the words that are not part of the date; `nil` if the words state no year.
  static func find(in words: [String]) -> (period: DatePeriod, rest: [Int])? {
    var numbers: [(index: Int, values: [Int])] = []
    var month: (index: Int, value: Int)?
    for (index, word) in words.enumerated() {
      if let values = Self.numbers(in: word) {
        numbers.append((index, values))
      } else if month == nil, let value = Self.month(named: word) {
        month = (index, value)
      }
    }
    guard let year = numbers.first(where: { $0.values[0] >= 1000 }) else { return nil }
    var used: Set = [year.index]
    var fields = year.values
    if fields.count == 1, let month {
      fields.append(month.value)
      used.insert(month.index)
      if let day = numbers.first(where: { $0.values.count == 1 && (1...31).contains($0.values[0]) }) {
        fields.append(day.values[0])
        used.insert(day.index)
      }
    }
    let period = DatePeriod(
      year: fields[0], month: fields.count > 1 ? fields[1] : nil, day: fields.count > 2 ? fields[2] : nil)
    return period.map { ($0, words.indices.filter { !used.contains($0) }) }
  }

  /// Reads a number such as "12", "12." or "2024", or a year with a month and perhaps a day, such as "2024-05". Of a date that is being
  /// typed, such as "2024-" or "2024-0", it reads the finished part, so that the matches stay until the next letter.
  private static func numbers(in word: String) -> [Int]? {
    let word = word.hasSuffix(".") || word.hasSuffix(",") ? String(word.dropLast()) : word
    var parts = word.split(separator: "-", omittingEmptySubsequences: false)
    let isDate = parts.count > 1
    if (2...3).contains(parts.count), parts.last == "" || parts.last == "0" { parts.removeLast() }
    guard (1...3).contains(parts.count), !isDate || parts[0].utf8.count == 4,
      parts.allSatisfy({
        (1...4).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x30...0x39).contains($0) }
      })
    else { return nil }
    return parts.compactMap { Int($0) }
  }

  /// Returns the month with a name of at least three letters, such as "may", "sept" or "september".
  private static func month(named word: String) -> Int? {
    let word = word.hasSuffix(".") || word.hasSuffix(",") ? String(word.dropLast()) : word
    guard word.utf8.count >= 3 else { return nil }
    return FileDate.monthNames.firstIndex { $0.lowercased().hasPrefix(word) }.map { $0 + 1 }
  }
}
