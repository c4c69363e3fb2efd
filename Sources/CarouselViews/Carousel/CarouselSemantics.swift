internal import CarouselEngine
internal import Geometry
internal import Views

/// The meaning of a carousel: a list of the items in sight, each with its position.
///
/// ARIA: the carousel pattern of the Authoring Practices Guide.
@MainActor
enum CarouselSemantics {
  /// Returns the semantics of `view` from its last frame.
  static func semantics(of view: CarouselView) -> Semantics {
    let carousel = view.carousel
    let count = carousel.numberOfItems
    let current = current(of: view)
    var parts: [Int: AccessibilityPart] = [:]
    // Of two views of an item, as during a reload, the front one counts.
    for item in view.items where (0..<count).contains(item.index) && view.isInSight(item) {
      guard let content = item.view as? View else { continue }
      // Only items that are hit have elements inside.
      let center = item.homography.project(Point(x: item.size.width / 2, y: item.size.height / 2))
      let isHit = center.map { carousel.index(ofItemAt: $0) == item.index } ?? false
      parts[item.index] = part(
        item.index, content, isSelected: item.index == current, isLive: isHit && view.isLive(item), in: view)
    }
    var children = parts.values.sorted { $0.key < $1.key }
    if let contentView = view.usedContentView {
      // The views among the items are no items: they follow without a part's element around them.
      children.append(AccessibilityPart(-1, area: .view(contentView), Semantics(children: .subviews)))
    }
    var semantics = Semantics(.list, children: .parts(children))
    semantics.roleDescription = "carousel"
    if let current, (0..<count).contains(current) { semantics.value = "\(current + 1) of \(count)" }
    if carousel.isPlaying, !view.isBeingRead { semantics.states.insert(.animated) }
    semantics.actions = actions(of: view)
    return semantics
  }

  private static func current(of view: CarouselView) -> Int? {
    if let selectedItem = view.selectedItem { selectedItem() } else { view.carousel.currentItemIndex }
  }

  private static func part(
    _ index: Int, _ content: View, isSelected: Bool, isLive: Bool, in view: CarouselView
  ) -> AccessibilityPart {
    let carousel = view.carousel
    var semantics = Semantics(.listItem, children: isLive ? .subviews : .omitted)
    semantics.position = AccessibilityPosition(index: index, count: carousel.numberOfItems)
    semantics.hint = content.accessibilityHint
    semantics.states = isSelected ? [.selectable, .selected] : .selectable
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
        guard let view, let current = current(of: view) else { return }
        view.activateItem(at: current)
      })
    if carousel.hasAutoplay {
      actions.append(
        AccessibilityAction(.custom(carousel.isAutoscrollPaused ? "play" : "pause")) { [weak carousel] in
          carousel?.isAutoscrollPaused.toggle()
        })
    }
    return actions
  }
}

extension Carousel {
  /// Whether the carousel is set to move by itself.
  fileprivate var hasAutoplay: Bool { autoplayInterval > 0 || autoscroll != 0 }
  /// Whether the carousel is set to move by itself, and neither the user nor reduced motion has stopped it.
  fileprivate var isPlaying: Bool { hasAutoplay && !isAutoscrollPaused && !reducesMotion }
}
