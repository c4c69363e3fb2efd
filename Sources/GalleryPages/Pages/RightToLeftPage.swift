import CarouselUI

/// A page for Arabic and Hebrew: it begins at the right, and the carousel continues to the left.
final class RightToLeftPage: StackView {
  private let view = CarouselView()
  private static let days = ["الأحد", "الإثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت"]

  init() {
    super.init(.vertical, spacing: 12)
    layoutDirection = .rightToLeft
    let carousel = view.carousel
    view.accessibilityLabel = "أيام الأسبوع"
    carousel.options.spacing = 1.08
    carousel.setItems(Picture.first(7)) { day, reusing in
      let print = reusing as? PrintView ?? PrintView()
      (print.number, print.caption) = (day.id, Self.days[day.id])
      return print
    }
    let wraps = Toggle { carousel.options.wrap = $0 }
    addSubview(
      StackView(
        spacing: 8, alignment: .center,
        [
          ThemedLabel("أيام الأسبوع", role: .title).growing(),
          button("السابق", .previous) { carousel.step(by: -1) },
          button("التالي", .next) { carousel.step(by: 1) },
        ]))
    addSubview(view.growing())
    addSubview(Row("بلا نهاية", wraps))
  }

  private func button(_ name: String, _ icon: Icon, onClick: @escaping () -> Void) -> Button {
    let button = Button(icon: icon, onClick: onClick)
    button.accessibilityLabel = name
    return button
  }
}
