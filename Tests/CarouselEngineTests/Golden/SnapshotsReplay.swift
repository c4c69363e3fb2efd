import CarouselEngine
import Geometry

/// Replays `snapshots.json`: recordings of all items on screen at one time, at rest, during a drag or during
/// a scroll.
@MainActor
enum SnapshotsReplay {
  static func run() throws -> Tally {
    var tally = Tally(file: .snapshots)
    let file: SnapshotsFile = try tally.file.load()
    for recorded in file.cases {
      tally.cases += 1
      var config = recorded.config
      if Rulings.restsAtFraction(recorded) { config.scrollToItemBoundary = false }
      let stage = try Stage(config, at: Timestamp(seconds: 100))
      perform(recorded.procedure, on: stage, axis: config.axis)
      compare(stage, with: recorded, into: &tally)
    }
    return tally
  }

  private static func perform(_ procedure: SnapshotsFile.Procedure, on stage: Stage, axis: Axis) {
    // The clock of the recording is one step ahead. This matters for scrolls of 0.2 and 0.4 s, which end
    // exactly at a tick: the rounding of 100 + n/60 decides whether that tick ends the scroll.
    var step = 1
    stage.idle(steps: 40, after: &step)
    stage.tick(&step) { $0.scrollOffset = procedure.scrollOffset }
    switch procedure.kind {
    case .set: break
    case .drag:
      stage.idle(steps: 40, after: &step)
      let velocity = axis.point(procedure.velocity ?? 0)
      for (number, distance) in (procedure.pan ?? []).enumerated() {
        let now = Timestamp(seconds: 100 + Double(step + 1) / 60)
        stage.tick(&step) { carousel in
          if number == 0 {
            carousel.touchDown(at: now)
            carousel.beginDrag(translation: axis.point(distance), at: now)
          } else {
            carousel.moveDrag(translation: axis.point(distance), velocity: velocity, at: now)
          }
        }
      }
    case .scrolling:
      stage.idle(steps: 40, after: &step)
      stage.tick(&step) { $0.scroll(byOffset: procedure.by ?? 0, duration: procedure.duration ?? 0) }
    }
    stage.idle(steps: procedure.ticks, after: &step)
  }

  private static func compare(_ stage: Stage, with recorded: SnapshotsFile.Case, into tally: inout Tally) {
    let (carousel, snapshot) = (stage.carousel, recorded.snapshot)
    let place = Tally.Place(id: recorded.id)
    let capped = Rulings.visibleItemsWereCapped(snapshot.derived, config: recorded.config)
    tally.check(carousel.scrollOffset, .value(snapshot.scrollOffset), "scrollOffset", at: place)
    tally.check(carousel.currentItemIndex, .value(snapshot.currentItemIndex), "currentItemIndex", at: place)
    let toggles = [snapshot.toggle] + (snapshot.toggleAlternatives ?? [])
    tally.check([carousel.toggle], .value(toggles), "toggle", at: place) { got, allowed in
      allowed.contains { abs($0 - got[0]) <= Tally.tolerance }
    }
    tally.check(carousel.isDragging, .value(snapshot.dragging), "dragging", at: place)
    tally.check(carousel.isDecelerating, .value(snapshot.decelerating), "decelerating", at: place)
    let isScrolling = snapshot.scrolling && !Rulings.scrollEndedAtOnce(recorded)
    tally.check(carousel.isScrolling, .value(isScrolling), "scrolling", at: place)
    tally.checkDerived(carousel, snapshot.derived, config: recorded.config, at: place)
    for pair in snapshot.offsetForItemAtIndex {
      tally.check(
        carousel.offsetForItem(at: Int(pair[0])), .value(pair[1]), "offset of item \(Int(pair[0]))", at: place
      )
    }
    if capped {
      // The number, the indexes and the order of the items on screen differ from the recording.
      tally.skip(.q7, in: place.id, count: 2 + snapshot.items.count)
      return
    }
    tally.check(
      carousel.indexesForVisibleItems.sorted(), .value(snapshot.indexesForVisibleItems.sorted()),
      "visible indexes",
      at: place)
    compareItems(carousel, with: recorded, into: &tally)
    let order: Expected = .value(snapshot.depthOrder)
    tally.check(
      carousel.depthOrder, Rulings.angleMeansStep(recorded.config) ? order.skipping(.q2) : order,
      "depthOrder",
      at: place
    ) { got, expected in
      DepthGroups(expected, ties: snapshot.ambiguousDepthPairs).allow(got)
    }
  }

  private static func compareItems(
    _ carousel: Carousel, with recorded: SnapshotsFile.Case, into tally: inout Tally
  ) {
    let angled = Rulings.angleMeansStep(recorded.config)
    let drawn = Dictionary(carousel.frame().items.map { ($0.index, $0) }, uniquingKeysWith: { $1 })
    for item in recorded.snapshot.items {
      let place = Tally.Place(id: recorded.id, step: "item \(item.index)")
      tally.check(carousel.offsetForItem(at: item.index), .value(item.offset), "offset", at: place)
      let hidden = drawn[item.index] == nil
      tally.check(hidden, angled ? .skipped(.q2) : .value(item.hidden), "hidden", at: place)
      if angled { tally.skip(.q2, in: recorded.id) }
      guard let view = drawn[item.index] else { continue }
      tally.check(view.alpha, .value(item.alpha), "alpha", at: place)
      if !angled { tally.check(view.transform.elements, .value(item.transform), "transform", at: place) }
      tally.check([view.center.x, view.center.y], .value(item.center), "center", at: place)
      tally.check(
        [view.size.width, view.size.height], .value(Array(item.viewFrame.suffix(2))), "size", at: place)
    }
  }
}

extension Axis {
  /// Returns the point at `distance` along this axis.
  func point(_ distance: Double) -> Point {
    self == .horizontal ? Point(x: distance, y: 0) : Point(x: 0, y: distance)
  }
}
