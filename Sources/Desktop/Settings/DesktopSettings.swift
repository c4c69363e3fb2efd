/// The user's settings for all applications of the desktop.
///
/// The value of each setting comes from the first of its sources that has a value of the documented type.
package struct DesktopSettings: Hashable, Sendable {
  /// Whether the user prefers dark or light windows.
  ///
  /// Sources: `org.freedesktop.appearance color-scheme`, `org.gnome.desktop.interface color-scheme`, the theme's name
  /// in `org.gnome.desktop.interface gtk-theme`, the theme's name in `GTK_THEME`. Default: no preference.
  package var colorScheme = Setting(ColorScheme.noPreference, from: .builtIn)
  /// Whether the user prefers stronger contrasts.
  ///
  /// Sources: `org.freedesktop.appearance contrast`, `org.gnome.desktop.a11y.interface high-contrast`, the theme's
  /// name in `org.gnome.desktop.interface gtk-theme`, the theme's name in `GTK_THEME`. Default: normal.
  package var contrast = Setting(Contrast.normal, from: .builtIn)
  /// Whether the user wants no unnecessary motion.
  ///
  /// Sources: `org.freedesktop.appearance reduced-motion`, `org.gnome.desktop.interface enable-animations`.
  /// Default: `false`.
  package var reducesMotion = Setting(false, from: .builtIn)
  /// The factor for the size of text, in `0.5...3`.
  ///
  /// Sources: `org.gnome.desktop.interface text-scaling-factor`, then `GDK_DPI_SCALE`. Default: 1.
  package var textScale = Setting(1.0, from: .builtIn)
  /// The color of highlighted controls; `nil` if the user has not chosen one.
  ///
  /// Sources: `org.freedesktop.appearance accent-color`, `org.gnome.desktop.interface accent-color`. Default:
  /// `nil`.
  package var accentColor = Setting(AccentColor?.none, from: .builtIn)
  /// The name of the cursor theme; `nil` if the desktop has none.
  ///
  /// Source: `org.gnome.desktop.interface cursor-theme`. Default: `nil`.
  package var cursorTheme = Setting(String?.none, from: .builtIn)
  /// The width and height of cursors, in points; `nil` if the desktop has none.
  ///
  /// Source: `org.gnome.desktop.interface cursor-size`. Default: `nil`.
  package var cursorSize = Setting(Int?.none, from: .builtIn)
  /// The buttons of a title bar.
  ///
  /// Source: `org.gnome.desktop.wm.preferences button-layout`. Default: minimize, maximize and close on the right.
  package var titleBarButtons = Setting(TitleBarButtons.standard, from: .builtIn)
  /// The action of a double click on a title bar.
  ///
  /// Source: `org.gnome.desktop.wm.preferences action-double-click-titlebar`. Default: toggle maximized.
  package var titleBarDoubleClick = Setting(TitleBarAction.toggleMaximize, from: .builtIn)

  /// Creates the default settings.
  package init() {}
}

/// The user's preference between dark and light windows.
package enum ColorScheme: Hashable, Sendable {
  case noPreference
  case dark
  case light
}

/// The user's preference for the contrast of windows.
package enum Contrast: Hashable, Sendable {
  case normal
  case high
}

/// A color in sRGB, each component in `0...1`.
package struct AccentColor: Hashable, Sendable {
  package let red: Double
  package let green: Double
  package let blue: Double

  /// - Returns: The color; `nil` if a component is outside `0...1`, which means that no color is set.
  package init?(red: Double, green: Double, blue: Double) {
    let range = 0.0...1.0
    guard range.contains(red), range.contains(green), range.contains(blue) else { return nil }
    self.red = red
    self.green = green
    self.blue = blue
  }
}
