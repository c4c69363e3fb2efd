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
    var runs = ProgramRuns()
    for seed in first..<first + (count ?? 2000) { runs.run(seed: seed) }
    if count != nil { runs.printFigures() }
    let failing = runs.failureCount.values.reduce(0, +)
    guard failing > 0 else { return }
    Issue.record(
      "\(failing) of \(runs.count) programs fail: \(runs.failureCount)\n\(runs.reports.joined(separator: "\n"))"
    )
  }

  @Test(
    "The rules of programs notice a carousel that does not rest at the stop of the last drag, step or tap")
  func wrongRest() {
    let pages: [StoryAction] = [.paging(true), .itemsPerPage(3), .frames(1)]
    let programs: [(program: [StoryAction], offset: Double)] = [
      ([.autoscroll(1), .frames(5), .autoscroll(0), .drag(by: -130, frames: 3)], 2.4),
      ([.autoscroll(1), .frames(5), .autoscroll(0), .wheel(notches: 1)], 2.4),
      (pages + [.tap(at: 200)], 1), (pages + [.drag(by: -300, frames: 3)], 1),
      (
        [
          .frames(1), .on(1, .link(to: 0)), .autoscroll(1), .frames(5), .autoscroll(0),
          .drag(by: -130, frames: 3),
        ],
        2.4
      ),
    ]
    for (program, offset) in programs {
      let rig = ProgramRig(program, isRecorded: false)
      // The last action does nothing, but begins to count the settles again.
      rig.begin(program + [.frames(120), .move(by: 0)])
      #expect(rig.problem == nil)
      rig.actors[0].carousel.scrollOffset = offset
      rig.play([])
      #expect(rig.problem?.text == "rests at \(offset) of 10 items")
    }
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
  /// Prints the figures for `scripts/soak`.
  func printFigures() {
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
