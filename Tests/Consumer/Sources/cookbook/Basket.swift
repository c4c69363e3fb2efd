import CarouselUI

/// Pictures that are dragged into a basket, or to another program. They arrive as text.
final class Basket: StackView {
  private let pictures = CarouselView()
  private let names = ["Coral", "Lagoon", "Violet", "Meadow", "Harbor", "Rose"]
  private let list = ThemedLabel("Drag pictures here", alignment: .center)
  private var basket: [String] = []

  init() {
    super.init(.vertical, spacing: 12)
    insets = EdgeInsets(12)
    pictures.carousel.setItems(names.indices.map(Entry.init)) { [names] entry, _ in
      let picture = art(entry.id, Size(width: 150, height: 120))
      picture.isUserInteractionEnabled = true
      picture.dragSource = DragSource { _ in .text(names[entry.id]) }
      return picture
    }
    pictures.carousel.options.spacing = 1.1
    pictures.carousel.scrollToItem(at: 2, animated: false)
    let card = CardView(list)
    card.dropTarget = .text { [weak self] name, _ in self?.add(name) }
    addSubview(pictures.growing())
    addSubview(card)
  }

  private func add(_ name: String) {
    basket.append(name)
    list.text = "\(basket.count) in the basket: \(basket.joined(separator: ", "))"
  }
}

@MainActor func basket() -> View { Basket() }
