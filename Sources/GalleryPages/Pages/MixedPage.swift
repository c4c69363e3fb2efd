import CarouselUI

/// Items of different kinds: a text, a drawing, a picture and controls.
final class MixedPage: StackView {
  private let view = CarouselView()
  private static let size = Size(width: 240, height: 280)

  init() {
    super.init(.vertical)
    view.carousel.type = .coverFlow
    view.accessibilityLabel = "Items"
    view.carousel.options.spacing = 0.5
    let items = [text(), PrintView(6, size: Self.size), drawing(), controls(), PrintView(4, size: Self.size)]
    view.carousel.setItems(Picture.first(items.count)) { picture, _ in items[picture.id] }
    view.carousel.currentItemIndex = 2
    addSubview(view.growing())
  }

  private func text() -> CardView {
    let poem = "An item may be any view: a text in any script, a drawing, a picture, or a form with controls."
    let column = StackView(
      .vertical, spacing: 12, [ThemedLabel("Text", role: .title), ThemedLabel(poem, isSecondary: true)])
    return CardView(column, size: Self.size)
  }

  private func drawing() -> View {
    let drawing = PaintedView(size: Self.size) { canvas in
      canvas.fill(.roundedRect(canvas.bounds, radius: 14), with: Palette.midnight.deep)
      let center = canvas.bounds.center
      for ring in 1...9 {
        let color = Palette.citrus.middle.mixed(with: Palette.rosehip.middle, amount: Double(ring) / 9)
        canvas.stroke(.circle(center: center, radius: Double(ring) * 11), with: color, width: 3)
      }
    }
    (drawing.accessibilityRole, drawing.accessibilityLabel) = (.image, "Rings")
    return drawing
  }

  private func controls() -> CardView {
    let column = StackView(
      .vertical, spacing: 16,
      [
        ThemedLabel("Controls", role: .title), Row("Lamp", Toggle(isOn: true)),
        SliderRow("Brightness", 0.7, in: 0...1) { _ in }, Button("Apply", style: .suggested),
      ])
    return CardView(column, size: Self.size)
  }
}
