import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of the default values and the valid ranges of the properties.
@MainActor
struct DefaultTests {
  private let carousel = Carousel(bounds: Size(width: 800, height: 600))

  @Test(
    "The default layout is linear and horizontal, with perspective 1/500 and no offsets",
    .proves("Y03", "Y04", "Y05", "Y06", "R60"))
  func looks() {
    #expect(carousel.type == .linear)
    #expect(carousel.perspective == -0.002)
    #expect(carousel.contentOffset == .zero && carousel.viewpointOffset == .zero)
    #expect(Carousel(bounds: .zero).bounds == .zero)
  }

  @Test("By default a carousel is horizontal and not clipped", .proves("Y29", "R71"))
  func flags() {
    #expect(!carousel.isVertical)
    #expect(!carousel.clipsToBounds)
  }

  @Test(
    "By default the deceleration rate is 0.95, the bounce distance 1 and the scroll speed 1",
    .proves("Y07", "Y08", "Y09", "Y25", "R131"))
  func motion() {
    #expect(carousel.decelerationRate == 0.95)
    #expect(carousel.bounces)
    #expect(carousel.bounceDistance == 1)
    #expect(carousel.scrollSpeed == 1)
  }

  @Test(
    "By default dragging, snapping and centering are on, paging is off, and perpendicular swipes are ignored",
    .proves("Y10", "Y12", "Y24", "Y27", "Y28", "Y33", "Y35")
  )
  func hand() {
    #expect(carousel.isScrollEnabled)
    #expect(!carousel.isPagingEnabled)
    #expect(carousel.centerItemWhenSelected)
    #expect(carousel.stopAtItemBoundary)
    #expect(carousel.scrollToItemBoundary)
    #expect(carousel.ignorePerpendicularSwipes)
    #expect(carousel.autoscroll == 0)
  }

  @Test(
    "A new carousel has no items and does not move",
    .proves("Y11", "Y13", "Y14", "Y15", "Y20", "Y21", "Y23", "Y26", "Y30", "Y31", "Y32", "K06", "K10"))
  func state() {
    #expect(!carousel.isWrapEnabled)
    #expect(carousel.numberOfItems == 0 && carousel.numberOfPlaceholders == 0)
    #expect(carousel.numberOfVisibleItems == 0 && carousel.maximumVisibleItems == 30)
    #expect(carousel.offsetMultiplier == 1 && carousel.toggle == 0 && carousel.itemWidth == 0)
    #expect(carousel.currentItemIndex == -1 && carousel.scrollOffset == -1)
    #expect(!carousel.isDragging && !carousel.isDecelerating && !carousel.isScrolling)
  }

  @Test(
    "The properties and options for wrapping, axis, bouncing, deceleration rate and paging return the values that were set",
    .proves("C19"))
  func settable() {
    let rig = CarouselRig { $0.options = [.wrap: 1] }
    let carousel = rig.carousel
    carousel.isVertical = true
    carousel.bounces = false
    carousel.decelerationRate = 0.5
    carousel.isPagingEnabled = true
    rig.settle()
    #expect(carousel.isWrapEnabled && carousel.isVertical && !carousel.bounces && carousel.isPagingEnabled)
    #expect(carousel.decelerationRate == 0.5)
  }

  @Test(
    "With perspective −0.005 the next cover is scaled by 1/1.5; with scroll speed 0.8 a flick has 0.8 of its velocity",
    .proves("V09", "Y04", "Y07", "Y25"))
  func example() throws {
    let rig = CarouselRig(.coverFlow, items: 40) { rig in
      rig.carousel.perspective = -0.005
      rig.carousel.decelerationRate = 0.95
      rig.carousel.scrollSpeed = 0.8
    }
    #expect(near(try #require(rig.drawn(1)).homography.w(at: Point(x: 100, y: 75)), 1.5))
    rig.fling(velocity: -2000)
    #expect(near(rig.carousel.startVelocity ?? 0, 8))
  }

  @Test("Setting a number to NaN is ignored, and extreme values are clamped", .proves("Y04", "Y05", "Y06"))
  func ranges() {
    carousel.perspective = .nan
    carousel.contentOffset = Size(width: .nan, height: 7)
    carousel.viewpointOffset = Size(width: 3, height: .infinity)
    #expect(carousel.perspective == -0.002 && carousel.contentOffset == Size(width: 0, height: 7))
    #expect(carousel.viewpointOffset == Size(width: 3, height: 1e12))
    carousel.bounds = Size(width: -5, height: 1e9)
    #expect(carousel.bounds == Size(width: 0, height: 1_000_000))
    carousel.maximumVisibleItems = -3
    #expect(carousel.maximumVisibleItems == 0)
    carousel.scrollSpeed = .nan
    carousel.autoscroll = .nan
    #expect(carousel.scrollSpeed == 1 && carousel.autoscroll == 0)
  }
}
