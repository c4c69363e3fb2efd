import CarouselUI

/// A cover flow with a toolbar that inserts a picture, removes one, and selects another type.
final class BasicPage: StackView {
  private let carousel = CarouselView()
  private var pictures = Picture.first(12)

  init() {
    super.init(.vertical, spacing: 12)
    carousel.carousel.type = .coverFlow2
    carousel.accessibilityLabel = "Pictures"
    addSubview(carousel.growing())
    addSubview(
      StackView(
        spacing: 8,
        [
          Button("Insert", icon: .plus, style: .suggested) { [weak self] in self?.insert() },
          Button("Remove", icon: .minus) { [weak self] in self?.remove() },
          View().growing(),
          TypeButton(.coverFlow2) { [weak self] type in
            self?.carousel.carousel.animate(withDuration: 0.4) { self?.carousel.carousel.type = type }
          },
        ]))
    show(animated: false)
    carousel.carousel.currentItemIndex = 4
  }

  private func insert() {
    let next = (pictures.map(\.id).max() ?? -1) + 1
    pictures.insert(Picture(id: next), at: carousel.carousel.currentIndex ?? 0)
    show(animated: true)
  }

  private func remove() {
    guard let index = carousel.carousel.currentIndex else { return }
    pictures.remove(at: index)
    show(animated: true)
  }

  private func show(animated: Bool) {
    carousel.carousel.setItems(pictures, animated: animated) { picture, reusing in
      let view = reusing as? PrintView ?? PrintView()
      view.number = picture.id
      return view
    }
  }
}
