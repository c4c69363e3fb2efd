import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests with long random journals. Their inputs are played on another carousel. A failing journal is
/// shortened and printed.
@MainActor
struct JournalShrinkTests {
  /// An input that is printed as a line of a journal.
  struct Step: CustomStringConvertible {
    let input: CarouselInput
    let time: Timestamp?

    var description: String {
      JournalCoding.line(for: .input(input, at: time, isNested: false)) ?? "\(input)"
    }
  }

  /// Records random programs, one after the other on one carousel, of at least `count` inputs.
  private static func steps(_ count: Int, firstSeed: UInt64) throws -> [Step] {
    let rig = ProgramRig([], isRecorded: true)
    var seed = firstSeed
    while rig.problem == nil, rig.lines[0].all.count(where: { $0.hasPrefix("{\"input\":") }) < count + 500 {
      var writer = ProgramWriter(seed: seed)
      let program = writer.program()
      if program.map(\.highestNumber).max() == 0 { rig.begin(program) }
      seed += 1
    }
    #expect(rig.problem == nil)
    let lines = rig.lines[0]
    return try CarouselJournal(lines: lines.all, layouts: ["Staircase": Staircase()]).inputs.compactMap {
      // The carousel that replays the journal has its own data source.
      switch $0.input {
      case .setDataSource, .setDelegate, .itemSizeDidChange: nil
      default: Step(input: $0.input, time: $0.time)
      }
    }
  }

  /// Plays inputs on a new carousel and checks `property` after each input. Returns the first violation.
  private static func play(_ steps: [Step], _ property: (Carousel) -> String?) -> String? {
    let (carousel, numbers) = (Carousel(bounds: Size(width: 800, height: 600)), Numbers(10))
    carousel.dataSource = numbers
    for step in steps {
      if case .edit(let edit, _) = step.input {
        switch edit {
        case .insert: numbers.count += 1
        case .remove: numbers.count = max(0, numbers.count - 1)
        case .move, .reload: break
        }
      }
      carousel.apply(step.input, at: step.time)
      if case .advance = step.input { _ = carousel.frame() }
      if let problem = property(carousel) { return problem }
    }
    return nil
  }

  @Test("After each of ten thousand random inputs, the offset, the index and the velocity are valid")
  func valid() throws {
    let steps = try Self.steps(10_000, firstSeed: 12)
    #expect(steps.count >= 10_000)
    let property = { (carousel: Carousel) -> String? in
      let (offset, index, count) = (carousel.scrollOffset, carousel.currentItemIndex, carousel.numberOfItems)
      if !offset.isFinite { return "offset \(offset)" }
      let hasItem = count > 0 && !carousel.isOutOfItems
      if !(hasItem ? (0..<count).contains(index) : index == -1) { return "index \(index) of \(count)" }
      return carousel.core.scroller.velocity.isFinite ? nil : "velocity"
    }
    guard Self.play(steps, property) != nil else { return }
    let short = SeededRuns.shortened(steps, simpler: { _ in [] }, fails: { Self.play($0, property) != nil })
    let report = short.map(\.description).joined(separator: "\n")
    Issue.record("\(Self.play(short, property) ?? ""):\n\(report)")
  }

  @Test(
    "If a journal of ten thousand inputs violates a property, it is shortened to the few inputs that cause the violation"
  )
  func shortened() throws {
    let steps = try Self.steps(10_000, firstSeed: 12)
    // This property is not a rule of the engine. A setting, a motion and a frame are needed to violate it.
    let property = { (carousel: Carousel) -> String? in
      carousel.isVertical && carousel.isScrolling && carousel.currentItemIndex == 4 ? "at item 4" : nil
    }
    #expect(Self.play(steps, property) == "at item 4")
    let short = SeededRuns.shortened(steps, simpler: { _ in [] }, fails: { Self.play($0, property) != nil })
    #expect(short.count <= 9 && Self.play(short, property) == "at item 4")
    for step in short {
      #expect(Self.play(short.filter { "\($0)" != "\(step)" }, property) == nil, "\(step) is not needed")
      #expect("\(step)".hasPrefix("{\"input\":"))
    }
  }
}
