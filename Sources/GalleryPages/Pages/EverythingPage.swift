import CarouselUI

/// Controls for the type, the axis, wrapping, placeholders and the motion style.
final class EverythingPage: SettingsPage, CarouselDataSource {
  private let view = CarouselView()
  private var numbers = Array(0..<14)
  private var hasPlaceholders = false
  private var carousel: Carousel { view.carousel }

  init() {
    super.init(spacing: 12)
    carousel.type = .rotary
    carousel.dataSource = self
    view.accessibilityLabel = "Pictures"
    view.clipsToBounds = true
    addSubview(view.growing())
    addSubview(
      SettingsPanel([
        TypeButton(.rotary) { [carousel] type in
          carousel.animate(withDuration: 0.5) { carousel.type = type }
        },
        Row("Vertical", Toggle { [carousel] in carousel.isVertical = $0 }),
        Row("Wrap", Toggle(isOn: true) { [carousel] in carousel.options.wrap = $0 }),
        Row("Fluid motion", Toggle { [carousel] in carousel.motionStyle = $0 ? .fluid : .classic }),
        Row("Placeholders", Toggle { [weak self] in self?.showPlaceholders($0) }),
        Row("Scrolling", Toggle(isOn: true) { [carousel] in carousel.isScrollEnabled = $0 }),
        Row("Stop at items", Toggle(isOn: true) { [carousel] in carousel.scrollToItemBoundary = $0 }),
        StackView(
          spacing: 8, distribution: .fillEqually,
          [
            Button("Insert") { [weak self] in self?.insert() },
            Button("Remove") { [weak self] in self?.remove() },
          ]),
      ]))
  }

  private func insert() {
    let index = max(carousel.currentItemIndex, 0)
    numbers.insert((numbers.max() ?? -1) + 1, at: index)
    carousel.insertItem(at: index, animated: true)
  }

  private func remove() {
    guard !numbers.isEmpty else { return }
    let index = carousel.currentItemIndex
    numbers.remove(at: index)
    carousel.removeItem(at: index, animated: true)
  }

  private func showPlaceholders(_ isShown: Bool) {
    hasPlaceholders = isShown
    carousel.reloadData()
  }

  func numberOfItems(in carousel: Carousel) -> Int { numbers.count }

  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView {
    let print = view as? PrintView ?? PrintView()
    print.number = numbers[index]
    return print
  }

  func numberOfPlaceholders(in carousel: Carousel) -> Int { hasPlaceholders ? 2 : 0 }

  func carousel(
    _ carousel: Carousel, placeholderViewAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView {
    view ?? CardView(ThemedLabel("Empty", alignment: .center), size: Size(width: 224, height: 280))
  }
}
