import CarouselEngine
import Geometry
import Testing

/// Defects of scrolling that random programs have found, each with the shortest program that showed it.
@MainActor
struct ScrollDefectTests {
  // MARK: Numbers

  @Test(
    "If a callback starts a scroll over no distance and a step follows it, all offsets are finite and the step starts at the present offset",
    arguments: [MotionStyle.classic, .fluid])
  func stepDuringEmptyScroll(style: MotionStyle) {
    let watch = EventWatch(items: 5) { $0.carousel.motionStyle = style }
    watch.onEvent = { [unowned watch] event in
      guard event == "didScroll" else { return }
      watch.onEvent = { _ in }
      watch.carousel.scrollToItem(at: watch.carousel.currentItemIndex, animated: true)
      watch.carousel.wheel(notches: 1, time: watch.now)
    }
    watch.carousel.currentItemIndex = 2
    watch.settle()
    #expect(watch.carousel.scrollOffset == 3)
    #expect(watch.problems == [])
  }

  // MARK: Events

  /// An edit that moves the ends of a strip which `containsEnds` keeps inside the view.
  enum EndEdit: CaseIterable, Sendable {
    case removeLastOf3, appendTo3, appendTo1, appendTo10, removeLastOf20, insertAtStartOf20, removeFirstOf20

    var count: Int {
      switch self {
      case .removeLastOf3, .appendTo3: 3
      case .appendTo1: 1
      case .appendTo10: 10
      case .removeLastOf20, .insertAtStartOf20, .removeFirstOf20: 20
      }
    }

    @MainActor
    func perform(on watch: EventWatch, animated: Bool) {
      switch self {
      case .removeLastOf3, .removeLastOf20: watch.remove(at: count - 1, animated: animated)
      case .appendTo3, .appendTo1, .appendTo10: watch.insert(at: count, animated: animated)
      case .insertAtStartOf20: watch.insert(at: 0, animated: animated)
      case .removeFirstOf20: watch.remove(at: 0, animated: animated)
      }
    }
  }

  @Test(
    "If an edit moves an end of a strip at rest with containsEnds, the offset changes with one didScroll, and didSettle follows the change of the current item",
    arguments: EndEdit.allCases, [MotionStyle.classic, .fluid])
  func movedEnd(edit: EndEdit, style: MotionStyle) {
    for animated in [false, true] {
      let watch = EventWatch(items: edit.count) {
        $0.carousel.motionStyle = style
        $0.carousel.containsEnds = true
      }
      watch.carousel.scrollToItem(at: edit.count - 1, animated: false)
      watch.settle()
      let before = (watch.carousel.scrollOffset, watch.carousel.currentItemIndex)
      watch.log = []
      edit.perform(on: watch, animated: animated)
      watch.settle()
      let hasMoved = watch.carousel.scrollOffset != before.0
      #expect(watch.log.count { $0 == "didScroll" } == (hasMoved ? 1 : 0), "\(watch.log)")
      #expect(watch.log.count { $0.hasPrefix("settle") } == (hasMoved ? 1 : 0), "\(watch.log)")
      if watch.carousel.currentItemIndex != before.1 {
        let (index, settle) = ("index \(watch.carousel.currentItemIndex)", watch.log.last ?? "")
        #expect(watch.log.contains(index) && settle.hasPrefix("settle"), "\(watch.log)")
      }
      #expect(watch.problems == [])
    }
  }

  @Test("If a changed width moves the end of a strip at rest, no event waits when no frame is needed")
  func changedWidth() {
    let watch = EventWatch(items: 10) {
      $0.carousel.containsEnds = true
      $0.carousel.itemSizing = .individual
      $0.widths = { _ in 100 }
    }
    watch.carousel.scrollToItem(at: 9, animated: false)
    watch.settle()
    watch.log = []
    watch.widths = { $0 == 9 ? 180 : 100 }
    watch.carousel.itemSizeDidChange(at: 9)
    watch.run(atMost: 10)
    #expect(watch.log.count { $0 == "didScroll" } == 1, "\(watch.log)")
    #expect(watch.carousel.core.scroller.hasEvents == false)
    #expect(watch.problems == [])
  }

  // MARK: Allowed rests

  @Test(
    "If an item moves to the start of a strip that rests at its end with containsEnds, the strip rests at an allowed offset",
    arguments: [MotionStyle.classic, .fluid])
  func movedItem(style: MotionStyle) {
    let watch = EventWatch(items: 7) {
      $0.carousel.motionStyle = style
      $0.carousel.containsEnds = true
    }
    watch.carousel.scrollToItem(at: 0, animated: false)
    watch.settle()
    #expect(watch.carousel.scrollOffset == 1.5)
    watch.carousel.moveItem(at: 6, to: 0, animated: false)
    watch.settle()
    let offset = watch.carousel.scrollOffset
    #expect(offset == offset.rounded() || offset == 1.5 || offset == 4.5, "\(offset)")
    #expect(watch.problems == [])
  }

