import CarouselUI

/// Views of the application behind, between and in front of the items.
final class LayersPage: ContainerView {
  private let word = LabelView("GALLERY")
  private let view = CarouselView()
  private let badge = CardView(
    ThemedLabel("12 prints", alignment: .center), insets: Insets(horizontal: 14, vertical: 8))
  private let previous = Button(icon: .previous)
  private let next = Button(icon: .next)

  override init(size: Size = .zero) {
    super.init(size: size)
    let carousel = view.carousel
    carousel.type = .coverFlow2
    carousel.setItems(Picture.first(12)) { picture, reusing in
      let view = reusing as? PrintView ?? PrintView()
      view.number = picture.id
      return view
    }
    carousel.currentItemIndex = 4
    previous.shape = .circular
    next.shape = .circular
    previous.onClick = { carousel.step(by: -1) }
    next.onClick = { carousel.step(by: 1) }
    for part in [word, view, badge, previous, next] { addSubview(part) }
  }

  override func themeChanged() {
    let color = effectiveTheme.colors.shade(0.14)
    word.style = TextStyle(size: 104, weight: .bold, color: color, alignment: .center, maxLines: 1)
  }

  override func didMoveToWindow() { themeChanged() }

  override func layoutSubviews() {
    let (width, height) = (size.width, size.height)
    view.frame = Rect(x: 0, y: 0, width: width, height: height - 60)
    word.frame = Rect(x: 0, y: height / 2 - 300, width: width, height: 170)
    badge.frame = Rect(x: width / 2 - 56, y: height - 44, width: 112, height: 36)
    let (left, right) = (width / 2 - 108, width / 2 + 74)
    let isMirrored = effectiveLayoutDirection == .rightToLeft
    previous.frame = Rect(x: isMirrored ? right : left, y: height - 43, width: 34, height: 34)
    next.frame = Rect(x: isMirrored ? left : right, y: height - 43, width: 34, height: 34)
  }
}
