/// The header of a response, as far as pictures need it. It is built line by line.
struct ResponseHead: Sendable {
  /// The HTTP status; 0 before it is known.
  var status = 0
  /// The number of header bytes, with those of informational responses.
  private(set) var byteCount = 0
  private var fields: [String: String] = [:]
  private var isComplete = false

  init() {}

  /// Returns a field by its name in lower case. Repeated fields are joined with commas.
  subscript(name: String) -> String? { fields[name] }

  /// Whether the connection shows the end of the body: without this, a body that is cut off looks complete.
  var hasFraming: Bool {
    fields["content-length"] != nil || fields["transfer-encoding"] != nil || isMultiplexed
  }
  private var isMultiplexed = false

  private static let names: Set<String> = [
    "age", "cache-control", "content-length", "content-type", "date", "etag", "expires", "last-modified",
    "transfer-encoding", "vary",
  ]

  /// Adds a line as libcurl delivers it. Lines after the header are trailers and are ignored.
  mutating func append(_ line: UnsafeRawBufferPointer) {
    byteCount = byteCount.addingReportingOverflow(line.count).partialValue
    let text = line.prefix { $0 != 13 && $0 != 10 }
    if text.starts(with: "HTTP/".utf8) {
      // An informational response precedes the final one.
      (fields, isComplete) = ([:], false)
      isMultiplexed = !text.starts(with: "HTTP/1".utf8)
      return
    }
    if text.isEmpty {
      isComplete = true
      return
    }
    guard !isComplete, let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return }
    let name = String(decoding: text[..<colon], as: UTF8.self).lowercased()
    guard Self.names.contains(name) else { return }
    let isBlank = { (byte: UInt8) in byte == 32 || byte == 9 }
    let rest = text[text.index(after: colon)...].drop(while: isBlank)
    let end = rest.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? rest.startIndex
    let value = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
    if let earlier = fields[name] { fields[name] = "\(earlier), \(value)" } else { fields[name] = value }
  }

  /// The type of the content without parameters, at most 60 printable ASCII characters.
  var contentType: String? {
    guard let type = fields["content-type"]?.prefix(while: { $0 != ";" && $0 != " " && $0 != "," }),
      !type.isEmpty, type.utf8.count <= 60, type.utf8.allSatisfy({ (33...126).contains($0) })
    else { return nil }
    return type.lowercased()
  }
}
