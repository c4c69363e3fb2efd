import CarouselUI
import HeadlessCompositor
import TestSupport
import Testing

/// Cards that unfold in views whose effects are computed from their pixels.
@MainActor
struct FlattenedCardTests {
  private static func colored(_ color: Color) -> View {
    let view = View(size: Size(width: 100, height: 40))
    view.backgroundColor = color
    return view
  }

  @Test("A card that folds in a view with a reflection leaves no pixels at its former place", .proves("V02"))
  func reflected() throws {
    let rig = try WindowRig(cards: Cards(count: 0))
    let card = UnfoldingView(
      front: Self.colored(.red), panels: [Color.green, .blue, .white].map { Self.colored($0) })
    let mirrored = View(size: Size(width: 500, height: 200))
    mirrored.reflection = Reflection()
    card.frame.origin = Point(x: 10, y: 10)
    mirrored.addSubview(card)
    rig.add(mirrored, at: Point(x: 50, y: 20))
    func settle() {
      for _ in 0..<4 {
        rig.queue.runAll()
        rig.runUntilSettled()
      }
    }
    settle()
    for isAnimated in [false, true] {
      card.setOpen(true, animated: isAnimated)
      settle()
      #expect(rig.compositor.capture().pixels.contains(Color.white.premultipliedBGRA.pixel))
      card.setOpen(false, animated: isAnimated)
      settle()
      let shown = rig.compositor.capture().pixels
      mirrored.setNeedsDisplay()
      settle()
      #expect(rig.compositor.capture().pixels == shown)
    }
  }
}
