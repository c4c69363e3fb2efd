import Geometry
import Testing
import Windowing

struct WindowRectanglesTests {
  static let borders = WindowBorders(
    shadow: EdgeInsets(top: 10, left: 20, bottom: 30, right: 20),
    frame: EdgeInsets(top: 36, left: 1, bottom: 1, right: 1),
    resizeMargin: 12)

  @Test("Without borders, all four rectangles have the size of the surface")
  func plain() {
    let plain = WindowRectangles(size: Size(width: 200, height: 100))
    let all = Rect(x: 0, y: 0, width: 200, height: 100)
    #expect([plain.surface, plain.geometry, plain.content, plain.input] == [all, all, all, all])
  }

  @Test(
    "The shadow is outside of the geometry, the title bar inside, and the resize margin is not larger than the shadow"
  )
  func floating() {
    let floating = WindowRectangles(size: Size(width: 200, height: 100), borders: Self.borders)
    #expect(floating.surface == Rect(x: 0, y: 0, width: 240, height: 140))
    #expect(floating.geometry == Rect(x: 20, y: 10, width: 200, height: 100))
    #expect(floating.content == Rect(x: 21, y: 46, width: 198, height: 63))
    #expect(floating.input == Rect(x: 8, y: 0, width: 224, height: 122))
  }

  @Test("The squares at round lower corners are not opaque; a tiled window has no round corners")
  func roundCorners() {
    var borders = Self.borders
    borders.cornerRadius = 11.5
    let size = Size(width: 200, height: 100)
    let floating = WindowRectangles(size: size, borders: borders)
    #expect(
      floating.opaqueParts == [
        Rect(x: 21, y: 46, width: 198, height: 51), Rect(x: 33, y: 97, width: 174, height: 12),
      ])
    #expect(WindowRectangles(size: size, borders: Self.borders).opaqueParts == [floating.content])
    for state: WindowState in [.maximized, .tiledLeft, .fullscreen] {
      let square = WindowRectangles(size: size, borders: borders, state: state)
      #expect(square.opaqueParts == [square.content])
    }
    for radius in [-1, .nan, .infinity, 1e300] {
      borders.cornerRadius = radius
      let parts = WindowRectangles(size: size, borders: borders).opaqueParts
      #expect(parts.allSatisfy { $0.size.width >= 0 && $0.size.height >= 0 })
    }
  }

  @Test("A maximized window has a title bar but no shadow; a full-screen window has neither")
  func filled() {
    let size = Size(width: 400, height: 300)
    let all = Rect(x: 0, y: 0, width: 400, height: 300)
    let maximized = WindowRectangles(size: size, borders: Self.borders, state: .maximized)
    #expect([maximized.surface, maximized.geometry, maximized.input] == [all, all, all])
    #expect(maximized.content == Rect(x: 1, y: 36, width: 398, height: 263))
    let fullscreen = WindowRectangles(size: size, borders: Self.borders, state: [.fullscreen, .activated])
    #expect(
      [fullscreen.surface, fullscreen.geometry, fullscreen.content, fullscreen.input] == [all, all, all, all])
  }

  @Test("A tiled side has no shadow and no resize margin")
  func tiled() {
    let tiled = WindowRectangles(
      size: Size(width: 200, height: 300), borders: Self.borders,
      state: [.tiledLeft, .tiledTop, .tiledBottom])
    #expect(tiled.surface == Rect(x: 0, y: 0, width: 220, height: 300))
    #expect(tiled.geometry == Rect(x: 0, y: 0, width: 200, height: 300))
    #expect(tiled.resizeEdge(at: Point(x: 205, y: 2)) == .right)
    #expect(tiled.resizeEdge(at: Point(x: 2, y: 2)) == nil)
  }

  @Test(
    "resizeEdge returns a side or corner for a point in the resize margin, and nil inside the window or farther out"
  )
  func edges() {
    let window = WindowRectangles(
      size: Size(width: 200, height: 100), borders: WindowBorders(shadow: EdgeInsets(20), resizeMargin: 10))
    let cases: [(Double, Double, ResizeEdge?)] = [
      (15, 15, .topLeft), (15, 30, .topLeft), (15, 60, .left), (15, 115, .bottomLeft), (100, 12, .top),
      (100, 125, .bottom), (225, 15, .topRight), (225, 60, .right), (225, 125, .bottomRight),
      (205, 12, .topRight),
      (100, 60, nil), (5, 60, nil), (100, 135, nil), (300, 300, nil), (.nan, .nan, nil),
    ]
    for (x, y, edge) in cases { #expect(window.resizeEdge(at: Point(x: x, y: y)) == edge, "(\(x), \(y))") }
  }

  @Test("Distances that are not finite, negative or fractional are rounded and clamped to whole points")
  func extremes() {
    let wild = WindowBorders(
      shadow: EdgeInsets(top: .nan, left: -5, bottom: .infinity, right: 2.6),
      frame: EdgeInsets(top: 1e300, left: 0, bottom: 0, right: 0), resizeMargin: .nan)
    let window = WindowRectangles(size: Size(width: 100, height: 50), borders: wild)
    #expect(window.surface == Rect(x: 0, y: 0, width: 103, height: 1074))
    #expect(window.content == Rect(x: 0, y: 50, width: 100, height: 0))
    #expect(window.input == window.geometry)
  }
}
