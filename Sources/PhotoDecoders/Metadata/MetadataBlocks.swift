internal import CLCMS

/// The parts of an image file that hold metadata, as they are stored. They may be hostile.
package struct MetadataBlocks {
  /// A TIFF structure with EXIF data.
  package var exif: [UInt8] = []
  /// An XMP packet.
  package var xmp: [UInt8] = []
  /// The data sets of IPTC-IIM.
  package var iptc: [UInt8] = []
  /// The name of the color profile.
  package var profileName: String?

  package init() {}

  /// The longest block that is read, in bytes. EXIF data and IPTC data of a JPEG have at most 64 KiB.
  package static let longest = 1 << 20

  /// Copies a block unless it is too long.
  package static func copy(_ bytes: UnsafeRawBufferPointer?) -> [UInt8] {
    guard let bytes, bytes.count <= longest else { return [] }
    return Array(bytes)
  }

  /// Returns the description in a color profile; `nil` if there is none.
  package static func name(ofProfile bytes: UnsafeRawBufferPointer) -> String? {
    guard let base = bytes.baseAddress, (128...ColorConverter.largestProfile).contains(bytes.count),
      let profile = cmsOpenProfileFromMem(base, UInt32(bytes.count))
    else { return nil }
    defer { cmsCloseProfile(profile) }
    var text = [CChar](repeating: 0, count: 256)
    let count = cmsGetProfileInfoASCII(profile, cmsInfoDescription, "en", "US", &text, UInt32(text.count))
    guard count > 1 else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Reads the IPTC data sets from the image resources that Photoshop has written.
  static func iptc(inResources bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var position = 0
    while bytes.has("8BIM", at: position), let kind = bytes.number(at: position + 4, bytes: 2),
      let nameLength = bytes.number(at: position + 6, bytes: 1)
    {
      // The name with its length, and the data, have an even number of bytes.
      let start = position + 6 + (nameLength + 2) / 2 * 2
      guard let length = bytes.number(at: start, bytes: 4) else { return [] }
      if kind == 0x0404 { return copy(bytes.part(start + 4, length)) }
      position = start + 4 + (length + 1) / 2 * 2
    }
    return []
  }
}
