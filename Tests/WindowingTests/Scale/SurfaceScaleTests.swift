import Geometry
import Testing
import Windowing

struct SurfaceScaleTests {
  @Test(
    "Each side of a buffer is the surface's side times the scale, rounded",
    arguments: [
      (120, 100, 50, 100, 50), (180, 101, 51, 152, 77), (150, 101, 33, 126, 41), (240, 101, 51, 202, 102),
      (132, 5, 5, 6, 6), (138, 50, 90, 58, 104), (138, 110, 170, 127, 196),
    ])
  func fractional(scale: UInt32, width: Int, height: Int, bufferWidth: Int, bufferHeight: Int) {
    var scaling = SurfaceScale()
    scaling.preferred = scale
    let size = scaling.bufferSize(for: Size(width: Double(width), height: Double(height)))
    #expect(size.width == bufferWidth)
    #expect(size.height == bufferHeight)
    #expect(scaling.bufferScale == 1)
    #expect(scaling.usesViewport)
  }

  @Test("Without a preferred scale, the largest scale of the outputs is used")
  func outputs() {
    var scaling = SurfaceScale()
    #expect(scaling.value == 1)
    scaling.outputs = [1, 2]
    #expect(scaling.value == 2)
    #expect(scaling.bufferScale == 2)
    #expect(!scaling.usesViewport)
    scaling.preferred = 180
    #expect(scaling.value == 1.5)
  }
}
