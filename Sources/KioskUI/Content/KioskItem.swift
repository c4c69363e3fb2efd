internal import Kiosk
internal import PhotoLibrary

/// A picture, a pair of pictures, a page or a QR code of a playlist.
struct KioskItem: Sendable {
  enum Content: Sendable {
    case picture(LibraryPhoto)
    /// Two portraits side by side.
    case pair(LibraryPhoto, LibraryPhoto)
    /// A description of views.
    case page(path: String)
    /// A QR code with this text.
    case code(String)
    /// A plain picture, which is shown while there is nothing else.
    case backdrop
  }

  let id: KioskItemID
  let content: Content
  /// In seconds; `nil` for the duration of the playlist.
  var duration: Double?
  var caption: LocalizedText?
  /// The text of a QR code beside the caption; `nil` without one.
  var code: String?

  /// The pictures of the item.
  var photos: [LibraryPhoto] {
    switch content {
    case .picture(let photo): [photo]
    case .pair(let first, let second): [first, second]
    case .page, .code, .backdrop: []
    }
  }

  /// The number from which the place of the item in a random order follows.
  var key: UInt64 {
    if let photo = photos.first { return StableHash.value(of: photo.identity, seed: 0) }
    return id.path.utf8.reduce(0) { StableHash.combined($0, UInt64($1)) }
  }
}

/// Identifies an item. It stays the same when the playlist is read again, and in the next run of the program. A pair has the
/// identifier of its first picture.
package struct KioskItemID: Hashable, Sendable {
  /// The absolute path of the file, or the path that the playlist gives, or the text of a QR code; empty for the backdrop.
  package let path: String
  /// The number of earlier items of the playlist with the same path.
  package let occurrence: Int

  package init(path: String, occurrence: Int = 0) { (self.path, self.occurrence) = (path, occurrence) }

  static let backdrop = KioskItemID(path: "")
}
