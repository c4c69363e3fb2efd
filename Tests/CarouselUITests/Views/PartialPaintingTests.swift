import CarouselUI
import HeadlessCompositor
import TestSupport
import Testing

/// Repaints of a part of a card.
@MainActor
struct PartialPaintingTests {
  private func card() -> (View, [LabelView], Slider) {
    let card = View(size: Size(width: 400, height: 300))
    card.backgroundColor = Color(hex: 0x204060)
    card.cornerRadius = 18
    let labels = (0..<6).map { row in
      let label = LabelView(
        "Row \(row)", size: Size(width: 180, height: 30), style: TextStyle(size: 14, color: .white),
        background: Color(white: 1, alpha: 0.1))
      label.frame.origin = Point(x: 20.3, y: 20 + Double(row) * 36.7)
      card.addSubview(label)
      return label
    }
    let slider = Slider(frame: Rect(x: 220, y: 250, width: 160, height: 20))
    card.addSubview(slider)
    return (card, labels, slider)
  }

  private func settle(_ rig: WindowRig) {
    for _ in 0..<4 {
      rig.queue.runAll()
      rig.runUntilSettled()
    }
  }

  @Test(
    "Repainting only the changed parts of a card yields the same pixels as repainting the whole card",
    arguments: [CarouselType.linear, .rotary, .wheel], [1, 1.5, 2])
  func equalsWholePainting(type: CarouselType, scale: Double) throws {
    let (card, labels, slider) = card()
    let source = GivenViews([card])
    let rig = try WindowRig(scale: scale, cards: Cards(count: 0)) {
      $0.type = type
      $0.scrollToItemBoundary = false
    }
    rig.carousel.dataSource = source
    rig.carousel.scrollOffset = type == .linear ? 0 : 0.1
    settle(rig)
    var random = SplitMix(seed: 7)
    for step in 0..<12 {
      switch step % 4 {
      case 0: labels[Int.random(in: 0..<6, using: &random)].text = "Step \(step)"
      case 1: slider.value = Double.random(in: 0...1, using: &random)
      case 2: labels[2].frame.origin.x += 7.4
      default: labels[4].alpha = Double.random(in: 0.2...1, using: &random)
      }
      settle(rig)
      let parts = rig.compositor.capture()
      card.setNeedsDisplay()
      settle(rig)
      #expect(rig.compositor.capture() == parts, "step \(step)")
    }
  }

  @Test("When a slider in a card moves, only the slider is damaged", arguments: [1, 1.5])
  func smallDamage(scale: Double) throws {
    let (card, _, slider) = card()
    let source = GivenViews([card])
    let rig = try WindowRig(scale: scale, cards: Cards(count: 0))
    rig.carousel.dataSource = source
    settle(rig)
    slider.value = 0.4
    rig.compositor.run(frames: 1)
    rig.queue.runAll()
    rig.runUntilSettled()
    #expect(rig.ui.lastFrame.damaged > 0)
    #expect(Double(rig.ui.lastFrame.damaged) < 170 * 30 * scale * scale)
  }

  @Test("If a view can only draw on the main actor, its changes are also repainted in parts")
  func mainActorOnly() throws {
    final class Meter: View {
      var level = 0.0 { didSet { setNeedsDisplay(Rect(x: 0, y: 0, width: size.width, height: 20)) } }
      private(set) var drawnAreas = 0
      override func draw(in canvas: Canvas) {
        drawnAreas += 1
        canvas.fill(Rect(x: 0, y: 0, width: size.width, height: size.height), with: .red)
        canvas.fill(Rect(x: 0, y: 0, width: size.width * level, height: 20), with: .white)
      }
    }
    let meter = Meter(size: Size(width: 200, height: 160))
    let rig = try WindowRig(cards: Cards(count: 0))
    rig.add(meter, at: Point(x: 10, y: 10))
    rig.runUntilSettled()
    meter.level = 0.5
    rig.runUntilSettled()
    let capture = rig.compositor.capture()
    #expect(capture[20, 20] == 0xFFFF_FFFF && capture[200, 20] == Color.red.premultipliedBGRA.pixel)
    #expect(rig.ui.lastFrame.damaged < 200 * 30)
  }
}
