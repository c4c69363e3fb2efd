import Testing

/// The recorded behaviour of iCarousel 1.8.3, replayed; `Data/README.md` explains the files, `Data/RULINGS.md` where the
/// project departs from them.
///
/// Each replay prints one line. Of a ruling it says how many expectations were skipped; `CAROUSEL_GOLDEN_DIR` names
/// another folder of the same schema, whose skips are not asserted. Not compared, because ours has no such thing: the
/// order of container views (`containerOrder`; ours are always in depth order), `opacity32`, `userInteractionEnabled`,
/// what a touch on a control inside an item answers (`touchDown`'s result), the timer's bits 8 and 16, and the phase of
/// a callback or request within its step.
@MainActor
struct GoldenTests {
  /// Prints the tally's line, reports mismatches beyond the known ones, and holds the own set to its skips.
  private func expect(_ tally: Tally, knownMismatches: Int = 0, skips: [Ruling: Int]) {
    print(tally.summary)
    let known = GoldenFile.isOwnSet ? knownMismatches : 0
    if tally.mismatches > known {
      for line in tally.firstMismatches { print("  \(line)") }
    }
    #expect(tally.mismatches <= known, "\(tally.summary)")
    if GoldenFile.isOwnSet {
      #expect(tally.skips.filter { $0.value > 0 } == skips, "the rulings skip more or less than they did")
    }
  }

  @Test("transforms.json: every layout's transform and alpha at every offset")
  func transforms() throws {
    expect(try TransformsReplay.run(), skips: [.q2: 352, .q7: 6])
  }

  @Test("hittest.json: taps meet the item that is seen")
  func hitTest() throws {
    expect(try HitTestReplay.run(), skips: [.q15: 269])
  }

  @Test("snapshots.json: everything on screen, at rest and in motion")
  func snapshots() throws {
    expect(try SnapshotsReplay.run(), skips: [.q2: 243, .q7: 72])
  }

  @Test("physics.json: drags, flicks, taps and scrolls, step by step")
  func physics() throws {
    expect(
      try PhysicsReplay.run(), knownMismatches: 0,
      skips: [
        .q6: 4010, .q8: 300, .q10: 431, .q11: 1274, .q13: 300, .q19: 1796, .q20: 3778, .q22: 10, .q23: 717,
      ])
  }

  @Test("loading.json: views are asked for, reused and put aside")
  func loading() throws {
    expect(try LoadingReplay.run(), skips: [.q3: 41, .q18: 496, .q22: 7])
  }
}
