import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of data sources, delegates and carousels that are released during a motion or inside callbacks.
@MainActor
struct ReleasedObjectTests {
  private enum Phase: CaseIterable {
    case idle, held, dragging, decelerating, scrolling, autoscrolling, inserting, touchpad, animating
  }

  private func begin(_ phase: Phase, _ carousel: Carousel, _ source: CallbackActor, at now: Timestamp) {
    let middle = Point(x: 400, y: 300)
    switch phase {
    case .idle: break
    case .held: carousel.contactBegan(id: 1, at: middle, time: now)
    case .dragging, .decelerating:
      carousel.contactBegan(id: 1, at: middle, time: now)
      carousel.contactMoved(id: 1, to: Point(x: 340, y: 300), time: now + 0.02)
      carousel.contactMoved(id: 1, to: Point(x: 240, y: 300), time: now + 0.04)
      if phase == .decelerating {
        carousel.contactEnded(id: 1, at: Point(x: 190, y: 300), time: now + 0.05)
      }
    case .scrolling: carousel.scrollByNumberOfItems(20, duration: 1)
    case .autoscrolling: carousel.autoscroll = 3
    case .inserting:
      source.insert(at: 1)
      carousel.insertItem(at: 1, animated: true)
    case .touchpad: carousel.touchpadScroll(by: 60, time: now)
    case .animating: carousel.animate(withDuration: 1) { carousel.type = .cylinder }
    }
  }

  /// Calls all methods of a carousel that work without a data source.
  private func use(_ carousel: Carousel, from now: Timestamp) -> [String] {
    var strange: [String] = []
    for step in 1...40 {
      let time = now + Double(step) / 20
      carousel.advance(to: time)
      strange += strangeNumbers(in: carousel)
      switch step {
      case 5: carousel.contactEnded(id: 1, at: Point(x: 100, y: 300), time: time)
      case 10: carousel.reloadData()
      case 12: carousel.insertItem(at: 0, animated: true)
      case 14: carousel.removeItem(at: 0, animated: true)
      case 16: carousel.scrollToItem(at: 2, animated: true)
      case 20: carousel.tap(at: Point(x: 500, y: 300), time: time)
      case 24: carousel.type = .rotary
      case 28: carousel.touchpadScrollEnded(time: time)
      case 30: carousel.autoscroll = 0
      default: break
      }
    }
    return strange
  }

  @Test(
    "If the data source and the delegate are released during any motion, all calls still return valid values",
    .proves("P03", "Y01", "Y02", "R93"),
    arguments: [CarouselType.linear, .rotary, .coverFlow2, .custom], [true, false])
  func gone(type: CarouselType, keepsDelegate: Bool) {
    for phase in Phase.allCases {
      let (carousel, listener) = (Carousel(bounds: Size(width: 800, height: 600)), Listener())
      carousel.type = type
      let now = Timestamp(seconds: 10)
      weak var gone: CallbackActor?
      autoreleased {
        let source = CallbackActor(items: 30)
        gone = source
        carousel.delegate = keepsDelegate ? listener : source
        carousel.dataSource = source
        carousel.advance(to: now)
        begin(phase, carousel, source, at: now)
        carousel.advance(to: now + 0.06)
      }
      #expect(gone == nil && carousel.dataSource == nil && (carousel.delegate == nil) == !keepsDelegate)
      #expect(use(carousel, from: now + 0.1).prefix(3) == [])
    }
  }

  @Test(
    "If the data source and the delegate are released inside any callback, they are deallocated",
    .proves("P03", "Y01", "Y02"))
  func goneInside() {
    for callback in CallbackActor.Callback.allCases {
      for phase in Phase.allCases {
        let carousel = Carousel(bounds: Size(width: 800, height: 600))
        carousel.type = callback == .transform ? .custom : .coverFlow2
        if callback == .widthForItem { carousel.itemSizing = .individual }
        let now = Timestamp(seconds: 10)
        weak var gone: CallbackActor?
        var strange: [String] = []
        autoreleased {
          var kept: CallbackActor? = CallbackActor(items: 30)
          gone = kept
          carousel.delegate = kept
          carousel.dataSource = kept
          carousel.advance(to: now)
          if let source = kept { begin(phase, carousel, source, at: now) }
          // The last reference is released inside the callback.
          kept?.act = { if $0 == callback { kept = nil } }
          strange += use(carousel, from: now + 0.1)
          kept?.act = { _ in }
          kept = nil
        }
        #expect(gone == nil && strange.prefix(3) == [])
      }
    }
  }

  @Test(
    "If a carousel is released inside any callback, it is deallocated with its views", .proves("P03", "R153"))
  func carouselGone() {
    for callback in CallbackActor.Callback.allCases {
      weak var gone: Carousel?
      weak var view: (any ItemView)?
      autoreleased {
        let source = CallbackActor(items: 30)
        var kept: Carousel? = Carousel(bounds: Size(width: 800, height: 600))
        gone = kept
        kept?.type = callback == .transform ? .custom : .linear
        kept?.delegate = source
        kept?.dataSource = source
        kept?.advance(to: Timestamp(seconds: 1))
        view = kept?.currentItemView
        source.act = { if $0 == callback { kept = nil } }
        kept?.scrollByNumberOfItems(12, duration: 0.2)
        for step in 2...6 { kept?.advance(to: Timestamp(seconds: 1 + Double(step) / 20)) }
        kept?.contactBegan(id: 1, at: Point(x: 400, y: 300), time: Timestamp(seconds: 2))
        kept?.contactEnded(id: 1, at: Point(x: 400, y: 300), time: Timestamp(seconds: 2))
        kept?.reloadData()
        _ = kept?.frame()
        source.act = { _ in }
      }
      #expect(gone == nil && view == nil)
    }
  }

  /// Runs `body`, and then releases all objects that `body` has created.
  @inline(never)
  private func autoreleased(_ body: () -> Void) { body() }
}
