import CarouselUI
import HeadlessCompositor
import TestBitmaps
import TestSupport
import Testing

/// The effects of items, in the captured pixels of a window.
@MainActor
struct EffectsInItemsTests {
  private func card() -> View {
    let size = Size(width: 120, height: 100)
    return PaintedView(size: size, isOpaque: true) { canvas in
      let bounds = Rect(origin: .zero, size: size)
      canvas.fill(
        bounds,
        with: Gradient(
          .linear(start: .zero, end: Point(x: 120, y: 100)),
          colors: [Color(hex: 0xFF2010), Color(hex: 0x1080FF)]))
    }
  }

  private func rig(
    _ cards: [View], type: CarouselType, scale: Double, offset: Double = 0
  ) throws -> (WindowRig, GivenViews) {
    let source = GivenViews(cards)
    let rig = try WindowRig(scale: scale, cards: Cards(count: 0)) {
      $0.type = type
      $0.scrollToItemBoundary = false
    }
    rig.carousel.dataSource = source
    rig.carousel.scrollOffset = offset
    settle(rig)
    return (rig, source)
  }

  private func settle(_ rig: WindowRig) {
    for _ in 0..<4 {
      rig.queue.runAll()
      rig.runUntilSettled()
    }
  }

  private func channels(_ pixel: UInt32) -> SIMD3<Double> {
    SIMD3(Double(pixel >> 16 & 255), Double(pixel >> 8 & 255), Double(pixel & 255))
  }

