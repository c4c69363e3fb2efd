internal import Glibc
internal import PhotoLibrary

/// A time of a photo, which the library knows without decoding.
struct PhotoTime: Hashable, Sendable {
  /// Seconds since 1970.
  let seconds: Int64
  /// Whether the seconds count in the local time of the camera, and not in universal time.
  let isLocal: Bool

  /// The time at which the photo was taken or, if the library does not know it, at which its file was changed; fails if neither is
  /// known.
  init?(_ photo: LibraryPhoto) {
    if let taken = photo.metadata?.taken {
      (seconds, isLocal) = (taken, true)
    } else if let revision = photo.revision {
      (seconds, isLocal) = (revision.modified / 1_000_000_000, false)
    } else {
      return nil
    }
  }
}

/// The day of a time, in the local time zone.
struct FileDate: Hashable, Sendable {
  let year: Int
  /// In `1...12`.
  let month: Int
  /// In `1...31`.
  let day: Int
  /// Times that are certainly in the same month: the month without its first day and its last days. To look up a date for each of
  /// 100,000 photos would delay a frame.
  let certainTimes: Range<Int64>

  private static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November",
    "December",
  ]

  /// Looks up the day of a time. Fails if the system cannot represent it.
  init?(_ photoTime: PhotoTime) {
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
  }

  /// The month with its year, such as "March 2024".
  var monthTitle: String { "\(Self.monthNames[month - 1]) \(year)" }
  /// The day with its month and year, such as "12 March 2024".
  var dayTitle: String { "\(day) \(monthTitle)" }

  /// Whether two days are in the same month.
  func isInMonth(of other: FileDate) -> Bool { (year, month) == (other.year, other.month) }
}
