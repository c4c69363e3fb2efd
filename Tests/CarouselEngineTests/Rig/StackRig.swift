import CarouselEngine
import Geometry

/// A stack of cards whose items have names, with simulated fingers and a log of all callbacks.
@MainActor
final class StackRig: ClockedCarousel, CarouselDataSource, CarouselDelegate {
  /// A callback of a stack.
  enum Event: Equatable {
    case should(Int, SwipeDirection)
    case dismissed(Int, SwipeDirection)
    case undone(Int)
    case out
    case index(Int)
    case settled(Int)
    case selected(Int)
    case pressed(Int)
    case doubleTapped(Int)
    case willDrag
    case didDrag
  }

  let carousel: Carousel
  var now = Timestamp(seconds: 500)
  var frameRate = 60.0
  /// The names of the items.
  var items: [Int]
  var cardSize = Size(width: 300, height: 200)
  var allows = true
  /// Whether the delegate handles long presses and double taps.
  var handlesPresses = true
  private(set) var log: [Event] = []
  /// The names of the dismissed items, in order. Each name is read from `items` during the callback.
  private(set) var dismissedNames: [Int] = []
  private(set) var drags: [(index: Int, progress: Double, direction: SwipeDirection?)] = []
  var onEvent: (Event) -> Void = { _ in }
  private var names: [ObjectIdentifier: Int] = [:]

  static let bounds = Size(width: 800, height: 600)
  static let middle = Point(x: 400, y: 300)

  init(items: Int = 10, layout: SwipeStackLayout = SwipeStackLayout(), prepare: (StackRig) -> Void = { _ in })
  {
    carousel = Carousel(bounds: Self.bounds)
    self.items = Array(0..<items)
    prepare(self)
    carousel.layout = layout
    carousel.delegate = self
    carousel.dataSource = self
    frame()
    settle()
    clear()
  }

  func clear() { (log, drags, dismissedNames) = ([], [], []) }

  func takeLog() -> [Event] {
    defer { log = [] }
    return log
  }

  /// The dismissals, the undos and the ends of the stack. Their number does not depend on the frame rate.
  var decisions: [Event] {
    log.filter {
      switch $0 {
      case .dismissed, .undone, .out: true
      default: false
      }
    }
  }

  /// Changes the layout.
  func change(_ change: (inout SwipeStackLayout) -> Void) {
    guard var layout = carousel.layout as? SwipeStackLayout else { return }
    change(&layout)
    carousel.layout = layout
  }

  // MARK: Time

  func settle() { run(atMost: 20) }

  func wait(_ seconds: Double) { now = now + seconds }

  /// Advances to the current time and makes a frame.
  func present() {
    carousel.advance(to: now)
    _ = carousel.frame()
  }

  // MARK: Fingers

  func down(at point: Point = middle) { carousel.contactBegan(id: 1, at: point, time: now) }
  func move(to point: Point) { carousel.contactMoved(id: 1, to: point, time: now) }
  @discardableResult
  func up(at point: Point) -> TapResult? { carousel.contactEnded(id: 1, at: point, time: now) }

  /// Moves a finger at constant speed and lifts it, with a move every 5 milliseconds and frames at the frame
  /// rate.
  ///
  /// - Parameters:
  ///   - distance: In points, from the point at which the card begins to follow the finger.
  ///   - speed: In points per second.
  func swipe(from start: Point = middle, by distance: Point, speed: Double, lifts: Bool = true) {
    let length = distance.distance(to: .zero)
    let steps = max(1, Int((length / speed / 0.005).rounded()))
    // The first move passes the drag threshold and does not move the card.
    let begin = start + distance * (DragThreshold.distance / length)
    down(at: start)
    wait(DragThreshold.distance / speed)
    move(to: begin)
    var nextFrame = now
    for step in 1...steps {
      wait(length / speed / Double(steps))
      move(to: begin + distance * (Double(step) / Double(steps)))
      if now >= nextFrame {
        present()
        nextFrame = nextFrame + 1 / frameRate
      }
    }
    if lifts { up(at: begin + distance) }
  }

  @discardableResult
  func tap(at point: Point = middle) -> TapResult? {
    down(at: point)
    wait(0.05)
    return up(at: point)
  }

  // MARK: Pictures

  func drawn(_ index: Int) -> CarouselFrame.Item? { carousel.frame().items.last { $0.index == index } }

  /// The name of the item that a view shows.
  func name(_ view: any ItemView) -> Int? { names[ObjectIdentifier(view)] }

  // MARK: Data source

  func numberOfItems(in carousel: Carousel) -> Int { items.count }

  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView {
    let view = view ?? PlainView(size: cardSize)
    names[ObjectIdentifier(view)] = items[index]
    return view
  }

  // MARK: Delegate

  private func note(_ event: Event) {
    log.append(event)
    onEvent(event)
  }

  func carousel(
    _ carousel: Carousel, shouldDismissItemAt index: Int, toward direction: SwipeDirection
  ) -> Bool {
    note(.should(index, direction))
    return allows
  }

  func carousel(_ carousel: Carousel, didDismissItemAt index: Int, toward direction: SwipeDirection) {
    if items.indices.contains(index) { dismissedNames.append(items[index]) }
    note(.dismissed(index, direction))
  }

  func carousel(
    _ carousel: Carousel, didDragItemAt index: Int, progress: Double, toward direction: SwipeDirection?
  ) {
    drags.append((index, progress, direction))
  }

  func carousel(_ carousel: Carousel, didUndoDismissalOfItemAt index: Int) { note(.undone(index)) }
  func carouselDidRunOutOfItems(_ carousel: Carousel) { note(.out) }
  func carouselCurrentItemIndexDidChange(_ carousel: Carousel) { note(.index(carousel.currentItemIndex)) }
  func carousel(_ carousel: Carousel, didSettleAt index: Int, reason: SettleReason) { note(.settled(index)) }
  func carousel(_ carousel: Carousel, didSelectItemAt index: Int) { note(.selected(index)) }
  func carousel(_ carousel: Carousel, didLongPressItemAt index: Int) -> Bool {
    note(.pressed(index))
    return true
  }

  func carousel(_ carousel: Carousel, didDoubleTapItemAt index: Int) -> Bool {
    note(.doubleTapped(index))
    return true
  }
  func carouselWillBeginDragging(_ carousel: Carousel) { note(.willDrag) }
  func carouselDidEndDragging(_ carousel: Carousel, willDecelerate decelerate: Bool) { note(.didDrag) }
}
