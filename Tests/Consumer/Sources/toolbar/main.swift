import CarouselUI
import Foundation

struct Card: Identifiable {
  let id: Int
  var color: Color { id < 5 ? Color(hex: 0x2F6FDE) : Color(hex: 0xD9772B) }
}

final class Cards: StackView {
  private let view = CarouselView()
  private let count = ThemedLabel("")
  private var cards = (0..<5).map(Card.init)

  init() {
    super.init(.vertical, spacing: 16, insets: EdgeInsets(16))
    view.carousel.type = .coverFlow2
    let tools: [View] = [
      Button(icon: .plus, style: .suggested) { [weak self] in self?.add() },
      Button(icon: .minus) { [weak self] in self?.remove() },
      View().growing(), count,
    ]
    addSubview(StackView(spacing: 8, alignment: .center, tools))
    addSubview(view.growing())
    show(animated: false)
  }

  private func add() {
    let card = Card(id: (cards.map(\.id).max() ?? -1) + 1)
    cards.append(card)
    show(animated: true)
    view.carousel.scrollToItem(at: cards.count - 1, animated: true)
  }

  private func remove() {
    guard let index = view.carousel.currentIndex else { return }
    cards.remove(at: index)
    show(animated: true)
  }

  private func show(animated: Bool) {
    count.text = "\(cards.count) cards"
    view.carousel.setItems(cards, animated: animated) { card, reusing in
      let label = reusing as? LabelView ?? LabelView("", size: Size(width: 260, height: 200))
      (label.text, label.background) = ("Card \(card.id + 1)", card.color)
      label.cornerRadius = 12
      return label
    }
  }
}

do {
  let window = try CarouselWindow(title: "Cards", size: Size(width: 800, height: 480))
  window.contentView = Cards()
  window.run()
} catch {
  FileHandle.standardError.write(Data("cards: \(error)\n".utf8))
  exit(1)
}
