import CarouselUI

/// Views of the application behind, among and in front of the items.
final class LayersPage: ContainerView {
  private let word = LabelView("GALLERY")
  private let view = CarouselView()
  /// A line behind the current item and in front of the others.
  private let ribbon = View(size: Size(width: 2000, height: 6))
  private let badge = CardView(
    ThemedLabel("12 prints", alignment: .center), insets: EdgeInsets(horizontal: 14, vertical: 8))
  private let previous = Button(icon: .previous)
  private let next = Button(icon: .next)
  private lazy var bar = StackView(spacing: 18, alignment: .center, [previous, badge, next])

  override init(size: Size = .zero) {
    super.init(size: size)
    let carousel = view.carousel
    view.accessibilityLabel = "Prints"
    carousel.type = .coverFlow2
    carousel.setItems(Picture.first(12)) { picture, reusing in
      let view = reusing as? PrintView ?? PrintView()
      view.number = picture.id
      return view
    }
    carousel.currentItemIndex = 4
    previous.shape = .circular
    previous.accessibilityLabel = "Previous"
    next.shape = .circular
    next.accessibilityLabel = "Next"
    previous.onClick = { carousel.step(by: -1) }
    next.onClick = { carousel.step(by: 1) }
    view.contentView.addSubview(ribbon)
    view.contentView.setTransform3D(.identity.translated(z: -20), of: ribbon)
    for part in [word, view, bar] { addSubview(part) }
  }

  override func themeChanged() {
    let color = effectiveTheme.colors.shade(0.14)
    ribbon.backgroundColor = effectiveTheme.colors.shade(0.3)
    word.style = TextStyle(size: 104, weight: .bold, color: color, alignment: .center, maxLines: 1)
  }

  override func didMoveToWindow() { themeChanged() }

  override func layoutSubviews() {
    let (width, height) = (size.width, size.height)
    let barSize = bar.fittingSize(in: size)
    bar.frame = Rect(
      x: ((width - barSize.width) / 2).rounded(), y: height - barSize.height - 8, width: barSize.width,
      height: barSize.height)
    view.frame = Rect(x: 0, y: 0, width: width, height: bar.frame.minY - 16)
    ribbon.frame.origin = Point(x: width / 2 - ribbon.size.width / 2, y: view.frame.center.y)
    word.frame = Rect(x: 0, y: height / 2 - 300, width: width, height: 170)
  }
}
