import CarouselUI

/// Items whose size follows the size of the window.
final class ItemSizePage: StackView {
  private let view = CarouselView()
  private let choice = SegmentedControl(["One", "Two", "Many"])
  private static let sizes = [
    CarouselItemSize(width: 0.94, height: 1),
    CarouselItemSize(width: 0.48, height: 1),
    CarouselItemSize(width: 0.9, height: 0.5, aspectRatio: 0.8),
  ]

  init() {
    super.init(.vertical, spacing: 12)
    view.accessibilityLabel = "Prints"
    view.itemSize = Self.sizes[0]
    view.carousel.options.spacing = 1.04
    view.carousel.motionStyle = .fluid
    view.carousel.setItems(Picture.first(24)) { picture, reusing in
      let view = reusing as? PrintView ?? PrintView()
      view.number = picture.id
      return view
    }
    view.carousel.currentItemIndex = 4
    choice.accessibilityLabel = "Items in the window"
    choice.onSelect = { [view] in view.itemSize = Self.sizes[$0] }
    addSubview(view.growing())
    addSubview(StackView(distribution: .center, [choice]))
  }
}
