import CarouselUI

/// Pictures with reflections below them. The reflection of a card also shows changes of its controls.
final class ReflectionsPage: StackView {
  private let view = CarouselView()
  private var floor = Reflection(gap: 3, scale: 0.4, alpha: 0.4)
  private lazy var items: [View] = (0..<9).map { $0 == 4 ? panel() : PrintView($0) }

  init() {
    super.init(.vertical, spacing: 12)
    let carousel = view.carousel
    view.accessibilityLabel = "Pictures"
    view.itemSize = CarouselItemSize(
      width: 0.94, height: 0.8, maximum: Size(width: 208, height: 260), growsWithText: true)
    carousel.type = .coverFlow2
    carousel.contentOffset.height = -40
    carousel.setItems(Picture.first(9)) { [weak self] picture, _ in self?.items[picture.id] ?? View() }
    carousel.currentItemIndex = 4
    addSubview(view.growing())
    addSubview(
      StackView(
        spacing: 24, distribution: .fillEqually,
        [
          SliderRow("Gap", 3, in: 0...30) { [weak self] value in self?.change { $0.gap = value } },
          SliderRow("Height", 0.4, in: 0...1) { [weak self] value in self?.change { $0.scale = value } },
          SliderRow("Opacity", 0.4, in: 0...1) { [weak self] value in self?.change { $0.alpha = value } },
        ]))
    change { _ in }
  }

  private func change(_ body: (inout Reflection) -> Void) {
    body(&floor)
    for item in items { item.reflection = floor }
  }

  private func panel() -> CardView {
    let bar = ProgressBar(progress: 0.5)
    bar.accessibilityLabel = "Shine"
    let column = StackView(
      .vertical, spacing: 16,
      [
        ThemedLabel("Floor", role: .title), ThemedLabel("Polished this morning.", isSecondary: true),
        View().growing(), bar, SliderRow("Wax", 0.5, in: 0...1) { bar.progress = $0 },
        Row("Lamp", Toggle(isOn: true)),
      ])
    return CardView(column)
  }
}