  @Test(
    "A command to scroll beyond the last item without animation ends at the last item",
    arguments: [MotionStyle.classic, .fluid], [false, true])
  func beyondLastItem(style: MotionStyle, snaps: Bool) {
    for command in 0...3 {
      let watch = EventWatch(items: 5) {
        $0.carousel.motionStyle = style
        $0.carousel.scrollToItemBoundary = snaps
      }
      switch command {
      case 0: watch.carousel.currentItemIndex = 99
      case 1: watch.carousel.scroll(toOffset: 9, duration: 0)
      case 2: watch.carousel.scroll(byOffset: 9, duration: 0)
      default: watch.carousel.scrollToItem(at: 99, animated: false)
      }
      #expect(watch.carousel.scrollOffset == 4, "command \(command)")
      watch.settle()
      #expect(watch.carousel.scrollOffset == 4, "command \(command)")
      watch.carousel.currentItemIndex = -7
      #expect(watch.carousel.scrollOffset == 0)
      #expect(watch.problems == [])
    }
  }

  @Test("If an item is inserted while a finger holds a ring, the offset stays on the ring")
  func insertUnderFinger() {
    let watch = EventWatch(items: 5) {
      $0.carousel.motionStyle = .fluid
      $0.options = [.wrap: 1]
    }
    watch.carousel.contactBegan(id: 1, at: EventWatch.middle, time: watch.now)
    for step in 1...11 {
      watch.carousel.contactMoved(
        id: 1, to: EventWatch.middle + Point(x: Double(step), y: 0), time: watch.now)
      watch.frame()
    }
    let offset = watch.carousel.scrollOffset
    #expect(offset > 4.8 && watch.carousel.isDragging)
    watch.insert(at: 0, animated: true)
    // The former first item is in the center. Its index is 1 now.
    #expect((0..<6).contains(watch.carousel.scrollOffset))
    #expect(watch.carousel.currentItemIndex == 1)
    #expect(abs(watch.carousel.scrollOffset - (offset - 4)) < 1e-9)
    watch.carousel.contactEnded(id: 1, at: EventWatch.middle + Point(x: 11, y: 0), time: watch.now)
    watch.settle()
    #expect(watch.problems == [])
  }

  @Test(
    "With containsEnds and items of two widths, a strip rests at an allowed offset for any spacing",
    arguments: [0.5, 0.1, 0.01], [MotionStyle.classic, .fluid])
  func narrowSpacing(spacing: Double, style: MotionStyle) {
    for count in [2, 5, 8, 46] {
      let watch = EventWatch(items: count) {
        $0.carousel.motionStyle = style
        $0.carousel.containsEnds = true
        $0.carousel.itemSizing = .individual
        $0.widths = { $0.isMultiple(of: 2) ? 40 : 220 }
        $0.options = [.spacing: spacing]
      }
      for index in [0, count / 2, count - 1] {
        watch.carousel.scrollToItem(at: index, animated: true)
        watch.settle()
        let (offset, last) = (watch.carousel.scrollOffset, Double(count - 1))
        #expect((0...last).contains(offset), "\(count) items, at \(offset)")
        // Only at an end the strip may rest between two items.
        let canGoOn = watch.carousel.canScrollForward && watch.carousel.canScrollBackward
        #expect(offset == offset.rounded() || !canGoOn, "\(count) items, at \(offset)")
        #expect(watch.carousel.currentItemIndex < count)
      }
      #expect(watch.problems == [])
    }
  }

  // MARK: Pairs

  @Test("If a scroll without animation replaces the snap after a reload, the end of the snap is reported")
  func replacedSnap() {
    let watch = EventWatch(items: 10)
    watch.carousel.scrollToItem(at: 9, animated: false)
    watch.settle()
    watch.count = 6
    watch.carousel.reloadData()
    watch.frame()
    watch.carousel.scrollByNumberOfItems(0, duration: 0)
    watch.settle()
    #expect(watch.openActivities == [] && watch.problems == [])
  }

  @Test(
    "If the program scrolls in the callback for the end of a drag, the beginnings and ends come in pairs",
    arguments: [MotionStyle.classic, .fluid], [0, 1, 2])
  func scrollAtEndOfDrag(style: MotionStyle, action: Int) {
    let watch = EventWatch(items: 20) { $0.carousel.motionStyle = style }
    watch.onEvent = { [unowned watch] event in
      guard event.hasPrefix("didEndDragging") else { return }
      switch action {
      case 0: watch.carousel.scrollToItem(at: 12, animated: true)
      case 1: watch.carousel.step(by: 1)
      default: watch.carousel.scrollToItem(at: 12, animated: false)
      }
    }
    watch.flick()
    watch.settle()
    #expect(watch.openActivities == [] && watch.problems == [])
  }

  @Test(
    "If a scroll, a step or a jump replaces a motion, the beginnings and ends come in pairs",
    arguments: [MotionStyle.classic, .fluid], [0, 1, 2, 3])
  func replacedMotion(style: MotionStyle, action: Int) {
    for isFlick in [false, true] {
      let watch = EventWatch(items: 20) { $0.carousel.motionStyle = style }
      if isFlick { watch.flick() } else { watch.carousel.scrollToItem(at: 8, animated: true) }
      for _ in 1...4 { watch.frame() }
      switch action {
      case 0: watch.carousel.scrollToItem(at: 12, animated: true)
      case 1: watch.carousel.step(by: 1)
      case 2: watch.carousel.scrollOffset = 3
      default: watch.carousel.autoscroll = 2
      }
      watch.frame()
      watch.carousel.autoscroll = 0
      watch.settle()
      #expect(watch.openActivities == [] && watch.problems == [])
    }
  }
}

