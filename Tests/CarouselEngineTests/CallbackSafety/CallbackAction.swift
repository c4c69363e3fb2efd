import CarouselEngine
import Geometry
import Testing

/// An action on a carousel from inside a callback.
struct CallbackAction: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let act: @MainActor @Sendable (Carousel, CallbackActor, Timestamp) -> Void

  init(_ name: String, _ act: @escaping @MainActor @Sendable (Carousel, CallbackActor, Timestamp) -> Void) {
    testDescription = name
    self.act = act
  }

  /// Every method, and every setting with an effect beyond its stored value.
  static let all = content + scrolling + settings + input

  private static let middle = Point(x: 400, y: 300)

  static let content = [
    CallbackAction("reloadData") { carousel, _, _ in carousel.reloadData() },
    CallbackAction("reload, empty") { carousel, source, _ in
      while !source.content.isEmpty { source.remove(at: 0) }
      carousel.reloadData()
    },
    CallbackAction("insert") { carousel, source, _ in
      source.insert(at: 0)
      carousel.insertItem(at: 0, animated: false)
    },
    CallbackAction("insert animated") { carousel, source, _ in
      let index = source.content.count / 2
      source.insert(at: index)
      carousel.insertItem(at: index, animated: true)
    },
    CallbackAction("remove") { carousel, source, _ in
      guard !source.content.isEmpty else { return }
      source.remove(at: 0)
      carousel.removeItem(at: 0, animated: false)
    },
    CallbackAction("remove animated") { carousel, source, _ in
      guard let index = source.content.indices.last else { return }
      source.remove(at: index)
      carousel.removeItem(at: index, animated: true)
    },
    CallbackAction("remove all") { carousel, source, _ in
      while !source.content.isEmpty {
        source.remove(at: 0)
        carousel.removeItem(at: 0, animated: source.content.count % 2 == 0)
      }
    },
    CallbackAction("reload item") { carousel, _, _ in
      carousel.reloadItem(at: carousel.currentItemIndex, animated: false)
    },
    CallbackAction("reload item animated") { carousel, _, _ in
      carousel.reloadItem(at: carousel.currentItemIndex, animated: true)
    },
    CallbackAction("move") { carousel, source, _ in
      guard source.content.count > 1 else { return }
      source.move(from: source.content.count - 1, to: 0)
      carousel.moveItem(at: source.content.count - 1, to: 0, animated: true)
    },
    CallbackAction("batch") { carousel, source, _ in
      carousel.performBatchUpdates(
        {
          source.insert(at: 0)
          carousel.insertItem(at: 0, animated: true)
          source.remove(at: source.content.count - 1)
          carousel.removeItem(at: source.content.count, animated: false)
          carousel.reloadItem(at: 0, animated: true)
        }, completion: { source.note(.completion) })
    },
    CallbackAction("batch with reload") { carousel, source, _ in
      carousel.performBatchUpdates(
        {
          source.insert(at: 0)
          carousel.reloadData()
          carousel.scrollToItem(at: 2, animated: true)
          _ = carousel.frame()
        }, completion: { source.note(.completion) })
    },
    CallbackAction("prefetch, purge") { carousel, _, _ in
      carousel.prefetchDistance = PrefetchDistance(ahead: 4, behind: 2)
      carousel.purgeReusableViews()
    },
    CallbackAction("data source = nil") { carousel, _, _ in carousel.dataSource = nil },
    CallbackAction("data source away and back") { carousel, source, _ in
      carousel.dataSource = nil
      carousel.dataSource = source
    },
    CallbackAction("delegate = nil") { carousel, _, _ in carousel.delegate = nil },
    CallbackAction("delegate away and back") { carousel, source, _ in
      carousel.delegate = nil
      carousel.delegate = source
    },
    CallbackAction("look") { carousel, _, _ in
      _ = carousel.frame()
      _ = (carousel.visibleItemViews, carousel.indexesForVisibleItems, carousel.currentItemView)
      _ = (carousel.itemView(at: middle), carousel.index(ofItemAt: middle), carousel.numberOfVisibleItems)
      _ = carousel.visibleItemViews.map { carousel.index(ofItemViewOrSubview: $0) }
      _ = (carousel.offsetForItem(at: 3), carousel.toggle, carousel.numberOfPages, carousel.currentPage)
      _ = (carousel.canScrollForward, carousel.canScrollBackward, carousel.needsFrame, carousel.wakeTime)
    },
  ]

  static let scrolling = [
    CallbackAction("scrollOffset") { carousel, _, _ in carousel.scrollOffset += 0.6 },
    CallbackAction("currentItemIndex") { carousel, _, _ in carousel.currentItemIndex += 1 },
    CallbackAction("currentPage") { carousel, _, _ in carousel.currentPage = (carousel.currentPage ?? 0) + 1
    },
    CallbackAction("scroll to item") { carousel, _, _ in carousel.scrollToItem(at: 3, animated: false) },
    CallbackAction("scroll to item animated") { carousel, _, _ in carousel.scrollToItem(at: 7, animated: true)
    },
    CallbackAction("scroll to item backward") { carousel, _, _ in
      carousel.scrollToItem(at: 5, animated: true, direction: .backward)
    },
    CallbackAction("scroll to page") { carousel, _, _ in carousel.scrollToPage(at: 2, animated: true) },
    CallbackAction("scroll by items") { carousel, _, _ in carousel.scrollByNumberOfItems(-3, duration: 0.1) },
    CallbackAction("scroll to offset") { carousel, _, _ in carousel.scroll(toOffset: 2.4, duration: 0.1) },
    CallbackAction("scroll by offset") { carousel, _, _ in carousel.scroll(byOffset: -0.7, duration: 0) },
    CallbackAction("step") { carousel, _, _ in carousel.step(by: -1) },
    CallbackAction("autoscroll") { carousel, _, _ in carousel.autoscroll = carousel.autoscroll == 0 ? 3 : 0 },
    CallbackAction("autoplay") { carousel, _, _ in carousel.autoplayInterval = 0.2 },
    CallbackAction("autoscroll end") { carousel, _, _ in
      carousel.autoscrollEnd = carousel.autoscrollEnd == .rewind ? .turnRound : .rewind
    },
    CallbackAction("conditions of autoscroll") { carousel, _, _ in
      carousel.autoscrollPauses = .all
      carousel.isHovered.toggle()
      carousel.isFocused.toggle()
      carousel.isOffscreen.toggle()
      carousel.isAutoscrollPaused.toggle()
    },
  ]

  static let settings = [
    CallbackAction("type") { carousel, _, _ in
      let types = CarouselType.allCases
      carousel.type = types[((types.firstIndex(of: carousel.type) ?? 0) + 1) % types.count]
    },
    CallbackAction("isVertical") { carousel, _, _ in carousel.isVertical.toggle() },
    CallbackAction("bounds") { carousel, _, _ in
      carousel.bounds = carousel.bounds == .zero ? Size(width: 300, height: 500) : .zero
    },
    CallbackAction("perspective") { carousel, _, _ in carousel.perspective *= 0.9 },
    CallbackAction("viewpointOffset") { carousel, _, _ in carousel.viewpointOffset.width += 10 },
    CallbackAction("contentOffset") { carousel, _, _ in carousel.contentOffset.width += 10 },
    CallbackAction("maximumVisibleItems") { carousel, _, _ in
      carousel.maximumVisibleItems = carousel.maximumVisibleItems == 0 ? 30 : 0
    },
    CallbackAction("itemSizing") { carousel, source, _ in
      source.widths = { 100 + Double($0 % 5) * 40 }
      carousel.itemSizing = carousel.itemSizing == .uniform ? .individual : .uniform
    },
    CallbackAction("alignment") { carousel, _, _ in
      carousel.snapAlignment = carousel.snapAlignment == .end ? .start : .end
      carousel.containsEnds.toggle()
    },
    CallbackAction("pages") { carousel, _, _ in
      carousel.isPagingEnabled.toggle()
      carousel.itemsPerPage = carousel.itemsPerPage == 1 ? 3 : 1
      carousel.truncatesFinalPage.toggle()
    },
    CallbackAction("effects") { carousel, _, _ in
      carousel.effects = carousel.effects.isEmpty ? [.scale(sides: 0.5), .fade(to: 0)] : []
    },
    CallbackAction("direction") { carousel, _, _ in
      carousel.layoutDirection = carousel.layoutDirection == .leftToRight ? .rightToLeft : .leftToRight
    },
    CallbackAction("axisAngle") { carousel, _, _ in carousel.axisAngle += 0.4 },
    CallbackAction("reducesMotion") { carousel, _, _ in carousel.reducesMotion.toggle() },
    CallbackAction("animate") { carousel, source, _ in
      carousel.animate(
        withDuration: 0.2,
        animations: {
          carousel.isVertical.toggle()
          carousel.type = carousel.type == .cylinder ? .linear : .cylinder
        }, completion: { _ in source.note(.completion) })
    },
    CallbackAction("setNeedsLayout") { carousel, _, _ in carousel.setNeedsLayout() },
    CallbackAction("bind") { carousel, source, now in
      let other = Carousel(bounds: Size(width: 800, height: 600))
      other.dataSource = source
      other.bind(to: carousel)
      other.advance(to: now)
      other.scrollToItem(at: 4, animated: true)
      carousel.unbind()
    },
  ]

  static let input = [
    CallbackAction("advance") { carousel, _, now in carousel.advance(to: now) },
    CallbackAction("advance far") { carousel, _, now in carousel.advance(to: now + 100) },
    CallbackAction("contact down and up") { carousel, _, now in
      carousel.contactBegan(id: 9, at: middle, time: now)
      carousel.contactEnded(id: 9, at: middle, time: now)
    },
    CallbackAction("contact drags") { carousel, _, now in
      carousel.contactBegan(id: 9, at: middle, time: now)
      carousel.contactMoved(id: 9, to: Point(x: 300, y: 300), time: now + 0.02)
      carousel.contactEnded(id: 9, at: Point(x: 250, y: 300), time: now + 0.04)
    },
    CallbackAction("contact taken away") { carousel, _, now in carousel.contactCanceled(id: 1, time: now) },
    CallbackAction("contact lifted") { carousel, _, now in
      carousel.contactEnded(id: 1, at: Point(x: 100, y: 300), time: now)
    },
    CallbackAction("measured drag") { carousel, _, now in
      carousel.beginDrag(at: now)
      carousel.moveDrag(translation: Point(x: -80, y: 0), velocity: Point(x: -900, y: 0), at: now)
      carousel.endDrag(at: now)
    },
    CallbackAction("touch and cancellation") { carousel, _, now in
      carousel.contactBegan(id: 3, at: Point(x: 400, y: 300), time: now)
      carousel.contactCanceled(id: 3, time: now)
    },
    CallbackAction("tap") { carousel, _, now in carousel.tap(at: Point(x: 650, y: 300), time: now) },
    CallbackAction("wheel") { carousel, _, now in carousel.wheel(notches: 1, time: now) },
    CallbackAction("touchpad") { carousel, _, now in
      carousel.touchpadScroll(by: 30, time: now)
      carousel.touchpadScrollEnded(time: now)
    },
  ]
}
