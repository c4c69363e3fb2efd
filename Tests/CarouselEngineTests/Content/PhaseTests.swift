import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of changes of content in every phase of motion. After each change the loaded views must match the
/// model.
@MainActor
struct PhaseTests {
  enum Phase: CaseIterable {
    case idle, held, dragging, decelerating, scrolling, autoscrolling, midInsert

    @MainActor
    func enter(_ rig: ModelRig) {
      let middle = Point(x: 400, y: 300)
      switch self {
      case .idle: break
      case .held: rig.carousel.contactBegan(id: 1, at: middle, time: rig.now)
      case .dragging, .decelerating:
        rig.carousel.contactBegan(id: 1, at: middle, time: rig.now)
        for step in 1...4 {
          rig.frame()
          rig.carousel.contactMoved(id: 1, to: Point(x: 400 - Double(step) * 45, y: 300), time: rig.now)
        }
        guard self == .decelerating else { return }
        rig.carousel.contactEnded(id: 1, at: Point(x: 220, y: 300), time: rig.now)
        rig.frame()
      case .scrolling:
        rig.carousel.scrollByNumberOfItems(9, duration: 1)
        for _ in 1...8 { rig.frame() }
      case .autoscrolling:
        rig.carousel.autoscroll = 3
        for _ in 1...8 { rig.frame() }
      case .midInsert:
        rig.insert(at: 0, animated: true, completion: rig.completion())
        for _ in 1...5 { rig.frame() }
      }
    }
  }

  enum Change: CaseIterable {
    case reload, fewer, empty, insert, remove, move, reloadItem, batch, afterReload

    @MainActor
    func make(_ rig: ModelRig, animated: Bool) {
      let count = rig.model.count
      let (middle, last) = (count / 2, count - 1)
      switch self {
      case .reload:
        rig.model = rig.model.map { _ in rig.newLabel() }
        rig.carousel.reloadData()
      case .fewer:
        rig.model.removeLast(count - count / 3)
        rig.carousel.reloadData()
      case .empty:
        rig.model = []
        rig.carousel.reloadData()
      case .insert:
        rig.insert(at: count, animated: animated, completion: rig.completion())
        rig.insert(at: middle, animated: animated, completion: rig.completion())
      case .remove where count > 0: rig.remove(at: middle, animated: animated, completion: rig.completion())
      case .move where count > 0:
        rig.move(from: 0, to: last, animated: animated, completion: rig.completion())
      case .reloadItem where count > 0:
        rig.reloadItem(at: min(1, last), animated: animated, completion: rig.completion())
      case .batch:
        rig.carousel.performBatchUpdates(
          {
            rig.insert(at: 0, animated: animated)
            rig.insert(at: 0, animated: animated, completion: rig.completion())
            rig.remove(at: 1, animated: animated)
            if count > 0 { rig.move(from: count, to: 0, animated: animated) }
            rig.reloadItem(at: 0, animated: animated)
          }, completion: rig.completion())
      case .afterReload:
        rig.model.append(rig.newLabel())
        rig.carousel.reloadData()
        rig.insert(at: 0, animated: animated, completion: rig.completion())
        rig.remove(at: 1, animated: animated, completion: rig.completion())
        rig.move(from: 0, to: rig.model.count - 1, animated: animated, completion: rig.completion())
      case .remove, .move, .reloadItem: break
      }
    }
  }

  @Test(
    "In any phase of motion, the first frame after any change of content matches the model",
    .proves("D014", "D016", "R06", "R36", "M06", "M12", "M13", "M14"),
    arguments: Phase.allCases, Change.allCases)
  func table(phase: Phase, change: Change) {
    for (place, count) in [0, 1, 2, 50].enumerated() {
      for (type, animated) in [(CarouselType.linear, place % 2 == 0), (.rotary, place % 2 == 1)] {
        let rig = ModelRig(type, items: count) { $0.frameRate = 30 }
        phase.enter(rig)
        rig.check()
        change.make(rig, animated: animated)
        for _ in 1...3 {
          rig.frame()
          rig.check()
        }
        rig.carousel.contactCanceled(id: 1, time: rig.now)
        rig.carousel.autoscroll = 0
        rig.settle()
        rig.checkAtRest()
        #expect(rig.problems == [], "\(type), \(count) items, animated: \(animated)")
      }
    }
  }

  @Test(
    "If the number of items drops below the current index during a flick, an existing item becomes current",
    .proves("R36"))
  func fewerInFlight() {
    let rig = ModelRig(items: 50)
    rig.carousel.scrollOffset = 48
    Phase.decelerating.enter(rig)
    rig.model = Array(rig.model.prefix(3))
    rig.carousel.reloadData()
    rig.settle()
    rig.checkAtRest()
    #expect(rig.problems == [] && rig.carousel.scrollOffset == 2)
  }

  @Test(
    "If the last item is removed while it is current, the carousel can still be scrolled", .proves("R160"),
    arguments: [true, false])
  func removeLast(animated: Bool) {
    let rig = ModelRig(items: 5)
    rig.carousel.scrollOffset = 4
    rig.remove(at: 4, animated: animated)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 3)
    rig.carousel.scrollToItem(at: 0, animated: true)
    rig.settle()
    rig.checkAtRest()
    #expect(rig.carousel.currentItemIndex == 0 && rig.problems == [])
  }

  @Test(
    "Half a second after an item is inserted into an empty carousel, the item is in the center",
    .proves("R84"))
  func intoEmpty() {
    for placeholders in [0, 3] {
      let rig = ModelRig(items: 0) { $0.placeholderCount = placeholders }
      rig.insert(at: 0, animated: true)
      rig.run(0.5)
      #expect(rig.carousel.scrollOffset == 0 && rig.carousel.itemView(at: 0) != nil)
      #expect(rig.problems == [])
    }
  }

  @Test("After each change of content the delegate is asked about wrapping again", .proves("R33"))
  func wrapAfterChange() {
    final class Three: CarouselDelegate {
      func carousel(_ carousel: Carousel, valueFor option: CarouselOption, withDefault value: Double)
        -> Double
      {
        option == .wrap ? (carousel.numberOfItems >= 3 ? 1 : 0) : value
      }
    }
    let (rig, delegate) = (ModelRig(items: 2), Three())
    rig.carousel.delegate = delegate
    rig.settle()
    #expect(!rig.carousel.isWrapEnabled)
    rig.insert(at: 0, animated: false)
    #expect(rig.carousel.isWrapEnabled)
    rig.remove(at: 0, animated: true)
    #expect(!rig.carousel.isWrapEnabled)
    rig.carousel.performBatchUpdates { rig.insert(at: 1, animated: true) }
    #expect(rig.carousel.isWrapEnabled)
  }

  @Test(
    "When items are first loaded at any offset, each visible item is requested once", .proves("R121", "D018"))
  func onceAtTheStart() {
    let rig = ModelRig(items: 1000) { $0.pitch = 200 }
    #expect(rig.takeRequests() == Array(rig.model[0..<6]))
    rig.carousel.scrollOffset = 500
    _ = rig.takeRequests()
    rig.carousel.reloadData()
    rig.frame()
    // If the delegate returns the item width, item 0 is not loaded to measure its width.
    #expect(rig.takeRequests() == Array(rig.model[497..<503]))
  }
}
