package import CarouselUI
import CommandLineText
internal import PhotoBrowsing
package import PhotoLibrary

/// The property of photos by which a grid divides them into sections.
package enum PhotoGrouping: Hashable, Sendable, CaseIterable {
  /// One section without a header.
  case none
  /// The month in which the photo was taken, if the library knows it, or else in which the file was changed.
  case monthTaken
  /// The month in which the file was changed.
  case monthModified
  /// The folder of the file.
  case folder

  /// The property that fits an order: neighbors in this order have the same value.
  package init(for order: PhotoOrder) {
    switch order.key {
    case .name: self = .folder
    case .dateTaken: self = .monthTaken
    case .dateModified: self = .monthModified
    case .size, .shape, .random: self = .none
    }
  }
}

extension PhotoGrouping {
  /// The largest number of photos of a month below one header, about three screens.
  package static let mostInMonth = 60

  /// Divides photos into sections of neighbors with the same value. A month with many photos is divided into days.
  ///
  /// - Parameter mostInMonth: The largest number of photos of a month that is not divided.
  /// - Complexity: O(*n*) in the number of photos. No file is read.
  package func sections(
    of photos: [LibraryPhoto], mostInMonth: Int = Self.mostInMonth
  ) -> [CollectionSection<LibraryPhoto>] {
    guard self != .none, !photos.isEmpty else { return [CollectionSection(photos)] }
    var sections: [CollectionSection<LibraryPhoto>] = []
    for (part, value) in divide(photos[...], by: { SectionValue($0, self) }) {
      if case .month(.some, _) = value, part.count > mostInMonth {
        sections += divide(part) { SectionValue(dayOf: $0, self) }.map { day, value in
          CollectionSection(Array(day), title: value.title)
        }
      } else {
        sections.append(CollectionSection(Array(part), title: value.title))
      }
    }
    // A single folder needs no header.
    if self == .folder, sections.count == 1 { sections[0].title = nil }
    return sections
  }

  /// Divides photos into neighbors that share a value.
  private func divide(
    _ photos: ArraySlice<LibraryPhoto>, by value: (LibraryPhoto) -> SectionValue
  ) -> [(photos: ArraySlice<LibraryPhoto>, value: SectionValue)] {
    guard let first = photos.first else { return [] }
    var parts: [(photos: ArraySlice<LibraryPhoto>, value: SectionValue)] = []
    var (start, shared) = (photos.startIndex, value(first))
    for index in photos.indices.dropFirst() where !shared.isShared(by: photos[index], self) {
      parts.append((photos[start..<index], shared))
      (start, shared) = (index, value(photos[index]))
    }
    return parts + [(photos[start...], shared)]
  }

  /// Returns the text beside the scroll bar for a photo: the day, the folder, or the first character of the name.
  package func scrollLabel(of photo: LibraryPhoto) -> String {
    switch self {
    case .monthTaken, .monthModified:
      time(of: photo).flatMap { FileDate($0) }?.dayTitle ?? SectionValue.unknownDate
    case .folder: SectionValue(photo, .folder).title
    case .none: photo.photo.caption.first.map { String($0).uppercased() } ?? ""
    }
  }

  fileprivate func time(of photo: LibraryPhoto) -> PhotoTime? {
    PhotoTime(photo, prefersTaken: self == .monthTaken)
  }
}

/// The value that the photos of a section have in common.
private enum SectionValue {
  /// `nil` if the time is not known.
  case month(FileDate?, isLocal: Bool)
  case day(FileDate?, isLocal: Bool)
  case folder([UInt8])

  static let unknownDate = "No date"

  init(_ photo: LibraryPhoto, _ grouping: PhotoGrouping) {
    guard grouping != .folder else {
      self = .folder(photo.photo.folderBytes)
      return
    }
    let time = grouping.time(of: photo)
    self = .month(time.flatMap { FileDate($0) }, isLocal: time?.isLocal ?? false)
  }

  init(dayOf photo: LibraryPhoto, _ grouping: PhotoGrouping) {
    let time = grouping.time(of: photo)
    self = .day(time.flatMap { FileDate($0) }, isLocal: time?.isLocal ?? false)
  }

  /// Whether a photo has this value.
  func isShared(by photo: LibraryPhoto, _ grouping: PhotoGrouping) -> Bool {
    switch self {
    case .folder(let folder): folder == photo.photo.folderBytes
    case .month(let date, let isLocal):
      Self.isShared(date, isLocal, by: grouping.time(of: photo), \.certainTimes) { $0.isInMonth(of: $1) }
    case .day(let date, let isLocal):
      Self.isShared(date, isLocal, by: grouping.time(of: photo), \.certainTimesOfDay) { $0.isOnDay(of: $1) }
    }
  }

  /// Whether a time has a date of a section.
  ///
  /// - Parameter certain: The times for which the date need not be looked up.
  private static func isShared(
    _ date: FileDate?, _ isLocal: Bool, by time: PhotoTime?, _ certain: KeyPath<FileDate, Range<Int64>>,
    _ isSame: (FileDate, FileDate) -> Bool
  ) -> Bool {
    guard let time else { return date == nil }
    if let date, time.isLocal == isLocal, date[keyPath: certain].contains(time.seconds) { return true }
    guard let date, let other = FileDate(time) else { return date == nil && FileDate(time) == nil }
    return isSame(date, other)
  }

  var title: String {
    switch self {
    case .month(let date, _): date?.monthTitle ?? Self.unknownDate
    case .day(let date, _): date?.dayTitle ?? Self.unknownDate
    case .folder(let folder): Self.name(of: folder)
    }
  }

  /// Returns the last component of a path that ends in a slash.
  private static func name(of folder: [UInt8]) -> String {
    let name = folder.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) }
    return DisplayText.printable(name ?? (folder.isEmpty ? "." : "/"))
  }
}
