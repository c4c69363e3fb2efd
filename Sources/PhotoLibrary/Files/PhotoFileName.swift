/// The names and the media types of image files. The extension only decides which files a folder scan lists. The decoder detects
/// the format from the content.
package enum PhotoFileName {
  /// A kind of image files: its media types in the shared MIME database, and the lowercase extensions of its files.
  private typealias Kind = (mediaTypes: [String], extensions: [String])

  private static let kinds: [Kind] = {
    var kinds: [Kind] = [
      (["image/jpeg"], ["jpg", "jpeg", "jpe", "jfif"]), (["image/png"], ["png"]), (["image/apng"], ["apng"]),
      (["image/webp"], ["webp"]), (["image/gif"], ["gif"]), (["image/tiff"], ["tif", "tiff"]),
      (["image/bmp"], ["bmp", "dib"]), (["image/x-portable-bitmap"], ["pbm"]),
      (["image/x-portable-graymap"], ["pgm"]), (["image/x-portable-pixmap"], ["ppm"]),
      (["image/x-portable-anymap"], ["pnm", "pam"]), (["image/qoi"], ["qoi"]),
      (["image/vnd.microsoft.icon"], ["ico"]), (["image/x-win-bitmap"], ["cur"]),
      // Camera raw files, of which the embedded preview is shown.
      (["image/x-sony-arw"], ["arw"]), (["image/x-canon-cr2"], ["cr2"]),
      (["image/x-canon-cr3"], ["cr3"]), (["image/x-adobe-dng"], ["dng"]), (["image/x-fuji-raf"], ["raf"]),
      (["image/x-nikon-nef"], ["nef"]), (["image/x-nikon-nrw"], ["nrw"]), (["image/x-olympus-orf"], ["orf"]),
      (["image/x-pentax-pef"], ["pef"]), (["image/x-panasonic-rw2"], ["rw2"]),
      (["image/x-samsung-srw"], ["srw"]),
    ]
    #if HEIF
      kinds += [(["image/heif", "image/heic"], ["heic", "heif", "hif"]), (["image/avif"], ["avif"])]
    #endif
    #if JPEGXL
      kinds.append((["image/jxl"], ["jxl"]))
    #endif
    #if SVG
      kinds.append((["image/svg+xml"], ["svg"]))
      kinds.append((["image/svg+xml-compressed"], ["svgz"]))
    #endif
    return kinds
  }()

  /// The lowercase extensions of the files that a folder scan lists.
  static let extensions = Set(kinds.flatMap(\.extensions))

  /// The media types of the files that the decoders read, for the desktop file.
  package static var mediaTypes: [String] { kinds.flatMap(\.mediaTypes) }

  /// Returns whether a folder scan lists a file of this name, by its extension in upper or lower case.
  package static func isImage(_ name: [UInt8]) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, name.count - dot <= 5 else {
      return false
    }
    return extensions.contains(String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased())
  }
}
