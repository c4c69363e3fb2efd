internal import CommandLineText

/// A list of files and links, in the format of the clipboard and of drag and drop.
///
/// MIME: `text/uri-list` (RFC 2483).
public struct URIList: Hashable, Sendable {
  /// A line of the list.
  public enum Entry: Hashable, Sendable, CustomStringConvertible {
    /// The absolute path of a file on this computer, without percent escapes. The bytes need not be UTF-8.
    case file(path: [UInt8])
    /// Another URI, unchanged, such as `https://example.org/`.
    case uri(String)

    /// Returns a file entry.
    ///
    /// - Parameter path: An absolute path.
    public static func file(_ path: String) -> Entry { .file(path: Array(path.utf8)) }

    /// The path of a file, with invalid UTF-8 replaced by U+FFFD; nil for another URI.
    public var path: String? {
      if case .file(let path) = self { return String(decoding: path, as: UTF8.self) }
      return nil
    }

    /// The URI, with percent escapes.
    public var description: String {
      switch self {
      case .file(let path): "file://" + PercentEncoding.escaped(path)
      case .uri(let uri): uri
      }
    }
  }

  /// The entries, in the order of the list.
  public var entries: [Entry]

  /// Creates a list.
  public init(_ entries: [Entry]) { self.entries = entries }

  /// The paths of all files, in the order of the list.
  public var paths: [String] { entries.compactMap(\.path) }

  /// The list as text: one URI per line; each line ends with CR LF.
  public var text: String { entries.map { "\($0)\r\n" }.joined() }

  /// Parses a list.
  ///
  /// Lines end with CR LF, LF or CR. The following lines are ignored: empty lines, comments (which begin with `#`),
  /// lines that are not UTF-8, `file:` URIs of other computers, and `file:` URIs with an escaped NUL or without an
  /// absolute path. A line that begins with `/` is read as a path, because some programs send paths. A percent sign
  /// without two hexadecimal digits is kept.
  ///
  /// - Parameters:
  ///   - bytes: The data, of any length.
  ///   - limit: The largest number of entries; further lines are ignored.
  ///   - host: The name of this computer. A `file:` URI is local if its host is this name, `localhost` or empty.
  public init(parsing bytes: some Sequence<UInt8>, limit: Int = 10_000, host: String = URIList.localHost) {
    entries = []
    var line: [UInt8] = []
    func end(_ list: inout [Entry]) {
      if !line.isEmpty, list.count < limit, let entry = Self.entry(line, host: host) { list.append(entry) }
      line.removeAll(keepingCapacity: true)
    }
    for byte in bytes {
      if entries.count >= limit { return }
      // A NUL ends a line, too, because some programs end the list with a NUL.
      if byte == 10 || byte == 13 || byte == 0 { end(&entries) } else { line.append(byte) }
    }
    end(&entries)
  }

  private static func entry(_ line: [UInt8], host: String) -> Entry? {
    let blanks: Set<UInt8> = [9, 32]
    let start = line.firstIndex { !blanks.contains($0) }
    let last = line.lastIndex { !blanks.contains($0) }
    guard let start, let last, line[start] != UInt8(ascii: "#") else { return nil }
    let trimmed = Array(line[start...last])
    if trimmed[0] == UInt8(ascii: "/") { return .file(path: trimmed) }
    let scheme = Array("file:".utf8)
    guard trimmed.count >= scheme.count,
      zip(trimmed, scheme).allSatisfy({ $0 | 0x20 == $1 || $0 == $1 })
    else {
      guard let text = String(validating: trimmed, as: UTF8.self), text.contains(":") else { return nil }
      return .uri(text)
    }
    return path(trimmed.dropFirst(scheme.count), host: host).map { .file(path: $0) }
  }

  /// Returns the path of a `file:` URI; nil if the URI is not valid or the file is on another computer.
  ///
  /// - Parameter rest: The bytes after `file:`, which are `/path` or `//host/path`.
  private static func path(_ rest: ArraySlice<UInt8>, host: String) -> [UInt8]? {
    var rest = rest
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
      let name = String(decoding: rest[..<slash], as: UTF8.self).lowercased()
      guard name.isEmpty || name == "localhost" || name == host.lowercased() else { return nil }
      rest = rest[slash...]
    }
    // Query and fragment are not part of the path.
    if let end = rest.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) {
      rest = rest[..<end]
    }
    let path = unescape(rest)
    return path.first == UInt8(ascii: "/") && !path.contains(0) ? path : nil
  }

  private static func unescape(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var path: [UInt8] = []
    path.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "%"), bytes.endIndex - index > 2, let high = digit(bytes[index + 1]),
        let low = digit(bytes[index + 2])
      {
        path.append(high << 4 | low)
        index += 3
      } else {
        path.append(bytes[index])
        index += 1
      }
    }
    return path
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
