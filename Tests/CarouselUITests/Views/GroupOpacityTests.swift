import CarouselUI
import HeadlessCompositor
import TestSupport
import Testing

/// Translucent views with layers.
@MainActor
struct GroupOpacityTests {
  /// A card with two views that overlap.
  @MainActor
  private struct Card {
    let view = View(size: Size(width: 200, height: 150))
    let middle = View(frame: Rect(x: 30, y: 20, width: 100, height: 80))
    let front = View(frame: Rect(x: 80, y: 50, width: 100, height: 80))

    init(isLayered: Bool) {
      view.backgroundColor = Color(hex: 0x204060)
      middle.backgroundColor = Color(hex: 0xD09020)
      front.backgroundColor = Color(hex: 0x30C040)
      view.addSubview(middle)
      view.addSubview(front)
      middle.isLayered = isLayered
      front.isLayered = isLayered
    }
  }

  private func settle(_ rig: WindowRig) {
    for _ in 0..<3 {
      rig.queue.runAll()
      rig.runUntilSettled()
    }
  }

  private func picture(
    isLayered: Bool, type: CarouselType, change: (WindowRig, Card) -> Void
  ) throws -> (Picture, Card) {
    let card = Card(isLayered: isLayered)
    let rig = try WindowRig(cards: Cards(count: 0)) {
      $0.type = type
      $0.scrollToItemBoundary = false
    }
    let source = GivenViews([card.view] + (0..<3).map { _ in View(size: Size(width: 200, height: 150)) })
    rig.carousel.dataSource = source
    rig.carousel.scrollOffset = type == .linear ? 0 : 0.2
    settle(rig)
    change(rig, card)
    settle(rig)
    return withExtendedLifetime(source) { (Picture(rig.compositor.capture().pixels), card) }
  }

  private struct Picture: Equatable {
    let pixels: [UInt32]
    init(_ pixels: [UInt32]) { self.pixels = pixels }
  }

  @Test(
    "A faded card with layers looks like a faded card without layers",
    arguments: [CarouselType.linear, .rotary, .coverFlow], [0.3, 0.75])
  func fadedCard(type: CarouselType, alpha: Double) throws {
    let (layered, card) = try picture(isLayered: true, type: type) { $1.view.alpha = alpha }
    let (plain, _) = try picture(isLayered: false, type: type) { $1.view.alpha = alpha }
    #expect(!card.front.isLayerRoot)
    #expect(layered == plain)
  }

  @Test("An item that the carousel fades looks like a faded item without layers")
  func fadedItem() throws {
    func fade(_ rig: WindowRig, _: Card) {
      rig.carousel.options.fadeMin = -0.05
      rig.carousel.options.fadeMax = 0.05
      rig.carousel.options.fadeMinAlpha = 0.4
      rig.carousel.options.fadeRange = 0.1
    }
    let (layered, card) = try picture(isLayered: true, type: .rotary, change: fade)
    let (plain, _) = try picture(isLayered: false, type: .rotary, change: fade)
    let (opaque, _) = try picture(isLayered: false, type: .rotary) { _, _ in }
    #expect(!card.front.isLayerRoot)
    #expect(layered == plain && layered != opaque)
  }

  @Test(
    "A faded card that becomes opaque has layers again; without group opacity, a faded card keeps its layers")
  func ends() throws {
    let (again, card) = try picture(isLayered: true, type: .rotary) { rig, card in
      card.view.alpha = 0.5
      settle(rig)
      #expect(!card.front.isLayerRoot)
      card.view.alpha = 1
    }
    #expect(card.front.isLayerRoot && card.middle.isLayerRoot)
    let (unchanged, _) = try picture(isLayered: true, type: .rotary) { _, _ in }
    #expect(again == unchanged)
    let (shining, ungrouped) = try picture(isLayered: true, type: .linear) { _, card in
      card.view.allowsGroupOpacity = false
      card.view.alpha = 0.5
    }
    #expect(ungrouped.front.isLayerRoot)
    let (grouped, _) = try picture(isLayered: true, type: .linear) { $1.view.alpha = 0.5 }
    #expect(shining != grouped)
  }

  @Test("Layers beside each other keep their own pixels in a faded container")
  func beside() throws {
    let rig = try WindowRig(cards: Cards(count: 0))
    let parts = (0..<2).map { _ in View(size: Size(width: 60, height: 60)) }
    let stack = StackView(spacing: 0, parts)
    for part in parts {
      part.backgroundColor = .white
      part.isLayered = true
    }
    stack.frame = Rect(x: 10, y: 10, width: 120, height: 60)
    rig.add(stack, at: Point(x: 10, y: 10), alpha: 0.5)
    settle(rig)
    #expect(parts[0].isLayerRoot && parts[1].isLayerRoot)
    #expect(rig.compositor.capture()[40, 40] == 0xFF80_8080)
    parts[1].transform = .translation(x: -20, y: 0)
    stack.alpha = 1
    rig.compositor.run(frames: 1)
    stack.alpha = 0.5
    settle(rig)
    #expect(!parts[0].isLayerRoot)
    #expect(rig.compositor.capture()[60, 40] == 0xFF80_8080)
  }

  @Test("The first frame of a fade shows the layers although the paint queue is busy")
  func firstFrame() throws {
    let card = Card(isLayered: true)
    let rig = try WindowRig(cards: Cards(count: 0))
    rig.ui.contentView.addSubview(card.view)
    settle(rig)
    card.view.alpha = 0.99
    rig.compositor.run(frames: 1)
    // The queue has run no job since the fade began.
    let color = rig.compositor.capture()[150, 90]
    #expect(color & 0xFF > 0x38 && color >> 8 & 0xFF > 0xB8)
  }

  @Test("In a faded carousel, no card is visible through another card")
  func fadedCarousel() throws {
    let rig = try WindowRig(cards: Cards(count: 9)) { $0.type = .coverFlow2 }
    settle(rig)
    let opaque = rig.compositor.capture()
    rig.ui.carouselView.alpha = 0.5
    settle(rig)
    let faded = rig.compositor.capture()
    for (pixel, dim) in zip(opaque.pixels, faded.pixels) {
      for shift in [0, 8, 16] as [UInt32] {
        let (full, half) = (Int(pixel >> shift & 0xFF), Int(dim >> shift & 0xFF))
        guard abs(2 * half - full) > 3 else { continue }
        Issue.record("\(full) became \(half)")
        return
      }
    }
  }
}
