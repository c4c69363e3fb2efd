internal import CarouselViews
internal import Desktop
internal import Drawing
internal import Windowing

extension CarouselWindow {
  /// Applies the theme of the program or of the desktop to the views. Called when one of them has changed.
  func applyAppearance() {
    frameView.theme = theme ?? desktopTheme
    decoration.updateBorders()
    layOutContent()
    window.invalidate()
  }

  /// The color of the pixels that no view covers. A window with a shadow is transparent around its geometry.
  var sceneColor: Color {
    let rectangles = window.rectangles
    return rectangles.surface == rectangles.geometry ? backgroundColor : .clear
  }

  /// The theme of the desktop; `nil` if the window does not follow the desktop.
  private var desktopTheme: Theme? {
    guard let appearance else { return nil }
    let isDarkByDefault = chosenBackgroundColor.map { $0.luma < 0.5 } ?? prefersDarkTheme
    return Theme(appearance.settings, isDarkByDefault: isDarkByDefault)
  }

  /// The color behind the views while the program has set none: the ground of the theme, or nearly black where the window
  /// prefers dark themes and the user does not object.
  var defaultBackgroundColor: Color {
    guard let theme = frameView.theme else {
      return prefersDarkTheme ? Self.darkGround : Theme.light.colors.window
    }
    let isDark = theme.colors.window.luma < 0.5
    return prefersDarkTheme && isDark && !theme.colors.isHighContrast ? Self.darkGround : theme.colors.window
  }

  /// Darker than the ground of the dark theme, so that pictures look bright.
  private static let darkGround = Color(hex: 0x16181D)
}
