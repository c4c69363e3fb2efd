package import DecoderClient

/// The photos whose thumbnails are written to the disk, where other programs and users of the disk may see them.
package enum ThumbnailPolicy: String, CaseIterable, Sendable {
  /// No thumbnails are written.
  case never
  /// Thumbnails of photos on fixed disks are written. For photos on a removable or encrypted disk, they are written only to the
  /// same disk.
  case fixed
  /// Thumbnails of all photos are written.
  case always

  /// Whether the thumbnail of a photo is written.
  ///
  /// - Parameters:
  ///   - photo: The medium of the photo; `nil` if it is not known.
  ///   - folder: The medium of the thumbnails.
  package func permits(_ photo: Medium?, in folder: Medium?) -> Bool {
    switch self {
    case .never: return false
    case .always: return true
    case .fixed:
      guard let photo else { return true }
      return !photo.isRemovable && !photo.isEncrypted || photo.device == folder?.device
    }
  }
}
