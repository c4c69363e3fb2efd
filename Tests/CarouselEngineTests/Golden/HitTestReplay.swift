import CarouselEngine
import Geometry

/// Replays `hittest.json`: compares the item that a tap hits at each recorded point.
@MainActor
enum HitTestReplay {
  static func run() throws -> Tally {
    var tally = Tally(file: .hittest)
    let file: HitTestFile = try tally.file.load()
    for recorded in file.cases {
      tally.cases += 1
      for snapshot in recorded.snapshots { try replay(snapshot, of: recorded, meta: file.meta, into: &tally) }
    }
    return tally
  }

  private static func replay(
    _ snapshot: HitTestFile.Snapshot, of recorded: HitTestFile.Case, meta: HitTestFile.Meta,
    into tally: inout Tally
  ) throws {
    let stage = try Stage(recorded.config, at: Timestamp(seconds: 100))
    let carousel = stage.carousel
    var step = 0
    stage.idle(steps: 40, after: &step)
    stage.tick(&step) { $0.scrollOffset = snapshot.scrollOffset }
    stage.idle(steps: 60, after: &step)

    let id = recorded.id
    let state = Tally.Place(id: id, step: "at \(snapshot.scrollOffset)")
    tally.check(carousel.scrollOffset, .value(snapshot.scrollOffset), "scrollOffset", at: state)
    tally.check(carousel.currentItemIndex, .value(snapshot.currentItemIndex), "currentItemIndex", at: state)
    tally.check(carousel.toggle, .value(snapshot.toggle), "toggle", at: state)

    let frames = Dictionary(carousel.frame().items.map { ($0.index, $0) }, uniquingKeysWith: { $1 })
    for (row, y) in snapshot.ys.enumerated() {
      for (column, x) in snapshot.xs.enumerated() {
        let recordedHit = snapshot.hits[row][column]
        if recordedHit == meta.ambiguous || recordedHit == meta.behindViewer { continue }
        let point = Point(x: x, y: y)
        let expectedIndex: Int? = recordedHit == meta.none ? nil : recordedHit
        var expected = Expected<Int?>.value(expectedIndex)
        if Rulings.angleMeansStep(recorded.config) {
          expected = .skipped(.q2)
        } else if Rulings.showsMoreItems(carousel, config: recorded.config) {
          expected = .skipped(.q7)
        } else if let expectedIndex, let item = frames[expectedIndex],
          Rulings.onlyContainerWasHit(
            item, itemWidth: carousel.itemWidth, axis: recorded.config.axis, at: point)
        {
          expected = .skipped(.q15)
        }
        let hit = carousel.itemView(at: point).flatMap { carousel.index(ofItemView: $0) }
        tally.check(hit, expected, "hit at (\(x), \(y))", at: state)
      }
    }
  }
}
