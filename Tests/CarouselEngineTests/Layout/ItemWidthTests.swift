import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of the value that determines the distance between neighbors.
@MainActor
struct ItemWidthTests {
  @Test(
    "On the vertical axis the item width is the view's height; when the axis becomes horizontal again, it is the view's width",
    .proves("Y29"))
  func followsTheAxis() throws {
    let rig = CarouselRig()
    #expect(rig.carousel.itemWidth == 200)
    rig.carousel.isVertical = true
    rig.frame()
    #expect(rig.carousel.itemWidth == 150)
    #expect(try near(#require(rig.drawn(1)).transform.m42, 150))
    rig.carousel.isVertical = false
    rig.frame()
    #expect(try near(#require(rig.drawn(1)).transform.m41, 200))
  }

  @Test(
    "The item width that the delegate returns applies to horizontal and vertical carousels", .proves("Y29"))
  func delegateCounts() {
    let rig = CarouselRig { $0.pitch = 220 }
    rig.carousel.isVertical = true
    rig.frame()
    #expect(rig.carousel.itemWidth == 220)
  }

  @Test("After a reload, the first loaded view determines the item width again", .proves("Y29"))
  func reload() throws {
    let rig = CarouselRig()
    rig.itemSize.width = 120
    rig.carousel.reloadItem(at: 0, animated: false)
    rig.frame()
    #expect(rig.carousel.itemWidth == 200)
    rig.carousel.reloadData()
    rig.frame()
    #expect(rig.carousel.itemWidth == 120)
    #expect(try near(#require(rig.drawn(1)).transform.m41, 120))
    // An empty carousel keeps the width until it has items.
    rig.itemSize.width = 90
    rig.itemCount = 0
    rig.carousel.reloadData()
    rig.frame()
    #expect(rig.carousel.itemWidth == 120)
    rig.itemCount = 3
    rig.carousel.reloadData()
    rig.frame()
    #expect(rig.carousel.itemWidth == 90)
  }

  @Test("After a reload, the delegate is asked for the item width again", .proves("Y29"))
  func reloadAsksDelegate() {
    let rig = CarouselRig { $0.pitch = 220 }
    rig.pitch = 240
    rig.carousel.reloadData()
    rig.frame()
    #expect(rig.carousel.itemWidth == 240)
    // As in iCarousel, a width of the delegate stays if the delegate returns none after a reload.
    rig.pitch = 0
    rig.carousel.reloadData()
    rig.frame()
    #expect(rig.carousel.itemWidth == 240)
  }

  @Test("When the axis changes, individual item widths are requested again", .proves("Y29", "D021"))
  func individual() throws {
    let rig = SizesTests.rig(.linear)
    let asked = rig.widthRequests
    rig.carousel.scrollOffset = 3
    rig.widths = { _ in 50 }
    rig.carousel.isVertical = true
    rig.frame()
    #expect(rig.widthRequests == asked + 12)
    #expect(try near(#require(rig.drawn(4)).transform.m42, 50))
  }
}
