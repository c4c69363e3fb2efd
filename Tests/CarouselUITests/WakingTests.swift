import CarouselUI
import HeadlessCompositor
import TestSupport
import Testing

/// Carousels that move by themselves, in a window that sleeps meanwhile.
@MainActor
struct WakingTests {
  @Test(
    "A window with an interval asks for nothing until its time, and then shows the next item",
    .proves("D050", "R130"))
  func interval() throws {
    let rig = try WindowRig { $0.autoplayInterval = 3 }
    let now = Double(rig.compositor.now) / 1e9
    let wake = try #require(rig.ui.wakeTime)
    #expect(wake.seconds - now > 2 && wake.seconds - now <= 3)
    #expect(!rig.compositor.isFrameWanted)
    let commits = rig.compositor.requestCount(of: "wl_surface.commit")
    rig.compositor.advance(by: UInt64((wake.seconds - now) * 1e9) + 1_000_000)
    rig.compositor.settle()
    #expect(rig.compositor.requestCount(of: "wl_surface.commit") == commits)
    rig.ui.wake()
    rig.runUntilSettled()
    #expect(rig.carousel.scrollOffset == 1)
    rig.carousel.autoplayInterval = 0
    rig.runUntilSettled()
    #expect(rig.ui.wakeTime == nil)
  }

  @Test("The pointer over a carousel, and the keyboard in it, are told to it", .proves("D049"))
  func presences() throws {
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
    let second = CarouselPane(carousel: Carousel(bounds: .zero)) {
      Rect(x: 0, y: 0, width: $0.width, height: 50)
    }
    second.carousel.dataSource = rig.cards
    rig.ui.addPane(second)
    rig.ui.focusedPane = second
    #expect(second.carousel.isFocused && !rig.carousel.isFocused)
    rig.seat.pointer.move(to: (320, 20))
    rig.compositor.settle()
    #expect(second.carousel.isHovered && !rig.carousel.isHovered)
  }

  @Test("A finger that lies still wakes the window for its long press", .proves("I04"))
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
