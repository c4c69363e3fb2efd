import CarouselEngine
import Testing

/// Tests of journals of carousels that play the recorded actions of iCarousel.
@MainActor
struct GoldenJournalTests {
  @Test(
    "If recorded actions of iCarousel are played while a journal records them, the journal's replay makes the same frames"
  )
  func scenarios() throws {
    var tally = Tally(file: .physics)
    let file: ScenarioFile = try tally.file.load()
    // One scenario in 12 is played, because a journal of all scenarios would have a million lines.
    for (number, scenario) in file.scenarios.enumerated() where number % 12 == 5 {
      let lines = JournalTests.Lines()
      var replay = try ScenarioReplay(scenario, prepare: lines.record)
      try replay.run(into: &tally)
      #expect(lines.problem() == nil, "\(scenario.name)")
    }
    #expect(tally.mismatches == 0)
  }
}
