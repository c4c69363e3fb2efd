import CarouselEngine
import Foundation
import TestSupport
import Testing

/// Random programs over the whole engine. ``ProgramRule`` lists the rules that they verify.
@MainActor
struct ProgramTests {
  @Test("Random programs keep all rules of the engine")
  func programs() {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["CAROUSEL_SOAK_COUNT"].flatMap { UInt64($0) }
    let first = environment["CAROUSEL_SOAK_SEED"].flatMap { UInt64($0) } ?? 1
    var runs = ProgramRuns(openDefects: ProgramRuns.open)
    for seed in first..<first + (count ?? 600) { runs.run(seed: seed) }
    runs.printFigures(areAll: count != nil)
    let failing = runs.failureCount.values.reduce(0, +)
    guard failing > 0 else { return }
    Issue.record(
      "\(failing) of \(runs.count) programs fail: \(runs.failureCount)\n\(runs.reports.joined(separator: "\n"))"
    )
  }

  @Test(
    "A program that violates a rule is shortened to the actions that are needed, and printed as Swift code")
  func report() {
    let program: [StoryAction] = [
      .items(4), .vertical(true), .frames(5), .option(.spacing, 1.5), .scrollToItem(2, animated: true),
      .during(.didScroll, [.remove(at: 1, animated: true)]), .on(1, .type(.rotary)), .frames(20),
    ]
    // This rule is not one of the engine.
    let fails = { (program: [StoryAction]) in
      program.contains { $0.kind == "vertical" } && program.contains { $0.kind.hasPrefix("didScroll") }
    }
    let short = SeededRuns.shortened(program, simpler: \.simpler, fails: fails)
    #expect(short.map(\.code) == [".vertical(true)", ".during(.didScroll, [])"])
    #expect(
      program.map(\.code).joined(separator: " ")
        == ".items(4) .vertical(true) .frames(5) .option(.spacing, 1.5) .scrollToItem(2, animated: true) "
        + ".during(.didScroll, [.remove(at: 1, animated: true)]) .on(1, .type(.rotary)) .frames(20)")
  }
}

extension ProgramRuns {
  /// The defects that are known and not mended yet. A program that shows one of them does not fail.
  static let open: [OpenDefect] = [
    OpenDefect(name: "the event of the index is missing or late after an edit", rule: .index) { _, _ in true
    },
    OpenDefect(name: "a stack settles during a drag", rule: .pairs) { $1.contains("dragging") },
    OpenDefect(name: "the place after a set offset", rule: .place) { _, _ in true },
    OpenDefect(name: "linked carousels settle again after an edit beyond the ends", rule: .settle) {
      program, _ in
      program.contains { $0.kind == "link" }
    },
    OpenDefect(name: "a carousel without data source does not ask for a frame", rule: .needsFrame) {
      $1.contains("picture")
    },
    OpenDefect(name: "a contact after a step of the clock is a long press at once", rule: .needsFrame) {
      $1.contains("didLongPress")
    },
    OpenDefect(
      name: "an edit during the request for an identifier hides the reload of an item", rule: .content
    ) {
      program, _ in program.contains { $0.kind.hasPrefix("identifier") }
    },
    OpenDefect(name: "the replay of a custom type differs", rule: .replay) { _, _ in true },
  ]

  /// Prints the open defects and, if `areAll`, all figures for `scripts/soak`.
  func printFigures(areAll: Bool) {
    for defect in openDefects {
      print(
        "programs open defect: \(defect.name): \(openCount[defect.name, default: 0]) of \(count) programs")
    }
    guard areAll else { return }
    print(
      "programs: \(count) programs, \(frames) frames, \(completions) completions, \(views) views, \(replays) replays"
    )
    for rule in ProgramRule.allCases { print("programs rule: \(rule) \(failureCount[rule, default: 0])") }
    for callback in StoryCallback.allCases {
      print("programs callback: \(callback) \(calls[callback, default: 0])")
    }
    for (name, number) in inputs.sorted(by: { $0.key < $1.key }) {
      print("programs input: \(name) \(number)")
    }
  }
}
