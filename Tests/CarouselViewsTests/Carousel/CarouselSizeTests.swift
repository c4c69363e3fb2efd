import CarouselViews
import Geometry
import Testing
import ViewFixtures
import Views

/// The size that containers give a carousel.
@MainActor
struct CarouselSizeTests {
  @Test(
    "In a stack, a carousel has its initial size; without one, the default size, or if it grows, the remaining space"
  )
  func inStack() {
    let (own, usual, growing) = (
      CarouselView(size: Size(width: 300, height: 120)), CarouselView(), CarouselView()
    )
    growing.growFactor = 1
    let stack = StackView(.vertical, [own, usual, growing])
    stack.size = Size(width: 600, height: 500)
    stack.layoutIfNeeded()
    #expect(own.frame == Rect(x: 0, y: 0, width: 600, height: 120))
    #expect(usual.frame == Rect(x: 0, y: 120, width: 600, height: 240))
    #expect(growing.frame == Rect(x: 0, y: 360, width: 600, height: 140))
    // The sizes do not depend on earlier layouts.
    stack.size = Size(width: 200, height: 400)
    stack.layoutIfNeeded()
    #expect(own.size.height == 120 && usual.size.height == 240 && growing.size.height == 40)
  }
}
