import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests that a carousel always settles on a snap point, and notifies its delegate once each time it settles.
@MainActor
struct RestTests {
  // The number of kinds of actions in a story: gestures (`hand`), calls of the program too (`program`), and
  // all kinds (`content`).
  private static let (hand, program, content) = (7, 9, 14)

  @Test(
    "After any gestures and calls of the program the carousel settles on a snap point, and didSettle is called once"
  )
  func scrolls() {
    SeededRuns.check(
      0..<6000, story: { Self.story(&$0, kinds: Self.program) }, simpler: \.simpler, play: Self.play)
  }

  @Test(
    "After changes of content and layout the carousel settles on a snap point, and didSettle is called once")
  func changes() {
    SeededRuns.check(
      0..<6000, story: { Self.story(&$0, kinds: Self.content) }, simpler: \.simpler, play: Self.play)
  }

  @Test(
    "With paging, after a gesture the carousel settles on the first item of a page, and didSettle is called once"
  )
  func pages() {
    SeededRuns.check(
      0..<6000, story: { Self.story(&$0, kinds: Self.hand) }, simpler: \.simpler, play: Self.play)
  }

  private static func story(_ random: inout SplitMix, kinds: Int) -> [StoryAction] {
    var (actions, contact): ([StoryAction], StoryAction.Contact) = ([], .none)
    if kinds == hand {
      actions = [.paging(true), .bounces(random.once(in: 2)), .truncatesFinalPage(random.once(in: 2))]
    }
    for _ in 0..<random.whole(0...5) { actions.append(.setting(&random)) }
    for _ in 0..<random.whole(2...16) {
      switch random.whole(1...kinds) {
      case 1...3: actions.append(.time(&random))
      case ...hand: actions.append(.hand(&random, during: contact))
      case ...program: actions.append(.program(&random))
      case program + 1: actions.append(.setting(&random))
      default: actions.append(.content(&random))
      }
      contact = actions.last?.contact ?? contact
    }
    return actions
  }

  private static func play(_ actions: [StoryAction]) -> String? {
    let (rig, rests) = (StoryRig(), RestRule())
    rig.onStep = { [unowned rig] in rests.check(rig) }
    for action in actions {
      rests.expect(after: action, rig)
      rig.perform(action)
      if let problem = rests.problem { return problem }
    }
    rests.expect(after: .up, rig)
    if rig.carousel.autoscroll != 0 { rests.expect(after: .autoscroll(0), rig) }
    rig.comeToRest(within: 30)
    if rig.carousel.needsFrame { return "never rests" }
    return rests.problem
  }
}

/// The offsets at which a carousel may rest.
@MainActor
private final class RestRule {
  private enum Place {
    /// On any item: after a call of the program, or a change of content or layout.
    case item
    /// After a gesture: on an item, or with paging on the first item of a page.
    case stop
    /// Anywhere between the ends: autoscroll was switched off and nothing has happened since.
    case anywhere
    /// At the offset that was set, even if `containsEnds` keeps other motions within smaller bounds.
    case asSet
  }

  private var place = Place.item
  private(set) var problem: String?

  /// Updates the expectation for the next rest.
  func expect(after action: StoryAction, _ rig: StoryRig) {
    switch action {
    case .frames, .wait, .clock, .down, .move, .touchpad: break
    case .drag, .tap: if rig.finger == nil { place = .stop }
    case .step: place = .stop
    case .up:
      // A finger that is down drags nothing if a scroll by the program has replaced its drag.
      let isReplaced = rig.carousel.isContactDragging && !rig.carousel.isDragging
      if rig.finger != nil, !isReplaced { place = .stop }
    case .cancel:
      if rig.carousel.isDragging { place = .stop } else if place == .stop { place = .item }
    case .touchpadEnds: if rig.isTouchpadActive, rig.carousel.isDragging { place = .stop }
    case .wheel(let notches): if abs(notches) >= 1 { place = .stop }
    case .autoscroll(let speed):
      if speed == 0, rig.carousel.autoscroll != 0, place != .asSet { place = .anywhere }
    case .scrollOffset: place = .asSet
    case .scrollToItem, .scrollByItems, .scrollByOffset: place = .item
    default: if place == .stop { place = .item }
    }
  }

