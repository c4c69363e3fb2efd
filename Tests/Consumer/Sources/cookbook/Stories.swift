import CarouselUI

/// A round picture with a ring that turns gray once the story was opened.
final class StoryButton: Control {
  private let name: String
  private var isSeen = false

  init(_ name: String) {
    self.name = name
    super.init(size: Size(width: 76, height: 96))
  }

  override func activate() {
    isSeen = true
    setNeedsDisplay()
  }

  override func makePainter() -> Painter? {
    let (name, colors) = (name, effectiveTheme.colors)
    let ring = isSeen ? colors.border : colors.accent
    return { canvas in
      let center = Point(x: 38, y: 38)
      canvas.stroke(.circle(center: center, radius: 32), with: ring, width: 3)
      canvas.fill(.circle(center: center, radius: 27), with: ring.withAlpha(0.25))
      let style = TextStyle(size: 12, color: colors.foreground, alignment: .center, maxLines: 1)
      canvas.draw(TextLayout(name, style: style, width: 76), at: Point(x: 0, y: 76))
    }
  }
}

@MainActor func stories() -> View {
  let names = ["Ada", "Björn", "Chidi", "Dalia", "Emre", "Farah", "Goro", "Hana", "Ivo"]
  let bar = CarouselView()
  (bar.liveItems, bar.preferredSize) = (.all, Size(width: 480, height: 110))
  (bar.carousel.snapAlignment, bar.carousel.containsEnds) = (.start, true)
  bar.carousel.setItems(names.indices.map(Entry.init)) { entry, _ in StoryButton(names[entry.id]) }
  let picture = art(4, Size(width: 440, height: 160)).growing()
  return StackView(.vertical, spacing: 8, insets: EdgeInsets(14), [bar, picture])
}
