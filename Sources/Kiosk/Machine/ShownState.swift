internal import JSON

/// The item that a kiosk shows. Its state file keeps it for the next start.
package struct ShownState: Hashable, Sendable {
  /// The path of the item.
  package let path: String
  /// The number of earlier items of the playlist with the same path.
  package let occurrence: Int
  /// The second at which it appeared, since 1970-01-01 00:00 UTC.
  package let start: Int
  /// Its time, in seconds.
  package let duration: Double
  /// The path of the second picture of a pair; `nil` for another item.
  package let partner: String?

  package init(path: String, occurrence: Int, start: Int, duration: Double, partner: String? = nil) {
    (self.path, self.occurrence, self.start, self.duration) = (path, occurrence, start, duration)
    self.partner = partner
  }

  /// Returns the rest of its time at a second. It is at least a second, so that a visitor sees the item, and at most its whole time, if
  /// the clock was set back.
  package func remaining(at now: Int) -> Double {
    min(max(duration - Double(now - start), min(1, duration)), duration)
  }

  /// The content of the state file.
  package var fileContent: [UInt8] {
    let node = JSONNode(
      [
        ("path", JSONNode(path)), ("occurrence", JSONNode(occurrence)), ("start", JSONNode(start)),
        ("duration", JSONNode(duration)),
      ] + (partner.map { [("partner", JSONNode($0))] } ?? []))
    return Array((node.line + "\n").utf8)
  }

  /// Fails if the content is damaged.
  package init?(fileContent: [UInt8]) {
    guard let node = try? JSONParser.parse(fileContent), let path = node["path"]?.text,
      let occurrence = node["occurrence"]?.number.flatMap({ Int(exactly: $0) }), occurrence >= 0,
      let start = node["start"]?.number.flatMap({ Int(exactly: $0) }), abs(start) < 1 << 50,
      let duration = node["duration"]?.number, duration > 0
    else { return nil }
    self.init(
      path: path, occurrence: occurrence, start: start, duration: duration, partner: node["partner"]?.text)
  }
}
