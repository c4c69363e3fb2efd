internal import CCurl

/// The caching rules of a response for a private cache.
///
/// RFC 9111: sections 3, 4.2 and 5.
struct CachePolicy: Hashable, Sendable {
  /// Whether the response may be stored.
  var isStorable: Bool
  /// The time for which the response can be used without asking the server, in seconds from its arrival; at least 0.
  var lifetime: Double
  var validators: Exchange.Validators

  /// Reads the rules of a response.
  ///
  /// - Parameters:
  ///   - head: The header of the response.
  ///   - earlier: The validators of the stored picture that the server confirmed; `nil` for a new picture.
  ///   - now: The time of the arrival, in seconds since 1970.
  init(_ head: ResponseHead, confirming earlier: Exchange.Validators? = nil, now: Double) {
    let directives = Self.directives(head["cache-control"] ?? "")
    let etag = head["etag"].flatMap(Self.validETag)
    let modified = head["last-modified"].flatMap { Self.seconds(ofDate: $0) == nil ? nil : $0 }
    validators = Exchange.Validators(
      etag: etag ?? earlier?.etag, lastModified: modified ?? earlier?.lastModified)
    let date = head["date"].flatMap(Self.seconds(ofDate:)) ?? now
    if directives["no-cache"] != nil {
      lifetime = 0
    } else if let age = directives["max-age"] {
      lifetime = Self.seconds(age) ?? 0
    } else if let expires = head["expires"] {
      lifetime = Self.seconds(ofDate: expires).map { $0 - date } ?? 0
    } else if let modified = validators.lastModified.flatMap(Self.seconds(ofDate:)) {
      // Section 4.2.2: a tenth of the age of the content.
      lifetime = min((date - modified) / 10, Self.longestGuess)
    } else {
      lifetime = 0
    }
    let age = head["age"].flatMap { Self.seconds($0[...]) } ?? 0
    lifetime = min(max(lifetime - age, 0), Self.longestLifetime)
    let isUseful = lifetime > 0 || !validators.isEmpty
    // A confirmation has no body, and so no framing.
    isStorable = Self.allowsStoring(head, directives) && isUseful && (head.hasFraming || earlier != nil)
  }

  private static func allowsStoring(_ head: ResponseHead, _ directives: [String: Substring]) -> Bool {
    directives["no-store"] == nil && !(head["vary"]?.contains("*") ?? false)
  }

  private static let longestGuess = 86400.0  // s; a day
  private static let longestLifetime = 31_536_000.0  // s; a year, the longest that RFC 2616 recommended

  /// Returns the directives of `Cache-Control` by their names in lower case. Of repeated ones, the first counts.
  private static func directives(_ text: String) -> [String: Substring] {
    var directives: [String: Substring] = [:]
    for part in text.split(separator: ",").prefix(64) {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = pair.first.map({ trimmed($0).lowercased() }), !name.isEmpty, directives[name] == nil
      else { continue }
      directives[name] = pair.count > 1 ? trimmed(pair[1]) : ""
    }
    return directives
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let isBlank = { (character: Character) in character == " " || character == "\t" || character == "\"" }
    let rest = text.drop(while: isBlank)
    return rest.lastIndex { !isBlank($0) }.map { rest[...$0] } ?? rest[rest.startIndex..<rest.startIndex]
  }

  /// Returns a number of seconds; `nil` if the text is not a whole number.
  private static func seconds(_ text: Substring) -> Double? {
    let digits = trimmed(text)
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return min(Double(digits) ?? longestLifetime, longestLifetime)
  }

  /// Returns the seconds since 1970 of a date; `nil` if it is invalid.
  private static func seconds(ofDate text: String) -> Double? {
    // libcurl's parser accepts more than the three formats of HTTP.
    guard text.utf8.count <= 64, !text.utf8.contains(0) else { return nil }
    let seconds = curl_getdate(text, nil)
    return seconds < 0 ? nil : Double(seconds)
  }

  /// Returns an entity tag that can be sent back; `nil` if it is malformed.
  private static func validETag(_ text: String) -> String? {
    let tag = text.hasPrefix("W/") ? text.dropFirst(2) : text[...]
    let isQuoted = tag.utf8.count >= 2 && tag.first == "\"" && tag.last == "\""
    guard isQuoted, text.utf8.count <= 512,
      tag.dropFirst().dropLast().utf8.allSatisfy({ $0 > 32 && $0 != 34 && $0 != 127 })
    else { return nil }
    return text
  }
}
