internal import PhotoDecoders

/// The title, the caption and the keywords of IPTC-IIM, which programs wrote before XMP.
struct IPTCFields {
  private(set) var title: String?
  private(set) var caption: String?
  private(set) var keywords: [String] = []

  /// Reads data sets up to the first damaged one.
  init(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      var position = 0
      while bytes.number(at: position, bytes: 1) == 0x1C, let kind = bytes.number(at: position + 1, bytes: 2),
        let length = bytes.number(at: position + 3, bytes: 2), length < 0x8000,
        let value = bytes.part(position + 5, length)
      {
        read(kind, value)
        position += 5 + length
      }
    }
  }

  private mutating func read(_ kind: Int, _ value: UnsafeRawBufferPointer) {
    guard let text = String(metadata: value) else { return }
    switch kind {
    case 0x0205: title = title ?? text
    case 0x0278: caption = caption ?? text
    case 0x0219: keywords.append(text)
    default: break
    }
  }
}
