import CarouselEngine
import Geometry
import Testing

/// The rings that are seen from inside.
private let seenFromInside: [CarouselType] = [.invertedRotary, .invertedCylinder]

/// Tests that no item appears suddenly inside the view: each item that is visible after a small motion was
/// already drawn before the motion.
///
/// The tests use the defaults of every type, with up to 100 items:
/// - Linear layouts and cover flows load the items that the view shows. If they wrap, they are tested only
///   with so many items that both ends are never in the view.
/// - Rings and time machines load at most ``Carousel/maximumVisibleItems``, which is 30. Items that are not
///   loaded must be behind others, outside the view or too small to be noticed.
/// - Rings seen from inside (inverted rotary and inverted cylinder) are tested in fluid style, with at least
///   6 items. In classic style they load half of the ring, as iCarousel does (`numberOfVisibleItems` of
///   inverted rings in `transforms.json` and `snapshots.json`).
@MainActor
struct ViewCoverageTests {
  @Test(
    "With any item count and view size, no item appears suddenly in the view",
    arguments: CarouselType.builtIn.filter { !seenFromInside.contains($0) })
  func coverage(type: CarouselType) { expectNoAppearance(type, counts: [1, 2, 3, 5, 8, 13, 31, 100]) }

  @Test(
    "On rings that are seen from inside, no item appears suddenly in fluid style",
    arguments: seenFromInside)
  func inside(type: CarouselType) {
    expectNoAppearance(type, counts: [6, 8, 13, 30, 100])
    expectNoAppearance(type, counts: [8, 13, 30], wraps: false)
  }

  @Test(
    "In linear carousels and cover flows that wrap, no item appears suddenly",
    arguments: [CarouselType.linear, .coverFlow, .coverFlow2])
  func wrapped(type: CarouselType) { expectNoAppearance(type, counts: [100], wraps: true) }

  @Test(
    "On rings that do not wrap, no item appears suddenly",
    arguments: CarouselType.rings.filter { !seenFromInside.contains($0) })
  func unwrapped(type: CarouselType) { expectNoAppearance(type, counts: [8, 13, 30], wraps: false) }

  private func expectNoAppearance(_ type: CarouselType, counts: [Int], wraps: Bool? = nil) {
    var (problems, scenes): ([String], Int) = ([], 0)
    for (width, height) in [(320.0, 240.0), (800, 600), (1280, 720), (2560, 1440), (600, 1000)] {
      for count in counts {
        for isVertical in [false, true] {
          scenes += 1
          let bounds = Size(width: width, height: height)
          let scene = Scene(type, count: count, bounds: bounds, isVertical: isVertical, wraps: wraps)
          guard let problem = scene.firstAppearance() else { continue }
          let axis = isVertical ? ", vertical" : ""
          problems.append("\(type), \(count) items, \(Int(width)) × \(Int(height))\(axis): \(problem)")
        }
      }
    }
    #expect(problems.prefix(3) == [], "\(problems.count) of \(scenes) scenes")
  }
}

/// A carousel, and a second carousel (the twin) that loads all items and is otherwise the same.
@MainActor
private struct Scene {
  private let rig: CarouselRig
  private let twin: CarouselRig
  private let bounds: Size

  /// The distance that the carousel moves from frame to frame, in items.
  private let step = 0.02
  /// The largest area that may appear from one frame to the next, as a fraction of the view.
  private let maximumAppearing = 0.01

  init(_ type: CarouselType, count: Int, bounds: Size, isVertical: Bool, wraps: Bool?) {
    self.bounds = bounds
    let make = { (options: [CarouselOption: Double]) in
      CarouselRig(type, items: count, bounds: bounds) {
        $0.options = options
        if let wraps { $0.options[.wrap] = wraps ? 1 : 0 }
        $0.pitch = isVertical ? 150 : 200
        $0.carousel.isVertical = isVertical
        if seenFromInside.contains(type) { $0.carousel.motionStyle = .fluid }
      }
    }
    // The number of loaded items does not change their positions.
    (rig, twin) = (make([:]), make([.visibleItems: Double(count)]))
  }

  /// Scrolls forward and backward and returns a description of an item that appears suddenly, if there is
  /// one.
  func firstAppearance() -> String? {
    let last = Double(rig.itemCount - 1)
    // The test starts at the first, the middle and the last items. One start suffices for a ring, because it
    // looks the same everywhere.
    let starts = rig.carousel.isWrapEnabled ? [0] : Set([0, (last / 2).rounded(), max(0, last - 2)]).sorted()
    for (start, speed) in starts.flatMap({ [($0, 1.0), ($0 + 1, -1)] }) {
      for rig in [rig, twin] {
        rig.frameRate = 1 / step
        rig.carousel.autoscroll = 0
        rig.carousel.scrollOffset = min(start, last)
        rig.frame()
        rig.carousel.autoscroll = speed
      }
      var before = Set(rig.carousel.frame().items.map(\.index))
      var outlines = twin.carousel.frame().items
      for _ in 1...Int(1.1 / step) {
        rig.frame()
        twin.frame()
        let now = rig.carousel.frame().items
        for item in now where !before.contains(item.index) {
          guard isMostlyInside(item) else { continue }
          let part = seenPart(of: item.index, in: outlines, besides: before) * item.alpha
          guard part > maximumAppearing else { continue }
          let place = (rig.carousel.scrollOffset * 100).rounded() / 100
          return "item \(item.index) pops up at \(place), \((part * 100).rounded()) % of the view"
        }
        before = Set(now.map(\.index))
        outlines = twin.carousel.frame().items
      }
    }
    return nil
  }

  private func isMostlyInside(_ item: CarouselFrame.Item) -> Bool {
    let outline = item.outline
    return outline.clipped(to: bounds).area > outline.area / 2
  }

  /// Returns the fraction of the view in which item `index` would be visible: it covers this part, and no
  /// drawn item in front of it does.
  ///
  /// - Parameter drawn: The indexes of the twin's items that the carousel draws.
  private func seenPart(of index: Int, in items: [CarouselFrame.Item], besides drawn: Set<Int>) -> Double {
    guard let position = items.firstIndex(where: { $0.index == index }) else { return 0 }
    let outline = items[position].outline.clipped(to: bounds)
    guard outline.area > maximumAppearing * bounds.width * bounds.height else { return 0 }
    let covers = items[(position + 1)...].filter { drawn.contains($0.index) && $0.alpha > 0.9 }.map(\.outline)
    // A grid of points measures the uncovered part, to a tenth of a percent of the view.
    let (columns, rows) = (80, 50)
    var seen = 0
    for column in 0..<columns {
      for row in 0..<rows {
        let point = Point(
          x: (Double(column) + 0.5) / Double(columns) * bounds.width,
          y: (Double(row) + 0.5) / Double(rows) * bounds.height)
        if outline.surrounds(point), !covers.contains(where: { $0.surrounds(point) }) { seen += 1 }
      }
    }
    return Double(seen) / Double(columns * rows)
  }
}
