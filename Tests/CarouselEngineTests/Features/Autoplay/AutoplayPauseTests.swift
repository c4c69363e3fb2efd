import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of the conditions that pause autoplay and autoscroll.
@MainActor
struct AutoplayPauseTests {
  @Test(
    "Autoplay and autoscroll pause during hover and focus, while the window is hidden, and when the user pauses them",
    .proves("D049"),
    arguments: [0, 1, 2, 3])
  func pauses(reason: Int) {
    func set(_ carousel: Carousel, _ isOn: Bool) {
      switch reason {
      case 0: carousel.isHovered = isOn
      case 1: carousel.isFocused = isOn
      case 2: carousel.isOffscreen = isOn
      default: carousel.isAutoscrollPaused = isOn
      }
    }
    let stepping = CarouselRig.playing { $0.carousel.autoscrollPauses = .all }
    stepping.live(2.9)
    set(stepping.carousel, true)
    #expect(stepping.live(60) <= 1)
    #expect(stepping.carousel.scrollOffset == 0 && stepping.carousel.wakeTime == nil)
    set(stepping.carousel, false)
    // The interval starts again, and then the carousel scrolls by one item, not by twenty.
    stepping.live(2.9)
    #expect(stepping.carousel.scrollOffset == 0)
    stepping.live(0.7)
    #expect(stepping.carousel.scrollOffset == 1)

    let steady = CarouselRig(items: 10) { $0.options = [.wrap: 1] }
    steady.carousel.autoscrollPauses = .all
    steady.carousel.autoscroll = 1
    steady.run(1.3)
    set(steady.carousel, true)
    let held = steady.carousel.scrollOffset
    #expect(steady.live(10) <= 2)
    #expect(steady.carousel.scrollOffset == held && steady.carousel.autoscroll == 1)
    set(steady.carousel, false)
    steady.frame()
    #expect(steady.carousel.scrollOffset - held < 0.05)
    steady.run(1)
    #expect(near(steady.carousel.scrollOffset, held + 1, within: 0.05))
  }

  @Test(
    "By default hover and focus do not pause autoplay",
    .proves("D049"))
  func defaults() {
    let carousel = Carousel(bounds: .zero)
    #expect(carousel.autoscrollPauses == [.touch, .offscreen] && carousel.autoscrollEnd == .stop)
    #expect(carousel.autoplayInterval == 0 && !carousel.isAutoscrollPaused)
    #expect(!carousel.isHovered && !carousel.isFocused && !carousel.isOffscreen)
    let rig = CarouselRig.playing()
    rig.carousel.isHovered = true
    rig.carousel.isFocused = true
    rig.live(3.6)
    #expect(rig.carousel.scrollOffset == 1)
  }

  @Test(
    "A finger that is down pauses autoplay; when the finger is lifted, the interval starts again",
    .proves("D049"))
  func touch() {
    let rig = CarouselRig.playing()
    rig.live(2.5)
    rig.down(at: Point(x: 400, y: 20))
    rig.live(10)
    #expect(rig.carousel.scrollOffset == 0 && rig.carousel.wakeTime == nil)
    rig.up(at: Point(x: 400, y: 20))
    rig.live(2.9)
    #expect(rig.carousel.scrollOffset == 0)
    rig.live(1)
    #expect(rig.carousel.scrollOffset == 1)
  }

  @Test(
    "If autoplay does not pause during touches, autoscroll continues under a resting finger, and drags move the carousel",
    .proves("D049")
  )
  func withoutTouchPause() {
    let rig = CarouselRig(items: 10) { $0.options = [.wrap: 1] }
    rig.carousel.autoscrollPauses = []
    rig.carousel.autoscroll = 1
    rig.run(0.5)
    rig.down()
    rig.run(1)
    #expect(near(rig.carousel.scrollOffset, 1.5, within: 0.05))
    rig.move(to: Point(x: 380, y: 300))
    rig.move(to: Point(x: 180, y: 300))
    #expect(rig.carousel.isDragging && near(rig.carousel.scrollOffset, 2.5, within: 0.05))
  }

  @Test(
    "When reduced motion is switched on, autoscroll and autoplay stop, and a carousel between two items snaps to an item",
    .proves("D049"))
  func reducedMotion() {
    let rig = CarouselRig(items: 10) { $0.options = [.wrap: 1] }
    rig.carousel.autoscroll = 1
    rig.run(1.3)
    rig.carousel.reducesMotion = true
    rig.settle()
    #expect(rig.carousel.scrollOffset == 1 && !rig.carousel.needsFrame)
    rig.carousel.autoscroll = 0
    rig.carousel.autoplayInterval = 1
    rig.live(5)
    #expect(rig.carousel.scrollOffset == 1 && rig.carousel.wakeTime == nil)
    rig.carousel.reducesMotion = false
    rig.live(1.6)
    #expect(rig.carousel.scrollOffset == 2)
  }
}
