import Geometry
import Raster
import Testing

/// Compares the formula for the texel density with its definition: the distance in the texture between
/// neighboring pixels.
@Suite struct TexelDensityTests {
  @Test(
    "The texel density equals the length of the gradient, for cards of any rotation",
    arguments: [(0.0, 0.0, 0.0), (1.1, 0, 0), (0, -1.2, 0), (0.7, 0.9, 0.4), (-0.5, 1.0, -1.3)])
  func gradient(x: Double, y: Double, z: Double) throws {
    var transform = Transform3D.identity
    transform.m34 = -1 / 500
    transform = transform.rotated(by: x, x: 1).rotated(by: y, y: 1).rotated(by: z, z: 1)
      .scaled(x: 0.8, y: 0.5)
    let homography = Homography(
      placing: transform, size: Size(width: 300, height: 200), center: Point(x: 320, y: 180))
    let toTexture = try #require(homography.inverse)
    let density = TexelDensity(toTexture)
    func texel(_ x: Double, _ y: Double) throws -> Point {
      try #require(toTexture.project(Point(x: x, y: y)))
    }
    for step in 0..<20 {
      let source = Point(x: Double(step * 37 % 300), y: Double(step * 61 % 200))
      let pixel = try #require(homography.project(source))
      let h = 1e-3
      let acrossX = (try texel(pixel.x + h, pixel.y) - texel(pixel.x - h, pixel.y)) * (0.5 / h)
      let acrossY = (try texel(pixel.x, pixel.y + h) - texel(pixel.x, pixel.y - h)) * (0.5 / h)
      let squared = density.at(x: SIMD4(repeating: pixel.x), y: pixel.y)
      let columns = acrossX.x * acrossX.x + acrossY.x * acrossY.x
      let rows = acrossX.y * acrossX.y + acrossY.y * acrossY.y
      #expect(abs(squared.columns[2] / columns - 1) < 1e-4, "columns at \(source)")
      #expect(abs(squared.rows[2] / rows - 1) < 1e-4, "rows at \(source)")
    }
  }
}
