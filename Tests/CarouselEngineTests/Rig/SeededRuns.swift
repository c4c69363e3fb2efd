import TestSupport
import Testing

/// Plays random stories (sequences of actions) and reports the shortest failing stories.
@MainActor
enum SeededRuns {
  /// The maximum number of failing stories to shorten. Shortening one story takes hundreds of runs.
  private static let maximumShortened = 30
  private static let maximumReported = 5

  /// Plays one story for each seed and records an issue if one of them fails.
  ///
  /// - Parameters:
  ///   - story: Returns the actions for a seed.
  ///   - simpler: Returns the simpler actions that can replace an action.
  ///   - play: Performs the actions on a new carousel; returns the first problem, or `nil`.
  static func check<Action>(
    _ seeds: Range<UInt64>, sourceLocation: SourceLocation = #_sourceLocation,
    story: (inout SplitMix) -> [Action], simpler: (Action) -> [Action] = { _ in [] },
    play: ([Action]) -> String?
  ) {
    var (shortest, failures): ([String: (length: Int, report: String)], Int) = ([:], 0)
    for seed in seeds {
      var random = SplitMix(seed: seed)
      let actions = story(&random)
      guard play(actions) != nil else { continue }
      failures += 1
      guard failures <= maximumShortened else { continue }
      let short = shortened(actions, simpler: simpler) { play($0) != nil }
      let problem = play(short) ?? "no problem the second time"
      // Stories with the same kinds of actions usually fail because of the same defect.
      let kind = short.map { "\($0)".prefix { $0 != "(" } }.joined(separator: " ")
      guard short.count < shortest[kind]?.length ?? .max else { continue }
      // Type names are removed, because the names of enum cases are clear without them.
      let names = #/(?:[A-Z]\w*\.|\(unknown context at \$[0-9a-f]+\)\.)+/#
      let steps = short.map { "\($0)".replacing(names, with: "") }.joined(separator: ", ")
      shortest[kind] = (short.count, "seed \(seed): \(steps): \(problem)")
    }
    guard failures > 0 else { return }
    let reports = shortest.values.sorted { ($0.length, $0.report) < ($1.length, $1.report) }
    Issue.record(
      """
      \(failures) of \(seeds.count) seeds fail; the shortest stories are
      \(reports.prefix(maximumReported).map(\.report).joined(separator: "\n"))
      """, sourceLocation: sourceLocation)
  }

  /// Plays one case for each seed and records an issue if one of them fails.
  static func check<Case>(
    _ seeds: Range<UInt64>, sourceLocation: SourceLocation = #_sourceLocation,
    one make: (inout SplitMix) -> Case, play: (Case) -> String?
  ) {
    check(
      seeds, sourceLocation: sourceLocation, story: { [make(&$0)] }, play: { $0.first.flatMap(play) })
  }

  /// Returns a minimal and simplified list of `actions` that still fails.
  static func shortened<Action>(
    _ actions: [Action], simpler: (Action) -> [Action], fails: ([Action]) -> Bool
  ) -> [Action] {
    var actions = actions
    var length = max(1, actions.count / 2)
    while true {
      let before = actions.count
      var start = 0
      while start < actions.count {
        var fewer = actions
        fewer.removeSubrange(start..<min(start + length, actions.count))
        if fails(fewer) { actions = fewer } else { start += length }
      }
      if length > 1 { length /= 2 } else if actions.count == before { break }
    }
    for position in actions.indices {
      // A simpler action may have even simpler replacements.
      while let simple = simpler(actions[position]).first(where: {
        var others = actions
        others[position] = $0
        return fails(others)
      }) {
        actions[position] = simple
      }
    }
    return actions
  }
}
