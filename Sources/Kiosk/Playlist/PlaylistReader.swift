package import Configuration

/// Reads a playlist from its text, which `Documentation/Kiosk.md` describes.
extension Playlist {
  /// The largest number of entries. Folders have any number of pictures.
  private static let mostEntries = 10_000
  private static let orders = [(name: "list", value: false), (name: "random", value: true)]

  /// Reads a playlist.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8.
  ///   - transitions: The names of the transitions that the program knows.
  ///   - exists: Returns whether there is a file or folder at a path of the playlist. A missing one is a mistake; `nil` if the paths
  ///     are not checked, because a file may be added later.
  /// - Throws: All mistakes in the text.
  package init(
    _ bytes: [UInt8], transitions: [String], exists: ((String) -> Bool)? = nil
  ) throws(ConfigurationError) {
    let exists = exists ?? { _ in true }
    self = try ConfigurationValue.read(bytes, as: "a playlist") { object -> Playlist? in
      var playlist = Playlist()
      // The member that names the schema, which editors use.
      _ = object.optional("$schema")?.text()
      playlist.timeZone = object.optional("timeZone")?.parsed(
        as: "a time zone such as \"Europe/Berlin\""
      ) { ZoneClock(named: $0) == nil ? nil : $0 }
      if let seconds = object.optional("duration")?.number(Self.durations) { playlist.duration = seconds }
      playlist.transition = object.optional("transition")?.choice(transitions.map { (name: $0, value: $0) })
      playlist.isShuffled = object.optional("order")?.choice(Self.orders) ?? false
      playlist.pairsPortraits = object.optional("pairs")?.flag() ?? true
      playlist.mat = object.optional("mat")?.object("a mat") { PictureMat(&$0) }
      let entries = object.required("entries")?.list(1...Self.mostEntries) ?? []
      playlist.entries = entries.compactMap { $0.object("an entry") { PlaylistEntry(&$0, exists) } ?? nil }
      playlist.fallback =
        object.optional("fallback")?.object("a fallback") { PlaylistContent(&$0, exists) } ?? nil
      return playlist
    }
  }
}

extension PictureMat {
  fileprivate init(_ object: inout ConfigurationObject) {
    self.init()
    let form = "a color such as \"#F4F1EA\""
    if let color = object.optional("color")?.parsed(as: form, Self.color) { self.color = color }
    if let width = object.optional("width")?.number(Self.widths) { self.width = width }
    frame = object.optional("frame")?.parsed(as: form, Self.color)
  }
}

extension PlaylistContent {
  /// Reads the one member that names the content.
  ///
  /// - Parameters:
  ///   - allowsCode: Whether a QR code alone is a content.
  ///   - code: The text of the QR code; `nil` without one.
  fileprivate init?(
    _ object: inout ConfigurationObject, allowsCode: Bool = false, code: String? = nil,
    _ exists: (String) -> Bool
  ) {
    let folder = object.optional("folder")?.path(exists)
    let isRecursive = object.optional("recursive")?.flag()
    let picture = object.optional("picture")?.path(exists)
    let page = object.optional("page")?.path(exists)
    let count = ["folder", "picture", "page"].count { object.has($0) }
    if count == 0, allowsCode, object.has("qr") {
      guard let code else { return nil }
      self = .code(text: code)
      return
    }
    guard count == 1 else {
      let names = allowsCode && count == 0 ? ", “page” and “qr”" : " and “page”"
      object.report(
        "One of “folder”, “picture”\(names) must be given, not \(count == 0 ? "none" : "several").")
      return nil
    }
    if object.has("recursive"), folder == nil { object.report("“recursive” belongs to a “folder”.") }
    let contents: [PlaylistContent?] = [
      folder.map { .folder(path: $0, isRecursive: isRecursive ?? false) }, picture.map { .picture(path: $0) },
      page.map { .page(path: $0) },
    ]
    guard let content = contents.compactMap({ $0 }).first else { return nil }
    self = content
  }
}

extension PlaylistEntry {
  fileprivate init?(_ object: inout ConfigurationObject, _ exists: (String) -> Bool) {
    let code = object.optional("qr")?.text(atMost: Self.longestCode)
    let content = PlaylistContent(&object, allowsCode: true, code: code, exists)
    let duration = object.optional("duration")?.number(Playlist.durations)
    let caption = object.optional("caption").flatMap { Self.caption($0) }
    let priority = object.optional("priority")?.integer(0...100) ?? 0
    let airTime = AirTime(&object)
    guard let content else { return nil }
    self.init(content)
    (self.duration, self.caption, self.priority, self.airTime) = (duration, caption, priority, airTime)
    if case .code = content { self.code = nil } else { self.code = code }
  }

  /// The longest text of a QR code, in bytes. A longer one has modules that are too small to be scanned from a screen.
  private static let longestCode = 500
  private static let longestCaption = 1000

  private static func caption(_ value: ConfigurationValue) -> LocalizedText? {
    guard value.isObject else { return value.text(atMost: longestCaption).map { LocalizedText($0) } }
    return value.object("a caption") { object -> LocalizedText? in
      var texts: [KioskLanguage: String] = [:]
      for language in KioskLanguage.allCases {
        texts[language] = object.optional(language.rawValue)?.text(atMost: longestCaption)
      }
      if !KioskLanguage.allCases.contains(where: { object.has($0.rawValue) }) {
        object.report("The text must be given in at least one language.")
      }
      return LocalizedText(texts)
    } ?? nil
  }
}

extension ConfigurationValue {
  fileprivate func path(_ exists: (String) -> Bool) -> String? {
    guard let path = text() else { return nil }
    guard !path.utf8.contains(0), exists(path) else {
      report("“\(path)” does not exist.")
      return nil
    }
    return path
  }
}
