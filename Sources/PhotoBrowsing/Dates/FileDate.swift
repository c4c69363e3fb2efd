internal import Glibc

/// The day of a time, in the local time zone.
package struct FileDate: Hashable, Sendable {
  package let year: Int
  /// In `1...12`.
  package let month: Int
  /// In `1...31`.
  package let day: Int
  /// A range of times inside the month. It avoids a date lookup for each photo.
  package let certainTimes: Range<Int64>
  /// A range of times inside the day.
  package let certainTimesOfDay: Range<Int64>

  static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November",
    "December",
  ]

  /// Looks up the day of a time. Fails if the system cannot represent it.
  package init?(_ photoTime: PhotoTime) {
    var time = time_t(photoTime.seconds)
    var parts = tm()
    let found = photoTime.isLocal ? gmtime_r(&time, &parts) : localtime_r(&time, &parts)
    guard found != nil, Self.monthNames.indices.contains(Int(parts.tm_mon)), abs(photoTime.seconds) < 1 << 50
    else { return nil }
    (year, month, day) = (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
    let secondsOfDay = Int64(parts.tm_hour) * 3600 + Int64(parts.tm_min) * 60 + Int64(parts.tm_sec)
    let (dayLength, shortestMonth) = (Int64(86_400), Int64(28))
    let firstDay = photoTime.seconds - secondsOfDay - Int64(day - 1) * dayLength
    // Clocks that are set forward or back during the month move its ends by less than a day.
    certainTimes = firstDay + dayLength..<firstDay + (shortestMonth - 1) * dayLength
    let (midnight, longestShift) = (photoTime.seconds - secondsOfDay, Int64(2 * 3600))
    certainTimesOfDay = midnight + longestShift..<midnight + dayLength - longestShift
  }

  /// The month with its year, such as "March 2024".
  package var monthTitle: String { "\(Self.monthNames[month - 1]) \(year)" }
  /// The day with its month and year, such as "12 March 2024".
  package var dayTitle: String { "\(day) \(monthTitle)" }

  /// Whether two days are in the same month.
  package func isInMonth(of other: FileDate) -> Bool { (year, month) == (other.year, other.month) }

  /// Whether two times are on the same day.
  package func isOnDay(of other: FileDate) -> Bool { isInMonth(of: other) && day == other.day }
}
