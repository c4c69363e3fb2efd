/// Replays `physics.json`: drags, flicks, taps, scrolls and changes during a motion, step by step.
@MainActor
enum PhysicsReplay {
  static func run() throws -> Tally {
    var tally = Tally(file: .physics)
    let file: ScenarioFile = try tally.file.load()
    for scenario in file.scenarios {
      tally.cases += 1
      var replay = try ScenarioReplay(scenario)
      try replay.run(into: &tally)
    }
    return tally
  }
}
