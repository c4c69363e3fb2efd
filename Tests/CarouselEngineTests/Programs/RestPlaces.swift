import CarouselEngine

/// The offsets at which the carousels of a program may rest.
@MainActor
final class RestPlaces {
  private enum Place {
    /// On any item: after a call of the program, or a change of content or layout.
    case item
    /// After a gesture: on an item, or with paging on the first item of a page.
    case stop
    /// Anywhere between the ends: autoscroll was on, the carousel need not snap, or the program has set an offset
    /// between the ends.
    case anywhere
    /// At the offset that the program has set, also beyond the ends.
    case asSet
  }

  private var places: [ObjectIdentifier: Place] = [:]
  /// The carousels that autoscroll has moved, or that need not snap to an item.
  private var unaligned: Set<ObjectIdentifier> = []
  /// The number of motions of the linked carousels when the content or the layout of one of them was changed
  /// last. Until the next motion they may rest at different places.
  private var motionsBeforeEdit: Int?
  /// Where linked carousels may rest until that motion, because one of them was set before the change. A scroll over no
  /// distance is no motion.
  private var placeBeforeEdit: Place?
  /// The carousels whose motion a finger has stopped.
  private var stopped: Set<ObjectIdentifier> = []

  /// Updates the expectation for the next rest.
  func expect(after action: StoryAction, _ actor: ProgramActor, among actors: [ProgramActor], isNested: Bool)
  {
    let (key, carousel) = (ObjectIdentifier(actor), actor.carousel)
    var place = places[key] ?? .item
    defer { places[key] = place }
    switch action {
    case .untimed(let gesture), .timed(_, let gesture):
      expect(after: gesture, actor, among: actors, isNested: isNested)
      place = places[key] ?? .item
    case .down:
      let stops = carousel.isScrollEnabled && (carousel.isDecelerating || carousel.isScrolling)
      if actor.finger == nil, stops { stopped.insert(key) } else { stopped.remove(key) }
    case .frames, .wait, .clock, .move, .moveAcross, .path, .touchpad, .secondFinger, .during, .on: break
    case .step:
      place = .stop
      stopped.remove(key)
      align(actor, isNested: isNested)
    case .up:
      // A finger that is down drags nothing if a scroll by the program has replaced its drag. A finger that
      // has neither moved nor stopped the carousel may leave it where the program has set it or scrolled to.
      guard actor.finger?.across == 0, carousel.isDragging || stopped.contains(key) else { break }
      place = .stop
      align(actor, among: carousel.isDragging ? actors : [], isNested: isNested)
    case .cancel:
      if carousel.isDragging {
        place = .stop
        align(actor, among: actors, isNested: isNested)
      } else if place == .stop {
        place = .item
      }
    case .touchpadEnds:
      guard actor.isTouchpadActive, carousel.isDragging else { break }
      place = .stop
      align(actor, among: actors, isNested: isNested)
    case .wheel(let notches):
      guard abs(notches) >= 1, carousel.isScrollEnabled, actor.finger == nil else { break }
      place = .stop
      align(actor, isNested: isNested)
    case .unlink:
      // The others stay where this carousel was set, or where it stays because it need not snap.
      let linked = actor.isLinked ? actors.filter(\.isLinked) : []
      if linked.contains(where: { unaligned.contains(ObjectIdentifier($0)) }) {
        let apart = linked.filter {
          !$0.isAtRest || $0.carousel.scrollOffset != $0.carousel.scrollOffset.rounded()
        }
        unaligned.formUnion(apart.map { ObjectIdentifier($0) })
      }
      guard actor.isLinked, let common = placeWhereSet(actors) else { break }
      for actor in actors where actor.isLinked { places[ObjectIdentifier(actor)] = common }
      place = common
    case .autoscroll(let speed): if speed != 0 { unaligned.insert(key) }
    case .scrollToItemBoundary(false): unaligned.insert(key)
    case .scrollOffset(let item):
      place = set(to: Double(actor.index(item)), actor)
      stopped.remove(key)
    case .anyOffset(let offset):
      place = set(to: offset, actor)
      stopped.remove(key)
    case .scrollToItem, .scrollToCurrentItem, .scrollToItemToward, .scrollByItems, .scrollByOffset,
      .scrollToOffset,
      .scrollToPage, .currentItem:
      place = .item
      stopped.remove(key)
      align(actor, isNested: isNested)
    default: if place == .stop { place = .item }
    }
    // The order of a nested action and of the motion that it interrupts is not known here.
    if isNested, place == .stop { place = .item }
  }

  /// Updates the expectation after a tap that scrolls the carousel to a stop.
  ///
  /// - Parameter current: The current item before the tap.
  func expect(afterTap result: TapResult, _ actor: ProgramActor, current: Int) {
    let carousel = actor.carousel
    switch result {
    case .aligned, .stoppedMotion: break
    case .selected(current): guard carousel.scrollToItemBoundary else { return }
    case .selected: guard carousel.centerItemWhenSelected else { return }
    case .doubleTapped, .notTaken: return
    }
    places[ObjectIdentifier(actor)] = .stop
    align(actor, isNested: false)
  }

