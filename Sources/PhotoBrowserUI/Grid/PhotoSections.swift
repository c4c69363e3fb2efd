package import CarouselUI
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
  /// Divides photos into sections of neighbors with the same value.
  ///
  /// - Complexity: O(*n*) in the number of photos. No file is read.
  package func sections(of photos: [LibraryPhoto]) -> [CollectionSection<LibraryPhoto>] {
    guard self != .none, let first = photos.first else { return [CollectionSection(photos)] }
    var sections: [CollectionSection<LibraryPhoto>] = []
    var (start, value) = (0, SectionValue(first, self))
    func add(until end: Int) {
      sections.append(CollectionSection(Array(photos[start..<end]), title: value.title))
      start = end
    }
    for index in photos.indices.dropFirst() where !value.isShared(by: photos[index], self) {
      add(until: index)
      value = SectionValue(photos[index], self)
    }
    add(until: photos.count)
    // A single folder needs no header.
    if self == .folder, sections.count == 1 { sections[0].title = nil }
    return sections
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

  /// Whether a photo has this value.
  func isShared(by photo: LibraryPhoto, _ grouping: PhotoGrouping) -> Bool {
    switch self {
    case .folder(let folder): return folder == photo.photo.folderBytes
    case .month(let date, let isLocal):
      guard let time = grouping.time(of: photo) else { return date == nil }
      if let date, time.isLocal == isLocal, date.certainTimes.contains(time.seconds) { return true }
      guard let date, let other = FileDate(time) else { return date == nil && FileDate(time) == nil }
      return date.isInMonth(of: other)
    }
  }

  var title: String {
    switch self {
    case .month(let date, _): date?.monthTitle ?? Self.unknownDate
    case .folder(let folder): Self.name(of: folder)
    }
  }

  /// Returns the last component of a path that ends in a slash.
  private static func name(of folder: [UInt8]) -> String {
    let name = folder.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) }
    return DisplayText.printable(name ?? (folder.isEmpty ? "." : "/"))
  }
}
