import CarouselUI

/// A short carousel with placeholders on both sides of its few items. The placeholders cannot be selected.
final class PlaceholdersPage: StackView, CarouselDataSource {
  private let view = CarouselView()
  private var count = 3
  private static let size = Size(width: 128, height: 160)

  init() {
    super.init(.vertical, spacing: 12)
    view.carousel.options.spacing = 1.1
    view.carousel.dataSource = self
    view.accessibilityLabel = "Pictures"
    view.carousel.currentItemIndex = 1
    let stepper = Stepper(value: 3, in: 0...8) { [weak self] in self?.show(Int($0)) }
    stepper.showsValue = true
    addSubview(view.growing())
    addSubview(StackView(distribution: .center, [Row("Items", stepper)]))
  }

  private func show(_ count: Int) {
    self.count = count
    view.carousel.reloadData()
  }

  func numberOfItems(in carousel: Carousel) -> Int { count }

  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView {
    let print = view as? PrintView ?? PrintView(size: Self.size)
    print.number = index
    return print
  }

  func numberOfPlaceholders(in carousel: Carousel) -> Int { 4 }

  func carousel(
    _ carousel: Carousel, placeholderViewAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView { view ?? EmptyFrame(size: Self.size) }
}

/// A dashed outline in place of a picture.
private final class EmptyFrame: ThemedView {
  override func makePainter() -> Painter? {
    let (frame, color) = (Rect(origin: .zero, size: size), effectiveTheme.colors.shade(0.2))
    return { canvas in
      canvas.fill(.roundedRect(frame, radius: 10), with: color.withAlpha(color.alpha * 0.3))
      canvas.strokeBorder(frame, radius: 10, with: color, width: 1.5)
      Icon.plus.draw(
        in: canvas, rect: Rect(x: frame.center.x - 16, y: frame.center.y - 16, width: 32, height: 32),
        color: color)
    }
  }
}