  /// Returns where a carousel may rest whose offset is set.
  private func set(to offset: Double, _ actor: ProgramActor) -> Place {
    let carousel = actor.carousel
    guard !actor.watch.isUnresolved, carousel.numberOfItems > 0 else { return .asSet }
    return carousel.isWrapEnabled || ends(of: carousel) ~= offset ? .anywhere : .asSet
  }

  /// Returns where linked carousels may rest if the offset of one of them was set; `nil` if it was not.
  private func placeWhereSet(_ actors: [ProgramActor]) -> Place? {
    let group = actors.filter(\.isLinked).compactMap { places[ObjectIdentifier($0)] }
    return group.contains(.asSet) ? .asSet : group.contains(.anywhere) ? .anywhere : nil
  }

  /// Records that a motion ends at an item again, unless autoscroll moves the carousel or it need not snap.
  ///
  /// - Parameter actors: The carousels that move with `actor` if this is a drag; empty if it is a scroll. A linked
  ///   carousel may be at its end, so that a scroll moves no carousel.
  private func align(_ actor: ProgramActor, among actors: [ProgramActor] = [], isNested: Bool) {
    guard !isNested, !actor.isLinked || !actors.isEmpty else { return }
    let group = actor.isLinked ? actors.filter(\.isLinked) : [actor]
    guard group.allSatisfy({ $0.carousel.scrollToItemBoundary && $0.carousel.autoscroll == 0 }) else {
      return
    }
    for member in group { unaligned.remove(ObjectIdentifier(member)) }
  }

  /// Returns the reason why the carousel must not rest at its offset; `nil` if it may.
  func problem(of actor: ProgramActor, among actors: [ProgramActor]) -> String? {
    let (carousel, key) = (actor.carousel, ObjectIdentifier(actor))
    let (offset, count) = (carousel.scrollOffset, carousel.numberOfItems)
    guard carousel.dataSource != nil, count > 0 else { return nil }
    let nearest = Int(offset.rounded())
    let isOut = carousel.isOutOfItems
    let current =
      isOut ? -1 : carousel.isWrapEnabled ? nearest % count : min(max(nearest, 0), count - 1)
    if carousel.currentItemIndex != current {
      return "item \(carousel.currentItemIndex) is current at \(offset)"
    }
    // A linked carousel rests where its leader rests.
    let isLinked = actor.isLinked
    var place = places[key] ?? .item
    if isLinked {
      place = placeWhereSet(actors) ?? (linkedMayDiffer(actors) ? placeBeforeEdit : nil) ?? .item
    }
    let group = isLinked ? actors.filter(\.isLinked) : [actor]
    if place != .asSet, group.contains(where: { unaligned.contains(ObjectIdentifier($0)) }) {
      place = .anywhere
    }
    if place != .asSet, !isLinked, stopsAutoscrollOnlyAtEnd(carousel) {
      let ends = ends(of: carousel)
      let end = carousel.autoscroll > 0 ? ends.upperBound : ends.lowerBound
      return abs(offset - end) < 1e-9 ? nil : "autoscroll rests at \(offset) of \(count) items"
    }
    guard place == .asSet || isAllowed(offset, at: place, carousel) else {
      let isRounded = offset != offset.rounded() && abs(offset - offset.rounded()) < 1e-6
      return "rests \(isRounded ? "beside an item, " : "")at \(offset) of \(count) items"
    }
    return nil
  }

  /// Returns whether autoscroll moves the carousel until it is at the end of its strip.
  private func stopsAutoscrollOnlyAtEnd(_ carousel: Carousel) -> Bool {
    carousel.autoscroll != 0 && !carousel.isWrapEnabled && carousel.autoscrollEnd == .stop
      && !carousel.isAutoscrollPaused && !carousel.isHovered && !carousel.isFocused && !carousel.isOffscreen
      && !carousel.reducesMotion && !(carousel.layout is SwipeStackLayout)
  }

  private func isAllowed(_ offset: Double, at place: Place, _ carousel: Carousel) -> Bool {
    let (count, ends) = (Double(carousel.numberOfItems), ends(of: carousel))
    if carousel.isWrapEnabled, place == .anywhere { return (0..<count).contains(offset) }
    let isInside = offset >= ends.lowerBound - 1e-9 && offset <= ends.upperBound + 1e-9
    guard isInside, place != .anywhere else { return isInside }
    let isEnd = abs(offset - ends.lowerBound) < 1e-9 || abs(offset - ends.upperBound) < 1e-9
    // With `containsEnds`, an end of the strip may be between two items; any other rest is on an item.
    guard offset == offset.rounded() || carousel.containsEnds && isEnd else { return false }
    guard place == .stop, carousel.isPagingEnabled, !(carousel.layout is SwipeStackLayout) else {
      return true
    }
    return stride(from: 0, to: count, by: Double(carousel.itemsPerPage)).contains {
      abs(min(max($0, ends.lowerBound), ends.upperBound) - offset) < 1e-9
    }
  }

