import CarouselEngine
import Geometry

/// A carousel that performs the actions of a story and counts how often it reports that it has settled.
@MainActor
final class StoryRig: CarouselDelegate {
  let carousel: Carousel
  let numbers: Numbers
  var now = Timestamp(seconds: 10_000)
  /// The action after every input and every frame.
  var onStep: () -> Void = {}

  private var options: [CarouselOption: Double] = [:]
  /// The position of the finger along the axis, from the middle of the view; `nil` if there is no finger.
  private(set) var finger: Double?
  /// Whether two fingers scroll on a touchpad.
  private(set) var isTouchpadActive = false

  /// How often the carousel has reported that it has settled, since the last input.
  private(set) var reportedRests = 0
  /// Whether the offset has changed since the carousel last reported that it has settled.
  private(set) var hasUnreportedMotion = false
  private var knownOffset = 0.0

  init(items: Int = 10, prepare: (Carousel) -> Void = { _ in }) {
    carousel = Carousel(bounds: Size(width: 800, height: 600))
    numbers = Numbers(items)
    prepare(carousel)
    carousel.delegate = self
    carousel.dataSource = numbers
    frame()
    takeOffset()
  }

  func frame() {
    now = now + 1 / 60
    carousel.advance(to: now)
    _ = carousel.frame()
    watchOffset()
    onStep()
  }

  /// Whether no gesture is in progress and the carousel needs no frame.
  var isAtRest: Bool { finger == nil && !isTouchpadActive && !carousel.needsFrame }

  /// Ends all contacts, switches autoscroll off and advances frames until the carousel needs no frame.
  func comeToRest(within seconds: Double) {
    perform(.up)
    perform(.touchpadEnds)
    if carousel.autoscroll != 0 { perform(.autoscroll(0)) }
    let end = now + seconds
    while carousel.needsFrame, now < end { frame() }
  }

  // MARK: Delegate

  func carousel(_ carousel: Carousel, didSettleAt index: Int, reason: SettleReason) {
    reportedRests += 1
    hasUnreportedMotion = false
    knownOffset = carousel.scrollOffset
  }

  func carousel(_ carousel: Carousel, valueFor option: CarouselOption, withDefault value: Double) -> Double {
    options[option] ?? value
  }

  private func watchOffset() {
    // A smaller difference is a rounding error, not a motion.
    if abs(carousel.scrollOffset - knownOffset) > 1e-6 { hasUnreportedMotion = true }
    // An empty carousel has no item to settle on.
    if carousel.numberOfItems == 0 { hasUnreportedMotion = false }
    knownOffset = carousel.scrollOffset
  }

  /// Accepts the current offset without a motion: a change of content or layout may have given the same
  /// position another offset.
  private func takeOffset() {
    _ = carousel.frame()
    knownOffset = carousel.scrollOffset
  }

  // MARK: Actions

  func perform(_ action: StoryAction) {
    switch action {
    case .frames(let count):
      for _ in 0..<count { frame() }
      return
    case .wait(let milliseconds):
      now = now + Double(milliseconds) / 1000
      return
    case .clock(let seconds):
      now = now + seconds
      return
    case .drag(let points, let frames):
      guard finger == nil else { return }
      perform(.down(at: 0))
      for _ in 0..<frames {
        frame()
        slide(by: Double(points) / Double(frames))
      }
      return perform(.up)
    case .tap(let place):
      guard finger == nil else { return }
      perform(.down(at: place))
      return perform(.up)
    default: break
    }
    reportedRests = 0
    if !use(action) && !scroll(action) {
      change(action)
      takeOffset()
    }
    watchOffset()
    onStep()
  }

  /// Performs the action if it is a gesture. Returns whether the action is a gesture.
  private func use(_ action: StoryAction) -> Bool {
    switch action {
    case .down(let place):
      guard finger == nil else { break }
      isTouchpadActive = false
      finger = Double(place)
      carousel.contactBegan(id: 1, at: point(Double(place)), time: now)
    case .move(let points): slide(by: Double(points))
    case .up:
      guard let place = finger else { break }
      finger = nil
      carousel.contactEnded(id: 1, at: point(place), time: now)
    case .cancel:
      finger = nil
      carousel.contactCanceled(id: 1, time: now)
    case .wheel(let notches):
      if finger == nil { isTouchpadActive = false }
      carousel.wheel(notches: notches, time: now)
    case .step(let count): carousel.step(by: count)
    case .touchpad(let points):
      guard finger == nil else { break }
      isTouchpadActive = true
      carousel.touchpadScroll(by: Double(points), time: now)
    case .touchpadEnds:
      isTouchpadActive = false
      carousel.touchpadScrollEnded(time: now)
    default: return false
    }
    return true
  }

  private func slide(by points: Double) {
    guard let place = finger else { return }
    finger = place + points
    carousel.contactMoved(id: 1, to: point(place + points), time: now)
    watchOffset()
    onStep()
  }

  private func point(_ place: Double) -> Point {
    let middle = Point(x: carousel.bounds.width / 2, y: carousel.bounds.height / 2)
    return carousel.isVertical
      ? Point(x: middle.x, y: middle.y + place) : Point(x: middle.x + place, y: middle.y)
  }

  private func index(_ index: Int) -> Int { numbers.count > 0 ? index % numbers.count : 0 }

  /// Performs the action if it is a call by the program. Returns whether the action is a call by the program.
  private func scroll(_ action: StoryAction) -> Bool {
    switch action {
    case .scrollToItem(let item, let animated): carousel.scrollToItem(at: index(item), animated: animated)
    case .scrollByItems(let count, let seconds): carousel.scrollByNumberOfItems(count, duration: seconds)
    case .scrollByOffset(let distance, let seconds): carousel.scroll(byOffset: distance, duration: seconds)
    case .scrollOffset(let item): carousel.scrollOffset = Double(index(item))
    case .autoscroll(let speed): carousel.autoscroll = speed
    default: return false
    }
    return true
  }

  private func change(_ action: StoryAction) {
    switch action {
    case .items(let count):
      numbers.count = count
      carousel.reloadData()
    case .type(let type): carousel.type = type
    case .wrap(let isOn):
      options[.wrap] = isOn ? 1 : 0
      carousel.setNeedsLayout()
    case .vertical(let isOn): carousel.isVertical = isOn
    case .bounds(let width, let height): carousel.bounds = Size(width: Double(width), height: Double(height))
    case .paging(let isOn): carousel.isPagingEnabled = isOn
    case .itemsPerPage(let count): carousel.itemsPerPage = count
    case .truncatesFinalPage(let isOn): carousel.truncatesFinalPage = isOn
    case .bounces(let isOn): carousel.bounces = isOn
    case .stopAtItemBoundary(let isOn): carousel.stopAtItemBoundary = isOn
    case .containsEnds(let isOn): carousel.containsEnds = isOn
    case .motionStyle(let style): carousel.motionStyle = style
    case .insert(let item, let animated):
      numbers.count += 1
      carousel.insertItem(at: item % numbers.count, animated: animated)
    case .remove(let item, let animated) where numbers.count > 0:
      let item = index(item)
      numbers.count -= 1
      carousel.removeItem(at: item, animated: animated)
    case .moveItem(let item, let place, let animated) where numbers.count > 0:
      carousel.moveItem(at: index(item), to: index(place), animated: animated)
    case .reloadItem(let item, let animated) where numbers.count > 0:
      carousel.reloadItem(at: index(item), animated: animated)
    default: break
    }
  }
}
