import CarouselUI

/// A column of settings beside a carousel. It scrolls if it does not fit the height of the window.
final class SettingsPanel: ScrollView {
  init(_ views: [View]) {
    super.init(
      StackView(.vertical, spacing: 12, insets: EdgeInsets(top: 2, left: 4, bottom: 2, right: 16), views))
    accessibilityLabel = "Settings"
  }
}

/// A carousel with a ``SettingsPanel`` beside it, or below it in a narrow window. The panel is wider for large text.
class SettingsPage: StackView {
  private static let panelWidth = 230.0
  private static let leastWidth = 480.0

  override func layoutSubviews() {
    let theme = effectiveTheme
    axis = size.width < theme.scaled(Self.leastWidth) ? .vertical : .horizontal
    for panel in subviews where panel is SettingsPanel {
      panel.preferredSize =
        axis == .vertical
        ? Size(width: size.width, height: (size.height * 0.42).rounded())
        : Size(width: theme.scaled(Self.panelWidth), height: size.height)
    }
    super.layoutSubviews()
  }
}
