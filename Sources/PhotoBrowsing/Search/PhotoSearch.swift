package import PhotoLibrary

/// An incremental search for photos by their names.
package struct PhotoSearch: Hashable, Sendable {
  /// The text to search for. A name matches if it contains all words of the text, in any case of letters.
  package private(set) var text = ""
  /// The indexes of the photos that match, ascending; empty without a text.
  package private(set) var matches: [Int] = []
  /// The photo that was the current one when the search began.
  private(set) var origin: PhotoID?
  /// The match to which the page moves; `nil` if it is the current photo, or if the user has chosen another photo.
  var target: PhotoID?

  init(from origin: PhotoID?) { self.origin = origin }

  /// Searches for another text. If it extends the former one, only the former matches are searched.
  ///
  /// - Complexity: O(*n*) in the number of photos, or of former matches.
  mutating func find(_ text: String, in photos: [LibraryPhoto]) {
    let extends = isExtended(by: text)
    self.text = text
    let words = words
    matches =
      words.isEmpty
      ? [] : extends ? matches.filter { Self.matches(photos[$0], words) } : Self.indexes(in: photos, words)
  }

  /// Whether another text has the present one at its start, so that it has no other matches.
  func isExtended(by text: String) -> Bool { !words.isEmpty && text.hasPrefix(self.text) }

  /// Searches in another list.
  ///
  /// - Parameters:
  ///   - current: The current photo, which replaces an origin that is gone.
  /// - Complexity: O(*n*) in the number of photos.
  mutating func update(_ photos: [LibraryPhoto], current: PhotoID? = nil) {
    let words = words
    matches = words.isEmpty ? [] : Self.indexes(in: photos, words)
    if let origin, !photos.contains(where: { $0.id == origin }) { self.origin = current }
  }

  private var words: [Word] {
    text.lowercased().split(whereSeparator: \.isWhitespace).map { Word(String($0)) }
  }

  private static func indexes(in photos: [LibraryPhoto], _ words: [Word]) -> [Int] {
    photos.indices.filter { matches(photos[$0], words) }
  }

  private static func matches(_ photo: LibraryPhoto, _ words: [Word]) -> Bool {
    let name = photo.photo.nameBytes
    guard name.allSatisfy({ $0 < 0x80 }) else {
      // Characters are compared, so that it does not matter how a name composes them.
      let text = photo.photo.name.lowercased()
      return words.allSatisfy { text.contains($0.text) }
    }
    return words.allSatisfy { $0.occurs(in: name) }
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

  /// The result for the user, such as "2 of 17"; empty without a text.
  func result(at current: Int?) -> String {
    guard !words.isEmpty else { return "" }
    guard !matches.isEmpty else { return "No match" }
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

  /// A word in lower case.
  private struct Word {
    let text: String
    private let bytes: [UInt8]

    init(_ text: String) { (self.text, bytes) = (text, Array(text.utf8)) }

    /// Whether a name of ASCII characters contains the word.
    func occurs(in name: [UInt8]) -> Bool {
      guard let first = bytes.first, name.count >= bytes.count else { return bytes.isEmpty }
      return (0...name.count - bytes.count).contains { start in
        Self.lowered(name[start]) == first
          && bytes.indices.dropFirst().allSatisfy { Self.lowered(name[start + $0]) == bytes[$0] }
      }
    }

    private static func lowered(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
  }
}