  func check(_ rig: StoryRig) {
    guard problem == nil else { return }
    let carousel = rig.carousel
    if rig.reportedRests > 1 { problem = "\(rig.reportedRests) rests reported" }
    guard rig.isAtRest else { return }
    let (offset, count) = (carousel.scrollOffset, carousel.numberOfItems)
    if carousel.wakeTime != nil { problem = "wakes up at rest" }
    guard count > 0 else {
      if offset != -1 || carousel.currentItemIndex != -1 { problem = "empty and at \(offset)" }
      return
    }
    if rig.hasUnreportedMotion { problem = "rest at \(offset) not reported" }
    let nearest = Int(offset.rounded())
    if carousel.currentItemIndex
      != (carousel.isWrapEnabled ? nearest % count : min(max(nearest, 0), count - 1))
    {
      problem = "item \(carousel.currentItemIndex) current at \(offset)"
    }
    if !isLegal(offset, carousel) {
      let isRounded = offset != offset.rounded() && near(offset, offset.rounded())
      problem = "rests \(isRounded ? "beside an item, " : "")at \(offset) of \(count) items"
    }
  }

  private func isLegal(_ offset: Double, _ carousel: Carousel) -> Bool {
    let drawsEndsIn = carousel.containsEnds || carousel.isPagingEnabled && carousel.truncatesFinalPage
    if place == .asSet, drawsEndsIn { return true }
    let (ends, pageLength) = (ends(of: carousel), carousel.isPagingEnabled ? carousel.itemsPerPage : 1)
    if !carousel.isWrapEnabled, let speed = [carousel.autoscroll].first(where: { $0 != 0 }) {
      return near(offset, speed > 0 ? ends.upperBound : ends.lowerBound)
    }
    let isInside = offset >= ends.lowerBound - 1e-9 && offset <= ends.upperBound + 1e-9
    let isEnd = near(offset, ends.lowerBound) || near(offset, ends.upperBound)
    // With `containsEnds`, an end of the strip may be between two items; any other rest is on an item.
    let isItem = offset == offset.rounded() || carousel.containsEnds && isEnd
    switch place {
    case .anywhere, .asSet:
      return isInside || carousel.isWrapEnabled && offset < Double(carousel.numberOfItems)
    case .item: return isInside && isItem
    case .stop:
      let starts = stride(from: 0, to: Double(carousel.numberOfItems), by: Double(pageLength))
        .map { min(max($0, ends.lowerBound), ends.upperBound) }
      return isInside && isItem && starts.contains { near(offset, $0) }
    }
  }

  /// Returns the offsets at which a carousel may rest, from the first to the last.
  private func ends(of carousel: Carousel) -> ClosedRange<Double> {
    let (count, width) = (Double(carousel.numberOfItems), carousel.itemWidth)
    var ends = 0...count - 1
    guard !carousel.isWrapEnabled else { return ends }
    let length = carousel.isVertical ? carousel.bounds.height : carousel.bounds.width
    if carousel.containsEnds, carousel.type == .linear {
      // At the first offset the strip begins at the edge of the view. A strip shorter than the view is in its
      // middle.
      let first = max(0, (length - width) / 2 / width)
      ends = count * width <= length ? (count - 1) / 2...(count - 1) / 2 : first...count - 1 - first
    }
    guard carousel.isPagingEnabled, carousel.truncatesFinalPage, carousel.itemsPerPage > 1 else {
      return ends
    }
    let lastFullPage = max(0, count - Double(carousel.itemsPerPage))
    return ends.lowerBound...min(ends.upperBound, max(ends.lowerBound, lastFullPage))
  }
}
