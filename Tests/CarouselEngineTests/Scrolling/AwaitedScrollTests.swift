import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of scrolls whose end is awaited.
@MainActor
struct AwaitedScrollTests {
  /// Tasks that wait for scrolls, and their results.
  @MainActor
  final class Waiters {
    private(set) var results: [Int: ScrollResult] = [:]
    private(set) var tasks: [Task<Void, Never>] = []

    /// Starts a task that scrolls, and yields until the task has begun.
    func start(_ scroll: @escaping @MainActor () async -> ScrollResult?) async throws {
      let number = tasks.count
      var hasBegun = false
      tasks.append(
        Task {
          hasBegun = true
          let result = await scroll()
          if let result, results.updateValue(result, forKey: number) != nil {
            Issue.record("scroll \(number) has ended twice")
          }
        })
      try await waitUntil("the begin of the task") { hasBegun }
    }

    /// Returns the result of the task that was started last, if it has ended.
    func last() async throws -> ScrollResult? {
      try await waitUntil("the end of scroll \(tasks.count - 1)") { results[tasks.count - 1] != nil }
      return results[tasks.count - 1]
    }
  }

  private let waiters = Waiters()

  /// Starts a scroll to an item.
  private func scroll(_ rig: CarouselRig, to index: Int, duration: Double = 0.4) async throws {
    try await waiters.start { [carousel = rig.carousel] in
      await carousel.scrollToItem(at: index, duration: duration)
    }
  }

  @Test(
    "An awaited scroll returns after it has arrived and the delegate was notified", .proves("M02", "R37"))
  func arrives() async throws {
    let rig = CarouselRig(items: 20)
    try await scroll(rig, to: 7)
    #expect(rig.carousel.isScrolling)
    rig.run(0.3)
    await letTasksRun()
    #expect(waiters.results == [:])
    rig.run(0.2)
    #expect(rig.log.contains("didEndScrolling"))
    #expect(try await waiters.last() == .arrived)
    #expect(rig.carousel.currentItem == 7)
  }

  @Test(
    "A scroll over no distance, with duration 0 or with reduced motion ends without needing a frame",
    .proves("R103"))
  func atOnce() async {
    let rig = CarouselRig(items: 20)
    #expect(await rig.carousel.scrollToItem(at: 0, duration: 2) == .arrived)
    #expect(await rig.carousel.scrollToItem(at: 3, duration: 0) == .arrived)
    #expect(await rig.carousel.scrollToItem(at: 4, duration: .nan) == .arrived)
    #expect(await rig.carousel.scrollToPage(at: .max, animated: false) == .arrived)
    #expect(rig.carousel.currentItem == 19)
    rig.carousel.reducesMotion = true
    #expect(await rig.carousel.scrollToItem(at: 5, duration: 2) == .arrived)
    #expect(await rig.carousel.scroll(toOffset: 7, duration: 2) == .arrived)
    #expect(rig.carousel.scrollOffset == 7)
  }

  @Test("An awaited scroll is ignored if the carousel is empty or the offset is NaN")
  func ignored() async {
    let carousel = Carousel(bounds: .zero)
    #expect(await carousel.scrollToItem(at: 3, duration: 1) == .ignored)
    #expect(await carousel.scrollToPage(at: 3, animated: true) == .ignored)
    let rig = CarouselRig(items: 20)
    #expect(await rig.carousel.scroll(toOffset: .nan, duration: 1) == .ignored)
  }

  @Test(
    "An awaited scroll to an offset returns before the snap that follows; a scroll to a page ends on the page's first item",
    .proves("M04")
  )
  func offsetsAndPages() async throws {
    let rig = CarouselRig(items: 20) { $0.carousel.itemsPerPage = 4 }
    try await waiters.start { [carousel = rig.carousel] in await carousel.scroll(toOffset: 2.4, duration: 0.2)
    }
    rig.run(0.25)
    #expect(try await waiters.last() == .arrived)
    #expect(rig.carousel.isScrolling)
    rig.settle()
    try await waiters.start { [carousel = rig.carousel] in await carousel.scrollToPage(at: 2, animated: true)
    }
    rig.settle()
    #expect(try await waiters.last() == .arrived)
    #expect(rig.carousel.currentItem == 8)
  }

  @Test(
    "The result of an interrupted scroll contains the cause of the interruption", .proves("D023"),
    arguments: [
      ("touch", SettleReason.user), ("drag", .user), ("wheel", .user), ("step", .user), ("tap", .user),
      ("scroll", .program), ("same scroll", .program), ("offset", .program), ("reload", .dataChange),
      ("insert", .dataChange), ("empty", .dataChange),
    ])
  func interrupted(name: String, reason: SettleReason) async throws {
    let rig = CarouselRig(items: 20)
    try await scroll(rig, to: 9, duration: 1)
    rig.run(0.3)
    switch name {
    case "touch": rig.down()
    case "drag": rig.carousel.panBegan(translation: .zero, velocity: .zero, at: rig.now)
    case "wheel": rig.carousel.wheel(notches: 1, time: rig.now)
    case "step": rig.carousel.step(by: -1)
    case "tap": rig.tap()
    case "scroll": rig.carousel.scrollToItem(at: 2, animated: true)
    case "same scroll": rig.carousel.scrollToItem(at: 9, animated: true)
    case "offset": rig.carousel.scrollOffset = 4
    case "reload": rig.carousel.reloadData()
    case "insert":
      rig.itemCount += 1
      rig.carousel.insertItem(at: 0, animated: true)
    default:
      rig.itemCount = 0
      rig.carousel.reloadData()
    }
    #expect(try await waiters.last() == .interrupted(by: reason))
  }

