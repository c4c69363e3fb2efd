import TestSupport
import Testing

/// Replays of the recorded behavior of iCarousel 1.8.3. `Data/README.md` explains the files, and
/// `Data/RULINGS.md` explains the deliberate differences of the project (rulings).
///
/// Each replay prints one line, with the number of expectations that each ruling skips. `CAROUSEL_GOLDEN_DIR`
/// can name another folder with files of the same schema. For such a folder the numbers of skips are not
/// asserted.
///
/// Features that the project does not have are not compared: `opacity32`, `userInteractionEnabled`, the
/// result of a touch on a control inside an item (`touchDown`), and the timer's bits 8 and 16. The order of
/// container views (`containerOrder`) is not compared, because the project's views are always in depth order.
/// The phase of a callback or request within its step is not compared either.
@MainActor
struct GoldenTests {
  /// Prints the summary of `tally`, reports the first mismatches, and compares the skips with the expected
  /// skips.
  private func expect(
    _ tally: Tally, skips: [Ruling: Tally.Skips], translations: [Ruling: Tally.Skips] = [:]
  ) {
    print(tally.summary)
    for line in tally.firstMismatches { print("  \(line)") }
    #expect(tally.mismatches == 0, "\(tally.summary)")
    #expect(tally.checks > 0)
    if GoldenFile.isOwnSet {
      #expect(tally.skips == skips, "the numbers of skips by rulings have changed")
      #expect(tally.translations == translations, "the numbers of values replaced by rulings have changed")
    }
  }

  @Test("transforms.json: transforms and alphas equal the recording, for every layout and offset")
  func transforms() throws {
    expect(try TransformsReplay.run(), skips: [.q2: .init(352, in: 22), .q7: .init(6, in: 6)])
  }

  @Test("hittest.json: taps hit the same items as in the recording")
  func hitTest() throws {
    expect(try HitTestReplay.run(), skips: [.q15: .init(269, in: 11)])
  }

  @Test("snapshots.json: the items on the screen equal the recording, at rest and in motion")
  func snapshots() throws {
    expect(try SnapshotsReplay.run(), skips: [.q2: .init(243, in: 15), .q7: .init(72, in: 4)])
  }

  @Test("physics.json: each step of drags, flicks, taps and scrolls equals the recording", .proves("C24"))
  func physics() throws {
    expect(
      try PhysicsReplay.run(),
      skips: [
        .q6: .init(4010, in: 15), .q8: .init(300, in: 1), .q10: .init(361, in: 2), .q11: .init(1274, in: 2),
        .q13: .init(300, in: 1), .q14: .init(289, in: 5), .q19: .init(1792, in: 5), .q20: .init(2726, in: 4),
        .q22: .init(10, in: 6),
        .q23: .init(717, in: 1), .q27: .init(1, in: 1),
      ],
      translations: [.q9: .init(329, in: 14), .q27: .init(42, in: 1)])
  }

  @Test(
    "With sizes that the owner of the carousel gives to the items, transforms and each step of a motion equal the recordings, in which views and delegates have these sizes",
    .proves("D053"))
  func itemSizes() throws {
    // The given size is known before there is an item.
    let withoutItems = (0...1).map { "small-n0-wrap\($0) derivedAtEnd: itemWidth expected 0.0, got 100.0" }
    for (given, recorded, known) in [
      (try TransformsReplay.run(givesItemSize: true), try TransformsReplay.run(), []),
      (try PhysicsReplay.run(givesItemSize: true), try PhysicsReplay.run(), withoutItems),
    ] {
      #expect(given.firstMismatches == known && given.mismatches == known.count, "\(given.summary)")
      #expect(given.checks == recorded.checks && given.skips == recorded.skips && given.checks > 0)
    }
  }

  @Test("loading.json: requests, reuse and pooling of views equal the recording")
  func loading() throws {
    expect(
      try LoadingReplay.run(),
      skips: [.q18: .init(398, in: 11), .q22: .init(7, in: 7)])
  }
}
