internal import Glibc
internal import PhotoLibrary

/// An incremental search for photos by their names and dates.
package struct PhotoSearch: Hashable, Sendable {
  /// The text to search for. A name matches if it contains all words of the text, in any case of letters, with or without their marks.
  /// A text with a date such as "2024-05" or "May 2024" also matches the photos of this time whose names contain the other words.
  package private(set) var text = "" { didSet { if text != oldValue { query = Query(text) } } }
  private var query = Query("")
  /// The indexes of the photos that match, ascending; empty without a text.
  package private(set) var matches: [Int] = []
  /// The number of photos whose dates are not read yet, if the text has a date, and the number of all photos.
  private var (unread, total) = (0, 0)
  /// The photo that was the current one when the search began.
  private(set) var origin: PhotoID?
  /// The match to which the page moves; `nil` if it is the current photo, or if the user has chosen another photo.
  var target: PhotoID?

  init(from origin: PhotoID?) { self.origin = origin }

  /// Searches for another text. If it extends the former one, only the former matches are searched.
  ///
  /// - Complexity: O(*n*) in the number of photos, or of former matches.
  mutating func find(_ text: String, in photos: [LibraryPhoto]) {
    let (isLonger, hadDate) = (isExtended(by: text), query.hasDate)
    self.text = text
    // A longer text may state a date that matches more photos.
    let extends = isLonger && !hadDate && !query.hasDate
    let candidates = extends ? matches : Array(photos.indices)
    matches = candidates.filter { query.matches(photos[$0]) }
    noteDates(of: photos)
  }

  /// If the text has a date, the dates in the files of the photos must be known.
  private mutating func noteDates(of photos: [LibraryPhoto]) {
    (unread, total) = (query.hasDate ? photos.count { $0.metadata == nil } : 0, photos.count)
  }

  /// Whether dates for which the user searches are not read yet.
  package var isReading: Bool { unread > 0 }
  /// Whether no photo matches yet, while dates are read.
  package var awaitsMatch: Bool { isReading && matches.isEmpty }

  /// Whether another text has the present one at its start.
  func isExtended(by text: String) -> Bool { !query.isEmpty && text.hasPrefix(self.text) }

  /// Searches in another list.
  ///
  /// - Parameters:
  ///   - current: The current photo, which replaces an origin that is gone.
  /// - Returns: The first match of a date, if none was known before, and the user has not gone elsewhere since the search began.
  /// - Complexity: O(*n*) in the number of photos.
  @discardableResult
  mutating func update(_ photos: [LibraryPhoto], current: PhotoID? = nil) -> Int? {
    let hadMatch = !matches.isEmpty
    matches = photos.indices.filter { query.matches(photos[$0]) }
    noteDates(of: photos)
    if let origin, !photos.contains(where: { $0.id == origin }) { self.origin = current }
    guard query.hasDate, !hadMatch, current == origin else { return nil }
    return match(from: photos.firstIndex { $0.id == current } ?? 0)
  }

  /// Returns the index of the first match from an index on, or else the first one of the list; `nil` without a match.
  func match(from index: Int) -> Int? { matches[rank(of: index)...].first ?? matches.first }

  /// Returns the index of a match after or before an index. After the last match follows the first one; `nil` without a match.
  func match(beside index: Int, by step: Int) -> Int? {
    guard !matches.isEmpty else { return nil }
    let rank = rank(of: index)
    let isMatch = matches.indices.contains(rank) && matches[rank] == index
    // Between two matches, the rank is that of the next one.
    let next = step > 0 && !isMatch ? rank : rank + step.signum()
    return matches[(next % matches.count + matches.count) % matches.count]
  }

  /// The result for the user, such as "2 of 17"; empty without a text. While dates are read, it has the part that was read.
  func result(at current: Int?) -> String {
    guard !query.isEmpty else { return "" }
    let progress = isReading ? "\((total - unread) * 100 / total)% of dates" : nil
    guard !matches.isEmpty else { return progress.map { "Reading, \($0)" } ?? "No match" }
    return [place(of: current), progress].compactMap(\.self).joined(separator: ", ")
  }

  /// The rank of the current photo among the matches, or their number.
  private func place(of current: Int?) -> String {
    if let current {
      let rank = rank(of: current)
      if matches.indices.contains(rank), matches[rank] == current { return "\(rank + 1) of \(matches.count)" }
    }
    return matches.count == 1 ? "1 match" : "\(matches.count) matches"
  }

  /// Returns the number of matches before an index.
  private func rank(of index: Int) -> Int {
    var (low, high) = (0, matches.count)
    while low < high {
      let middle = (low + high) / 2
      if matches[middle] < index { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The words of a text.
  private struct Query: Hashable {
    private let words: [[UInt8]]
    /// The date that some words state; `nil` without a date.
    private let period: DatePeriod?
    /// The indexes of the words that do not belong to the date.
    private let rest: [Int]

    init(_ text: String) {
      // No name has a NUL.
      words = text.split { $0.isWhitespace || $0 == "\0" }.map { SearchText.folded(String($0)) }
        .filter { !$0.isEmpty }
      let date = DatePeriod.find(in: words.map { String(decoding: $0, as: UTF8.self) })
      (period, rest) = (date?.period, date?.rest ?? [])
    }

    var isEmpty: Bool { words.isEmpty }
    var hasDate: Bool { period != nil }

    /// Whether a photo matches. An empty text matches none.
    func matches(_ photo: LibraryPhoto) -> Bool {
      guard !words.isEmpty else { return false }
      let (name, isFolded) = photo.searchName.map { ($0, true) } ?? (photo.photo.nameBytes, false)
      return name.withUnsafeBufferPointer { name in
        if words.allSatisfy({ Self.occurs($0, in: name, isFolded: isFolded) }) { return true }
        guard let period, period.contains(photo) else { return false }
        return rest.allSatisfy { Self.occurs(words[$0], in: name, isFolded: isFolded) }
      }
    }

    /// Whether a name contains a word.
    ///
    /// - Parameter isFolded: Whether the name has the form of ``SearchText``. Otherwise it is ASCII.
    private static func occurs(
      _ word: [UInt8], in name: UnsafeBufferPointer<UInt8>, isFolded: Bool
    ) -> Bool {
      word.withUnsafeBufferPointer { word in
        guard let first = word.first, let text = name.baseAddress, let pattern = word.baseAddress,
          name.count >= word.count
        else { return word.isEmpty }
        if isFolded {
          var start = text
          let end = text + (name.count - word.count + 1)
          while start < end, let found = memchr(start, Int32(first), end - start) {
            if memcmp(found, pattern, word.count) == 0 { return true }
            start = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) + 1
          }
          return false
        }
        return (0...name.count - word.count).contains { start in
          SearchText.lowered(name[start]) == first
            && (1..<word.count).allSatisfy { SearchText.lowered(name[start + $0]) == word[$0] }
        }
      }
    }
  }
}