/// A carousel of items of 100 points in a view of 400 points, whose delegate checks all events.
@MainActor
final class EventWatch: ClockedCarousel, CarouselDataSource, CarouselDelegate {
  static let middle = Point(x: 200, y: 150)

  let carousel = Carousel(bounds: Size(width: 400, height: 300))
  var now = Timestamp(seconds: 1000)
  let frameRate = 60.0
  var count: Int
  var options: [CarouselOption: Double] = [:]
  /// Returns the width of an item; `nil` if all items have the same width.
  var widths: ((Int) -> Double)?
  var log: [String] = []
  var onEvent: (String) -> Void = { _ in }
  /// The activities that have begun and not ended.
  private(set) var openActivities: [String] = []
  private(set) var problems: [String] = []
  private var shownOffset = 0.0
  private var knowsOffset = true

  init(items: Int, prepare: (EventWatch) -> Void = { _ in }) {
    count = items
    prepare(self)
    carousel.delegate = self
    carousel.dataSource = self
    frame()
    (shownOffset, log, problems) = (carousel.scrollOffset, [], [])
  }

  func frame() {
    now = now + 1 / frameRate
    carousel.advance(to: now)
    let offset = carousel.scrollOffset
    let isFinite = carousel.frame().items.allSatisfy { $0.transform.isFinite && $0.center.x.isFinite }
    if !offset.isFinite || !isFinite { problems.append("not finite at \(offset)") }
    if abs(offset - shownOffset) > 1e-6, !knowsOffset {
      problems.append("\(shownOffset) became \(offset) without didScroll")
    }
    (shownOffset, knowsOffset) = (offset, false)
  }

  func settle(sourceLocation: SourceLocation = #_sourceLocation) {
    comeToRest(sourceLocation: sourceLocation)
    for _ in 1...3 { frame() }
  }

  func insert(at index: Int, animated: Bool) {
    count += 1
    carousel.insertItem(at: index, animated: animated)
  }

  func remove(at index: Int, animated: Bool) {
    count -= 1
    carousel.removeItem(at: index, animated: animated)
  }

  /// Flicks toward the last item.
  func flick() {
    carousel.contactBegan(id: 1, at: Self.middle, time: now)
    for step in 1...5 {
      now = now + 1 / frameRate
      let point = Self.middle - Point(x: Double(step) * 16, y: 0)
      carousel.contactMoved(id: 1, to: point, time: now)
      carousel.advance(to: now)
    }
    carousel.contactEnded(id: 1, at: Self.middle - Point(x: 80, y: 0), time: now)
  }

  // MARK: Data source

  func numberOfItems(in carousel: Carousel) -> Int { count }

  func carousel(_ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?)
    -> any ItemView
  {
    PlainView(size: Size(width: widths?(index) ?? 100, height: 100))
  }

  // MARK: Delegate

  private func note(_ event: String) {
    log.append(event)
    onEvent(event)
  }

  private func begin(_ activity: String) {
    if !openActivities.isEmpty { problems.append("\(activity) begins during \(openActivities)") }
    openActivities.append(activity)
  }

  private func end(_ activity: String) {
    if openActivities != [activity] { problems.append("\(activity) ends during \(openActivities)") }
    openActivities.removeAll { $0 == activity }
  }

  func carouselDidScroll(_ carousel: Carousel) {
    knowsOffset = true
    note("didScroll")
  }

  func carouselCurrentItemIndexDidChange(_ carousel: Carousel) { note("index \(carousel.currentItemIndex)") }

  func carousel(_ carousel: Carousel, didSettleAt index: Int, reason: SettleReason) {
    note("settle \(index) \(reason)")
  }

  func carouselWillBeginScrollingAnimation(_ carousel: Carousel) {
    begin("scroll")
    note("willBeginScrolling")
  }

  func carouselDidEndScrollingAnimation(_ carousel: Carousel) {
    end("scroll")
    note("didEndScrolling")
  }

  func carouselWillBeginDragging(_ carousel: Carousel) {
    begin("drag")
    note("willBeginDragging")
  }

  func carouselDidEndDragging(_ carousel: Carousel, willDecelerate: Bool) {
    end("drag")
    note("didEndDragging")
  }

  func carouselWillBeginDecelerating(_ carousel: Carousel) {
    begin("deceleration")
    note("willBeginDecelerating")
  }

  func carouselDidEndDecelerating(_ carousel: Carousel) {
    end("deceleration")
    note("didEndDecelerating")
  }

  func carousel(_ carousel: Carousel, widthForItemAt index: Int) -> Double {
    widths?(index) ?? carousel.itemWidth
  }

  func carousel(_ carousel: Carousel, valueFor option: CarouselOption, withDefault value: Double) -> Double {
    options[option] ?? value
  }
}
