import Geometry
import Glibc
import Raster
import Testing

@Suite("Layers clipped to a convex polygon")
struct PolygonClipTests {
  /// A white layer that covers the whole canvas, clipped to `corners`, on black.
  private func scene(_ corners: [Point]) -> Scene {
    var white = Scene(width: 64, height: 48, background: [0, 0, 0, 255])
    white.layers = [
      SceneLayer(
        texture: .plain(0xFFFF_FFFF, width: 64, height: 48),
        homography: .scale(1.2, offset: Point(x: -5, y: -3)), clipCorners: corners)
    ]
    return white
  }

  private static let polygons: [[Point]] = [
    [Point(x: 10.3, y: 5.2), Point(x: 50.7, y: 9.9), Point(x: 44.1, y: 40.4), Point(x: 7.7, y: 33.3)],
    [Point(x: 7.7, y: 33.3), Point(x: 44.1, y: 40.4), Point(x: 50.7, y: 9.9), Point(x: 10.3, y: 5.2)],
    [Point(x: -20, y: 10), Point(x: 30, y: -40), Point(x: 90, y: 20), Point(x: 30, y: 90)],
    [Point(x: 20, y: 8), Point(x: 21, y: 8), Point(x: 60, y: 47)],
  ]

  @Test(
    "The coverage of a pixel of a clipped layer is the part of the pixel's area inside the polygon",
    arguments: polygons,
    RendererVariant.allCases)
  func coverage(corners: [Point], variant: RendererVariant) {
    let picture = scene(corners).drawn(variant)
    let winding: Double = corners.indices.reduce(0) { sum, index in
      let (a, b) = (corners[index], corners[(index + 1) % corners.count])
      return sum + a.x * b.y - a.y * b.x
    }
    func isInside(_ x: Double, _ y: Double) -> Bool {
      corners.indices.allSatisfy { index in
        let (a, b) = (corners[index], corners[(index + 1) % corners.count])
        return ((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)) * winding >= 0
      }
    }
    for y in 0..<48 {
      for x in 0..<64 {
        // The area is estimated from 256 points of a lattice. Few of the points lie on one line.
        let inside = (0..<256).count { index in
          let (across, down) = ((Double(index) + 0.5) / 256, (Double(index * 75 % 256) + 0.5) / 256)
          return isInside(Double(x) + across, Double(y) + down)
        }
        let expected = Double(inside) / 256 * 255
        let found = Double(picture[x, y] & 0xff)
        #expect(abs(found - expected) <= 10, "\(x), \(y)")
      }
    }
  }

  @Test(
    "A clip without area, or with a corner that is not finite, hides the layer",
    arguments: [
      [Point(x: 3, y: 3), Point(x: 20, y: 20)],
      [Point(x: 3, y: 3), Point(x: 20, y: 20), Point(x: 40, y: 40)],
      [Point(x: 3, y: 3), Point(x: Double.nan, y: 20), Point(x: 40, y: 4)],
      [Point(x: 3, y: 3), Point(x: Double.infinity, y: 20), Point(x: 40, y: 4)],
      [Point(x: 1e300, y: 3), Point(x: 3, y: 1e300), Point(x: -1e300, y: 4)],
    ])
  func invalid(corners: [Point]) {
    for variant in RendererVariant.allCases {
      let picture = scene(corners).drawn(variant)
      #expect((0..<48).allSatisfy { y in (0..<64).allSatisfy { picture[$0, y] == 0xFF00_0000 } })
    }
  }

  @Test("If a clip has too many corners, its layer draws nothing outside the canvas")
  func manyCorners() {
    let corners = (0..<100).map { index in
      let angle = Double(index) * 2 * .pi / 100
      return Point(x: 32 + 90 * cos(angle), y: 24 + 60 * sin(angle))
    }
    for variant in RendererVariant.allCases { _ = scene(corners).drawn(variant) }
  }

  @Test("If two layers are clipped at the same slanted line, no seam is visible between them")
  func seam() {
    let (a, b) = (Point(x: 20.3, y: -2), Point(x: 41.9, y: 50))
    var both = scene([Point(x: -9, y: -2), a, b, Point(x: -9, y: 50)])
    both.layers.append(scene([a, Point(x: 99, y: -2), Point(x: 99, y: 50), b]).layers[0])
    for variant in RendererVariant.allCases {
      let picture = both.drawn(variant)
      for y in 0..<48 { for x in 0..<64 { #expect(picture[x, y] & 0xff >= 254, "\(x), \(y)") } }
    }
  }
}
