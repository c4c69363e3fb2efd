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
      let entries = object.required("entries")?.list(1...Self.mostEntries) ?? []
      playlist.entries = entries.compactMap { $0.object("an entry") { PlaylistEntry(&$0, exists) } ?? nil }
      playlist.fallback =
        object.optional("fallback")?.object("a fallback") { PlaylistContent(&$0, exists) } ?? nil
      return playlist
    }
  }
}

extension PlaylistContent {
  /// Reads the one member that names the content.
  fileprivate init?(_ object: inout ConfigurationObject, _ exists: (String) -> Bool) {
    let folder = object.optional("folder")?.path(exists)
    let isRecursive = object.optional("recursive")?.flag()
    let picture = object.optional("picture")?.path(exists)
    let page = object.optional("page")?.path(exists)
    let count = ["folder", "picture", "page"].count { object.has($0) }
    guard count == 1 else {
      object.report(
        "One of “folder”, “picture” and “page” must be given, not \(count == 0 ? "none" : "several").")
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
    let content = PlaylistContent(&object, exists)
    let duration = object.optional("duration")?.number(Playlist.durations)
    let caption = object.optional("caption")?.text(atMost: 1000)
    let priority = object.optional("priority")?.integer(0...100) ?? 0
    let airTime = AirTime(&object)
    guard let content else { return nil }
    self.init(content)
    (self.duration, self.caption, self.priority, self.airTime) = (duration, caption, priority, airTime)
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
