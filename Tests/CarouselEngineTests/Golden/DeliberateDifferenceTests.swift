import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of the behavior that deliberately differs from the recordings of iCarousel. `Data/RULINGS.md` gives
/// the reasons.
@MainActor
struct DeliberateDifferenceTests {
  private final class Items: CarouselDataSource, CarouselDelegate {
    final class Card: ItemView { let size = Size(width: 100, height: 100) }
    var count = 12
    var placeholders = 0
    var options: [CarouselOption: Double] = [:]
    var calls: [String] = []
    var placeholderIndexes: [Int] = []

    func numberOfItems(in carousel: Carousel) -> Int { count }
    func numberOfPlaceholders(in carousel: Carousel) -> Int { placeholders }
    func carousel(_ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?)
      -> any ItemView
    {
      view ?? Card()
    }
    func carousel(
      _ carousel: Carousel, placeholderViewAt index: Int, reusing view: (any ItemView)?
    ) -> any ItemView {
      placeholderIndexes.append(index)
      return view ?? Card()
    }
    func carousel(
      _ carousel: Carousel, valueFor option: CarouselOption, withDefault value: Double
    ) -> Double { options[option] ?? value }
    func carouselWillBeginScrollingAnimation(_ carousel: Carousel) { calls.append("willBeginScrolling") }
    func carouselDidEndScrollingAnimation(_ carousel: Carousel) { calls.append("didEndScrolling") }
    func carouselDidEndDecelerating(_ carousel: Carousel) { calls.append("didEndDecelerating") }
    func carousel(_ carousel: Carousel, didSelectItemAt index: Int) { calls.append("didSelect \(index)") }
    func carouselCurrentItemIndexDidChange(_ carousel: Carousel) {
      calls.append("index \(carousel.currentItemIndex)")
    }
  }

  /// A carousel of 12 items with its own clock.
  @MainActor
  private final class Show {
    let items = Items()
    let carousel = Carousel(bounds: Size(width: 600, height: 400))
    private(set) var now = Timestamp(seconds: 10)

    init(
      _ type: CarouselType = .linear, count: Int = 12, placeholders: Int = 0,
      options: [CarouselOption: Double] = [:]
    ) {
      items.count = count
      items.placeholders = placeholders
      items.options = options
      carousel.type = type
      carousel.delegate = items
      carousel.dataSource = items
      run(0.1)
      items.calls = []
    }

    /// Advances frames for `seconds`.
    func run(_ seconds: Double) {
      for _ in 0..<Int((seconds * 60).rounded()) {
        now = now + 1 / 60
        carousel.advance(to: now)
        _ = carousel.frame()
      }
    }

    /// Advances frames until the carousel is at rest.
    func settle() { while carousel.needsFrame, now.seconds < 60 { run(1.0 / 60) } }

    func flick(velocity: Double) {
      carousel.touchDown(at: now)
      carousel.beginDrag(at: now)
      carousel.moveDrag(
        translation: Point(x: velocity / 60, y: 0), velocity: Point(x: velocity, y: 0), at: now)
      carousel.endDrag(at: now)
    }
  }

  @Test("Positive autoscroll moves forward", .proves("Q1"))
  func autoscrollSign() {
    let show = Show()
    show.carousel.autoscroll = 2
    show.run(1)
    #expect(abs(show.carousel.scrollOffset - 2) < 0.1)
  }

  @Test(
    "On a ring, the option `angle` is the angle between neighbors", .proves("Q2"),
    arguments: [CarouselType.rotary, .invertedRotary, .cylinder, .invertedCylinder])
  func angle(type: CarouselType) {
    // Without the option, the angle between neighbors on a ring of 10 items is 1/10 of the circle. With the
    // same angle as the option and the same radius, the positions are the same.
    let plain = Show(type, options: [.count: 10, .radius: 300])
    let stepped = Show(type, options: [.count: 10, .radius: 300, .angle: 2 * Double.pi / 10])
    let wider = Show(type, options: [.count: 10, .radius: 300, .angle: 4 * Double.pi / 10])
    for offset in [-2.5, -1, 0, 0.25, 3] {
      let expected = plain.carousel.transform(forOffset: offset, toggle: 0).elements
      let same = stepped.carousel.transform(forOffset: offset, toggle: 0).elements
      let half = wider.carousel.transform(forOffset: offset / 2, toggle: 0).elements
      #expect(zip(expected, same).allSatisfy { abs($0 - $1) < 1e-9 })
      #expect(zip(expected, half).allSatisfy { abs($0 - $1) < 1e-9 })
    }
  }

  @Test(
    "With an odd number of placeholders each index is requested once", .proves("Q3"), arguments: [1, 3, 5])
  func oddPlaceholders(count: Int) {
    let show = Show(count: 2, placeholders: count)
    #expect(show.items.placeholderIndexes.sorted() == Array(0..<count))
    #expect(show.carousel.indexesForVisibleItems == Array(-((count + 1) / 2)..<(2 + count / 2)))
  }

  @Test(
    "After a scroll to an offset between two items, the carousel snaps to an item", .proves("Q6"),
    arguments: [0, 0.5])
  func alignsAfterScroll(duration: Double) {
    let show = Show()
    show.carousel.scroll(toOffset: 3.3, duration: duration)
    show.run(duration)
    #expect(abs(show.carousel.scrollOffset - 3.3) < 0.1)
    show.settle()
    #expect(show.carousel.scrollOffset == 3)
  }

