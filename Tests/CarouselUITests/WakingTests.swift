import CarouselUI
import HeadlessCompositor
import TestSupport
import Testing

/// Wakeups of an idle window for autoplay and long presses.
@MainActor
struct WakingTests {
  @Test(
    "With an autoplay interval, a window requests no frame until the interval ends, and then scrolls to the next item",
    .proves("D050", "R130"))
  func interval() throws {
    let rig = try WindowRig { $0.autoplayInterval = 3 }
    let now = Double(rig.compositor.now) / 1e9
    let wake = try #require(rig.ui.wakeTime)
    #expect(wake.seconds - now > 2 && wake.seconds - now <= 3)
    #expect(!rig.compositor.isFrameWanted)
    let commits = rig.compositor.requestCount(of: "wl_surface.commit")
    rig.wait(wake.seconds - now - 0.01)
    #expect(rig.compositor.requestCount(of: "wl_surface.commit") == commits)
    rig.wait(0.02)
    rig.runUntilSettled()
    #expect(rig.carousel.scrollOffset == 1)
    rig.carousel.autoplayInterval = 0
    rig.runUntilSettled()
    #expect(rig.ui.wakeTime == nil)
  }

  @Test(
    "isHovered and isFocused of a carousel report whether the pointer is over it and whether keys go to it",
    .proves("D049"))
  func hoverAndFocus() throws {
    let rig = try WindowRig()
    #expect(!rig.carousel.isHovered)
    rig.seat.pointer.move(to: (320, 180))
    rig.compositor.settle()
    #expect(rig.carousel.isHovered)
    rig.seat.pointer.leave()
    rig.compositor.settle()
    #expect(!rig.carousel.isHovered)
    rig.seat.keyboard.tap(.right)
    rig.runUntilSettled()
    #expect(rig.carousel.isFocused)
    let second = CarouselView(size: Size(width: 640, height: 50))
    second.carousel.dataSource = Cards()
    rig.add(second, at: .zero)
    second.becomeFocused()
    #expect(second.carousel.isFocused && !rig.carousel.isFocused)
    rig.seat.pointer.move(to: (320, 20))
    rig.compositor.settle()
    #expect(second.carousel.isHovered && !rig.carousel.isHovered)
  }

  @Test("Autoplay pauses while the window is suspended; when the suspension ends, the window draws one frame")
  func suspended() throws {
    let rig = try WindowRig { $0.autoplayInterval = 3 }
    #expect(rig.ui.wakeTime != nil)
    let toplevel = try #require(rig.compositor.toplevels.first)
    toplevel.setSuspended(true)
    rig.compositor.settle()
    #expect(rig.carousel.isOffscreen)
    #expect(rig.ui.wakeTime == nil)
    let commits = rig.compositor.requestCount(of: "wl_surface.commit")
    rig.compositor.advance(by: 60_000_000_000)
    rig.ui.wake()
    rig.compositor.settle()
    #expect(rig.compositor.requestCount(of: "wl_surface.commit") == commits)
    toplevel.setSuspended(false)
    rig.compositor.settle()
    #expect(!rig.carousel.isOffscreen)
    #expect(rig.compositor.requestCount(of: "wl_surface.commit") == commits + 1)
    #expect(rig.carousel.scrollOffset == 0)
    rig.runUntilSettled()
    #expect(rig.ui.wakeTime != nil)
  }

  @Test("While a finger holds still, the window has a wake time for the long press", .proves("I04"))
  func longPress() throws {
    let rig = try WindowRig()
    rig.seat.touch.down(at: (320, 180))
    rig.compositor.settle()
    #expect(rig.ui.wakeTime != nil)
    rig.seat.touch.up()
    rig.compositor.settle()
    rig.runUntilSettled()
    #expect(rig.ui.wakeTime == nil)
  }
}
