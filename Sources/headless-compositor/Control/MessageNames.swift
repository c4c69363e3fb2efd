import ControlChannel
import HeadlessCompositor

/// The names of interfaces and messages that requests to the control socket may contain. A wrong name would count nothing, and a test
/// that expects nothing would succeed.
enum MessageNames {
  /// Checks the name of a request, such as `wl_surface.commit`.
  ///
  /// - Throws: `invalidParameters`, with names that are similar.
  static func check(request name: String) throws(ControlError) {
    try check(name, Compositor.requestNames, "request", "wl_surface.commit")
  }

  /// Checks the name of an interface or of one of its requests or events.
  ///
  /// - Throws: `invalidParameters`, with names that are similar.
  static func check(message name: String) throws(ControlError) {
    try check(name, Compositor.messageNames, "interface or message", "wl_surface or wl_surface.commit")
  }

  private static func check(
    _ name: String, _ known: Set<String>, _ kind: String, _ example: String
  ) throws(ControlError) {
    guard !known.contains(name) else { return }
    let near = names(like: name, in: known)
    throw ControlError(
      .invalidParameters,
      "There is no \(kind) “\(name)”. "
        + (near.isEmpty
          ? "A name has the form \(example)."
          : "There is \(near.map { "“\($0)”" }.joined(separator: ", "))."))
  }

  /// Returns the names that differ by few letters, or else those with the same last part, or of the same interface.
  private static func names(like name: String, in known: Set<String>) -> [String] {
    // A long text is no name with a mistake, and the comparison takes time.
    guard name.utf8.count <= 100 else { return [] }
    let distances = known.map { (name: $0, distance: distance(Array(name.utf8), Array($0.utf8))) }
    let near = distances.filter { $0.distance <= 2 + name.utf8.count / 8 }
      .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.map(\.name)
    if !near.isEmpty { return Array(near.prefix(5)) }
    let words = name.split(separator: ".").map(String.init)
    let same = words.last.map { word in known.filter { $0.hasSuffix(".\(word)") } } ?? []
    let siblings = words.first.map { word in known.filter { $0.hasPrefix("\(word).") } } ?? []
    return Array((same.isEmpty ? siblings : same).sorted().prefix(20))
  }

  /// Returns the number of letters to insert, remove or replace.
  private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var row = Array(0...second.count)
    for (index, letter) in first.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in second.indices {
        let replaced = diagonal + (letter == second[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[second.count]
  }
}
