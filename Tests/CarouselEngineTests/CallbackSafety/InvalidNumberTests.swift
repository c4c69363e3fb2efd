import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests that any input leads to finite results in bounded time.
@MainActor
struct InvalidNumberTests {
  private static let numbers: [Double] = [
    .nan, .infinity, -.infinity, 1e300, -1e300, 1e9, -1e9, 1, -1, 0.5, 0, -0.0, 1e-300,
    .leastNonzeroMagnitude, .greatestFiniteMagnitude,
  ]
  private static let integers = [Int.min, .max, -1, 0, 1, 2, 5, 1_000_000_000_000, .max - 1, .min + 1]

  /// A data source and delegate that return extreme numbers.
  @MainActor
  private final class Oracle: CarouselDataSource, CarouselDelegate {
    var random: SplitMix
    var count = 9
    var placeholders = 0
    /// On average, one answer in `rarity` is extreme.
    var rarity: UInt64 = 3

    init(seed: UInt64) { random = SplitMix(seed: seed) }

    func number() -> Double { InvalidNumberTests.numbers[Int(random.next() % 15)] }
    func integer() -> Int { InvalidNumberTests.integers[Int(random.next() % 10)] }
    func point() -> Point { Point(x: number(), y: number()) }
    func size() -> Size { Size(width: number(), height: number()) }
    private func perhaps(_ usual: Double) -> Double { random.next() % rarity == 0 ? number() : usual }

    func numberOfItems(in carousel: Carousel) -> Int { count }
    func numberOfPlaceholders(in carousel: Carousel) -> Int { placeholders }

    func carousel(
      _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
    ) -> any ItemView {
      PlainView(size: Size(width: perhaps(200), height: perhaps(150)), isDoubleSided: random.next() % 2 == 0)
    }

    func carouselItemWidth(_ carousel: Carousel) -> Double { perhaps(0) }
    func carousel(_ carousel: Carousel, widthForItemAt index: Int) -> Double { perhaps(170) }

    func carousel(
      _ carousel: Carousel, itemTransformForOffset offset: Double, baseTransform transform: Transform3D
    ) -> Transform3D {
      var strange = transform.translated(x: perhaps(offset * 100), z: perhaps(0))
      strange.m34 = perhaps(strange.m34)
      return strange
    }

    func carousel(
      _ carousel: Carousel, valueFor option: CarouselOption, withDefault value: Double
    ) -> Double { option == .visibleItems ? min(perhaps(value), 40) : perhaps(value) }
  }

  /// A carousel with extreme inputs, and a delegate with extreme answers.
  @MainActor
  private final class Scene {
    let carousel = Carousel(bounds: Size(width: 800, height: 600))
    let oracle: Oracle
    var now = Timestamp(seconds: 1000)

    init(_ type: CarouselType, seed: UInt64) {
      oracle = Oracle(seed: seed)
      carousel.type = type
      carousel.delegate = oracle
      carousel.dataSource = oracle
    }

    func frame() {
      now = now + 1 / 60
      carousel.advance(to: now)
      _ = carousel.frame()
    }

    /// Returns the current time, a random other time or an invalid time.
    func moment() -> Timestamp {
      switch oracle.random.next() % 6 {
      case 0: Timestamp(seconds: oracle.number())
      case 1: now + 1e9
      case 2: now + -1e9
      default: now
      }
    }
  }

  private static let disturbances: [@MainActor (Scene) -> Void] = setters + scrolls + contents + inputs

