import CarouselUI
import HeadlessCompositor
import Raster
import TestBitmaps
import TestSupport
import Testing

/// Contents of scroll views that are too large for one texture.
@MainActor
struct LargeLayerTests {
  /// Returns content with lines of many colors. It draws only the lines inside the clip of the canvas.
  private static func stripes(_ size: Size) -> View {
    PaintedView(size: size) { canvas in
      let seen = canvas.clipBounds
      canvas.fill(seen, with: Color(hex: 0x203040))
      for (step, length) in [(7, 60.0), (13, 110), (31, 190)] {
        let first = Int(max(seen.minY, 0)) / step
        for line in first...max(first, Int(min(seen.maxY, size.height)) / step) {
          let y = Double(line * step)
          canvas.fill(Rect(x: 3, y: y, width: length, height: 2.5), with: Color(hex: color(line * step)))
        }
      }
    }
  }

  nonisolated private static func color(_ number: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: number &* 2_654_435_761) & 0xFF_FF_FF | 0x40_40_40
  }

  /// Shows a scroll view with a content in an item of a carousel.
  @MainActor
  private struct Rig {
    let rig: WindowRig
    /// The view around the scroll view, which is the item.
    let card = View(size: Size(width: 240, height: 320))
    let scroll: ScrollView
    let content: View
    let source: GivenViews

    init(_ content: View, _ type: CarouselType, offset: Double, scale: Double) throws {
      self.content = content
      scroll = ScrollView(content, axes: [.vertical, .horizontal], size: Size(width: 200, height: 280))
      scroll.showsScrollBars = false
      scroll.frame.origin = Point(x: 20, y: 20)
      card.addSubview(scroll)
      source = GivenViews([card])
      rig = try WindowRig(scale: scale, cards: Cards(count: 0)) {
        $0.type = type
        $0.scrollToItemBoundary = false
      }
      rig.carousel.dataSource = source
      rig.carousel.scrollOffset = offset
      settle()
    }

    func settle() {
      for _ in 0..<4 {
        rig.queue.runAll()
        rig.runUntilSettled()
      }
    }

    /// Makes the content one texture, with an effect that changes no pixel.
    func paintAtOnce() {
      content.filter = { picture, canvas in canvas.draw(picture, in: Rect(origin: .zero, size: canvas.size)) }
      settle()
    }

    var picture: [UInt32] { rig.compositor.capture().pixels }
  }

  nonisolated static let planes: [(CarouselType, Double)] = [
    (.linear, 0), (.rotary, 0.15), (.coverFlow, 0.3), (.wheel, 0.1), (.cylinder, 0.2),
  ]

  @Test("Huge tilted items, of which a window shows very many pixels, are painted at a lower resolution")
  func hugeItems() throws {
    let source = GivenViews(
      (0..<3).map { _ in
        let view = View(size: Size(width: 1e5, height: 1e5))
        view.backgroundColor = .red
        return view
      })
    let rig = try WindowRig(width: 320, height: 240, cards: Cards(count: 0)) { $0.type = .rotary }
    rig.carousel.dataSource = source
    #expect(rig.runUntilSettled())
    #expect(rig.compositor.capture()[160, 120] == Color.red.premultipliedBGRA.pixel)
    #expect(rig.textures.byteCount < 512 << 20)
    withExtendedLifetime(source) {}
  }

  @Test("Content that is divided into tiles looks the same as in one texture", arguments: planes, [1, 1.5])
  func equalsOneTexture(plane: (type: CarouselType, offset: Double), scale: Double) throws {
    let rig = try Rig(
      Self.stripes(Size(width: 200, height: 8300)), plane.type, offset: plane.offset, scale: scale)
    var layerCounts: [Int] = []
    rig.rig.ui.onScene = { layerCounts.append($0.layers.count) }
    rig.scroll.contentOffset.y = 391
    rig.settle()
    #expect((layerCounts.last ?? 0) > 1)
    let tiles = rig.picture
    rig.paintAtOnce()
    #expect(layerCounts.last == 1)
    #expect(largestChannelDifference(tiles, rig.picture) <= 1)
  }

  @Test(
    "No seams are visible between tiles when the content is rotated, enlarged or reduced",
    arguments: [0, 0.4], [0.3, 1.37])
  func transformed(angle: Double, factor: Double) throws {
    let rig = try Rig(Self.stripes(Size(width: 200, height: 8300)), .linear, offset: 0, scale: 1)
    rig.scroll.transform = Transform2D.scale(x: factor, y: factor).concatenated(with: .rotation(by: angle))
    rig.scroll.contentOffset.y = 391
    rig.settle()
    let tiles = rig.picture
    rig.paintAtOnce()
    #expect(largestChannelDifference(tiles, rig.picture) <= 1)
  }

  @Test(
    "Content with a border is divided into tiles, and each tile shows its part of the border",
    arguments: planes)
  func border(plane: (type: CarouselType, offset: Double)) throws {
    let rig = try Rig(
      Self.stripes(Size(width: 200, height: 8300)), plane.type, offset: plane.offset, scale: 1)
    var layerCount = 0
    rig.rig.ui.onScene = { layerCount = $0.layers.count }
    (rig.content.borderColor, rig.content.borderWidth, rig.content.cornerRadius) = (.white, 3, 12)
    rig.scroll.contentOffset.y = 8300 - 280
    rig.settle()
    #expect(layerCount > 1)
    let tiles = rig.picture
    rig.paintAtOnce()
    #expect(layerCount == 1)
    #expect(largestChannelDifference(tiles, rig.picture) <= 1)
    #expect(tiles.contains(0xFFFF_FFFF))
  }

  @Test("Content that is wide and high is divided in both directions")
  func wide() throws {
    let content = PaintedView(size: Size(width: 9000, height: 9000)) { canvas in
      let seen = canvas.clipBounds
      for x in stride(from: Int(seen.minX) / 50 * 50, through: Int(seen.maxX), by: 50) {
        for y in stride(from: Int(seen.minY) / 50 * 50, through: Int(seen.maxY), by: 50) {
          canvas.fill(
            Rect(x: Double(x), y: Double(y), width: 50, height: 50),
            with: Color(hex: Self.color(x * 9000 + y)))
        }
      }
    }
    let rig = try Rig(content, .linear, offset: 0, scale: 1)
    content.preferredSize = content.size
    for offset in [Point(x: 0, y: 0), Point(x: 930, y: 110), Point(x: 8800, y: 8720)] {
      rig.scroll.contentOffset = offset
      rig.settle()
      let picture = rig.rig.compositor.capture()
      for x in stride(from: 0.0, to: 200, by: 10) {
        for y in stride(from: 0.0, to: 280, by: 10) {
          let point = try #require(rig.scroll.convert(Point(x: x + 5, y: y + 5), to: nil))
          let (column, row) = (Int(offset.x + x + 5) / 50 * 50, Int(offset.y + y + 5) / 50 * 50)
          #expect(picture[Int(point.x), Int(point.y)] & 0xFF_FF_FF == Self.color(column * 9000 + row))
        }
      }
    }
  }

  @Test("Content of a million points scrolls with constant memory", .proves("I06"), arguments: [1, 2])
  func millionPoints(scale: Double) throws {
    let height = 1_000_000.0
    let content = PaintedView(size: Size(width: 200, height: height)) { canvas in
      let seen = canvas.clipBounds
      for line in Int(max(seen.minY, 0)) / 20...Int(seen.maxY) / 20 {
        canvas.fill(
          Rect(x: 0, y: Double(line) * 20, width: 200, height: 20), with: Color(hex: Self.color(line)))
      }
    }
    let rig = try Rig(content, .rotary, offset: 0.1, scale: scale)
    func check() throws {
      let offset = rig.scroll.contentOffset.y
      let picture = rig.rig.compositor.capture()
      for y in stride(from: 10.0, to: 270, by: 10) {
        let line = Int(offset + y) / 20
        guard abs((offset + y).truncatingRemainder(dividingBy: 20) - 10) < 6 else { continue }
        let point = try #require(rig.scroll.convert(Point(x: 100, y: y), to: nil))
        #expect(
          picture[Int(point.x * scale), Int(point.y * scale)] & 0xFF_FF_FF == Self.color(line),
          "line \(line) at \(y)")
      }
    }
    var most = 0
    for step in 0..<200 {
      rig.scroll.contentOffset.y = 12_345 + Double(step) * 37
      rig.rig.compositor.run(frames: 1)
      if step % 3 == 0 { rig.rig.queue.runAll() }
      most = max(most, rig.rig.textures.byteCount)
      if step % 20 == 0 { try check() }
    }
    for offset in [0, 32_760, 500_003, height - 280] {
      rig.scroll.contentOffset.y = offset
      rig.settle()
      most = max(most, rig.rig.textures.byteCount)
      try check()
    }
    // Seven tiles of 256 rows, with margins and mip levels.
    #expect(most < Int(200 * 272 * 7 * 4 * scale) * 2)
  }

  @Test("Scrolling repaints no tile, and a change repaints only the tiles that it touches")
  func repaints() throws {
    let content = Self.stripes(Size(width: 200, height: 20_000))
    let rig = try Rig(content, .linear, offset: 0, scale: 1)
    let painted = content.paintCount
    for step in 1...20 {
      rig.scroll.contentOffset.y = Double(step) * 5
      rig.rig.compositor.run(frames: 1)
    }
    rig.settle()
    #expect(content.paintCount == painted)
    content.setNeedsDisplay(Rect(x: 10, y: 300, width: 50, height: 10))
    rig.settle()
    #expect(content.paintCount == painted + 1)
    content.setNeedsDisplay(Rect(x: 10, y: 19_000, width: 50, height: 10))
    rig.settle()
    #expect(content.paintCount == painted + 1)
    content.setNeedsDisplay()
    rig.settle()
    #expect(content.paintCount > painted + 1)
  }

  @Test("In a large stack, labels are shown and updated, and controls receive taps")
  func stack() throws {
    let labels = (0..<600).map { index in
      LabelView("Row \(index)", size: Size(width: 200, height: 20), background: Color(hex: Self.color(index)))
    }
    let stack = StackView(.vertical, labels)
    let button = Button("Press") {}
    var presses = 0
    button.onClick = { presses += 1 }
    stack.insertSubview(button, at: 500)
    let rig = try Rig(stack, .linear, offset: 0, scale: 1)
    button.scrollIntoView(animated: false)
    rig.settle()
    let place = try #require(button.convert(button.bounds.center, to: nil))
    rig.rig.tap(at: (place.x, place.y))
    rig.settle()
    #expect(presses == 1)
    let label = labels[498]
    label.background = .white
    rig.settle()
    let point = try #require(label.convert(Point(x: 190, y: 10), to: nil))
    #expect(rig.rig.compositor.capture()[Int(point.x), Int(point.y)] == 0xFFFF_FFFF)
    label.isHidden = true
    rig.settle()
    #expect(rig.rig.compositor.capture()[Int(point.x), Int(point.y)] != 0xFFFF_FFFF)
  }
}
