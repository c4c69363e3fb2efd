internal import CExempi

/// The XMP packet of a photo, read with Exempi.
final class XMPPacket {
  private let packet: OpaquePointer
  private static let dublinCore = "http://purl.org/dc/elements/1.1/"
  private static let basic = "http://ns.adobe.com/xap/1.0/"
  private static let auxiliary = "http://ns.adobe.com/exif/1.0/aux/"

  /// Fails if the packet is damaged.
  init?(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return nil }
    let packet = bytes.withUnsafeBytes {
      xmp_new($0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
    }
    guard let packet else { return nil }
    self.packet = packet
  }

  deinit { xmp_free(packet) }

  /// Initializes Exempi. It must happen outside of the sandbox.
  static func warmUp() { xmp_init() }

  private func read(_ body: (OpaquePointer) -> Bool) -> String? {
    guard let text = xmp_string_new() else { return nil }
    defer { xmp_string_free(text) }
    guard body(text), let start = xmp_string_cstr(text) else { return nil }
    return String(onOneLine: String(cString: start))
  }

  /// Returns a text of Dublin Core in the default language.
  func text(_ name: String) -> String? {
    read { xmp_get_localized_text(packet, Self.dublinCore, name, "", "x-default", nil, $0, nil) }
      ?? read { xmp_get_property(packet, Self.dublinCore, name, $0, nil) }
  }

  func keywords(atMost count: Int) -> [String] {
    var words: [String] = []
    for index in 1...count {
      guard
        let word = read({ xmp_get_array_item(packet, Self.dublinCore, "subject", Int32(index), $0, nil) })
      else { break }
      words.append(word)
    }
    return words
  }

  var rating: Int? {
    read { xmp_get_property(packet, Self.basic, "Rating", $0, nil) }.flatMap { Double($0) }
      .flatMap { Int(exactly: $0.rounded()) }
  }

  var lens: String? { read { xmp_get_property(packet, Self.auxiliary, "Lens", $0, nil) } }
}