  private static let setters: [@MainActor (Scene) -> Void] = [
    { scene in
      let size = scene.oracle.size()
      // Large bounds show many items; another test covers this case.
      scene.carousel.bounds = Size(width: min(size.width, 4000), height: min(size.height, 4000))
    },
    { $0.carousel.bounds = Size(width: 640, height: 480) },
    { $0.carousel.perspective = $0.oracle.number() },
    { $0.carousel.contentOffset = $0.oracle.size() },
    { $0.carousel.viewpointOffset = $0.oracle.size() },
    { $0.carousel.maximumVisibleItems = min($0.oracle.integer(), 50) },
    { $0.carousel.scrollOffset = $0.oracle.number() },
    { $0.carousel.currentItemIndex = $0.oracle.integer() },
    { $0.carousel.currentPage = $0.oracle.integer() },
    { $0.carousel.decelerationRate = $0.oracle.number() },
    { $0.carousel.scrollSpeed = $0.oracle.number() },
    { $0.carousel.bounceDistance = $0.oracle.number() },
    { $0.carousel.itemsPerPage = $0.oracle.integer() },
    { $0.carousel.isPagingEnabled.toggle() },
    { $0.carousel.truncatesFinalPage.toggle() },
    { $0.carousel.stopAtItemBoundary.toggle() },
    { $0.carousel.scrollToItemBoundary.toggle() },
    { $0.carousel.autoscroll = $0.oracle.number() },
    { $0.carousel.autoplayInterval = $0.oracle.number() },
    { $0.carousel.autoscrollEnd = [.stop, .rewind, .turnRound][Int($0.oracle.random.next() % 3)] },
    { $0.carousel.axisAngle = $0.oracle.number() },
    { $0.carousel.isVertical.toggle() },
    { $0.carousel.layoutDirection = $0.oracle.random.next() % 2 == 0 ? .leftToRight : .rightToLeft },
    { $0.carousel.snapAlignment = SnapAlignment.allCases[Int($0.oracle.random.next() % 3)] },
    { $0.carousel.containsEnds.toggle() },
    { $0.carousel.itemSizing = $0.carousel.itemSizing == .uniform ? .individual : .uniform },
    { $0.carousel.type = CarouselType.allCases[Int($0.oracle.random.next() % 12)] },
    { scene in
      let oracle = scene.oracle
      let (alpha, angle) = (oracle.number(), oracle.number())
      scene.carousel.effects = [
        .scale(center: oracle.number(), sides: oracle.number(), range: oracle.number()),
        .fade(to: oracle.number(), range: oracle.number()),
        .parallax(oracle.number(), range: oracle.number()),
        .turn(oracle.number(), range: oracle.number()),
        .custom { pose, offset in
          pose.alpha *= alpha
          pose.parallax += angle * offset
          pose.transform.m41 *= angle
        },
      ]
    },
    { $0.carousel.effects = [] },
    { $0.carousel.reducesMotion.toggle() },
    { scene in
      let carousel = scene.carousel
      carousel.animate(withDuration: scene.oracle.number()) {
        carousel.type = CarouselType.allCases[Int(scene.oracle.random.next() % 12)]
        carousel.contentOffset = scene.oracle.size()
        carousel.perspective = scene.oracle.number()
      }
    },
  ]

  private static let scrolls: [@MainActor (Scene) -> Void] = [
    { $0.carousel.scrollToItem(at: $0.oracle.integer(), animated: true) },
    { $0.carousel.scrollToItem(at: $0.oracle.integer(), duration: $0.oracle.number()) },
    { scene in
      for direction in ScrollDirection.allCases {
        scene.carousel.scrollToItem(at: scene.oracle.integer(), animated: true, direction: direction)
      }
    },
    { $0.carousel.scrollToPage(at: $0.oracle.integer(), animated: $0.oracle.random.next() % 2 == 0) },
    { $0.carousel.scrollByNumberOfItems($0.oracle.integer(), duration: $0.oracle.number()) },
    { $0.carousel.scroll(toOffset: $0.oracle.number(), duration: $0.oracle.number()) },
    { $0.carousel.scroll(byOffset: $0.oracle.number(), duration: $0.oracle.number()) },
    { $0.carousel.step(by: $0.oracle.integer()) },
  ]

  private static let contents: [@MainActor (Scene) -> Void] = [
    { scene in
      scene.oracle.count = scene.oracle.integer()
      scene.oracle.placeholders = min(scene.oracle.integer(), 9)
      scene.carousel.reloadData()
    },
    { scene in
      scene.oracle.count = 9
      scene.carousel.reloadData()
    },
    { $0.carousel.insertItem(at: $0.oracle.integer(), animated: $0.oracle.random.next() % 2 == 0) },
    { $0.carousel.removeItem(at: $0.oracle.integer(), animated: $0.oracle.random.next() % 2 == 0) },
    { scene in
      let oracle = scene.oracle
      scene.carousel.moveItem(at: oracle.integer(), to: oracle.integer(), animated: true)
    },
    { scene in
      scene.carousel.performBatchUpdates {
        scene.carousel.insertItem(at: scene.oracle.integer(), animated: true)
        scene.carousel.reloadItem(at: scene.oracle.integer(), animated: true)
        scene.carousel.removeItem(at: scene.oracle.integer(), animated: true)
      }
    },
    { scene in
      let oracle = scene.oracle
      scene.carousel.prefetchDistance = PrefetchDistance(
        ahead: min(oracle.integer(), 50), behind: oracle.integer() % 50)
    },
    { $0.carousel.reloadItem(at: $0.oracle.integer(), animated: true) },
    { _ = $0.carousel.itemView(at: $0.oracle.integer()) },
    { _ = $0.carousel.index(ofItemAt: $0.oracle.point()) },
    { _ = $0.carousel.frame().item(at: $0.oracle.point()) },
  ]

