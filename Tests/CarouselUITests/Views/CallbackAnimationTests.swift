import CarouselUI
import HeadlessCompositor
import TestSupport
import Testing

/// Animations that a delegate starts, and several windows.
@MainActor
struct CallbackAnimationTests {
  @Test(
    "An animation of another view that the delegate starts in a callback runs while the carousel scrolls",
    .proves("R29"),
    arguments: [CarouselType.linear, .coverFlow2])
  func callback(type: CarouselType) throws {
    let rig = try WindowRig { $0.type = type }
    let box = MovingBox(size: Size(width: 20, height: 20))
    box.backgroundColor = .white
    rig.add(box, at: Point(x: 10, y: 10))
    let other = CarouselView(size: Size(width: 200, height: 60))
    let cards = Cards(size: Size(width: 50, height: 40))
    other.carousel.dataSource = cards
    rig.add(other, at: Point(x: 420, y: 280))
    rig.runUntilSettled()
    let delegate = StartingDelegate {
      box.start()
      other.carousel.scrollToItem(at: 3, duration: 0.3)
    }
    rig.carousel.delegate = delegate
    rig.carousel.scrollToItem(at: 4, duration: 1)
    var (places, offsets, moving): (Set<Double>, Set<Double>, Int) = ([], [], 0)
    for _ in 0..<600 where rig.carousel.needsFrame || box.isMoving {
      rig.compositor.run(frames: 1)
      if box.isMoving, rig.carousel.isScrolling { moving += 1 }
      places.insert(box.frame.minX)
      offsets.insert(other.carousel.scrollOffset)
    }
    rig.runUntilSettled()
    #expect(delegate.count >= 1 && moving > 10)
    #expect(places.count > 10 && offsets.count > 10)
    #expect(
      box.frame.minX == 110 && other.carousel.currentItemIndex == 3 && rig.carousel.currentItemIndex == 4)
    #expect(rig.compositor.capture()[120, 20] == 0xFFFF_FFFF)
    withExtendedLifetime((delegate, cards)) {}
  }

  @Test(
    "Each window draws its own frames: a window at rest draws none while another window scrolls",
    .proves("R52"), arguments: [1, 1.5], Hand.allCases)
  func windows(scale: Double, hand: Hand) throws {
    let rig = try WindowRig(scale: scale)
    let cards = Cards()
    let second = CarouselWindow(
      title: "Second", appID: "cards", size: Size(width: 320, height: 180), system: rig.system,
      textures: TextureCache(queue: rig.queue))
    second.makesLevelsInFrames = true
    rig.compositor.settle()
    // The second window covers the upper left quarter of the first one.
    let toplevel = try #require(rig.compositor.toplevels.last)
    toplevel.resize(width: 320, height: 180)
    toplevel.position = (0, 0)
    second.carousel.dataSource = cards
    var frames = [0, 0]
    rig.ui.onScene = { _ in frames[0] += 1 }
    second.onScene = { _ in frames[1] += 1 }
    rig.compositor.run(limit: 600) { rig.ui.isSettled && second.isSettled && second.window.isAtRest }
    frames = [0, 0]
    second.carousel.scrollToItem(at: 3, duration: 0.5)
    rig.compositor.run(frames: 20)
    #expect(frames[0] == 0 && (18...22).contains(frames[1]))
    // A finger drags in the first window, and the second window continues to scroll.
    frames = [0, 0]
    second.carousel.scrollToItem(at: 0, duration: 1)
    var offsets: Set<Double> = []
    func point(_ step: Int) -> (x: Double, y: Double) { (360 - Double(step) * 5, 200) }
    rig.press(hand, at: point(0))
    for step in 1...20 {
      rig.move(hand, to: point(step))
      rig.compositor.run(frames: 1)
      offsets.insert(second.carousel.scrollOffset)
    }
    #expect(rig.carousel.isDragging && frames[0] >= 18 && frames[1] >= 18 && offsets.count >= 18)
    withExtendedLifetime(cards) {}
  }
}

/// A box that moves by 100 points within 0.4 s.
private final class MovingBox: View {
  private(set) var isMoving = false
  private var since: Timestamp?

  func start() {
    (isMoving, since) = (true, nil)
    setNeedsAnimation()
  }

  override func animate(to now: Timestamp) -> Bool {
    let start = since ?? now
    since = start
    let part = min((now - start) / 0.4, 1)
    frame.origin.x = 10 + 100 * part
    isMoving = part < 1
    return isMoving
  }
}

/// A delegate that runs a closure the first time that the current item changes.
private final class StartingDelegate: CarouselDelegate {
  private let start: () -> Void
  private(set) var count = 0

  init(_ start: @escaping () -> Void) { self.start = start }

  func carouselCurrentItemIndexDidChange(_ carousel: Carousel) {
    if count == 0 { start() }
    count += 1
  }
}
