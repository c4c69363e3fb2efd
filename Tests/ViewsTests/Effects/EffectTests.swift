import Drawing
import Geometry
import TestSupport
import Testing
import ViewFixtures
@_spi(Subclassing) import Views

/// A card in which each row has a different color, painted with effects.
@MainActor
@Suite("Effects of a view")
struct EffectTests {
  private let size = Size(width: 60, height: 40)

  private func card() -> View {
    let size = size
    return PaintedView(size: size, isOpaque: true) { canvas in
      for row in 0..<Int(size.height) {
        canvas.fill(
          Rect(x: 0, y: Double(row), width: size.width, height: 1),
          with: Color(red: Double(row * 6) / 255, green: 0.5, blue: 1))
      }
    }
  }

  private func close(_ a: Pixel, _ b: Pixel, _ tolerance: Int = 2) -> Bool {
    abs(Int(a.red) - Int(b.red)) <= tolerance && abs(Int(a.green) - Int(b.green)) <= tolerance
      && abs(Int(a.blue) - Int(b.blue)) <= tolerance && abs(Int(a.alpha) - Int(b.alpha)) <= tolerance
  }

  private func faded(_ pixel: Pixel, _ alpha: Double) -> Pixel {
    func part(_ value: UInt8) -> UInt8 { UInt8((Double(value) * alpha).rounded()) }
    return Pixel(
      blue: part(pixel.blue), green: part(pixel.green), red: part(pixel.red), alpha: part(pixel.alpha))
  }

