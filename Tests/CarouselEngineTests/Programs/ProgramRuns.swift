import CarouselEngine
import TestSupport
import Testing

/// Plays random programs, counts what they verify, and shortens those that violate a rule.
@MainActor
struct ProgramRuns {
  /// A program that violates a rule.
  struct Failure {
    let seed: UInt64
    let rule: ProgramRule
    let text: String
    let program: [StoryAction]

    /// The failure as a test.
    var report: String {
      """
      seed \(seed), \(rule): \(text)
        ProgramRuns.expectNoProblem([
          \(program.map(\.code).joined(separator: ", ")),
        ])
      """
    }
  }

  private(set) var count = 0
  private(set) var frames = 0
  private(set) var replays = 0
  private(set) var completions = 0
  private(set) var views = 0
  private(set) var failureCount: [ProgramRule: Int] = [:]
  /// The shortest failing program for each rule and kinds of actions.
  private(set) var failures: [String: Failure] = [:]
  /// The number of calls of each callback, and of each input of the core.
  private(set) var calls: [StoryCallback: Int] = [:]
  private(set) var inputs: [String: Int] = [:]

  /// The maximum number of failing programs to shorten for each rule. Shortening takes hundreds of runs.
  var maximumShortened = 8
  private var shortened: [ProgramRule: Int] = [:]

  /// Plays a program; returns the first problem.
  static func play(_ program: [StoryAction], isRecorded: Bool = false) -> (rule: ProgramRule, text: String)? {
    let rig = ProgramRig(program, isRecorded: isRecorded)
    rig.play(program)
    rig.end()
    return rig.problem
  }

  /// Plays a program, and records an issue if it violates a rule.
  static func expectNoProblem(
    _ program: [StoryAction], isRecorded: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let problem = play(program, isRecorded: isRecorded)
    #expect(problem == nil, "\(problem.map { "\($0)" } ?? "")", sourceLocation: sourceLocation)
  }

  /// Plays the program of a seed. The replay of each eighth program is compared.
  mutating func run(seed: UInt64) {
    var writer = ProgramWriter(seed: seed)
    let (program, isRecorded) = (writer.program(), seed % 8 == 0)
    let rig = ProgramRig(program, isRecorded: isRecorded)
    rig.play(program)
    for actor in rig.actors { calls.merge(actor.calls) { $0 + $1 } }
    for line in rig.lines { note(line.all) }
    rig.end()
    count += 1
    frames += rig.frameCount
    completions += rig.ledger.completions.count
    views += rig.ledger.viewCount
    replays += rig.lines.count
    guard let problem = rig.problem else { return }
    failureCount[problem.rule, default: 0] += 1
    guard shortened[problem.rule, default: 0] < maximumShortened else { return }
    shortened[problem.rule, default: 0] += 1
    let short = SeededRuns.shortened(program, simpler: \.simpler) {
      Self.play($0, isRecorded: isRecorded)?.rule == problem.rule
    }
    let text = Self.play(short, isRecorded: isRecorded)?.text ?? "no problem the second time"
    let kind = "\(problem.rule) " + short.map(\.kind).joined(separator: " ")
    if short.count < failures[kind]?.program.count ?? .max {
      failures[kind] = Failure(seed: seed, rule: problem.rule, text: text, program: short)
    }
  }

  /// Counts the inputs in a recording.
  private mutating func note(_ lines: [String]) {
    for line in lines where line.hasPrefix("{\"input\":{\"_0\":{\"") {
      // The odd parts are the marks between the names.
      let names = line.dropFirst(16).split(separator: "\"", maxSplits: 9)
      guard var name = names.first.map(String.init) else { continue }
      if ["scroll", "edit", "feature"].contains(name), names.count > 4 { name += ".\(names[4])" }
      if name.hasSuffix("Input"), names.count > 6 { name += ".\(names[6])" }
      inputs[name, default: 0] += 1
    }
  }

  /// The shortest failing programs.
  var reports: [String] {
    failures.values.sorted {
      ($0.rule.rawValue, $0.program.count, $0.seed) < ($1.rule.rawValue, $1.program.count, $1.seed)
    }
    .map(\.report)
  }
}
