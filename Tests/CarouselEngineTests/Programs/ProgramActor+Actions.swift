import CarouselEngine
import Geometry

/// The actions of a program on a carousel.
extension ProgramActor {
  /// Returns a point at a distance from the middle of the view.
  func point(along: Double, across: Double) -> Point {
    let (bounds, forward) = (carousel.bounds, carousel.forwardDirection)
    // A positive distance is to the right or down, whatever the direction of the layout.
    let sign = forward.x + forward.y < 0 ? -1.0 : 1
    return Point(
      x: bounds.width / 2 + sign * (along * forward.x - across * forward.y),
      y: bounds.height / 2 + sign * (along * forward.y + across * forward.x))
  }

  private var fingerPoint: Point { point(along: finger?.along ?? 0, across: finger?.across ?? 0) }

  /// Performs the action if it is a gesture. Returns whether the action is a gesture.
  func use(_ action: StoryAction, at time: Timestamp) -> Bool {
    switch action {
    case .down(let place):
      guard finger == nil else { break }
      isTouchpadActive = false
      finger = (Double(place), 0)
      carousel.contactBegan(id: 1, at: fingerPoint, time: time)
    case .move(let points) where points % 3 == 0:
      guard finger != nil else { break }
      finger?.along += Double(points)
      carousel.contactMoved(id: 1, to: fingerPoint, time: time)
    case .move(let points): slide(along: [points], .even, at: time)
    case .path(let steps, let times): slide(along: steps, times, at: time)
    case .moveAcross(let points):
      guard finger != nil else { break }
      finger?.across += Double(points)
      carousel.contactMoved(id: 1, to: fingerPoint, time: time)
    case .up:
      guard finger != nil else { break }
      let point = fingerPoint
      finger = nil
      lastTap = carousel.contactEnded(id: 1, at: point, time: time)
    case .cancel:
      finger = nil
      carousel.contactCanceled(id: 1, time: time)
    case .wheel(let notches):
      // Without scrolling a wheel does nothing.
      if finger == nil, carousel.isScrollEnabled { isTouchpadActive = false }
      carousel.wheel(notches: notches, time: time)
    case .step(let count): carousel.step(by: count)
    case .touchpad(let points):
      guard finger == nil else { break }
      isTouchpadActive = true
      carousel.touchpadScroll(by: Double(points), time: time)
    case .touchpadEnds:
      isTouchpadActive = false
      carousel.touchpadScrollEnded(time: time)
    case .beginReordering(let item): carousel.beginReorderingItem(at: self.index(item))
    case .updateReordering(let x, let y): carousel.updateReordering(to: Point(x: Double(x), y: Double(y)))
    case .endReordering: carousel.endReordering()
    case .cancelReordering: carousel.cancelReordering()
    case .dismiss(let direction): carousel.dismissItem(toward: direction)
    case .undo: carousel.undoDismissal()
    default: return false
    }
    return true
  }

  /// Moves the finger in steps that a view passes together.
  private func slide(along steps: [Int], _ times: StoryTimes, at time: Timestamp) {
    guard finger != nil else { return }
    let samples = steps.enumerated().map { number, points in
      finger?.along += Double(points)
      return ContactSample(fingerPoint, at: time + times.seconds(of: number, count: steps.count))
    }
    carousel.contactMoved(id: 1, along: samples)
  }

  /// Returns a valid index, if there are items.
  func index(_ index: Int) -> Int { content.count == 0 ? 0 : index % content.count }

  /// Performs the action if it is a scroll by the program. Returns whether it is one.
  func scroll(_ action: StoryAction) -> Bool {
    switch action {
    case .scrollToItem(let item, let animated): carousel.scrollToItem(at: index(item), animated: animated)
    case .scrollToCurrentItem(let animated):
      carousel.scrollToItem(at: carousel.currentItemIndex, animated: animated)
    case .scrollToItemToward(let item, let direction):
      carousel.scrollToItem(at: index(item), animated: true, direction: direction)
    case .scrollByItems(let count, let seconds): carousel.scrollByNumberOfItems(count, duration: seconds)
    case .scrollByOffset(let distance, let seconds): carousel.scroll(byOffset: distance, duration: seconds)
    case .scrollToOffset(let offset, let seconds): carousel.scroll(toOffset: offset, duration: seconds)
    case .scrollToPage(let page, let animated): carousel.scrollToPage(at: page, animated: animated)
    case .scrollOffset(let item): carousel.scrollOffset = Double(index(item))
    case .anyOffset(let offset): carousel.scrollOffset = offset
    case .currentItem(let item): carousel.currentItemIndex = item
    case .autoscroll(let speed): carousel.autoscroll = speed
    case .autoscrollEnd(let end): carousel.autoscrollEnd = end
    case .autoplay(let seconds): carousel.autoplayInterval = seconds
    case .pauses(let pauses): carousel.autoscrollPauses = pauses
    case .paused(let isOn): carousel.isAutoscrollPaused = isOn
    case .presence(let presence, let isOn):
      if presence == .hover { carousel.isHovered = isOn }
      if presence == .focus { carousel.isFocused = isOn }
      if presence == .offscreen { carousel.isOffscreen = isOn }
    default: return false
    }
    return true
  }