  @Test("A second awaited scroll interrupts the first scroll, and the second scroll arrives")
  func replaced() async throws {
    let rig = CarouselRig(items: 20)
    try await scroll(rig, to: 9)
    rig.run(0.1)
    try await scroll(rig, to: 3)
    try await waitUntil("the end of the first scroll") { waiters.results[0] != nil }
    #expect(waiters.results == [0: .interrupted(by: .program)])
    rig.settle()
    #expect(try await waiters.last() == .arrived)
  }

  @Test("Switching autoscroll on neither ends an awaited scroll nor changes its result")
  func autoscroll() async throws {
    let rig = CarouselRig(items: 20)
    try await scroll(rig, to: 5)
    rig.run(0.1)
    rig.carousel.autoscroll = 2
    rig.run(0.5)
    #expect(try await waiters.last() == .arrived)
    #expect(rig.carousel.phase == .autoscrolling)
  }

  @Test("If a waiting task is canceled, its wait ends without needing a frame, and the scroll continues")
  func canceled() async throws {
    let rig = CarouselRig(items: 20)
    try await scroll(rig, to: 5)
    waiters.tasks[0].cancel()
    #expect(try await waiters.last() == .cancelled)
    rig.settle()
    #expect(rig.carousel.currentItem == 5)
    // The task is canceled before it begins to wait.
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await rig.carousel.scrollToItem(at: 9, duration: 1)
    }
    #expect(await task.value == .cancelled)
  }

  @Test(
    "A waiting task does not retain the carousel, and its wait ends when the carousel is released",
    .proves("P03"))
  func carouselEnds() async throws {
    var (rig, source): (CarouselRig?, Numbers) = (nil, Numbers(9))
    var carousel: Carousel? = Carousel(bounds: Size(width: 800, height: 600))
    carousel?.dataSource = source
    weak let gone = carousel
    try await waiters.start { [weak carousel] in await carousel?.scrollToItem(at: 5, duration: 1) }
    #expect(carousel?.isScrolling == true)
    carousel = nil
    #expect(gone == nil)
    #expect(try await waiters.last() == .carouselEnded)
    (rig, source) = (nil, Numbers(0))
    _ = (rig, source)
  }

  @Test("A scroll right after a reload waits for the layout and arrives", .proves("R75", "X023"))
  func afterReload() async throws {
    let rig = CarouselRig(items: 5)
    rig.itemCount = 20
    rig.carousel.reloadData()
    try await scroll(rig, to: 15)
    rig.settle()
    #expect(try await waiters.last() == .arrived)
    #expect(rig.carousel.currentItem == 15)
  }

  @Test(
    "A change of the view's size or of the type does not interrupt a scroll; a touch on a linked carousel does"
  )
  func layoutAndLink() async throws {
    let rig = CarouselRig(items: 20) { $0.carousel.containsEnds = true }
    try await scroll(rig, to: 19, duration: 1)
    rig.run(0.3)
    rig.carousel.bounds.width = 700
    rig.carousel.type = .coverFlow
    rig.settle()
    #expect(try await waiters.last() == .arrived)
    let other = CarouselRig(items: 20)
    other.carousel.bind(to: rig.carousel)
    try await scroll(rig, to: 2, duration: 1)
    rig.run(0.3)
    other.down()
    #expect(try await waiters.last() == .interrupted(by: .user))
  }

  @Test(
    "With random interruptions, each wait ends exactly once, at the latest when the carousel is released",
    arguments: 0..<30)
  func random(seed: UInt64) async throws {
    var random = SplitMix(seed: seed)
    var rig: CarouselRig? = CarouselRig(random.choice([.linear, .rotary, .coverFlow2]), items: 15)
    for _ in 0..<60 {
      guard let carousel = rig?.carousel else { break }
      switch random.whole(0...12) {
      case 0...3:
        let (index, duration) = (random.whole(-3...18), random.choice([0, 0.05, 0.4, 1]))
        let kind = random.whole(0...3)
        try await waiters.start { [weak carousel] in
          switch kind {
          case 0: await carousel?.scrollToPage(at: index, animated: duration > 0.1)
          case 1: await carousel?.scroll(toOffset: Double(index) + 0.3, duration: duration)
          default: await carousel?.scrollToItem(at: index, duration: duration)
          }
        }
      case 4: rig?.down()
      case 5: rig?.up(at: CarouselRig.middle)
      case 6: rig?.fling(velocity: random.number(-3000...3000))
      case 7: waiters.tasks.randomElement(using: &random)?.cancel()
      case 8:
        rig?.itemCount = random.whole(0...20)
        carousel.reloadData()
      case 9: carousel.reducesMotion.toggle()
      case 10: carousel.autoscroll = random.choice([0, 0, 3])
      case 11: carousel.currentItemIndex = random.whole(0...20)
      default: carousel.step(by: random.whole(-2...2))
      }
      for _ in 0..<random.whole(0...8) { rig?.frame() }
    }
    // Half of the carousels are released in the middle of the scroll.
    if seed % 2 == 0 { rig?.run(atMost: 10) }
    rig = nil
    try await waitUntil("the end of all scrolls") { waiters.results.count == waiters.tasks.count }
    #expect(waiters.results.count == waiters.tasks.count)
    for task in waiters.tasks where waiters.results.count == waiters.tasks.count { await task.value }
  }
}
