import Foundation

/// Files into which exiftool has written EXIF, IPTC and XMP data.
package enum MetadataFixture {
  /// The files with all values, one of each format.
  package static let formats = ["jpg", "png", "webp", "tif"]

  /// Returns the content of a file, such as `photo.jpg` or `iptc.jpg`.
  package static func bytes(_ name: String) throws -> [UInt8] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "Metadata")
    return Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }
}
