import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests that any method can be called inside any callback, in every phase of motion.
@MainActor
struct ReentrancyTests {
  /// A carousel that goes through all phases, and a delegate that acts in callbacks.
  @MainActor
  private final class Scene {
    let carousel = Carousel(bounds: Size(width: 800, height: 600))
    let source = CallbackActor(items: 12)
    var now = Timestamp(seconds: 100)
    /// The number of actions so far.
    private(set) var count = 0
    private var isArmed = false

    init(_ type: CarouselType, wraps: Bool) {
      carousel.type = type
      source.options[.wrap] = wraps ? 1 : 0
      carousel.prefetchDistance = PrefetchDistance(ahead: 2, behind: 1)
      let source = source
      carousel.effects = [.custom { _, _ in MainActor.assumeIsolated { source.note(.effect) } }]
      carousel.onNeedsFrame = { source.note(.needsFrame) }
    }

    /// Performs `act` in `callback`: in its first call of each phase, or if `always` in every call, nested at
    /// most three deep.
    func meddle(at callback: CallbackActor.Callback, _ act: @escaping (Scene) -> Void, always: Bool) {
      var depth = 0
      source.act = { [unowned self] heard in
        guard heard == callback, isArmed, depth < 3, count < 300 else { return }
        isArmed = always
        count += 1
        depth += 1
        act(self)
        depth -= 1
      }
    }

    func frames(_ count: Int) {
      for _ in 0..<count {
        now = now + 1 / 20
        carousel.advance(to: now)
        _ = carousel.frame()
      }
    }

    /// Plays every phase of motion and every gesture.
    func play(afterEach check: () -> Void) {
      for phase in phases {
        isArmed = true
        phase()
        check()
      }
      isArmed = false
    }

    private var phases: [() -> Void] {
      let middle = Point(x: 400, y: 300)
      let carousel = carousel
      return [
        { [self] in
          carousel.delegate = source
          carousel.dataSource = source
          frames(2)
        },
        { [self] in
          carousel.setNeedsLayout()
          frames(1)
          carousel.reloadItem(at: 0, animated: true)
          frames(1)
        },
        { [self] in
          carousel.contactBegan(id: 1, at: middle, time: now)
          for x in [380.0, 320, 260] {
            frames(1)
            carousel.contactMoved(id: 1, to: Point(x: x, y: 300), time: now)
          }
        },
        { [self] in
          carousel.contactEnded(id: 1, at: Point(x: 180, y: 300), time: now)
          frames(3)
        },
        { [self] in
          carousel.contactBegan(id: 1, at: middle, time: now)
          carousel.contactEnded(id: 1, at: middle, time: now)
          frames(10)
        },
        { [self] in
          carousel.scrollToItem(at: 6, animated: true)
          frames(3)
          let index = min(2, source.content.count)
          source.insert(at: index)
          carousel.insertItem(at: index, animated: true) { [source] in source.note(.completion) }
          frames(3)
        },
        { [self] in frames(10) },
        { [self] in
          for _ in 1...2 {
            carousel.contactBegan(id: 1, at: middle, time: now)
            carousel.contactEnded(id: 1, at: middle, time: now)
          }
          frames(10)
        },
        { [self] in
          carousel.contactBegan(id: 1, at: middle, time: now)
          frames(11)
          carousel.contactEnded(id: 1, at: middle, time: now)
        },
        { [self] in
          carousel.contactBegan(id: 1, at: middle, time: now)
          carousel.contactMoved(id: 1, to: Point(x: 400, y: 340), time: now)
          frames(1)
          carousel.contactMoved(id: 1, to: Point(x: 400, y: 380), time: now)
          carousel.contactEnded(id: 1, at: Point(x: 400, y: 380), time: now)
          frames(1)
        },
        { [self] in
          carousel.autoscroll = 4
          frames(3)
          carousel.autoscroll = 0
        },
        { [self] in
          carousel.wheel(notches: 1, time: now)
          carousel.touchpadScroll(by: 50, time: now)
          frames(1)
          carousel.touchpadScrollEnded(time: now)
          carousel.reloadData()
          frames(2)
        },
        { [self] in
          if !source.content.isEmpty {
            source.remove(at: 0)
            carousel.removeItem(at: 0, animated: true)
          }
          frames(2)
        },
      ]
    }

    /// Lets the carousel settle without further actions.
    func settle() {
      source.act = { _ in }
      carousel.autoscroll = 0
      carousel.autoplayInterval = 0
      for id in [1, 9] { carousel.contactCanceled(id: id, time: now) }
      carousel.touchpadScrollEnded(time: now)
      carousel.endDrag(at: now)
      now = now + 200
      let end = now + 60
      while carousel.needsFrame, now < end { frames(1) }
    }
  }

