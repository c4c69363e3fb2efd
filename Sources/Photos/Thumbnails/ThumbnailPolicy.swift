/// The photos whose thumbnails are written to the disk, where other programs and users of the disk may see them.
package enum ThumbnailPolicy: String, CaseIterable, Sendable {
  /// Those of no photo.
  case never
  /// Those of photos on fixed disks. Of an encrypted disk, only if the thumbnails are on the same disk.
  case fixed
  /// Those of all photos.
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
      return !photo.isRemovable && (!photo.isEncrypted || photo.device == folder?.device)
    }
  }
}
