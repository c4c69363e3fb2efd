internal import DecoderProtocol
internal import PhotoDecoders

extension ImageMetadata {
  /// Reads metadata. XMP, which current programs write, precedes IPTC data, and these precede EXIF data.
  init(_ blocks: MetadataBlocks) {
    self.init()
    colorProfile = blocks.profileName
    if let exif = ExifFields(blocks.exif) { exif.write(to: &self) }
    let iptc = IPTCFields(blocks.iptc)
    title = iptc.title ?? title
    caption = iptc.caption ?? caption
    keywords = iptc.keywords.isEmpty ? keywords : iptc.keywords
    if let packet = XMPPacket(blocks.xmp) {
      title = packet.text("title") ?? title
      caption = packet.text("description") ?? caption
      let words = packet.keywords(atMost: Self.mostKeywords)
      keywords = words.isEmpty ? keywords : words
      rating = packet.rating ?? rating
      lens = lens ?? packet.lens
    }
    self = limited
  }
}

extension String {
  /// Creates a text from bytes in UTF-8, or else in ISO Latin-1. Line breaks become spaces, and the text ends before a zero. Fails
  /// if it is empty.
  init?(metadata bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes.prefix { $0 != 0 })
    let text =
      String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    self.init(onOneLine: text)
  }

  /// Creates a text on one line. Fails if it is empty.
  init?(onOneLine text: String) {
    let line = text.split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
    guard line.contains(where: { !$0.isWhitespace }) else { return nil }
    self = line
  }
}
