/// An image file format, detected from the content of a file.
package enum ImageFormat: String, CaseIterable, Sendable {
  case jpeg = "JPEG"
  case png = "PNG"
  case webp = "WebP"
  case gif = "GIF"
  case avif = "AVIF"
  case heic = "HEIC"
  case jpegXL = "JPEG XL"
  case tiff = "TIFF"
  case cameraRaw = "camera raw"
  case bmp = "BMP"
  case pnm = "PNM"
  case qoi = "QOI"
  case ico = "ICO"
  case svg = "SVG"

  /// The name of the format, for display.
  package var name: String { rawValue }

  /// Detects the format from the content of a file. Fails if the format is unknown.
  init?(_ bytes: UnsafeRawBufferPointer) {
    func starts(_ magic: [UInt8]) -> Bool { bytes.starts(with: magic) }
    if starts([0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if starts([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.has("RIFF"), bytes.has("WEBP", at: 8) {
      self = .webp
    } else if bytes.has("GIF87a") || bytes.has("GIF89a") {
      self = .gif
    } else if bytes.has("ftypavif", at: 4) || bytes.has("ftypavis", at: 4) {
      self = .avif
    } else if bytes.has("ftyphei", at: 4) || bytes.has("ftyphev", at: 4) || bytes.has("ftypmif1", at: 4)
      || bytes.has("ftypmsf1", at: 4)
    {
      self = .heic
    } else if starts([0xFF, 0x0A]) || starts([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20]) {
      self = .jpegXL
    } else if Self.isTIFF(bytes) {
      self = TIFFDirectories.isRaw(bytes) ? .cameraRaw : .tiff
    } else if RawFile.hasOwnFormat(bytes) {
      self = .cameraRaw
    } else if bytes.has("BM"), let zero = bytes.number(at: 6, bytes: 4), zero == 0 {
      self = .bmp
    } else if let letter = bytes.number(at: 0, bytes: 1), letter == 0x50,
      let kind = bytes.number(at: 1, bytes: 1), (0x31...0x37).contains(kind),
      let space = bytes.number(at: 2, bytes: 1), [0x09, 0x0A, 0x0D, 0x20, 0x23].contains(space)
    {
      self = .pnm
    } else if bytes.has("qoif") {
      self = .qoi
    } else if starts([0, 0, 1, 0]) || starts([0, 0, 2, 0]), (bytes.number(at: 4, bytes: 2) ?? 0) != 0 {
      self = .ico
    } else if Self.isSVG(bytes) || Self.isGzip(bytes) {
      self = .svg
    } else {
      return nil
    }
  }

  /// Whether the file is TIFF or BigTIFF, or one of the camera formats with another magic number: ORF (`RO`,
  /// `RS`) and RW2 (`U`).
  private static func isTIFF(_ bytes: UnsafeRawBufferPointer) -> Bool {
    [[0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A], [0x49, 0x49, 0x2B, 0], [0x4D, 0x4D, 0, 0x2B]].contains {
      bytes.starts(with: $0 as [UInt8])
    } || bytes.has("IIRO") || bytes.has("IIRS") || bytes.starts(with: [0x49, 0x49, 0x55, 0])
  }

  /// Whether the file is compressed with gzip, as an SVG file may be. Its content is known when it is unpacked.
  package static func isGzip(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.starts(with: [0x1F, 0x8B, 0x08])
  }

  /// Whether the file is SVG: after white space it begins with an XML declaration, a comment or the element
  /// `svg`. It is written in UTF-8 or UTF-16.
  package static func isSVG(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let head = UnsafeRawBufferPointer(rebasing: bytes.prefix(4096))
    let start = head.utf16Text() ?? String(decoding: head, as: UTF8.self)
    guard let first = start.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }), first == "<" else {
      return false
    }
    return start.contains("<svg") || start.contains(":svg")
  }
}
