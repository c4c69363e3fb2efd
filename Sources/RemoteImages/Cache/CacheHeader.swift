/// The description of a picture in a file of the cache: lines of text before the picture.
///
/// The first line has the SHA-256 of the others, so that a damaged header is noticed.
struct CacheHeader: Hashable, Sendable {
  /// The time at which the server sent or confirmed the picture, in seconds since 1970.
  var stored: Double
  /// The time for which the picture can be used without asking the server, in seconds.
  var lifetime: Double
  var validators: Exchange.Validators
  var contentType: String?
  var byteCount: Int
  /// The SHA-256 of the picture, in hexadecimal digits.
  var digest: String

  /// Whether the server need not be asked at `now`. A picture from the future is asked for.
  func isFresh(at now: Double) -> Bool { now >= stored && now - stored < lifetime }

  /// The largest header, in bytes.
  static let largest = 4096
  private static let magic = "swift-carousel-picture-1"

  /// Returns the header as bytes, with an empty line at its end.
  var encoded: [UInt8] {
    let lines: [(String, String?)] = [
      ("stored", "\(stored)"), ("lifetime", "\(lifetime)"), ("etag", validators.etag),
      ("last-modified", validators.lastModified), ("content-type", contentType), ("bytes", "\(byteCount)"),
      ("sha256", digest),
    ]
    let text = lines.compactMap { name, value in value.map { "\(name): \($0)\n" } }.joined() + "\n"
    return Array("\(Self.magic) \(Digest.hex(of: text))\n\(text)".utf8)
  }

  init(
    stored: Double, lifetime: Double, validators: Exchange.Validators, contentType: String?, byteCount: Int,
    digest: String
  ) {
    (self.stored, self.lifetime, self.validators) = (stored, lifetime, validators)
    (self.contentType, self.byteCount, self.digest) = (contentType, byteCount, digest)
  }

  /// Reads the header at the begin of a file; `nil` if it is damaged.
  ///
  /// - Returns: The header, and its number of bytes in `length`.
  init?(_ bytes: [UInt8], length: inout Int) {
    let newline = UInt8(ascii: "\n")
    guard let first = bytes.firstIndex(of: newline),
      let end = bytes.indices.first(where: { $0 > first && bytes[$0] == newline && bytes[$0 - 1] == newline })
    else { return nil }
    let text = String(decoding: bytes[(first + 1)...end], as: UTF8.self)
    guard String(decoding: bytes[..<first], as: UTF8.self) == "\(Self.magic) \(Digest.hex(of: text))"
    else { return nil }
    var fields: [Substring: String] = [:]
    for line in text.split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      fields[line[..<colon]] = String(line[colon...].dropFirst(2))
    }
    guard let stored = fields["stored"].flatMap(Double.init), stored.isFinite,
      let lifetime = fields["lifetime"].flatMap(Double.init), lifetime.isFinite,
      let byteCount = fields["bytes"].flatMap({ Int($0) }), byteCount >= 0, let digest = fields["sha256"]
    else { return nil }
    self.init(
      stored: stored, lifetime: lifetime,
      validators: Exchange.Validators(etag: fields["etag"], lastModified: fields["last-modified"]),
      contentType: fields["content-type"], byteCount: byteCount, digest: digest)
    length = end + 1
  }
}
