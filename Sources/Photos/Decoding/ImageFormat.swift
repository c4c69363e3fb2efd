/// An image file format, detected from the first bytes of a file. The file name extension only decides which files a
/// folder scan lists.
enum ImageFormat: Sendable {
  case jpeg
  case png
  /// A known image format without a decoder.
  case other(name: String)

  /// The names of the formats that can be decoded, for error messages.
  static let supportedNames = "JPEG or PNG"

  /// The lowercase extensions of the files that a folder scan lists.
  static let extensions: Set<String> = ["jpg", "jpeg", "jpe", "jfif", "png"]

  /// Detects the format from the first bytes of a file; 16 are enough. Fails for other files and for too few bytes.
  init?(firstBytes bytes: UnsafeRawBufferPointer) {
    func starts(_ magic: [UInt8], at offset: Int = 0) -> Bool {
      bytes.count >= offset + magic.count && bytes[offset..<(offset + magic.count)].elementsEqual(magic)
    }
    func starts(_ magic: StaticString, at offset: Int = 0) -> Bool {
      starts(magic.withUTF8Buffer(Array.init), at: offset)
    }
    if starts([0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if starts([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if starts("RIFF"), starts("WEBP", at: 8) {
      self = .other(name: "WebP")
    } else if starts("GIF87a") || starts("GIF89a") {
      self = .other(name: "GIF")
    } else if starts("ftypavif", at: 4) || starts("ftypavis", at: 4) {
      self = .other(name: "AVIF")
    } else if starts("ftyphei", at: 4) || starts("ftypmif1", at: 4) {
      self = .other(name: "HEIC")
    } else if starts([0xFF, 0x0A]) || starts([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20]) {
      self = .other(name: "JPEG XL")
    } else if starts([0x49, 0x49, 0x2A, 0]) || starts([0x4D, 0x4D, 0, 0x2A]) {
      self = .other(name: "TIFF or camera raw")
    } else if starts("BM"), bytes.count >= 10, bytes[6..<10].allSatisfy({ $0 == 0 }) {
      self = .other(name: "BMP")
    } else {
      return nil
    }
  }

  /// Returns whether a folder scan lists a file of this name, by its extension in upper or lower case.
  static func isImage(name: [UInt8]) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, name.count - dot <= 5 else {
      return false
    }
    return extensions.contains(String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased())
  }
}
