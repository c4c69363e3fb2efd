/// The pictures and pages of a kiosk, and the times at which they are shown.
package struct Playlist: Equatable, Sendable {
  /// The name of the time zone of all dates and times; `nil` for that of the system.
  package var timeZone: String?
  /// The time for each picture whose entry states none, in seconds.
  package var duration = defaultDuration
  /// The name of the transition; `nil` for the default.
  package var transition: String?
  /// Whether the pictures follow each other in a random order.
  package var isShuffled = false
  /// Whether two portraits that follow each other share a landscape screen.
  package var pairsPortraits = true
  /// The mat around each picture; `nil` without one.
  package var mat: PictureMat?
  package var entries: [PlaylistEntry] = []
  /// The content that is shown while no entry is; `nil` for a plain picture.
  package var fallback: PlaylistContent?

  package static let defaultDuration = 10.0
  /// The allowed times for an entry, in seconds.
  package static let durations = 1.0...86_400

  package init() {}

  /// Creates a playlist that shows the pictures of a folder all the time.
  package init(folder: String) { entries = [PlaylistEntry(.folder(path: folder, isRecursive: false))] }
}

/// An entry of a playlist.
package struct PlaylistEntry: Equatable, Sendable {
  package var content: PlaylistContent
  /// The time for each picture of the entry, in seconds; `nil` for that of the playlist.
  package var duration: Double?
  /// A text in front of the pictures, or the title of a page for visitors; `nil` without one.
  package var caption: LocalizedText?
  /// The text of a QR code beside the caption; `nil` without one.
  package var code: String?
  /// Entries with a higher priority replace those with a lower one while they are shown.
  package var priority = 0
  package var airTime = AirTime()

  package init(_ content: PlaylistContent) { self.content = content }
}

/// The content of an entry. Paths are relative to the folder of the playlist.
package enum PlaylistContent: Hashable, Sendable {
  /// The pictures of a folder, also those that are added later.
  case folder(path: String, isRecursive: Bool)
  case picture(path: String)
  /// A description of views in JSON.
  case page(path: String)
  /// A QR code alone.
  case code(text: String)

  /// The path as the playlist states it; `nil` for a QR code.
  package var path: String? {
    switch self {
    case .folder(let path, _), .picture(let path), .page(let path): path
    case .code: nil
    }
  }

  /// The path, or the text of a QR code, for people.
  package var name: String { if case .code(let text) = self { "QR code “\(text)”" } else { path ?? "" } }
}
