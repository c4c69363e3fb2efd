internal import Desktop
internal import Drawing
public import Geometry
internal import Views
internal import Windowing

extension CarouselWindow {
  /// The side on which rows of views and carousels begin, in all of the window: its content, title bar, dialogs and menus. By default
  /// it is that of languages such as English. See ``Geometry/LayoutDirection/init(ofSession:)``.
  ///
  /// GTK: `gtk_widget_set_default_direction`.
  public var layoutDirection: LayoutDirection {
    get { frameView.layoutDirection ?? .leftToRight }
    set { frameView.layoutDirection = newValue }
  }

  /// Applies the theme of the program or of the desktop to the views. Called when either has changed.
  func applyAppearance() {
    frameView.theme = colored(theme ?? desktopTheme)
    if let appearance { system.cursorStyle = appearance.cursorStyle }
    decoration.updateBorders()
    window.isOpaque = backgroundColor.alpha == 1
    frameView.setNeedsLayout()
    window.invalidate()
  }

  /// The color of pixels that no view covers. A window with a shadow is transparent in the area of its shadow.
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

  /// Returns a theme with the colors that the program has set for the window.
  private func colored(_ theme: Theme?) -> Theme? {
    guard let themeColors else { return theme }
    var colored = theme ?? Theme(colors: themeColors)
    colored.colors = themeColors
    return colored
  }

  /// The background color if the program has set none: the background of the theme, or nearly black in a dark theme
  /// of a window that prefers dark themes.
  var defaultBackgroundColor: Color {
    guard let theme = frameView.theme else {
      return prefersDarkTheme ? Self.darkGround : Theme.light.colors.window
    }
    let isDark = theme.colors.window.luma < 0.5
    return prefersDarkTheme && isDark && !theme.colors.isHighContrast ? Self.darkGround : theme.colors.window
  }

  /// Darker than the background of the dark theme, so that pictures look bright.
  private static let darkGround = Color(hex: 0x16181D)
}