  @Test(
    "The reflection of an item is in the plane of the item, even if the item is tilted",
    .proves("C01", "C07"),
    arguments: [(CarouselType.linear, 0.0), (.rotary, 0.12), (.coverFlow, 0.3)], [1, 1.5, 2])
  func reflectsInPlane(layout: (CarouselType, Double), scale: Double) throws {
    let card = card()
    card.reflection = Reflection(gap: 4, scale: 0.5, alpha: 0.8)
    let (rig, source) = try rig([card], type: layout.0, scale: scale, offset: layout.1)
    let view = source.views[0]
    let capture = rig.compositor.capture()
    func pixel(_ x: Double, _ y: Double) throws -> SIMD3<Double> {
      let place = try #require(view.convert(Point(x: x, y: y), to: nil))
      return channels(capture[Int(place.x * scale), Int(place.y * scale)])
    }
    for row in [2.5, 10.5, 25.5, 40.5] {
      for x in [30.0, 60, 90] {
        let shown = try pixel(x, 104 + row)
        let expected = try pixel(x, 100 - row) * (0.8 * (1 - row / 50))
        let error = shown - expected
        #expect(
          max(abs(error.x), abs(error.y), abs(error.z)) <= 7, "\(x), row \(row): \(shown), not \(expected)")
      }
    }
    // In the gap between item and reflection, the window's background is visible.
    #expect(try pixel(60, 102) == SIMD3(0, 0, 0))
  }

  @Test(
    "After a slider in an item has changed, the next painting also updates the item's dynamic reflection",
    .proves("C02"),
    arguments: [1, 1.5])
  func followsSlider(scale: Double) throws {
    let card = card()
    let slider = Slider(frame: Rect(x: 10, y: 70, width: 100, height: 20))
    card.addSubview(slider)
    card.reflection = Reflection(gap: 0, scale: 1, alpha: 1)
    let (rig, source) = try rig([card], type: .rotary, scale: scale, offset: 0.1)
    func reflected() throws -> [UInt32] {
      let capture = rig.compositor.capture()
      return try stride(from: 12.0, to: 108, by: 4).map { x in
        let place = try #require(source.views[0].convert(Point(x: x, y: 120), to: nil))
        return capture[Int(place.x * scale), Int(place.y * scale)]
      }
    }
    let before = try reflected()
    slider.value = 0.9
    rig.compositor.run(frames: 1)
    rig.queue.runAll()
    rig.compositor.run(frames: 1)
    #expect(try reflected() != before)
  }

  @Test(
    "A view with a dynamic reflection looks the same whether it is repainted in parts or as a whole",
    .proves("C02"),
    arguments: [CarouselType.linear, .rotary], [1, 1.5, 2])
  func repaintsParts(type: CarouselType, scale: Double) throws {
    let card = card()
    card.size = Size(width: 120.3, height: 100.7)
    let dot = View(frame: Rect(x: 10, y: 10, width: 12, height: 9))
    dot.backgroundColor = .white
    card.addSubview(dot)
    card.reflection = Reflection(gap: 3.3, scale: 0.6, alpha: 0.8)
    card.borderWidth = 2
    card.borderColor = .red
    let (rig, source) = try rig([card], type: type, scale: scale, offset: type == .linear ? 0 : 0.1)
    for (x, y) in [(20.0, 12.0), (30.5, 60.2), (90, 88), (110.2, 95.5), (40, 90)] {
      dot.frame.origin = Point(x: x, y: y)
      settle(rig)
      dot.backgroundColor = Color(white: x / 120)
      settle(rig)
      let parts = rig.compositor.capture()
      card.setNeedsDisplay()
      settle(rig)
      // Cairo rounds the colors of a gradient differently in a part.
      let difference = largestChannelDifference(rig.compositor.capture().pixels, parts.pixels)
      #expect(difference <= 1, "\(x), \(y): \(difference)")
    }
    withExtendedLifetime(source) {}
  }

  @Test("In a card with a dynamic reflection, a change of a small view damages only a small part of the card")
  func damagesLittle() throws {
    let card = card()
    let dot = View(frame: Rect(x: 10, y: 88, width: 10, height: 8))
    card.addSubview(dot)
    card.reflection = Reflection(gap: 2, scale: 1, alpha: 1)
    let (rig, source) = try rig([card], type: .linear, scale: 1)
    dot.backgroundColor = .white
    rig.compositor.run(frames: 1)
    rig.queue.runAll()
    rig.runUntilSettled()
    // The card and its reflection have 24,000 pixels.
    #expect((1..<1000).contains(rig.ui.lastFrame.damaged))
    withExtendedLifetime(source) {}
  }

  @Test(
    "A tap on the reflection or the shadow of another item does not select that item", arguments: [1, 1.5])
  func tapsPass(scale: Double) throws {
    let cards = [card(), card(), card()]
    for card in cards {
      card.reflection = Reflection(gap: 4, scale: 0.5, alpha: 0.8)
      card.shadowOpacity = 1
      card.shadowRadius = 10
    }
    let (rig, source) = try rig(cards, type: .linear, scale: scale)
    let below = try #require(source.views[1].convert(Point(x: 60, y: 120), to: nil))
    rig.tap(at: (below.x, below.y))
    settle(rig)
    #expect(rig.carousel.currentItemIndex == 0)
    let inside = try #require(source.views[1].convert(Point(x: 60, y: 80), to: nil))
    rig.tap(at: (inside.x, inside.y))
    settle(rig)
    #expect(rig.carousel.currentItemIndex == 1)
  }

  @Test("Items with effects are painted once, and before a frame shows them", arguments: [1, 1.5])
  func preparedInBackground(scale: Double) throws {
    let cards = (0..<9).map { _ in card() }
    for card in cards { card.reflection = Reflection() }
    let (rig, source) = try rig(cards, type: .linear, scale: scale)
    let painted = source.views.map(\.paintCount)
    rig.carousel.scrollToItem(at: 1, duration: 0.3)
    rig.compositor.run(frames: 30)
    #expect(source.views.filter { rig.textures.holds($0) }.count >= 3)
    #expect(source.views.map(\.paintCount)[0...1].elementsEqual(painted[0...1]))
  }

  @Test("When an item gets a reflection, the item's pixels do not move in any frame", arguments: [1, 1.5])
  func changesAtOnce(scale: Double) throws {
    let card = card()
    let (rig, _) = try rig([card], type: .linear, scale: scale)
    let before = rig.compositor.capture()
    card.reflection = Reflection(gap: 4, scale: 0.5, alpha: 0.8)
    card.shadowOpacity = 1
    rig.compositor.run(frames: 1)
    let after = rig.compositor.capture()
    let place = try #require(card.convert(Point(x: 60, y: 99), to: nil))
    for x in stride(from: -50, to: 50, by: 7) {
      for y in stride(from: -90, to: 0, by: 7) {
        let (column, row) = (Int((place.x + Double(x)) * scale), Int((place.y + Double(y)) * scale))
        #expect(after[column, row] == before[column, row])
      }
    }
    #expect(after != before)
  }
}
