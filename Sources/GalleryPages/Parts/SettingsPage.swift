import CarouselUI

/// A column of settings beside a carousel. It scrolls if it does not fit the height of the window.
final class SettingsPanel: ScrollView {
  /// The size beside a carousel. The height follows from the page.
  static let sizeBeside = Size(width: 230, height: 100)

  init(_ views: [View]) {
    super.init(
      StackView(.vertical, spacing: 12, insets: EdgeInsets(top: 2, left: 4, bottom: 2, right: 16), views))
    preferredSize = Self.sizeBeside
    accessibilityLabel = "Settings"
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
