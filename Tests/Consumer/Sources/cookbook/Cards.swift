import CarouselUI

@MainActor func cards() -> View {
  let trips = ["Lofoten", "Kyoto", "Madeira", "Patagonia"]
  let view = CarouselView()
  view.liveItems = .all
  view.carousel.options.spacing = 1.08
  view.carousel.setItems(trips.indices.map(Entry.init)) { entry, _ in
    let book = Button("Book", style: .suggested)
    book.onClick = { [unowned book] in (book.title, book.isEnabled) = ("Booked", false) }
    let line = StackView(spacing: 8, alignment: .center, [ThemedLabel("from 490 €").growing(), book])
    let column = StackView(
      .vertical, spacing: 10,
      [art(entry.id + 1, Size(width: 192, height: 110)), ThemedLabel(trips[entry.id], role: .title), line])
    let card = CardView(column, size: Size(width: 220, height: 230), insets: EdgeInsets(14))
    (card.shadowOpacity, card.shadowRadius, card.shadowOffset) = (0.18, 10, Size(width: 0, height: 4))
    return card
  }
  view.carousel.currentItemIndex = 1
  return view
}
