/// Replays `physics.json`: drags, flicks, taps, scrolls and changes during a motion, step by step.
@MainActor
enum PhysicsReplay {
  /// - Parameter givesItemSize: Whether the items get their size from the owner of the carousel.
  static func run(givesItemSize: Bool = false) throws -> Tally {
    var tally = Tally(file: .physics)
    let file: ScenarioFile = try tally.file.load()
    for scenario in file.scenarios {
      tally.cases += 1
      var replay = try ScenarioReplay(scenario, givesItemSize: givesItemSize)
      try replay.run(into: &tally)
    }
    return tally
  }
}