  /// Returns the violated conditions, of those that hold at any time.
  private func faults(_ scene: Scene) -> [String] {
    let (carousel, source) = (scene.carousel, scene.source)
    var faults = strangeNumbers(in: carousel)
    let indexes = carousel.indexesForVisibleItems
    if zip(indexes, indexes.dropFirst()).contains(where: { $0 >= $1 }) { faults.append("\(indexes)") }
    let views = carousel.visibleItemViews.map { ObjectIdentifier($0) }
    if Set(views).count != views.count { faults.append("a view twice") }
    if !source.strayIndexes.isEmpty { faults.append("asked for \(source.strayIndexes)") }
    return faults
  }

  /// Returns the violated conditions, of those that hold at rest.
  private func faultsAtRest(_ scene: Scene) -> [String] {
    let (carousel, source) = (scene.carousel, scene.source)
    var faults = faults(scene)
    if carousel.needsFrame { faults.append("never rests") }
    let (visible, place) = (carousel.numberOfVisibleItems, carousel.transform(forOffset: 1, toggle: 0))
    carousel.setNeedsLayout()
    scene.frames(1)
    if carousel.numberOfVisibleItems != visible || carousel.transform(forOffset: 1, toggle: 0) != place {
      faults.append("a new layout gives another result")
    }
    scene.settle()
    if carousel.isDragging || carousel.isDecelerating || carousel.isScrolling { faults.append("moves") }
    guard carousel.dataSource != nil else { return faults }
    if carousel.numberOfItems != source.content.count {
      faults.append("\(carousel.numberOfItems) items of \(source.content.count)")
    }
    for (index, view) in zip(carousel.indexesForVisibleItems, carousel.visibleItemViews) {
      let number = source.content.indices.contains(index) ? source.content[index] : -1
      let shown = (view as? MeddlingView)?.number
      if shown != number { faults.append("\(index) shows \(shown ?? -2) instead of \(number)") }
    }
    if !source.content.isEmpty, carousel.numberOfVisibleItems > 0, carousel.maximumVisibleItems > 0,
      carousel.currentItemView == nil, abs(carousel.offsetForItem(at: carousel.currentItemIndex)) < 0.5
    {
      faults.append("no view in the center")
    }
    return faults
  }

  @Test(
    "If a callback calls a method once per phase, the state is consistent after each step and at rest",
    .proves("P03", "G02", "S02"),
    arguments: CallbackAction.all)
  func once(meddling: CallbackAction) { meddle(meddling, always: false) }

  @Test(
    "If a callback calls a method each time, the calls end, and the state is consistent after each step and at rest",
    .proves("P03", "G02", "S02"),
    arguments: CallbackAction.all)
  func always(meddling: CallbackAction) { meddle(meddling, always: true) }

  // No item leaves the prefetch range in these phases; ReuseTests covers that callback.
  @Test(
    "The phases of these tests cause every callback", .proves("P03", "G02", "S02"),
    arguments: CallbackActor.Callback.allCases.filter { $0 != .cancelPrefetching })
  func reached(callback: CallbackActor.Callback) {
    let number = CallbackActor.Callback.allCases.firstIndex(of: callback) ?? 0
    let scene = Scene(
      callback == .transform
        ? .custom : callback == .placeholder ? .linear : CarouselType.allCases[number % 12],
      wraps: number % 3 == 0 && callback != .placeholder)
    if callback == .widthForItem { scene.carousel.itemSizing = .individual }
    scene.meddle(at: callback, { _ in }, always: true)
    scene.play {}
    #expect(scene.count > 0)
  }

  private func meddle(_ meddling: CallbackAction, always: Bool) {
    var wrong: [String] = []
    for (number, callback) in CallbackActor.Callback.allCases.enumerated() {
      let type = callback == .transform ? .custom : CarouselType.allCases[number % 12]
      let scene = Scene(type, wraps: number % 3 == 0)
      if callback == .widthForItem { scene.carousel.itemSizing = .individual }
      scene.meddle(
        at: callback, { meddling.act($0.carousel, $0.source, $0.now) }, always: always)
      func note(_ faults: [String], _ when: String) {
        wrong += faults.map { "\(callback), \(when): \($0)" }
      }
      scene.play { note(faults(scene), "meanwhile") }
      scene.settle()
      note(faultsAtRest(scene), "at rest")
    }
    #expect(wrong.prefix(6) == [])
  }
}
