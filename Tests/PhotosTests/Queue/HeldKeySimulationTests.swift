import CarouselEngine
import DecoderClient
import DecoderProtocol
import Photos
import Testing

/// A held arrow key over 5,000 photos in virtual time: a carousel, the order of loading, and one helper that needs 2 ms to
/// find no embedded preview, 25 ms for a reduced picture and 85 ms for a full one, as with JPEGs of 24 megapixels.
@MainActor struct HeldKeySimulationTests {
  @Test(
    "After a key that repeats for 10 s over 5,000 photos, the current photo is sharp within 200 ms, and few requests wait",
    arguments: [25.0, 30], [CarouselType.coverFlow2, .linear])
  func heldKey(rate: Double, type: CarouselType) throws {
    let rig = HeldKeyRig(type: type)
    rig.run(seconds: 1)
    #expect(rig.isSharp(0))

    let interval = 1 / rate
    var (most, next, start) = (0, rig.now, rig.now)
    while rig.now - start < 10 {
      if rig.now >= next {
        rig.step(repeats: next != start)
        next += interval
      }
      rig.run(seconds: 1.0 / 60)
      most = max(most, rig.queue.waitingCount + rig.queue.runningCount)
    }
    let released = next - interval
    rig.release()
    let last = try #require(rig.destination)
    #expect(last == Int(((next - start) / interval).rounded()))
    // The visible photos and those ahead; none that the carousel has passed.
    #expect(most <= rig.mostVisible + 8, "\(most) photos wait or are decoded")

    while !rig.isSharp(last), rig.now - released < 5 { rig.run(seconds: 1.0 / 60) }
    #expect(rig.now - released <= 0.2, "sharp after \(rig.now - released) s")
    rig.run(seconds: 2)
    #expect(rig.carousel.currentItemIndex == last && rig.carousel.scrollOffset == Double(last))
    #expect(rig.carousel.indexesForVisibleItems.allSatisfy { rig.isSharp($0) })
    #expect(rig.queue.waitingCount + rig.queue.runningCount == 0)
  }

  @Test("After 20 presses of a key in 0.7 s, the last photo is sharp within 150 ms")
  func presses() {
    let rig = HeldKeyRig(type: .coverFlow2)
    rig.run(seconds: 1)
    for press in 0..<20 {
      if press > 0 { rig.run(seconds: 2.0 / 60) }
      rig.step(repeats: false)
      rig.release()
    }
    let pressed = rig.now
    while !rig.isSharp(20), rig.now - pressed < 5 { rig.run(seconds: 1.0 / 60) }
    #expect(rig.now - pressed <= 0.15, "sharp after \(rig.now - pressed) s")
  }
}

/// A carousel, and requests for its photos as the photo browser makes them.
@MainActor private final class HeldKeyRig: CarouselDataSource {
  final class Item: ItemView {
    let size = Size(width: 922, height: 615)
  }

  let carousel = Carousel(bounds: Size(width: 1920, height: 1080))
  private(set) var queue = RequestQueue<Int>(capacity: 1)
  private(set) var now = 0.0
  private(set) var mostVisible = 0
  private var sharp: Set<Int> = []
  private var running: (start: RequestQueue<Int>.Start, end: Double, isCanceled: Bool)?
  private var requested: Set<Int> = []
  private var speed = SpeedEstimate()
  private var stable = StableDestination()

  init(type: CarouselType) {
    carousel.motionStyle = .fluid
    carousel.type = type
    carousel.dataSource = self
  }

  func numberOfItems(in carousel: Carousel) -> Int { 5000 }

  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView { view ?? Item() }

  /// The photo where the motion ends.
  var destination: Int? { carousel.endOffset.map { Int($0.rounded()) } ?? carousel.currentItemIndex }

  func isSharp(_ index: Int) -> Bool { sharp.contains(index) }

  /// The arrow key is pressed, or it repeats.
  func step(repeats: Bool) {
    if repeats { stable.keyRepeats(at: now) } else { stable.keyWasPressed(at: now) }
    carousel.step(by: 1)
  }

  /// The arrow key is released.
  func release() {
    follow()
    stable.keyWasReleased()
    follow()
  }

  /// Lets time pass in steps of a millisecond, with a frame every 1/60 s.
  func run(seconds: Double) {
    let end = now + seconds
    while now < end {
      carousel.advance(to: Timestamp(seconds: now))
      _ = carousel.frame()
      follow()
      let frameEnd = min(now + 1.0 / 60, end)
      while now < frameEnd {
        work()
        now = min(now + 0.001, frameEnd)
      }
    }
  }

  /// Requests the visible photos and their neighbors, and cancels the other requests.
  private func follow() {
    let offset = carousel.scrollOffset
    speed.add(offset: offset, at: now)
    if !carousel.needsFrame { speed.stop() }
    let visible = carousel.indexesForVisibleItems
    mostVisible = max(mostVisible, visible.count)
    let travel = Travel(
      current: carousel.currentItemIndex, visible: visible, count: 5000, velocity: speed.velocity,
      destination: stable.update(carousel.endOffset.map { Int($0.rounded()) }, at: now))
    queue.deferral = travel.isFast ? .allButCurrent : .none
    let wanted = Set(visible + travel.neighbors(ahead: 4, behind: 2))
    for index in requested.subtracting(wanted) { queue.cancel(index) }
    requested.formIntersection(wanted)
    for index in wanted where !sharp.contains(index) {
      if requested.insert(index).inserted {
        queue.add(
          index, for: index, at: TargetSize(width: 922, height: 692), priority: travel.priority(of: index))
      } else {
        queue.setPriority(of: index, to: travel.priority(of: index))
      }
    }
    // The cache holds about 20 photos.
    sharp = sharp.filter { abs($0 - carousel.currentItemIndex) < 12 }
  }

  /// The helper's next millisecond.
  private func work() {
    if let victim = queue.nextCancellation(), let step = running, victim == step.start {
      running = (step.start, min(step.end, now + 0.002), true)
    }
    if let step = running, now >= step.end {
      running = nil
      let outcome: RequestQueue<Int>.Outcome =
        step.isCanceled ? .canceled : step.start.step == .preview ? .nothing : .picture(isWhole: false)
      for delivery in queue.finish(step.start, outcome) where delivery.isLast {
        sharp.insert(delivery.request)
        requested.remove(delivery.request)
      }
    }
    guard running == nil, let start = queue.next() else { return }
    let seconds =
      switch start.step {
      case .preview: 0.002
      case .reduced: 0.025
      case .full: 0.085
      }
    running = (start, now + seconds, false)
  }
}
