internal import CommandLineText
package import PhotoLibrary

/// The choices of the user that the photo browser restores at its next start: the page, the order of the photos,
/// the parts of the window, the slideshow, and the folders that were opened last.
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
  /// The order of the photos that the user has chosen; `nil` before.
  package var order: PhotoOrder?
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
    package var transition: SlideshowTransition?

    package init(interval: Double? = nil, isRandom: Bool? = nil, transition: SlideshowTransition? = nil) {
      (self.interval, self.isRandom, self.transition) = (interval, isRandom, transition)
    }
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

  /// The end of the line of a reversed order.
  private static let reversed = " reversed"

  /// The content of the file.
  package var text: String {
    var lines: [String] = []
    if let page { lines.append("page \(page.rawValue)") }
    if let order { lines.append("order \(order.key.name)\(order.isReversed ? Self.reversed : "")") }
    for part in BrowserState.Part.allCases where Self.rememberedParts.contains(part) {
      lines.append("\(part.rawValue) \(parts.contains(part) ? "on" : "off")")
    }
    if let interval = slideshow.interval { lines.append("interval \(interval)") }
    if let isRandom = slideshow.isRandom { lines.append("random \(isRandom ? "on" : "off")") }
    if let transition = slideshow.transition?.name { lines.append("transition \(transition)") }
    lines += folders.map { "folder \(PercentEncoding.escaped($0))" }
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
        slideshow.interval = Double(word).flatMap { SlideshowOptions.intervals.contains($0) ? $0 : nil }
      case "random": slideshow.isRandom = word == "on" ? true : word == "off" ? false : nil
      case "transition": slideshow.transition = SlideshowTransition(named: word)
      case "order":
        let isReversed = word.hasSuffix(Self.reversed)
        order = PhotoOrder.Key(named: isReversed ? String(word.dropLast(Self.reversed.count)) : word)
          .map { PhotoOrder($0, isReversed: isReversed) }
      case "folder": if let path = PercentEncoding.unescaped(value) { paths.append(path) }
      case let key:
        guard let part = BrowserState.Part(rawValue: key) else { break }
        if word == "on" { parts.insert(part) }
        if word == "off" { parts.remove(part) }
      }
    }
    parts.formIntersection(Self.rememberedParts)
    for path in paths.prefix(Self.folderLimit).reversed() { add(folder: path) }
  }
}
