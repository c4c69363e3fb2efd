import CarouselUI

/// Carousels inside the items of a carousel. A vertical drag scrolls the pictures, and a horizontal drag
/// scrolls the cards.
final class NestedPage: StackView {
  private let outer = CarouselView()
  private static let rooms = ["Hall", "Library", "Studio", "Garden", "Attic"]

  init() {
    super.init(.vertical)
    outer.carousel.type = .coverFlow
    outer.accessibilityLabel = "Rooms"
    outer.carousel.options.spacing = 0.55
    outer.carousel.setItems(Picture.first(5)) { picture, _ in
      let inner = CarouselView()
      inner.accessibilityLabel = Self.rooms[picture.id]
      inner.carousel.isVertical = true
      inner.carousel.type = .linear
      inner.carousel.options.spacing = 1.06
      inner.carousel.options.wrap = true
      inner.clipsToBounds = true
      inner.carousel.setItems(Picture.first(8)) { small, reusing in
        let art = reusing as? ArtView ?? ArtView(size: Size(width: 220, height: 150))
        art.number = small.id + picture.id * 3
        return art
      }
      let title = ThemedLabel(Self.rooms[picture.id], role: .title, alignment: .center)
      let column = StackView(.vertical, spacing: 12, [title, inner.growing()])
      return CardView(column, size: Size(width: 260, height: 340))
    }
    outer.carousel.currentItemIndex = 2
    addSubview(outer.growing())
  }
}
