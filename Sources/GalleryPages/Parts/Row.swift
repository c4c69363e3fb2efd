import CarouselUI

/// A line with a title at its leading end and a control at its trailing end.
final class Row: StackView {
  init(_ title: String, _ control: View) {
    super.init(spacing: 12, alignment: .center)
    let label = ThemedLabel(title)
    control.accessibilityLabelView = label
    addSubview(label.growing())
    addSubview(control)
    sizeToFit()
  }
}

/// A title and the current number, with a slider below them.
final class SliderRow: StackView {
  let slider: Slider
  private let number = ThemedLabel("", role: .caption, isSecondary: true, alignment: .end)

  init(
    _ title: String, _ value: Double, in range: ClosedRange<Double>, step: Double = 0,
    onValueChange: @escaping (Double) -> Void
  ) {
    slider = Slider(value: value, in: range, step: step)
    super.init(.vertical, spacing: 2)
    number.minimumSize = Size(width: 52, height: 0)
    let label = ThemedLabel(title)
    slider.accessibilityLabelView = label
    number.accessibilityElementsHidden = true  // the slider has the value
    addSubview(StackView(spacing: 8, alignment: .center, [label.growing(), number]))
    addSubview(slider)
    slider.onValueChange = { [weak self] value in
      self?.showNumber()
      onValueChange(value)
    }
    showNumber()
    sizeToFit()
  }

  private func showNumber() {
    let hundredths = Int((slider.value * 100).rounded())
    let (whole, part) = (abs(hundredths) / 100, abs(hundredths) % 100)
    let sign = hundredths < 0 ? "−" : ""
    number.text =
      slider.step >= 1 ? "\(sign)\(whole)" : "\(sign)\(whole).\(part < 10 ? "0" : "")\(part)"
  }
}
