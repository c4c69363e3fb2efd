internal import CarouselEngine
internal import Geometry
internal import Views

/// The meaning of a carousel: a list of the items in sight, each with its position.
///
/// ARIA: the carousel pattern of the Authoring Practices Guide.
@MainActor
struct CarouselSemantics {
  /// The current item when the carousel was last at rest; `nil` while no assistive technology listens.
  private var restingIndex: Int?
  /// The time of the last activation.
  private var lastActivation: Timestamp?
  /// Two activations of an item are taps of their own: they must not become a double tap, whose taps are at most 0.3 s apart.
  private static let leastDelay = 0.31  // seconds

  /// Returns the semantics of `view` from its last frame.
  static func semantics(of view: CarouselView) -> Semantics {
    let carousel = view.carousel
    let (count, current) = (carousel.numberOfItems, carousel.currentItemIndex)
    var parts: [Int: AccessibilityPart] = [:]
    // Of two views of an item, as during a reload, the front one counts.
    for item in view.items where (0..<count).contains(item.index) && view.isInSight(item) {
      guard let content = item.view as? View else { continue }
      // Only items that are hit have elements inside.
      let center = item.homography.project(Point(x: item.size.width / 2, y: item.size.height / 2))
      let isHit = center.map { carousel.index(ofItemAt: $0) == item.index } ?? false
      parts[item.index] = part(item.index, content, isLive: isHit && view.isLive(item), in: view)
    }
    var semantics = Semantics(
      .list, children: .parts(parts.values.sorted { $0.key < $1.key }))
    semantics.roleDescription = "carousel"
    if (0..<count).contains(current) { semantics.value = "\(current + 1) of \(count)" }
    if carousel.isPlaying { semantics.states.insert(.animated) }
    semantics.actions = actions(of: view)
    return semantics
  }

  private static func part(_ index: Int, _ content: View, isLive: Bool, in view: CarouselView)
    -> AccessibilityPart
  {
    let carousel = view.carousel
    var semantics = Semantics(.listItem, children: isLive ? .subviews : .omitted)
    semantics.position = AccessibilityPosition(index: index, count: carousel.numberOfItems)
    semantics.states = index == carousel.currentItemIndex ? [.selectable, .selected] : .selectable
    semantics.actions = [
      AccessibilityAction(.activate) { [weak view] in view?.activateItem(at: index) },
      AccessibilityAction(.scrollToVisible) { [weak carousel] in
        carousel?.scrollToItem(at: index, animated: true)
      },
    ]
    return AccessibilityPart(index, area: .view(content), semantics)
  }

  private static func actions(of view: CarouselView) -> [AccessibilityAction] {
    let carousel = view.carousel
    guard carousel.numberOfItems > 0 else { return [] }
    var actions: [AccessibilityAction] = []
    if carousel.isScrollEnabled, carousel.numberOfItems > 1 {
      actions.append(AccessibilityAction(.next) { [weak carousel] in carousel?.step(by: 1) })
      actions.append(AccessibilityAction(.previous) { [weak carousel] in carousel?.step(by: -1) })
    }
    actions.append(
      AccessibilityAction(.activate) { [weak view] in
        guard let view else { return }
        view.activateItem(at: view.carousel.currentItemIndex)
      })
    if carousel.hasAutoplay {
      actions.append(
        AccessibilityAction(.custom(carousel.isAutoscrollPaused ? "play" : "pause")) { [weak carousel] in
          carousel?.isAutoscrollPaused.toggle()
        })
    }
    return actions
  }

  // MARK: Activation

  /// Returns the time of a new activation: `now`, or later if the last activation was shortly before.
  mutating func beginActivation(at now: Timestamp) -> Timestamp {
    let time = lastActivation.map { max(now, $0 + Self.leastDelay) } ?? now
    lastActivation = time
    return time
  }

  /// Taps an item: the item is selected, as by a finger. A carousel that moves first jumps to the item, because a tap would
  /// only stop the motion.
  static func activate(_ index: Int, of carousel: Carousel, at time: Timestamp) {
    guard (0..<carousel.numberOfItems).contains(index), !carousel.isDragging else { return }
    if carousel.phase != .idle { carousel.scrollToItem(at: index, animated: false) }
    guard let point = visiblePoint(ofItem: index, in: carousel) else {
      return carousel.scrollToItem(at: index, animated: true)
    }
    let id = Int.min  // no contact of a device
    guard carousel.contactBegan(id: id, at: point, time: time) else { return }
    carousel.contactEnded(id: id, at: point, time: time)
  }

  /// Returns a point at which item `index` is the frontmost one; `nil` if other items cover it.
  private static func visiblePoint(ofItem index: Int, in carousel: Carousel) -> Point? {
    guard let item = carousel.frame().items.last(where: { $0.index == index }) else { return nil }
    let places = [0.5, 0.25, 0.75, 0.1, 0.9]
    for y in places {
      for x in places {
        let point = Point(x: x * item.size.width, y: y * item.size.height)
        if let place = item.homography.project(point), carousel.index(ofItemAt: place) == index {
          return place
        }
      }
    }
    return nil
  }

  // MARK: Announcements

  /// Returns the index of the current item if the carousel rests on another item than before; otherwise `nil`.
  mutating func newItem(of carousel: Carousel) -> Int? {
    guard AccessibilityHub.isAnyListening else {
      restingIndex = nil
      return nil
    }
    guard carousel.phase == .idle, carousel.currentItemIndex != restingIndex else { return nil }
    let isFirst = restingIndex == nil
    restingIndex = carousel.currentItemIndex
    return isFirst ? nil : carousel.currentIndex
  }

  /// Announces an item, unless the carousel plays by itself.
  static func announce(_ index: Int, of view: CarouselView) {
    view.accessibilityChanged(.selection)
    guard !view.carousel.isPlaying else { return }
    let item = view.accessibilityTree().first { $0.element.view === view && $0.element.part == index }
    let position = "\(index + 1) of \(view.carousel.numberOfItems)"
    view.announce([item?.name ?? "", position].filter { !$0.isEmpty }.joined(separator: ", "))
  }
}

extension Carousel {
  /// Whether the carousel is set to move by itself.
  fileprivate var hasAutoplay: Bool { autoplayInterval > 0 || autoscroll != 0 }
  /// Whether the carousel is set to move by itself, and neither the user nor reduced motion has stopped it.
  fileprivate var isPlaying: Bool { hasAutoplay && !isAutoscrollPaused && !reducesMotion }
}
