internal import CCurl

/// A valid `https:` or `http:` address. libcurl parses it, so that the check and the download agree.
struct RemoteAddress: Hashable, Sendable {
  /// The address without user name, password and fragment.
  let url: String
  /// The scheme, host and port.
  let origin: String
  /// The address for messages, without user name, password and query, at most 72 characters.
  let shown: String
  let scheme: String
  let port: Int
  /// The host if it is a numeric address, without brackets; `nil` for a name.
  let number: String?
  /// The domain of the server: the last two or three parts of a name, or a numeric address.
  private let site: String
  /// Whether the host is this computer. A proxy cannot reach it.
  let isLoopback: Bool
  let user: String?
  let password: String?

  /// Identifies the address with its credentials, without containing them.
  var key: String { Digest.hex(of: [url, user ?? "", password ?? ""].joined(separator: "\n")) }
  /// The name of the picture's file in the cache. It begins with a digest of the domain, so that the files of a server can be counted.
  var cacheKey: String { DiskCache.key(site: Digest.hex(of: site), picture: key) }
  var isSecure: Bool { scheme == "https" }

  /// Parses an address.
  init(_ text: String) throws(RemoteImageError) {
    try self.init(text, redirectedFrom: nil)
  }

  /// Parses the target of a redirect. Credentials are kept for the same origin only.
  init(_ text: String, redirectedFrom source: RemoteAddress?) throws(RemoteImageError) {
    func error(_ reason: RemoteImageError.Reason) -> RemoteImageError {
      guard let source else { return RemoteImageError(shownAddress: Self.shown(invalid: text), reason) }
      return RemoteImageError(source, reason == .invalidAddress ? .invalidRedirect : reason)
    }
    guard text.utf8.count <= Self.longest, let parts = AddressParts(text) else {
      throw error(.invalidAddress)
    }
    guard let scheme = parts[CURLUPART_SCHEME] else { throw error(.invalidAddress) }
    guard ["http", "https"].contains(scheme) else {
      throw error(.unsupportedScheme(scheme, isRedirect: source != nil))
    }
    guard let host = parts[CURLUPART_HOST], !host.isEmpty, Self.isPrintable(host),
      let port = parts[CURLUPART_PORT, CURLU_DEFAULT_PORT].flatMap({ Int($0) })
    else { throw error(.invalidAddress) }
    let user = parts[CURLUPART_USER, CURLU_URLDECODE]
    let password = parts[CURLUPART_PASSWORD, CURLU_URLDECODE]
    for part in [CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS, CURLUPART_FRAGMENT] {
      parts.remove(part)
    }
    guard let url = parts[CURLUPART_URL] else { throw error(.invalidAddress) }
    self.url = url
    self.scheme = scheme
    origin = "\(scheme)://\(host.lowercased()):\(port)"
    self.port = port
    let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    number = AddressScope.isNumeric(bare) ? bare : nil
    site = Self.site(of: host.lowercased())
    isLoopback = host == "localhost" || host == "[::1]" || Self.isLoopbackNumber(host)
    let keepsCredentials = user == nil && password == nil && source?.origin == origin
    self.user = keepsCredentials ? source?.user : user
    self.password = keepsCredentials ? source?.password : password
    let hasQuery = parts[CURLUPART_QUERY] != nil
    parts.remove(CURLUPART_QUERY)
    shown = Self.shortened(parts[CURLUPART_URL] ?? "\(scheme)://\(host)") + (hasQuery ? "?…" : "")
  }

  private static let longest = 8192  // bytes; servers refuse longer addresses

  /// Whether a text has no control characters and no invisible ones, which could change the order of a sentence.
  private static func isPrintable(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy {
      switch $0.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
      default: true
      }
    }
  }

  /// Returns the part of a host name that a person registers, such as `example.org` or `example.co.uk`. Without the list of public
  /// suffixes it is a guess: a short second part before a part of two letters, as in `co.uk`, counts as a suffix.
  private static func site(of host: String) -> String {
    let parts = host.split(separator: ".")
    guard !host.hasPrefix("["), parts.count > 2, let last = parts.last, !last.allSatisfy(\.isNumber) else {
      return host
    }
    let count = last.count == 2 && parts[parts.count - 2].count <= 3 ? 3 : 2
    return parts.suffix(count).joined(separator: ".")
  }

  private static func isLoopbackNumber(_ host: String) -> Bool {
    host.hasPrefix("127.") && host.utf8.allSatisfy { $0 == 46 || (48...57).contains($0) }
  }

  /// Leaves out the middle of a long address.
  private static func shortened(_ text: String) -> String {
    text.count <= 70 ? text : "\(text.prefix(40))…\(text.suffix(29))"
  }

  /// Returns the part of an invalid address that holds no credentials.
  private static func shown(invalid text: String) -> String {
    let start = text.prefix { !"?#".contains($0) }
    guard !start.contains("@"), isPrintable(String(start)) else { return "…" }
    return start.count <= 60 ? String(start) : "\(start.prefix(60))…"
  }
}

/// An address in the parts of libcurl's parser.
private struct AddressParts: ~Copyable {
  private let handle: OpaquePointer

  /// Parses an absolute address; `nil` if it is invalid.
  init?(_ text: String) {
    guard !text.utf8.contains(0), let handle = curl_url() else { return nil }
    let flags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE)
    guard curl_url_set(handle, CURLUPART_URL, text, flags) == CURLUE_OK else {
      curl_url_cleanup(handle)
      return nil
    }
    self.handle = handle
  }

  deinit { curl_url_cleanup(handle) }

  /// Returns a part; `nil` if the address does not have it.
  subscript(part: CURLUPart, flags: Int32 = 0) -> String? {
    var value: UnsafeMutablePointer<CChar>?
    guard curl_url_get(handle, part, &value, UInt32(flags)) == CURLUE_OK, let value else { return nil }
    defer { curl_free(value) }
    return String(validatingCString: value)
  }

  func remove(_ part: CURLUPart) { curl_url_set(handle, part, nil, 0) }
}