  @Test(
    "A wide view with narrow items loads enough items to fill it without gaps", .proves("Q7"),
    arguments: [CarouselType.linear, .coverFlow, .coverFlow2])
  func noHoles(type: CarouselType) {
    let show = Show(type, count: 1_000)
    show.carousel.bounds = Size(width: 5_000, height: 400)
    show.carousel.scrollToItem(at: 500, animated: false)
    show.run(0.1)
    let pitch = type == .linear ? 100.0 : 25
    #expect(Double(show.carousel.numberOfVisibleItems) >= 5_000 / pitch)
  }

  @Test(
    "Setting up a carousel starts no scroll, and a scroll to the current position ends immediately",
    .proves("Q8"))
  func emptyScrolls() {
    let show = Show()
    #expect(!show.carousel.isScrolling)
    show.carousel.setNeedsLayout()
    show.run(0.1)
    #expect(show.items.calls == [])
    show.carousel.scrollToItem(at: 0, animated: true)
    #expect(show.items.calls == ["willBeginScrolling", "didEndScrolling"])
    #expect(!show.carousel.isScrolling)
  }

  @Test("A tap that stops a flick selects nothing, and the carousel snaps to an item", .proves("Q12"))
  func tapStops() {
    let show = Show()
    show.flick(velocity: -2_000)
    show.run(0.2)
    #expect(show.carousel.isDecelerating)
    show.items.calls = []
    show.carousel.contactBegan(id: 1, at: Point(x: 400, y: 200), time: show.now)
    #expect(show.items.calls == ["didEndDecelerating"])
    let result = show.carousel.contactEnded(id: 1, at: Point(x: 400, y: 200), time: show.now)
    #expect(result == .stoppedMotion)
    show.settle()
    #expect(show.carousel.scrollOffset == show.carousel.scrollOffset.rounded())
    #expect(!show.items.calls.contains { $0.hasPrefix("didSelect") })
  }

  @Test("Autoscroll that begins after an hour without frames starts from the current offset", .proves("Q13"))
  func autoscrollAfterPause() {
    let show = Show()
    show.settle()
    show.carousel.scrollToItem(at: 2, animated: false)
    show.settle()
    // Autoscroll begins after an hour without frames.
    let later = show.now + 3_600
    show.carousel.autoscroll = 1
    show.carousel.advance(to: later)
    #expect(abs(show.carousel.scrollOffset - 2) < 0.05)
    show.carousel.advance(to: later + 0.5)
    #expect(abs(show.carousel.scrollOffset - 2.5) < 0.05)
  }

  @Test(
    "A touch ends a scroll with its callback, and the carousel snaps when the finger is lifted",
    .proves("Q14"))
  func touchStopsScroll() {
    let show = Show()
    show.carousel.scrollToItem(at: 6, animated: true)
    show.run(0.15)
    show.items.calls = []
    show.carousel.contactBegan(id: 1, at: Point(x: 400, y: 200), time: show.now)
    #expect(show.items.calls == ["didEndScrolling"])
    let held = show.carousel.scrollOffset
    show.run(0.5)
    #expect(show.carousel.scrollOffset == held)
    show.carousel.contactEnded(id: 1, at: Point(x: 400, y: 200), time: show.now)
    show.settle()
    #expect(show.carousel.scrollOffset == held.rounded())
  }

  @Test(
    "If the program scrolls or the view is resized during a drag, the carousel is never dragging and scrolling at the same time",
    .proves("Q20"))
  func oneActivity() {
    let show = Show()
    show.carousel.touchDown(at: show.now)
    show.carousel.beginDrag(at: show.now)
    show.carousel.moveDrag(translation: Point(x: -60, y: 0), velocity: Point(x: -60, y: 0), at: show.now)
    show.carousel.scrollByNumberOfItems(3, duration: 0.5)
    #expect(show.carousel.isDragging != show.carousel.isScrolling)
    show.carousel.bounds = Size(width: 700, height: 400)
    show.run(0.1)
    #expect(show.carousel.isDragging != show.carousel.isScrolling)
    show.carousel.endDrag(at: show.now)
    show.settle()
    #expect(show.carousel.scrollOffset == show.carousel.scrollOffset.rounded())
  }

  @Test("The delegate is notified of every passed index, in order", .proves("Q22"))
  func crossedIndexes() {
    let show = Show()
    show.carousel.scrollByNumberOfItems(5, duration: 0.02)
    show.settle()
    #expect(show.items.calls.filter { $0.hasPrefix("index") } == (1...5).map { "index \($0)" })
  }

  @Test(
    "If wrapping is switched off while the offset is beyond the last item, the carousel moves back to the last item",
    .proves("Q23"))
  func wrapEnds() {
    let show = Show(.rotary, count: 6)
    show.carousel.scrollOffset = 5.7
    show.run(0.1)
    show.items.options[.wrap] = 0
    show.carousel.setNeedsLayout()
    show.settle()
    #expect(show.carousel.scrollOffset == 5)
  }
}
