import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of the completions of changes of content and of animation blocks.
@MainActor
struct CompletionTests {
  /// The kinds of changes that have a completion.
  enum Change: CaseIterable {
    case insert, remove, move, reload, batch, setItems, animate

    /// Makes the change. `number` is passed to `ends` when the change ends.
    @MainActor
    func make(_ carousel: Carousel, _ source: Numbers, number: Int, ends: Ends) {
      let end = { ends.add(number) }
      let isFilled = carousel.numberOfItems > 0 && source.count > 0
      switch self {
      case .insert:
        source.count += 1
        carousel.insertItem(at: 1, animated: true, completion: end)
      case .remove:
        if isFilled { source.count -= 1 }
        carousel.removeItem(at: 0, animated: true, completion: end)
      case .move: carousel.moveItem(at: 0, to: 2, animated: true, completion: end)
      case .reload: carousel.reloadItem(at: 0, animated: true, completion: end)
      case .batch:
        carousel.performBatchUpdates(
          {
            source.count += 2
            carousel.insertItem(at: 0, animated: true)
            carousel.insertItem(at: 2, animated: false)
          }, completion: end)
      case .setItems:
        carousel.setItems((0..<(3 + number % 4)).map { Card(id: $0 + number) }, completion: end) { _, view in
          view ?? NumberedView(0, size: Size(width: 200, height: 150))
        }
      case .animate:
        carousel.animate(withDuration: 0.5) {
          carousel.type = carousel.type == .linear ? .rotary : .linear
        } completion: {
          ends.isFinished[number] = $0
          end()
        }
      }
    }
  }

  struct Card: Identifiable { let id: Int }

  /// The changes that have ended, in order.
  @MainActor
  final class Ends {
    private(set) var numbers: [Int] = []
    /// The arguments of the completions that have one.
    var isFinished: [Int: Bool] = [:]

    func add(_ number: Int) { numbers.append(number) }
  }

  private func frames(_ carousel: Carousel, from start: Int, count: Int) {
    for number in start..<(start + count) {
      carousel.advance(to: Timestamp(seconds: 100 + Double(number) / 60))
      _ = carousel.frame()
    }
  }

  private func show(_ card: Card, in carousel: Carousel, completion: (() -> Void)? = nil) {
    carousel.setItems([card], completion: completion) { _, view in view ?? NumberedView(0, size: .zero) }
  }

  private func filledCarousel() -> (Carousel, Numbers) {
    let (carousel, source) = (Carousel(bounds: Size(width: 800, height: 600)), Numbers(9))
    carousel.dataSource = source
    return (carousel, source)
  }

  @Test(
    "When a carousel is deallocated during a change, the completion is called once",
    .proves("D014"), arguments: Change.allCases, [0, 1, 5])
  func deallocated(change: Change, frameCount: Int) {
    let ends = Ends()
    do {
      let (carousel, source) = filledCarousel()
      if change == .setItems { show(Card(id: 7), in: carousel) }
      frames(carousel, from: 0, count: 2)
      change.make(carousel, source, number: 1, ends: ends)
      frames(carousel, from: 2, count: frameCount)
      #expect(ends.numbers == [])
    }
    #expect(ends.numbers == [1])
    #expect(ends.isFinished == (change == .animate ? [1: false] : [:]))
  }

  @Test("A carousel that never got a frame calls its completions in order when it is deallocated")
  func neverShown() {
    let ends = Ends()
    do {
      let (carousel, source) = filledCarousel()
      for (number, change) in Change.allCases.enumerated() {
        change.make(carousel, source, number: number, ends: ends)
      }
      #expect(ends.numbers.allSatisfy { Change.allCases[$0] == .animate })
    }
    #expect(ends.numbers.sorted() == Array(Change.allCases.indices))
  }

  /// Returns a task that holds the only reference to a carousel with a pending completion, and releases it on
  /// another thread.
  private func releasingTask(_ ends: Ends) -> Task<Void, Never> {
    let carousel = Carousel(bounds: .zero)
    show(Card(id: 1), in: carousel) { ends.add(1) }
    return Task.detached {
      // The main actor is free only after this method has released its reference.
      await Task { @MainActor in }.value
      _ = carousel
    }
  }

  @Test("If the last reference is released on another thread, completions run on the main actor")
  func releasedElsewhere() async throws {
    let ends = Ends()
    await releasingTask(ends).value
    try await waitUntil("the completion", within: .seconds(30)) { !ends.numbers.isEmpty }
    #expect(ends.numbers == [1])
  }

  @Test(
    "If a carousel goes offscreen during a change, the completion is called without a frame",
    .proves("D014"), arguments: Change.allCases)
  func goesOffscreen(change: Change) {
    let (ends, (carousel, source)) = (Ends(), filledCarousel())
    frames(carousel, from: 0, count: 2)
    change.make(carousel, source, number: 1, ends: ends)
    frames(carousel, from: 2, count: 3)
    carousel.isOffscreen = true
    #expect(ends.numbers == [1])
    #expect(ends.isFinished == (change == .animate ? [1: true] : [:]))
    frames(carousel, from: 5, count: 100)
    #expect(ends.numbers == [1] && !carousel.needsFrame)
  }

  @Test(
    "The completion of a change that is made offscreen is called without a frame",
    .proves("D014"), arguments: Change.allCases)
  func madeOffscreen(change: Change) {
    let (ends, (carousel, source)) = (Ends(), filledCarousel())
    frames(carousel, from: 0, count: 2)
    carousel.isOffscreen = true
    for number in 1...3 {
      change.make(carousel, source, number: number, ends: ends)
      #expect(ends.numbers == Array(1...number))
    }
    carousel.isOffscreen = false
    frames(carousel, from: 2, count: 100)
    #expect(ends.numbers == [1, 2, 3] && !carousel.needsFrame)
  }

  @Test(
    "With random changes, frames and visibility, each completion is called exactly once, at the latest when the carousel is deallocated",
    .proves("D014"), arguments: 0..<60)
  func random(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let ends = Ends()
    var changeCount = 0
    do {
      let (carousel, source) = filledCarousel()
      var frameCount = 0
      for _ in 0..<60 {
        switch random.whole(0...9) {
        case 0: carousel.isOffscreen.toggle()
        case 1: carousel.dataSource = random.choice([source, source, nil])
        case 2: carousel.reloadData()
        case 3: carousel.reducesMotion.toggle()
        case 4, 5:
          let count = random.choice([1, 3, 40])
          frames(carousel, from: frameCount, count: count)
          frameCount += count
        default:
          random.choice(Change.allCases).make(carousel, source, number: changeCount, ends: ends)
          changeCount += 1
        }
        if carousel.isOffscreen { #expect(ends.numbers.count == changeCount) }
      }
    }
    #expect(ends.numbers.sorted() == Array(0..<changeCount))
  }
}
