/// The choices of the user that the photo browser restores at its next start: the page, the parts of the window, the slideshow, and
/// the folders that were opened last.
///
/// The text has a line for each value, so that a person can read it and remove lines. Unknown and damaged lines are ignored.
package struct RememberedState: Hashable, Sendable {
  /// The page that was used last for a folder; `nil` before the first one.
  package var page: BrowserState.Page?
  /// The parts of the window that are shown. The panel is hidden at each start.
  package var parts: Set<BrowserState.Part> = [.header, .name] {
    didSet { parts.formIntersection(Self.rememberedParts) }
  }
  private static let rememberedParts: Set<BrowserState.Part> = [.header, .strip, .name, .thumbnailNames]
  /// The settings of the slideshow that the user has chosen.
  package var slideshow = Slideshow()
  /// The absolute paths of the folders that were opened last, the newest first. A path need not be UTF-8.
  package private(set) var folders: [[UInt8]] = []

  /// The largest number of folders.
  package static let folderLimit = 20

  /// The settings of a slideshow, each `nil` before the user has chosen one.
  package struct Slideshow: Hashable, Sendable {
    /// The time for each photo, in seconds.
    package var interval: Double?
    package var isRandom: Bool?
    /// The name of the transition.
    package var transition: String?

    package init(interval: Double? = nil, isRandom: Bool? = nil, transition: String? = nil) {
      (self.interval, self.isRandom, self.transition) = (interval, isRandom, transition)
    }

    /// The intervals that a slideshow accepts, in seconds.
    static let intervals = 0.5...86_400.0
  }

  /// Creates the state before the first start.
  package init() {}

  /// Puts a folder first. A path that is not absolute is ignored, because it depends on the current folder of the program.
  package mutating func add(folder: [UInt8]) {
    guard folder.first == UInt8(ascii: "/"), !folder.contains(0) else { return }
    var folder = folder
    while folder.count > 1, folder.last == UInt8(ascii: "/") { folder.removeLast() }
    folders.removeAll { $0 == folder }
    folders.insert(folder, at: 0)
    if folders.count > Self.folderLimit { folders.removeLast(folders.count - Self.folderLimit) }
  }

  /// Forgets all folders.
  package mutating func removeFolders() { folders = [] }

  // MARK: Text

  /// The content of the file.
  package var text: String {
    var lines: [String] = []
    if let page { lines.append("page \(page.rawValue)") }
    for part in BrowserState.Part.allCases where Self.rememberedParts.contains(part) {
      lines.append("\(part.rawValue) \(parts.contains(part) ? "on" : "off")")
    }
    if let interval = slideshow.interval { lines.append("interval \(interval)") }
    if let isRandom = slideshow.isRandom { lines.append("random \(isRandom ? "on" : "off")") }
    if let transition = slideshow.transition { lines.append("transition \(transition)") }
    lines += folders.map { "folder \(Self.escaped($0))" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Reads the content of a file.
  package init(text: some Sequence<UInt8>) {
    var paths: [[UInt8]] = []
    for line in Array(text).split(separator: UInt8(ascii: "\n")).prefix(1000) {
      guard let space = line.firstIndex(of: UInt8(ascii: " ")) else { continue }
      let value = line[(space + 1)...]
      let word = String(decoding: value, as: UTF8.self)
      switch String(decoding: line[..<space], as: UTF8.self) {
      case "page": page = BrowserState.Page(rawValue: word).flatMap { $0 == .slideshow ? nil : $0 }
      case "interval":
        slideshow.interval = Double(word).flatMap { Slideshow.intervals.contains($0) ? $0 : nil }
      case "random": slideshow.isRandom = word == "on" ? true : word == "off" ? false : nil
      case "transition": slideshow.transition = word
      case "folder": if let path = Self.unescaped(value) { paths.append(path) }
      case let key:
        guard let part = BrowserState.Part(rawValue: key) else { break }
        if word == "on" { parts.insert(part) }
        if word == "off" { parts.remove(part) }
      }
    }
    parts.formIntersection(Self.rememberedParts)
    for path in paths.prefix(Self.folderLimit).reversed() { add(folder: path) }
  }

  private static func escaped(_ path: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    for byte in path {
      if byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "%") {
        text.append(byte)
      } else {
        text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the bytes of a text with percent escapes; `nil` if one is damaged.
  private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var path: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        path.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16) else { return nil }
      path.append(value)
      rest = rest.dropFirst(2)
    }
    return path
  }
}
