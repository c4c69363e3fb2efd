import CarouselUI

/// A slider for each option of the carousel.
final class OptionsPage: SettingsPage {
  private let view = CarouselView()
  private var carousel: Carousel { view.carousel }

  init() {
    super.init(spacing: 12)
    carousel.type = .cylinder
    view.accessibilityLabel = "Pictures"
    carousel.setItems(Picture.first(14)) { picture, reusing in
      let view = reusing as? PrintView ?? PrintView(size: Size(width: 192, height: 240))
      view.number = picture.id
      return view
    }
    view.clipsToBounds = true
    addSubview(view.growing())
    addSubview(
      SettingsPanel([
        TypeButton(.cylinder) { [carousel] type in
          carousel.animate(withDuration: 0.4) { carousel.type = type }
        },
        slider("Count", 14, 3...30, step: 1) { $0.count = Int($1) },
        slider("Arc", 2 * .pi, 0.5...(2 * .pi)) { $0.arc = $1 },
        slider("Angle", 0.45, 0.1...1.5) { $0.angle = $1 },
        slider("Radius", 380, 100...800, step: 1) { $0.radius = $1 },
        slider("Tilt", 0.9, 0...1) { $0.tilt = $1 },
        slider("Spacing", 1, 0.1...2) { $0.spacing = $1 },
        slider("Visible items", 14, 1...30, step: 1) { $0.visibleItems = Int($1) },
        slider("Drag speed", 1, 0.2...4) { $0.offsetMultiplier = $1 },
        slider("Fade from", -2, -4...0) { $0.fadeMin = $1 },
        slider("Fade to", 2, 0...4) { $0.fadeMax = $1 },
        slider("Fade range", 1, 0.1...4) { $0.fadeRange = $1 },
        slider("Faded alpha", 0, 0...1) { $0.fadeMinAlpha = $1 },
        Row("Wrap", Toggle(isOn: true) { [carousel] in carousel.options.wrap = $0 }),
        Row("Back sides", Toggle(isOn: true) { [carousel] in carousel.options.showBackfaces = $0 }),
        Button("Defaults") { [carousel] in carousel.options = CarouselOptions() },
      ]))
  }

  private func slider(
    _ title: String, _ value: Double, _ range: ClosedRange<Double>, step: Double = 0,
    set: @escaping (inout CarouselOptions, Double) -> Void
  ) -> SliderRow {
    SliderRow(title, value, in: range, step: step) { [carousel] in set(&carousel.options, $0) }
  }
}
