import CarouselUI

/// A line with a title at its leading end and a control at its trailing end.
final class Row: StackView {
  init(_ title: String, _ control: View) {
    super.init(spacing: 12, alignment: .center)
    addSubview(ThemedLabel(title).growing())
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
    addSubview(StackView(spacing: 8, alignment: .center, [ThemedLabel(title).growing(), number]))
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

/// A column of settings beside a carousel. It scrolls if it does not fit the height of the window.
final class SettingsPanel: ScrollView {
  /// The size beside a carousel. The height follows from the page.
  static let sizeBeside = Size(width: 230, height: 100)

  init(_ views: [View]) {
    super.init(
      StackView(.vertical, spacing: 12, insets: Insets(top: 2, left: 4, bottom: 2, right: 16), views))
    preferredSize = Self.sizeBeside
  }
}

/// A carousel with a ``SettingsPanel`` beside it, or below it in a narrow window.
class SettingsPage: StackView {
  private static let leastWidth = 480.0

  override func layoutSubviews() {
    axis = size.width < Self.leastWidth ? .vertical : .horizontal
    for panel in subviews where panel is SettingsPanel {
      panel.preferredSize =
        axis == .vertical
        ? Size(width: size.width, height: (size.height * 0.42).rounded()) : SettingsPanel.sizeBeside
    }
    super.layoutSubviews()
  }
}
