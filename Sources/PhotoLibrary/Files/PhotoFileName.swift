/// The names of image files. The extension only decides which files a folder scan lists. The decoder detects
/// the format from the content.
package enum PhotoFileName {
  /// The lowercase extensions of the files that a folder scan lists.
  static let extensions: Set<String> = {
    var extensions: Set<String> = [
      "jpg", "jpeg", "jpe", "jfif", "png", "apng", "webp", "gif", "tif", "tiff", "bmp", "dib", "pbm", "pgm",
      "ppm",
      "pnm", "pam", "qoi", "ico", "cur", "arw", "cr2", "dng", "nef", "nrw", "orf", "pef", "rw2", "srw",
    ]
    #if HEIF
      extensions.formUnion(["heic", "heif", "hif", "avif"])
    #endif
    #if JPEGXL
      extensions.insert("jxl")
    #endif
    #if SVG
      extensions.insert("svg")
    #endif
    return extensions
  }()

  /// Returns whether a folder scan lists a file of this name, by its extension in upper or lower case.
  package static func isImage(_ name: [UInt8]) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, name.count - dot <= 5 else {
      return false
    }
    return extensions.contains(String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased())
  }
}
