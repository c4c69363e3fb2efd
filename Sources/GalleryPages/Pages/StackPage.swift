import CarouselUI

/// Cards to swipe away: to the right to keep a picture, to the left to skip it.
final class StackPage: StackView, CarouselDelegate {
  private let view = CarouselView()
  private let score = ThemedLabel("", isSecondary: true, alignment: .center)
  private var choices: [SwipeDirection] = []

  init() {
    super.init(.vertical, spacing: 12)
    let carousel = view.carousel
    view.accessibilityLabel = "Pictures"
    carousel.layout = SwipeStackLayout(cardOffset: Size(width: 0, height: 14))
    carousel.delegate = self
    carousel.setItems(Picture.first(12)) { picture, reusing in
      let view = reusing as? PrintView ?? PrintView(size: Size(width: 260, height: 325))
      view.number = picture.id
      return view
    }
    addSubview(view.growing())
    addSubview(score)
    addSubview(
      StackView(
        spacing: 8, distribution: .center,
        [
          Button("Skip", icon: .close) { carousel.dismissItem(toward: .left) },
          Button("Undo") { carousel.undoDismissal() },
          Button("Keep", icon: .check, style: .suggested) { carousel.dismissItem(toward: .right) },
        ]))
    showScore()
  }

  func carousel(_ carousel: Carousel, didDismissItemAt index: Int, toward direction: SwipeDirection) {
    choices.append(direction)
    showScore()
  }

  func carousel(_ carousel: Carousel, didUndoDismissalOfItemAt index: Int) {
    choices.removeLast()
    showScore()
  }

  private func showScore() {
    let kept = choices.filter { $0 == .right }.count
    score.text = "\(kept) kept, \(choices.count - kept) skipped"
  }
}
