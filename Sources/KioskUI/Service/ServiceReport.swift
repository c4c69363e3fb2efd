/// The lines of the service page: the state, the content and the last problems.
struct ServiceReport {
  private(set) var lines: [String]

  /// The number of named items, and of problems.
  private static let (mostNames, mostProblems) = (8, 3)
  /// A longer line is cut off, in characters.
  private static let longestLine = 110

  /// - Parameters:
  ///   - state: The state in a few words.
  ///   - shown: The item that is shown.
  ///   - items: The items of the show.
  init(_ state: String, shown: KioskItemID?, of items: [KioskItemID], _ events: KioskEvents) {
    let names = items.prefix(Self.mostNames).map { Self.name($0.path) }
    let more = items.count > names.count ? ", …" : ""
    let problems = events.latest.filter { ["problem", "left-out", "damaged"].contains($0.name) }
    lines = [
      state + (shown.map { ", \(Self.name($0.path)) is shown" } ?? ""),
      "Content: " + names.joined(separator: ", ") + more,
    ]
    // The reason of a problem stands at the end of its line, behind the path.
    lines += problems.suffix(Self.mostProblems).map { "\($0.name): \(Self.withoutFolders($0.text))" }
    lines = lines.map { $0.count > Self.longestLine ? String($0.prefix(Self.longestLine - 1)) + "…" : $0 }
  }

  private static func name(_ path: String) -> String {
    path.split(separator: "/").last.map { String($0) } ?? ""
  }

  /// Replaces each absolute path in a text by its last part.
  private static func withoutFolders(_ text: String) -> String {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map { word -> Substring in
      guard let start = word.firstIndex(of: "/"), word[..<start].allSatisfy({ "“\"(".contains($0) }),
        let end = word.lastIndex(of: "/")
      else { return word }
      return word[..<start] + word[word.index(after: end)...]
    }
    return words.joined(separator: " ")
  }
}
