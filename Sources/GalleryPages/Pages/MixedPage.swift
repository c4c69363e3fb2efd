import CarouselUI

/// Items of different kinds: a text, a drawing, a picture and controls.
final class MixedPage: StackView {
  private let view = CarouselView()

  init() {
    super.init(.vertical)
    view.carousel.type = .coverFlow
    view.accessibilityLabel = "Items"
    view.carousel.options.spacing = 0.5
    view.itemSize = CarouselItemSize(
      width: 0.94, height: 1, maximum: Size(width: 240, height: 280), growsWithText: true)
    let items = [text(), PrintView(6), drawing(), controls(), PrintView(4)]
    view.carousel.setItems(Picture.first(items.count)) { picture, _ in items[picture.id] }
    view.carousel.currentItemIndex = 2
    addSubview(view.growing())
  }

  private func text() -> CardView {
    let poem = "An item may be any view: a text in any script, a drawing, a picture, or a form with controls."
    let column = StackView(
      .vertical, spacing: 12, [ThemedLabel("Text", role: .title), ThemedLabel(poem, isSecondary: true)])
    return CardView(ScrollView(column))
  }

  private func drawing() -> View {
    let drawing = PaintedView(size: .zero) { canvas in
      canvas.fill(.roundedRect(canvas.bounds, radius: 14), with: Palette.midnight.deep)
      let center = canvas.bounds.center
      for ring in 1...9 {
        let color = Palette.citrus.middle.mixed(with: Palette.rosehip.middle, amount: Double(ring) / 9)
        let radius = canvas.bounds.size.width * 0.046 * Double(ring)
        canvas.stroke(.circle(center: center, radius: radius), with: color, width: 3)
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
    return CardView(ScrollView(column))
  }
}
