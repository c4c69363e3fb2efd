/// The uncompressed texts at the start of a PNG file. The bytes may be invalid: every length is checked.
package struct PNGTexts: Hashable, Sendable {
  /// The texts by keyword, without compressed texts. Qt compresses texts of more than 40 characters.
  package private(set) var texts: [String: String] = [:]

  /// The number of bytes to read from a file. Thumbnails store their texts before the pixels.
  package static let longestHead = 32 << 10
  private static let longestKeyword = 79
  private static let chunkLimit = 100

  /// Parses the texts before the pixels.
  package init(_ bytes: [UInt8]) {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return }
    var position = 8
    for _ in 0..<Self.chunkLimit {
      guard bytes.count - position >= 12 else { return }
      let length = bytes[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
      let kind = bytes[(position + 4)..<(position + 8)]
      let body = position + 8
      guard length <= bytes.count - body - 4, !kind.elementsEqual("IDAT".utf8) else { return }
      let content = bytes[body..<(body + length)]
      if kind.elementsEqual("tEXt".utf8) { read(content) }
      position = body + length + 4
    }
  }

  private mutating func read(_ content: ArraySlice<UInt8>) {
    guard let end = content.prefix(Self.longestKeyword + 1).firstIndex(of: 0), end > content.startIndex else {
      return
    }
    func text(_ latin1: ArraySlice<UInt8>) -> String {
      String(String.UnicodeScalarView(latin1.map { Unicode.Scalar($0) }))
    }
    texts[text(content[..<end])] = text(content[(end + 1)...])
  }

  /// Whether a thumbnail with these texts shows the current content of a file.
  ///
  /// A compressed URI is not compared. The name of the thumbnail file is derived from the URI, too.
  package func describes(_ original: ThumbnailStore.Original) -> Bool {
    if let uri = texts["Thumb::URI"], uri != original.uri { return false }
    // Some programs write fractions of seconds.
    let seconds = texts["Thumb::MTime"]?.split(separator: ".").first ?? ""
    return Int(seconds) == original.modified
  }
}