  /// Performs the action if it is a setting of scrolling or gestures. Returns whether it is one.
  func set(_ action: StoryAction) -> Bool {
    switch action {
    case .paging(let isOn): carousel.isPagingEnabled = isOn
    case .itemsPerPage(let count): carousel.itemsPerPage = count
    case .truncatesFinalPage(let isOn): carousel.truncatesFinalPage = isOn
    case .bounces(let isOn): carousel.bounces = isOn
    case .bounceDistance(let distance): carousel.bounceDistance = distance
    case .decelerationRate(let rate): carousel.decelerationRate = rate
    case .scrollSpeed(let speed): carousel.scrollSpeed = speed
    case .stopAtItemBoundary(let isOn): carousel.stopAtItemBoundary = isOn
    case .scrollToItemBoundary(let isOn): carousel.scrollToItemBoundary = isOn
    case .motionStyle(let style): carousel.motionStyle = style
    case .reducesMotion(let isOn): carousel.reducesMotion = isOn
    case .scrollEnabled(let isOn): carousel.isScrollEnabled = isOn
    case .centersSelection(let isOn): carousel.centerItemWhenSelected = isOn
    case .ignoresPerpendicularSwipes(let isOn): carousel.ignorePerpendicularSwipes = isOn
    case .reordering(let isOn): carousel.isReorderingEnabled = isOn
    case .prefetch(let distance):
      carousel.prefetchDistance = PrefetchDistance(ahead: distance, behind: distance / 2)
    case .delegate(let isPresent): if isStarted { setDelegate(isPresent: isPresent) }
    case .dataSource(let isPresent): if isStarted { setDataSource(isPresent: isPresent) }
    case .needsLayout: carousel.setNeedsLayout()
    case .purge: carousel.purgeReusableViews()
    default: return false
    }
    return true
  }

  /// Performs the action if it is a setting of the layout. Returns whether it is one.
  func setLook(_ action: StoryAction) -> Bool {
    switch action {
    case .type(let type): carousel.type = type
    case .layout(.staircase): carousel.layout = Staircase()
    case .layout(.stack(let wraps)):
      carousel.layout = SwipeStackLayout(directions: [.left, .right, .up], wraps: wraps)
    case .wrap(let isOn):
      answers[.wrap] = isOn ? 1 : 0
      carousel.setNeedsLayout()
    case .option(let option, let value): carousel.options[option] = value
    case .vertical(let isOn): carousel.isVertical = isOn
    case .rightToLeft(let isOn): carousel.layoutDirection = isOn ? .rightToLeft : .leftToRight
    case .axisAngle(let angle): carousel.axisAngle = angle
    case .bounds(let width, let height): carousel.bounds = Size(width: Double(width), height: Double(height))
    case .containsEnds(let isOn): carousel.containsEnds = isOn
    case .alignment(let alignment): carousel.snapAlignment = alignment
    case .individualSizes(let isOn): carousel.itemSizing = isOn ? .individual : .uniform
    case .widths(let rule):
      content.widthRule = rule
      if isStarted { carousel.reloadData() }
    case .placeholders(let count):
      content.placeholders = count
      if isStarted { carousel.reloadData() }
    case .kinds(let isOn):
      content.hasKinds = isOn
      if isStarted { carousel.reloadData() }
    case .keepsViews(let isOn): content.keepsViews = isOn
    case .visibleItems(let most): carousel.maximumVisibleItems = most
    case .effects(let number):
      let all: [ItemEffect] = [.scale(sides: 0.5), .fade(to: 0.2), .parallax(30), .turn(0.4)]
      carousel.effects = Array(all.prefix(number))
    default: return false
    }
    return true
  }

  /// Performs a change of content. An index is taken modulo the number of items.
  func edit(_ action: StoryAction) {
    let (count, old) = (content.count, content.labels)
    switch action {
    case .items(let newCount): content.resize(to: newCount)
    case .insert(let item, _): if count < 40 { content.insert(at: item % (count + 1)) }
    case .remove(let item, _): if count > 0 { content.remove(at: item % count) }
    case .moveItem(let item, let place, _):
      if count > 0 { content.move(from: item % count, to: place % count) }
    case .reloadItem(let item, _): if count > 0 { content.replace(at: item % count) }
    case .setItems(let number, _):
      if count > 0 { content.remove(at: number % count) }
      if content.count > 1 {
        content.move(from: number * 7 % content.count, to: number * 3 % content.count)
      }
      content.insert(at: number * 5 % (content.count + 1))
    case .reloadData: break
    case .itemSize(let item, let width):
      guard count > 0 else { return }
      content.setWidth(Double(width), ofItem: item % count, in: carousel)
      return carousel.itemSizeDidChange(at: item % count)
    default: return
    }
    guard isStarted else { return }
    if case .setItems(_, let animated) = action {
      return setItems(animated: animated, completion: ledger.completion(of: self))
    }
    // A list of items changes only by `setItems`.
    if usesItemList {
      switch action {
      case .reloadData: return carousel.reloadData()
      default: return setItems(animated: action.isAnimated, completion: ledger.completion(of: self))
      }
    }
    switch action {
    case .items, .reloadData: carousel.reloadData()
    case .insert(let item, let animated) where content.labels != old:
      carousel.insertItem(
        at: item % (count + 1), animated: animated, completion: ledger.completion(of: self))
    case .remove(let item, let animated) where count > 0:
      carousel.removeItem(at: item % count, animated: animated, completion: ledger.completion(of: self))
    case .moveItem(let item, let place, let animated) where count > 0:
      carousel.moveItem(
        at: item % count, to: place % count, animated: animated, completion: ledger.completion(of: self))
    case .reloadItem(let item, let animated) where count > 0:
      carousel.reloadItem(at: item % count, animated: animated, completion: ledger.completion(of: self))
    default: break
    }
  }
}
