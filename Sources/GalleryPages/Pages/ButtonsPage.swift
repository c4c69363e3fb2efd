import CarouselUI

/// Items with buttons: a press on a button triggers it, and a drag scrolls.
final class ButtonsPage: StackView {
  private let carousel = CarouselView()
  private let answer = ThemedLabel("Press a button.", isSecondary: true, alignment: .center)
  private static let titles = ["Breakfast", "Lunch", "Tea", "Dinner", "Supper", "Picnic"]

  init() {
    super.init(.vertical, spacing: 12)
    carousel.carousel.type = .rotary
    carousel.accessibilityLabel = "Meals"
    carousel.carousel.options.spacing = 1.15
    carousel.liveItems = .all
    carousel.itemSize = CarouselItemSize(
      width: 0.94, height: 1, maximum: Size(width: 240, height: 260), growsWithText: true)
    carousel.carousel.setItems(Picture.first(6)) { [weak self] picture, _ in
      let title = Self.titles[picture.id]
      let button = Button("Order", style: .suggested) { self?.answer.text = "\(title) is on its way." }
      let column = StackView(
        .vertical, spacing: 14,
        [
          ArtView(picture.id * 5 + 2, size: Size(width: 200, height: 120)).growing(),
          ThemedLabel(title, role: .title, alignment: .center),
          button,
        ])
      return CardView(column)
    }
    addSubview(carousel.growing())
    addSubview(answer)
  }
}
