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
    let folders = Set(items.map { Self.folder($0.path) }).subtracting([""]).sorted { $0.count > $1.count }
    lines += problems.suffix(Self.mostProblems).map { problem in
      "\(problem.name): " + folders.reduce(problem.text) { $0.replacing($1, with: "") }
    }
    lines = lines.map { $0.count > Self.longestLine ? String($0.prefix(Self.longestLine - 1)) + "…" : $0 }
  }

  private static func name(_ path: String) -> String {
    path.split(separator: "/").last.map { String($0) } ?? ""
  }

  private static func folder(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}
