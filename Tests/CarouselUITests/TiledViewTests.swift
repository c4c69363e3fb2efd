import CarouselUI
import HeadlessCompositor
import Testing

@MainActor
struct TiledViewTests {
  /// Returns a view with a vertical gradient.
  private func gradient(width: Double, height: Double) -> View {
    let size = Size(width: width, height: height)
    return PaintedView(size: size, isOpaque: true) { canvas in
      let bounds = Rect(origin: .zero, size: size)
      canvas.fill(bounds, with: .vertical(in: bounds, colors: [.red, .blue]))
    }
  }

  @Test(
    "A tiled strip of a vertical gradient looks like the whole gradient and needs less memory",
    arguments: [1, 1.25, 1.5, 2])
  func strip(scale: Double) throws {
    let rig = try WindowRig(scale: scale) { $0.type = .coverFlow2 }
    let backdrop = gradient(width: 640, height: 360)
    rig.ui.contentView.insertSubview(backdrop, at: 0)
    rig.runUntilSettled()
    let whole = rig.compositor.capture()
    let strip = gradient(width: 120, height: 360)
    let size = Size(width: 640, height: 360)
    backdrop.removeFromSuperview()
    rig.ui.contentView.insertSubview(TiledView(tile: strip, size: size), at: 0)
    rig.runUntilSettled()
    #expect(rig.compositor.capture() == whole)
    #expect(rig.textures.byteCount(of: strip) < Int(640 * 360 * 4 * scale * scale) / 4)
  }

  @Test("A tiled view is covered with whole copies of its tile, from the top left corner in both directions")
  func pattern() throws {
    let rig = try WindowRig(cards: Cards(count: 0))
    let dot = PaintedView(size: Size(width: 40, height: 30), isOpaque: true) { canvas in
      canvas.fill(with: .blue)
      canvas.fill(Rect(x: 10, y: 10, width: 2, height: 2), with: .red)
    }
    let size = Size(width: 100, height: 70)
    rig.add(TiledView(tile: dot, size: size), at: Point(x: 5, y: 7))
    rig.runUntilSettled()
    let capture = rig.compositor.capture()
    for y in 0..<capture.height {
      for x in 0..<capture.width {
        let (column, row) = (x - 5, y - 7)
        let isInside = (0..<120).contains(column) && (0..<90).contains(row)
        let isRed = isInside && (10..<12).contains(column % 40) && (10..<12).contains(row % 30)
        let expected = isRed ? Color.red : isInside ? .blue : .black
        #expect(capture[x, y] == expected.premultipliedBGRA.pixel, "(\(x), \(y))")
      }
    }
    #expect(dot.paintCount == 1)
  }

  @Test(
    "Only the copies of a tile inside the window are drawn, so a huge tiled view does not delay the frame")
  func beyond() throws {
    let rig = try WindowRig(cards: Cards(count: 0))
    let half = PaintedView(size: Size(width: 40, height: 40), isOpaque: true) { canvas in
      canvas.fill(with: .blue)
      canvas.fill(Rect(x: 0, y: 0, width: 20, height: 40), with: .red)
    }
    let size = Size(width: 1e9, height: 1e9)
    let tiles = TiledView(tile: half, size: size)
    rig.add(tiles, at: Point(x: -4e8 + 1, y: -4e8))
    rig.runUntilSettled()
    let capture = rig.compositor.capture()
    for y in 0..<capture.height {
      for x in 0..<capture.width {
        let expected = (x + 39) % 40 < 20 ? Color.red : .blue
        #expect(capture[x, y] == expected.premultipliedBGRA.pixel, "(\(x), \(y))")
      }
    }
    tiles.frame.origin = Point(x: 1000, y: 0)
    rig.runUntilSettled()
    #expect(rig.compositor.capture()[5, 5] == 0xFF00_0000)
  }

  @Test("A tiled view is not drawn if its tile has no area")
  func noArea() throws {
    let rig = try WindowRig(cards: Cards(count: 0))
    let view = PaintedView(size: .zero) { _ in }
    rig.add(TiledView(tile: view, size: Size(width: 100, height: 100)), at: .zero)
    rig.add(PaintedView(size: .zero) { _ in }, at: .zero)
    #expect(rig.runUntilSettled() && rig.compositor.capture()[5, 5] == 0xFF00_0000)
  }
}
