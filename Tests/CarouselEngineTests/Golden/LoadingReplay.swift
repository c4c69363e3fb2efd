import CarouselEngine

/// Replays `loading.json`: the views that are requested, reused, shown and pooled, step by step.
@MainActor
enum LoadingReplay {
  static func run() throws -> Tally {
    var tally = Tally(file: .loading)
    let file: ScenarioFile = try tally.file.load()
    for scenario in file.scenarios {
      tally.cases += 1
      var replay = try ScenarioReplay(scenario)
      let loading = RecordedLoading(scenario)
      try replay.run(into: &tally) { stage, step, tally in compare(stage, step, with: loading, into: &tally) }
    }
    return tally
  }

  private static func compare(
    _ stage: Stage, _ step: Int, with recorded: RecordedLoading, into tally: inout Tally
  ) {
    let place = Tally.Place(id: recorded.scenario.name, step: "step \(step)")
    let carousel = stage.carousel
    if Rulings.visibleItemsWereCapped(recorded.scenario.derivedAtEnd, config: recorded.scenario.config) {
      // The four skipped expectations are the visible items, the pools, the requests and the reused views.
      tally.skip(.q7, in: place.id, count: 4)
      _ = stage.drainRequests()
      return
    }
    if step == recorded.scenario.t.count - 1, let order = recorded.scenario.depthOrderAtEnd {
      let ties = DepthGroups.ties(in: order, of: carousel, axis: recorded.scenario.config.axis)
      tally.check(carousel.depthOrder, .value(order), "depthOrder", at: place) { got, expected in
        DepthGroups(expected, ties: ties).allow(got)
      }
    }
    tally.check(
      carousel.indexesForVisibleItems.sorted(), .value(recorded.visible[step]), "visible", at: place)
    let pools = carousel.poolCounts
    tally.check([pools.items, pools.placeholders], recorded.pools[step], "pools", at: place)

    let requests = stage.drainRequests()
    var expected = recorded.requests[step]
    // Q18: an empty carousel that wraps requests nothing.
    let askedOfNothing = expected.count { $0.kind == .placeholder && $0.value < 0 }
    if askedOfNothing > 0 { tally.skip(.q18, in: place.id, count: askedOfNothing) }
    expected.removeAll { $0.kind == .placeholder && $0.value < 0 }
    tally.check(
      counts(Rulings.recordedPlaceholderIndexes(requests, of: carousel.numberOfPlaceholders)),
      .value(counts(expected)), "requests", at: place)
    tally.check(
      requests.count { $0.reused }, .value(expected.count { $0.reused }), "reused views", at: place)
  }

  /// Returns how often each count and each view was requested.
  private static func counts(_ requests: [Stage.Request]) -> [String: Int] {
    Dictionary(grouping: requests) { "\($0.kind) \($0.value)" }.mapValues(\.count)
  }
}

/// The data that only `loading.json` contains, with a value for every step.
private struct RecordedLoading {
  let scenario: Scenario
  var visible: [[Int]] = []
  var pools: [Expected<[Int]>] = []
  var requests: [[Stage.Request]] = []

  init(_ scenario: Scenario) {
    self.scenario = scenario
    let visibleChanges = Dictionary(grouping: scenario.visible ?? [], by: \.step)
    let poolChanges = Dictionary(grouping: scenario.pools ?? []) { $0[0] }
    let recorded = Dictionary(grouping: scenario.requests ?? [], by: \.step)
    var indexes: [Int] = []
    var counts = [0, 0]
    var hasStrayView = false
    for step in scenario.t.indices {
      indexes = visibleChanges[step]?.last?.indexes.sorted() ?? indexes
      counts = poolChanges[step]?.last.map { Array($0.dropFirst()) } ?? counts
      let asked = (recorded[step] ?? []).map {
        Stage.Request(kind: $0.kind, value: $0.index, reused: $0.reused)
      }
      // Q18: iCarousel's unnecessary placeholder stays in the pool until items are added.
      let isEmpty = scenario.trace.currentItemIndex[step] < 0
      hasStrayView = isEmpty && (hasStrayView || asked.contains { $0.kind == .placeholder && $0.value < 0 })
      visible.append(indexes)
      requests.append(asked)
      pools.append(
        scenario.poolsUnspecified == true ? .nothing : hasStrayView ? .skipped(.q18) : .value(counts))
    }
  }
}
