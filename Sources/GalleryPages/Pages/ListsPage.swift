import CarouselUI

/// Lists inside items. A vertical drag scrolls the list, and a horizontal drag scrolls the carousel.
final class ListsPage: StackView {
  private let carousel = CarouselView()
  private let choice = ThemedLabel("Choose a track.", isSecondary: true, alignment: .center)

  init() {
    super.init(.vertical, spacing: 12)
    carousel.carousel.type = .coverFlow
    carousel.accessibilityLabel = "Albums"
    carousel.carousel.options.spacing = 0.55
    carousel.itemSize = CarouselItemSize(
      width: 0.94, height: 1, maximum: Size(width: 280, height: 340), growsWithText: true)
    carousel.carousel.setItems(Picture.first(6)) { [weak self] picture, _ in
      let album = Print.at(picture.id + 2).name
      let list = ListView(numberOfRows: 40, rowHeight: 38) { row, reusing in
        let label = reusing as? ThemedLabel ?? ThemedLabel("")
        label.text = "Track \(row + 1)"
        return label
      }
      list.accessibilityLabel = album
      list.cellInsets = EdgeInsets(horizontal: 6)
      list.onSelect = { self?.choice.text = "\(album), track \($0 + 1)" }
      let head = StackView(
        spacing: 12, alignment: .center,
        [
          ArtView(picture.id + 2, size: Size(width: 52, height: 52)),
          ThemedLabel(album, role: .title),
        ])
      let column = StackView(.vertical, spacing: 12, [head, list.growing()])
      return CardView(column)
    }
    carousel.carousel.currentItemIndex = 2
    addSubview(carousel.growing())
    addSubview(choice)
  }
}
