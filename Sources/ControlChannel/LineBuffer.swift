/// Divides the bytes of a connection into lines.
package struct LineBuffer: Sendable {
  package enum Line: Hashable, Sendable {
    case bytes([UInt8])
    /// A line that is longer than the limit. Its bytes are discarded.
    case tooLong
  }

  /// The longest line, in bytes, without its end.
  package let limit: Int
  private var unfinished: [UInt8] = []
  private var isDiscarding = false

  package init(limit: Int) { self.limit = limit }

  /// Adds bytes, and returns the lines that they complete. Empty lines are left out.
  package mutating func append(_ bytes: some Collection<UInt8>) -> [Line] {
    var lines: [Line] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      if let line = finish(rest[..<end]) { lines.append(line) }
      rest = rest[rest.index(after: end)...]
    }
    keep(rest)
    return lines
  }

  /// Returns the last line, which has no end.
  package mutating func end() -> Line? { finish([]) }

  private mutating func finish(_ bytes: some Collection<UInt8>) -> Line? {
    keep(bytes)
    defer {
      unfinished = []
      isDiscarding = false
    }
    if isDiscarding { return .tooLong }
    if unfinished.last == UInt8(ascii: "\r") { unfinished.removeLast() }
    return unfinished.isEmpty ? nil : .bytes(unfinished)
  }

  private mutating func keep(_ bytes: some Collection<UInt8>) {
    guard !isDiscarding else { return }
    if unfinished.count + bytes.count > limit {
      unfinished = []
      isDiscarding = true
    } else {
      unfinished += bytes
    }
  }
}