  private static let inputs: [@MainActor (Scene) -> Void] = [
    { $0.carousel.advance(to: $0.moment()) },
    { $0.now = $0.now + 1e9 },
    { $0.now = $0.now + -1e9 },
    { $0.carousel.tap(at: $0.oracle.point(), time: $0.moment()) },
    { scene in
      scene.carousel.contactBegan(id: .max, at: Point(x: 400, y: 300), time: scene.moment())
      scene.carousel.contactMoved(id: .max, to: Point(x: 300, y: 300), time: scene.moment())
      scene.carousel.contactMoved(id: .max, to: scene.oracle.point(), time: scene.moment())
      scene.carousel.contactEnded(id: .max, at: scene.oracle.point(), time: scene.moment())
    },
    { $0.carousel.contactBegan(id: .min, at: $0.oracle.point(), time: $0.moment()) },
    { $0.carousel.contactMoved(id: .min, to: $0.oracle.point(), time: $0.moment()) },
    { $0.carousel.contactCanceled(id: .min, time: $0.now) },
    { scene in
      let oracle = scene.oracle
      scene.carousel.beginDrag(translation: oracle.point(), at: scene.moment())
      scene.carousel.moveDrag(translation: oracle.point(), velocity: oracle.point(), at: scene.moment())
      scene.frame()
      scene.carousel.moveDrag(translation: oracle.point(), velocity: oracle.point(), at: scene.now)
      scene.carousel.endDrag(at: scene.moment())
    },
    { $0.carousel.wheel(notches: $0.oracle.number(), time: $0.moment()) },
    { scene in
      scene.carousel.touchpadScroll(by: scene.oracle.number(), time: scene.moment())
      scene.carousel.touchpadScroll(by: scene.oracle.number(), time: scene.now)
      scene.frame()
      scene.carousel.touchpadScrollEnded(time: scene.moment())
    },
  ]

  @Test(
    "With extreme numbers in all settings, inputs and return values of the delegate, all results are finite",
    .proves("X010", "O01", "R30", "R93"),
    arguments: CarouselType.allCases)
  func sweep(type: CarouselType) {
    var wrong: [String] = []
    for seed in 0..<60 {
      let scene = Scene(type, seed: UInt64(seed) &* 977 &+ 5)
      scene.oracle.rarity = [2, 5, 30, 1_000_000][seed % 4]
      var done: [Int] = []
      for _ in 1...16 {
        let choice = Int(scene.oracle.random.next() % UInt64(Self.disturbances.count))
        done.append(choice)
        Self.disturbances[choice](scene)
        scene.frame()
        wrong += strangeNumbers(in: scene.carousel).map { "seed \(seed) \(done.suffix(4)): \($0)" }
      }
    }
    #expect(wrong.prefix(4) == [])
  }

  @Test(
    "If extreme numbers are passed repeatedly to one setting, drag or scroll, all results are finite",
    .proves("X010", "R30"),
    arguments: CarouselType.allCases)
  func one(type: CarouselType) {
    var wrong: [String] = []
    for (choice, disturb) in Self.disturbances.enumerated() {
      let scene = Scene(type, seed: UInt64(choice))
      scene.oracle.rarity = 1_000_000
      for turn in 1...20 {
        disturb(scene)
        scene.frame()
        if turn % 5 == 0 { scene.carousel.scrollToItem(at: turn, animated: true) }
        wrong += strangeNumbers(in: scene.carousel).map { "\(choice): \($0)" }
      }
    }
    #expect(wrong.prefix(4) == [])
  }
}