  @Test(
    "Row k from the top of a reflection is row k from the bottom of the view, with decreasing opacity",
    .proves("C01", "F14"),
    arguments: [1, 1.5, 2])
  func reflection(scale: Double) throws {
    let view = card()
    let plain = try ViewPainting.paint(view, scale: scale)
    view.reflection = Reflection(gap: 4, scale: 0.5, alpha: 0.5)
    let painted = try ViewPainting.paint(view, scale: scale)
    let (height, gap) = (Int(40 * scale), Int(4 * scale))
    let rows = Int(20 * scale)
    #expect(painted.image.height == height + gap + rows)
    #expect((painted.originX, painted.originY) == (0, 0))
    let x = Int(30 * scale)
    for row in 0..<height { #expect(painted[x, row] == plain[x, row]) }
    for row in height..<height + gap { #expect(painted[x, row] == .clear) }
    for row in 0..<rows {
      let expected = faded(plain[x, height - 1 - row], 0.5 * (1 - (Double(row) + 0.5) / Double(rows)))
      #expect(close(painted[x, height + gap + row], expected), "row \(row)")
    }
  }

  @Test("A reflection contains all subviews, including layered ones", .proves("C02"))
  func reflectsSubviews() throws {
    let view = card()
    let knob = View(frame: Rect(x: 10, y: 30, width: 10, height: 10))
    knob.backgroundColor = .white
    knob.isLayered = true
    view.addSubview(knob)
    view.reflection = Reflection(gap: 0, scale: 1, alpha: 1)
    let root = View(size: Size(width: 200, height: 200))
    root.backgroundColor = .black
    root.addSubview(view)
    let tree = ViewTree(root: root)
    var layers: [View] = []
    tree.prepareFrame(at: .at(0))
    tree.forEachLayer { layers.append($0.view) }
    #expect(layers.count == 1 && layers[0] === root)
    let painted = try ViewPainting.paint(view, scale: 1)
    #expect(painted[15, 35] == .white)
    #expect(painted[15, 44].red > 200)
    knob.frame.origin.x = 30
    let moved = try ViewPainting.paint(view, scale: 1)
    #expect(moved[35, 44].red > 200)
    #expect(moved[15, 44].red < 230)
  }

  @Test(
    "A static reflection keeps its content until updateReflection(); a dynamic reflection shows each change")
  func stillReflection() throws {
    for isDynamic in [true, false] {
      let view = View(size: size)
      view.backgroundColor = Color(hex: 0xFF0000)
      view.reflection = Reflection(gap: 0, scale: 0.5, alpha: 1, isDynamic: isDynamic)
      _ = try ViewPainting.paint(view, scale: 1)
      view.backgroundColor = Color(hex: 0x0000FF)
      let painted = try ViewPainting.paint(view, scale: 1)
      #expect((painted[30, 41].blue > 200) == isDynamic)
      #expect((painted[30, 41].red > 200) == !isDynamic)
      view.updateReflection()
      #expect(try ViewPainting.paint(view, scale: 1)[30, 41].blue > 200)
    }
  }

  @Test(
    "Effects with extreme values do not crash, and a view without an area cannot be painted", .proves("C03"))
  func extremes() throws {
    for value in [0, -1, .nan, .infinity, -.infinity, 1e300, 1e-300] as [Double] {
      let view = card()
      view.reflection = Reflection(gap: value, scale: value, alpha: value)
      view.shadowOpacity = value
      view.shadowRadius = value
      view.shadowOffset = Size(width: value, height: value)
      view.borderWidth = value
      let painted = try ViewPainting.paint(view, scale: 1)
      #expect(painted.image.width <= 60 + 800 && painted.image.height <= 40 + 1000)
      view.size = Size(width: value, height: 0)
      #expect(throws: SurfaceError.self) { try ViewPainting.paint(view, scale: 1) }
    }
  }

  @Test(
    "The shadow of a view is its blurred shape, moved by the offset and painted below the view",
    .proves("C07"),
    arguments: [1, 1.5, 2])
  func shadow(scale: Double) throws {
    for isOpaque in [true, false] {
      let view = View(size: size)
      let content = View(size: size)
      content.backgroundColor = .white
      // If the view has no background, its shadow is computed from its pixels.
      if isOpaque { view.backgroundColor = .white } else { view.addSubview(content) }
      view.shadowOpacity = 0.5
      view.shadowRadius = 8
      view.shadowOffset = Size(width: 2, height: 6)
      let painted = try ViewPainting.paint(view, scale: scale)
      let (left, top) = (painted.originX, painted.originY)
      #expect(left == Int((6 * scale).rounded(.up)) && top == Int((2 * scale).rounded(.up)))
      #expect(painted.image.width == left + Int(60 * scale) + Int((10 * scale).rounded(.up)))
      // The view covers its shadow.
      #expect(painted[left + 5, top + 5] == .white)
      // The shadow has half of its opacity at the edge of the shape, and is invisible beyond its radius.
      let (x, edge) = (left + Int(30 * scale), top + Int((40 + 6) * scale))
      #expect(abs(Int(painted[x, edge].alpha) - 64) < 14)
      #expect(painted[x, edge].red == 0)
      #expect(painted[x, top + Int((40 + 2) * scale)].alpha > painted[x, edge + Int(3 * scale)].alpha)
      #expect(painted[x, painted.image.height - 1].alpha < 8)
    }
  }

  @Test("A mask cuts the view and the view's reflection to the shape of the mask", .proves("C10"))
  func mask() throws {
    let view = card()
    view.mask = .ellipse
    view.reflection = Reflection(gap: 0, scale: 0.5, alpha: 1)
    let painted = try ViewPainting.paint(view, scale: 1)
    #expect(painted[0, 0] == .clear && painted[59, 39] == .clear)
    #expect(painted[30, 20].alpha == 255)
    #expect(painted[1, 41] == .clear && painted[30, 41].alpha > 200)
    let triangle = card()
    triangle.mask = .path { size in
      var path = Path()
      path.move(to: .zero)
      path.line(to: Point(x: size.width, y: 0))
      path.line(to: Point(x: 0, y: size.height))
      path.close()
      return path
    }
    let cut = try ViewPainting.paint(triangle, scale: 2)
    let area = Double(cut.count { $0.alpha > 127 })
    #expect(abs(area - 120 * 80 / 2) < 120)
  }

  @Test("A border is painted over the content, inside the bounds, with the corner radius of the view")
  func border() throws {
    let view = View(size: size)
    view.backgroundColor = .white
    view.cornerRadius = 10
    view.borderWidth = 3
    view.borderColor = Color(hex: 0xFF0000)
    let painted = try ViewPainting.paint(view, scale: 1)
    #expect(painted.image.width == 60)
    #expect(painted[30, 1].red == 255 && painted[30, 1].green == 0)
    #expect(painted[30, 4] == .white)
    #expect(painted[0, 0] == .clear)
  }

  @Test(
    "A filter of the application can run on any thread, and is applied before the other effects",
    .proves("C09"))
  func filter() async throws {
    let view = card()
    view.filter = { picture, canvas in
      canvas.draw(picture, in: canvas.bounds)
      canvas.fill(Rect(x: 0, y: 0, width: 60, height: 20), with: .white)
    }
    view.reflection = Reflection(gap: 0, scale: 1, alpha: 1)
    let job = try #require(ViewPainting.job(for: view, scale: 1))
    let painted = try await Task.detached { try job.run() }.value
    let plain = try ViewPainting.paint(card(), scale: 1)
    #expect(painted[5, 5] == .white)
    #expect(painted[5, 30] == plain[5, 30])
    // The upper half of the view is the lower half of the reflection.
    #expect(painted[5, 65].red == painted[5, 65].blue)
    #expect(painted.bytes == (try ViewPainting.paint(view, scale: 1)).bytes)
  }

  @Test("A hit test ignores the shadow and the reflection of a view, and finds the view behind them")
  func hits() {
    let root = View(size: Size(width: 200, height: 200))
    let view = card()
    view.frame.origin = Point(x: 50, y: 50)
    view.reflection = Reflection()
    view.shadowOpacity = 1
    view.shadowRadius = 20
    root.addSubview(view)
    #expect(root.hitTest(Point(x: 60, y: 60)) === view)
    for point in [Point(x: 45, y: 60), Point(x: 60, y: 95), Point(x: 60, y: 100)] {
      #expect(root.hitTest(point) === root)
    }
  }

  @Test(
    "A subview with effects has the same pixels whether it is painted alone or into the pixels of its superview",
    arguments: [1, 1.5, 2])
  func nested(scale: Double) throws {
    let root = View(size: Size(width: 120, height: 120))
    let view = card()
    view.frame.origin = Point(x: 20, y: 20)
    view.shadowOpacity = 1
    view.shadowRadius = 8
    view.reflection = Reflection(gap: 2, scale: 0.5, alpha: 0.7)
    let own = try ViewPainting.paint(view, scale: scale)
    root.addSubview(view)
    let painted = try ViewPainting.paint(root, scale: scale)
    let (left, top) = (Int(20 * scale) - own.originX, Int(20 * scale) - own.originY)
    for y in stride(from: 0, to: own.image.height, by: 3) {
      for x in stride(from: 0, to: own.image.width, by: 3) {
        #expect(close(painted[left + x, top + y], own[x, y], 3), "\(x), \(y)")
      }
    }
  }

  @Test("A change inside a view with a reflection also damages the area of the reflection")
  func damage() {
    let root = View(size: Size(width: 200, height: 200))
    root.backgroundColor = .white
    let view = card()
    view.frame.origin = Point(x: 50, y: 50)
    view.reflection = Reflection(gap: 10, scale: 0.5, alpha: 1)
    let dot = View(frame: Rect(x: 10, y: 30, width: 5, height: 5))
    view.addSubview(dot)
    root.addSubview(view)
    let tree = ViewTree(root: root)
    tree.prepareFrame(at: .at(0))
    func damage(_ change: () -> Void) -> Rect? {
      let version = root.contentVersion
      change()
      return root.layer.damage.area(since: version)
    }
    // The dot is 5 to 10 points above the lower side of the view, at y = 90, and its reflection as far below
    // the gap.
    #expect(damage { dot.backgroundColor = .black } == Rect(x: 60, y: 80, width: 5, height: 30))
    #expect(damage { dot.isHidden = true } == Rect(x: 60, y: 80, width: 5, height: 30))
    dot.isHidden = false
    // The upper half of the view is not reflected.
    _ = damage { dot.frame.origin.y = 2 }
    #expect(damage { dot.backgroundColor = .white } == Rect(x: 60, y: 52, width: 5, height: 5))
    view.shadowOpacity = 1
    let all = damage { dot.backgroundColor = .black } ?? .zero
    #expect(all.minX <= 50 && all.maxX >= 110 && all.minY <= 50 && all.maxY >= 120 && all.maxY < 130)
    view.shadowOpacity = 0
    view.filter = { picture, canvas in canvas.draw(picture, in: canvas.bounds) }
    let filtered = damage { view.setNeedsDisplay(Rect(x: 0, y: 0, width: 1, height: 1)) } ?? .zero
    #expect(filtered.size.width >= 60)
  }
}
