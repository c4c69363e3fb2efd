internal import Kiosk
internal import PhotoLibrary

/// A picture or a page of a playlist.
struct KioskItem: Sendable {
  enum Content: Sendable {
    case picture(LibraryPhoto)
    /// A description of views.
    case page(path: String)
    /// A plain picture, which is shown while there is nothing else.
    case backdrop
  }

  let id: KioskItemID
  let content: Content
  /// In seconds; `nil` for the duration of the playlist.
  var duration: Double?
  var caption: String?

  /// The number from which the place of the item in a random order follows.
  var key: UInt64 {
    if case .picture(let photo) = content { return StableHash.value(of: photo.identity, seed: 0) }
    return id.path.utf8.reduce(0) { StableHash.combined($0, UInt64($1)) }
  }
}

/// Identifies an item. It stays the same when the playlist is read again, and in the next run of the program.
package struct KioskItemID: Hashable, Sendable {
  /// The absolute path of the file, or the path that the playlist gives; empty for the backdrop.
  package let path: String
  /// The number of earlier items of the playlist with the same path.
  package let occurrence: Int

  package init(path: String, occurrence: Int = 0) { (self.path, self.occurrence) = (path, occurrence) }

  static let backdrop = KioskItemID(path: "")
}
