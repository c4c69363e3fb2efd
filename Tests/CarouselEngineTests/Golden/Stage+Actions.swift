import CarouselEngine
import Geometry

/// The recorded actions.
extension Stage {
  /// The result of an action.
  enum Answer {
    case shouldBegin(Bool)
    case tapped(TapResult)
  }

  /// Performs `action`, lays out the carousel and returns the action's result, if any.
  ///
  /// - Throws: `UnknownWord` if the recording contains an unknown word.
  func perform(_ action: ScenarioAction, at now: Timestamp) throws -> Answer? {
    carousel.clock = now
    defer { carousel.layOutIfNeeded() }
    let translation = Point(x: action.number(0), y: action.number(1))  // the position of a tap
    let velocity = Point(x: action.number(2), y: action.number(3))
    switch action.verb {
    case "touchDown": carousel.touchDown(at: now)
    case "panShouldBegin": return .shouldBegin(dragBegins(translation: translation))
    case "panBegan": carousel.beginDrag(translation: translation, at: now)
    case "panChanged": carousel.moveDrag(translation: translation, velocity: velocity, at: now)
    case "panEnded", "panCancelled", "panFailed": carousel.endDrag(at: now)
    case "tap": return .tapped(carousel.tap(at: translation, time: now) ?? .notTaken)
    case "set": try set(action)
    case "option":
      let option = try CarouselOption(recordedName: action.word(0))
      if case .null = action.arguments[1] {
        options[option] = nil
      } else {
        options[option] = action.number(1)
      }
    case "scrollToItemAnimated": carousel.scrollToItem(at: action.integer(0), animated: action.flag(1))
    case "scrollToItemDuration": carousel.scrollToItem(at: action.integer(0), duration: action.number(1))
    case "scrollByNumberOfItems":
      carousel.scrollByNumberOfItems(action.integer(0), duration: action.number(1))
    case "scrollToOffset": carousel.scroll(toOffset: action.number(0), duration: action.number(1))
    case "scrollByOffset": carousel.scroll(byOffset: action.number(0), duration: action.number(1))
    case "reloadData": carousel.reloadData()
    case "setNeedsLayout": carousel.setNeedsLayout()
    case "insertItem": carousel.insertItem(at: action.integer(0), animated: action.flag(1))
    case "removeItem": carousel.removeItem(at: action.integer(0), animated: action.flag(1))
    case "reloadItem": carousel.reloadItem(at: action.integer(0), animated: action.flag(1))
    case "removeFromSuperview": isOnScreen = false
    case "addToSuperview": isOnScreen = true
    default: throw UnknownWord(word: action.verb, kind: "action")
    }
    return nil
  }

  /// Returns whether a contact that moves in the direction of `translation` begins a drag.
  ///
  /// The contact is on another carousel with the same settings, because a contact of this carousel would begin
  /// the drag.
  private func dragBegins(translation: Point) -> Bool {
    let probe = Carousel(bounds: carousel.bounds)
    probe.isVertical = carousel.isVertical
    probe.ignorePerpendicularSwipes = carousel.ignorePerpendicularSwipes
    let start = Timestamp(seconds: 0)
    probe.contactBegan(id: 1, at: .zero, time: start)
    // The recorded distance may be shorter than the distance that begins a drag.
    probe.contactMoved(id: 1, to: translation * 1000, time: start + 0.1)
    return probe.isContactDragging
  }

  /// Sets a delegate that returns the recorded item width.
  ///
  /// When the axis changes, iCarousel keeps an item width that was measured on a view, but the project
  /// measures along the new axis (decision 0006). With a delegate that returns the recorded width, all other
  /// values can be compared.
  private func keepItemWidth() {
    guard itemWidth <= 0, carousel.itemWidth > 0 else { return }
    if carousel.delegate === self {
      itemWidth = carousel.itemWidth
    } else if carousel.delegate == nil {
      widthKeeper = WidthKeeper(itemWidth: carousel.itemWidth)
      carousel.delegate = widthKeeper
    }
  }

  private func set(_ action: ScenarioAction) throws {
    let (number, integer, flag) = (action.number(1), action.integer(1), action.flag(1))
    switch action.word(0) {
    case "scrollOffset": carousel.scrollOffset = number
    case "currentItemIndex": carousel.currentItemIndex = integer
    case "autoscroll": carousel.autoscroll = Rulings.autoscroll(recorded: number)
    case "type":
      guard let type = CarouselType(rawValue: action.word(1)) else {
        throw UnknownWord(word: action.word(1), kind: "type")
      }
      carousel.type = type
    case "vertical":
      if flag != carousel.isVertical { keepItemWidth() }
      carousel.isVertical = flag
    case "frameSize": carousel.bounds = Size(width: number, height: action.number(2))
    case "contentOffset": carousel.contentOffset = Size(width: number, height: action.number(2))
    case "viewpointOffset": carousel.viewpointOffset = Size(width: number, height: action.number(2))
    case "perspective": carousel.perspective = number
    case "bounces": carousel.bounces = flag
    case "bounceDistance": carousel.bounceDistance = number
    case "decelerationRate": carousel.decelerationRate = number
    case "scrollSpeed": carousel.scrollSpeed = number
    case "pagingEnabled": carousel.isPagingEnabled = flag
    case "scrollEnabled": carousel.isScrollEnabled = flag
    case "stopAtItemBoundary": carousel.stopAtItemBoundary = flag
    case "scrollToItemBoundary": carousel.scrollToItemBoundary = flag
    case "centerItemWhenSelected": carousel.centerItemWhenSelected = flag
    case "ignorePerpendicularSwipes": carousel.ignorePerpendicularSwipes = flag
    // The following actions change only the answers of the data source and the delegate.
    case "numberOfItems": numberOfItems = integer
    case "numberOfPlaceholders": numberOfPlaceholders = integer
    case "shouldSelect": shouldSelect = flag
    case "recycle": recycles = flag
    case "itemWidth", "delegateItemWidth": itemWidth = number
    default: throw UnknownWord(word: action.word(0), kind: "property")
    }
  }
}
