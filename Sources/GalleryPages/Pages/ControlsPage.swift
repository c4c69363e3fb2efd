import CarouselUI

/// Settings in tilted cards. Each control changes an option of the carousel that contains it.
final class ControlsPage: StackView {
  private let carousel = CarouselView()
  private let heading = ThemedLabel("Controls", role: .title, alignment: .center)

  init() {
    super.init(.vertical, spacing: 12)
    carousel.carousel.type = .coverFlow
    carousel.accessibilityLabel = "Cards"
    carousel.carousel.options.tilt = 0.6
    carousel.carousel.options.spacing = 0.7
    carousel.carousel.scrollToItemBoundary = false
    carousel.liveItems = .all
    carousel.itemSize = CarouselItemSize(
      width: 0.94, height: 1, maximum: Size(width: 220, height: 210), growsWithText: true)
    addSubview(heading)
    addSubview(carousel.growing())
    let panels = [tilt(), name(), switches(), counter()]
    carousel.carousel.setItems(Picture.first(4)) { picture, _ in panels[picture.id] }
    carousel.carousel.scrollToItem(at: 1, animated: false)
  }

  private func panel(_ title: String, _ views: [View]) -> CardView {
    let column = StackView(.vertical, spacing: 12, [ThemedLabel(title, role: .title)] + views)
    return CardView(ScrollView(column))
  }

  private func tilt() -> CardView {
    let options = carousel.carousel
    return panel(
      "Covers",
      [
        SliderRow("Tilt", 0.6, in: 0...1) { options.options.tilt = $0 },
        SliderRow("Spacing", 0.7, in: 0.2...1) { options.options.spacing = $0 },
      ])
  }

  private func name() -> CardView {
    let field = TextField("Controls", placeholder: "Heading") { [heading] in heading.text = $0 }
    let sizes = SegmentedControl(["Big", "Plain", "Small"]) { [heading] index in
      heading.role = [.title, .body, .caption][index]
    }
    (field.accessibilityLabel, sizes.accessibilityLabel) = ("Heading", "Size")
    return panel("Heading", [field, sizes])
  }

  private func switches() -> CardView {
    let carousel = carousel.carousel
    return panel(
      "Motion",
      [
        Row("Stop at items", Toggle { carousel.scrollToItemBoundary = $0 }),
        Row("Bounce", Toggle(isOn: true) { carousel.bounces = $0 }),
        CheckBox("Fluid motion") { carousel.motionStyle = $0 ? .fluid : .classic },
      ])
  }

  private func counter() -> CardView {
    let bar = ProgressBar(progress: 0.3)
    bar.accessibilityLabel = "Progress"
    let stepper = Stepper(value: 3, in: 0...10) { bar.progress = $0 / 10 }
    stepper.showsValue = true
    return panel("Progress", [bar, Row("Tenths", stepper)])
  }
}
