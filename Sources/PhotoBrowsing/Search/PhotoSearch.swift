package import PhotoLibrary

/// An incremental search for photos by their names.
package struct PhotoSearch: Hashable, Sendable {
  /// The text to search for. A name matches if it contains all words of the text, in any case of letters.
  package private(set) var text = ""
  /// The photo that was the current one when the search began.
  let origin: PhotoID?
  /// The indexes of the photos that match, ascending; empty without a text.
  package private(set) var matches: [Int] = []

  init(from origin: PhotoID?) { self.origin = origin }

  /// Searches for another text.
  mutating func find(_ text: String, in photos: [LibraryPhoto]) {
    self.text = text
    update(photos)
  }

  /// Searches in another list.
  ///
  /// - Complexity: O(*n*) in the number of photos.
  mutating func update(_ photos: [LibraryPhoto]) {
    let words = text.lowercased().split(separator: " ").map { Word(String($0)) }
    matches =
      words.isEmpty
      ? [] : photos.indices.filter { index in words.allSatisfy { $0.occurs(in: photos[index].photo) } }
  }

  /// Returns the index of the first match from an index on, or else the first one of the list; `nil` without a match.
  func match(from index: Int) -> Int? { matches[place(of: index)...].first ?? matches.first }

  /// Returns the index of a match after or before an index. After the last match follows the first one; `nil` without a match.
  func match(beside index: Int, by step: Int) -> Int? {
    guard !matches.isEmpty else { return nil }
    let place = place(of: index)
    let isMatch = matches.indices.contains(place) && matches[place] == index
    // Between two matches, the next one is already one step ahead.
    let next = step > 0 && !isMatch ? place : place + step.signum()
    return matches[(next % matches.count + matches.count) % matches.count]
  }

  /// The result for the user, such as "2 of 17"; empty without a text.
  package func result(at current: Int?) -> String {
    guard text.contains(where: { $0 != " " }) else { return "" }
    guard !matches.isEmpty else { return "No match" }
    if let current {
      let place = place(of: current)
      if matches.indices.contains(place), matches[place] == current {
        return "\(place + 1) of \(matches.count)"
      }
    }
    return matches.count == 1 ? "1 match" : "\(matches.count) matches"
  }

  /// Returns the place among the matches of the first one that is not before an index.
  private func place(of index: Int) -> Int {
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
    /// The bytes of a word of ASCII characters, for a faster search; `nil` for another word.
    let bytes: [UInt8]?

    init(_ text: String) {
      self.text = text
      bytes = text.utf8.allSatisfy { $0 < 0x80 } ? Array(text.utf8) : nil
    }

    func occurs(in photo: Photo) -> Bool {
      guard let bytes else { return photo.name.lowercased().contains(text) }
      let name = photo.nameBytes
      guard name.count >= bytes.count else { return false }
      return (0...name.count - bytes.count).contains { start in
        bytes.indices.allSatisfy { Self.lowered(name[start + $0]) == bytes[$0] }
      }
    }

    private static func lowered(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
  }
}
