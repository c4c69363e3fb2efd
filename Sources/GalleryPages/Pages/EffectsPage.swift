import CarouselUI

/// Shadow, border, rounded corners and a mask, painted once with each picture.
final class EffectsPage: SettingsPage {
  private let view = CarouselView()
  private let pictures = (0..<10).map { ArtView($0, size: Size(width: 230, height: 270)) }

  init() {
    super.init(spacing: 12)
    let pictures = pictures
    view.clipsToBounds = true
    view.accessibilityLabel = "Pictures"
    view.carousel.options.spacing = 1.2
    view.carousel.setItems(Picture.first(10)) { picture, _ in pictures[picture.id] }
    view.carousel.currentItemIndex = 3
    for picture in pictures {
      (picture.shadowOpacity, picture.shadowRadius) = (0.35, 14)
      (picture.shadowOffset, picture.borderColor) = (Size(width: 0, height: 8), .white)
      (picture.borderWidth, picture.cornerRadius) = (6, 16)
    }
    func each(_ change: @escaping (ArtView) -> Void) { pictures.forEach(change) }
    let masks: [ViewMask?] = [nil, .ellipse]
    let whole = SegmentedControl(["Whole", "Oval"]) { index in each { $0.mask = masks[index] } }
    whole.accessibilityLabel = "Mask"
    addSubview(view.growing())
    addSubview(
      SettingsPanel([
        SliderRow("Corners", 16, in: 0...115, step: 1) { value in each { $0.cornerRadius = value } },
        SliderRow("Border", 6, in: 0...20, step: 1) { value in each { $0.borderWidth = value } },
        SliderRow("Shadow", 14, in: 0...40, step: 1) { value in each { $0.shadowRadius = value } },
        SliderRow("Darkness", 0.35, in: 0...1) { value in each { $0.shadowOpacity = value } },
        SliderRow("Fall", 8, in: 0...30, step: 1) { value in each { $0.shadowOffset.height = value } },
        whole,
        Row("Reflection", Toggle { isOn in each { $0.reflection = isOn ? Reflection() : nil } }),
      ]))
  }
}
