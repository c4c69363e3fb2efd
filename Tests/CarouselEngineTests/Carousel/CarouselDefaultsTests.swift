import CarouselEngine
import Geometry
import Testing

@MainActor
struct CarouselDefaultsTests {
  @Test("Y03 Y04 Y07 Y09 a new carousel has the documented defaults")
  func defaults() {
    let carousel = Carousel(bounds: Size(width: 800, height: 600))
    #expect(carousel.type == .linear)
    #expect(carousel.perspective == -0.002)
    #expect(carousel.decelerationRate == 0.95)
    #expect(carousel.bounceDistance == 1)
  }
}