  /// Returns the offsets at which a carousel may rest, from the first to the last.
  private func ends(of carousel: Carousel) -> ClosedRange<Double> {
    let count = Double(carousel.numberOfItems)
    guard !carousel.isWrapEnabled else { return 0...count - 1 }
    if carousel.layout is SwipeStackLayout { return 0...count }
    var ends = 0...count - 1
    if carousel.containsEnds, carousel.type == .linear {
      if carousel.itemSizing == .uniform, carousel.options.spacing == nil, carousel.axisAngle == 0 {
        ends = containedEnds(of: carousel)
      } else if let rest = carousel.core.scroller.bounds.restRange {
        ends = rest.clamped(to: ends)
      }
    }
    guard carousel.isPagingEnabled, carousel.truncatesFinalPage, carousel.itemsPerPage > 1 else {
      return ends
    }
    let lastFullPage = max(0, count - Double(carousel.itemsPerPage))
    return ends.lowerBound...min(ends.upperBound, max(ends.lowerBound, lastFullPage))
  }

  /// Returns the first and the last offset at which a strip of equal items fills the view.
  private func containedEnds(of carousel: Carousel) -> ClosedRange<Double> {
    let (count, width) = (Double(carousel.numberOfItems), carousel.itemWidth)
    let length = (carousel.isVertical ? carousel.bounds.height : carousel.bounds.width)
    guard width > 0 else { return 0...count - 1 }
    // The number of items that fit in the view beside the current item.
    let room = length / width - 1
    let (first, last): (Double, Double) =
      switch carousel.snapAlignment {
      case .start: (0, count - 1 - room)
      case .center: (room / 2, count - 1 - room / 2)
      case .end: (room, count - 1)
      }
    guard count * width > length else {
      switch carousel.snapAlignment {
      case .start: return 0...0
      case .center: return (count - 1) / 2...(count - 1) / 2
      case .end: return count - 1...count - 1
      }
    }
    let begin = min(max(first, 0), count - 1)
    return begin...max(begin, min(max(last, 0), count - 1))
  }

  private func motions(of actors: [ProgramActor]) -> Int {
    actors.filter(\.isLinked).reduce(0) { $0 + $1.watch.motionCount }
  }

  /// Records that the content or the layout of a linked carousel was changed, which does not move the others.
  func noteEdit(among actors: [ProgramActor]) {
    placeBeforeEdit = placeWhereSet(actors) ?? (linkedMayDiffer(actors) ? placeBeforeEdit : nil)
    motionsBeforeEdit = motions(of: actors)
  }

  /// Returns whether linked carousels may rest at different places, because one was changed after the last motion.
  func linkedMayDiffer(_ actors: [ProgramActor]) -> Bool { motionsBeforeEdit == motions(of: actors) }

  /// Notes a problem if two linked carousels rest at different places, although their items permit the same.
  func compareLinked(_ actors: [ProgramActor], note: (String) -> Void) {
    let linked = actors.filter {
      $0.isLinked && $0.carousel.dataSource != nil && $0.carousel.numberOfItems > 0
    }
    guard !linkedMayDiffer(actors) else { return }
    for (number, first) in linked.enumerated() {
      for second in linked.dropFirst(number + 1) {
        let (a, b) = (first.carousel, second.carousel)
        let (here, there) = (a.scrollOffset, b.scrollOffset)
        guard a.isWrapEnabled == b.isWrapEnabled else { continue }
        let (own, other) = (ends(of: a), ends(of: b))
        if a.isWrapEnabled {
          if a.numberOfItems != b.numberOfItems || abs(here - there) < 1e-9 { continue }
        } else {
          // A strip stays at its end while the other one scrolls on. An offset beyond an end was set.
          guard own ~= here, other ~= there else { continue }
          // If one is at an end between two items, the other snaps to an item.
          func isEnd(_ offset: Double, of ends: ClosedRange<Double>) -> Bool {
            offset != offset.rounded() && (offset == ends.lowerBound || offset == ends.upperBound)
          }
          if abs(here - there) <= 0.5, isEnd(here, of: own) || isEnd(there, of: other) { continue }
          func isHeld(at common: Double) -> Bool {
            abs(min(max(common, own.lowerBound), own.upperBound) - here) < 1e-9
              && abs(min(max(common, other.lowerBound), other.upperBound) - there) < 1e-9
          }
          if isHeld(at: here) || isHeld(at: there) { continue }
        }
        note("linked carousels rest at \(here) and \(there)")
      }
    }
  }
}
