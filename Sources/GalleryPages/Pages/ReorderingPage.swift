import CarouselUI

/// A long press lifts a picture. A drag then moves it to another position.
final class ReorderingPage: StackView, CarouselDataSource {
  private let view = CarouselView()
  private let order = ThemedLabel("", isSecondary: true, alignment: .center)
  private var numbers = Array(0..<8)

  init() {
    super.init(.vertical, spacing: 12)
    view.carousel.isReorderingEnabled = true
    view.accessibilityLabel = "Pictures"
    view.carousel.options.spacing = 1.12
    view.carousel.dataSource = self
    view.carousel.scrollToItem(at: 2, animated: false)
    addSubview(view.growing())
    addSubview(order)
    showOrder()
  }

  private func showOrder() {
    order.text = numbers.prefix(5).map { Print.at($0).name }.joined(separator: ", ")
  }

  func carousel(_ carousel: Carousel, moveItemAt index: Int, to newIndex: Int) -> Bool {
    numbers.insert(numbers.remove(at: index), at: newIndex)
    showOrder()
    return true
  }

  func numberOfItems(in carousel: Carousel) -> Int { numbers.count }

  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView {
    let print = view as? PrintView ?? PrintView(size: Size(width: 160, height: 200))
    print.number = numbers[index]
    return print
  }
}
