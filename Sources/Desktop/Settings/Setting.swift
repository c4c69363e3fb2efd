/// A setting of the desktop, and the source of its value.
package struct Setting<Value: Hashable & Sendable>: Hashable, Sendable {
  package let value: Value
  package let source: SettingSource

  package init(_ value: Value, from source: SettingSource) {
    self.value = value
    self.source = source
  }
}

/// The source of a setting's value.
package enum SettingSource: Hashable, Sendable {
  /// The portal's setting with this key.
  case portal(SettingKey)
  /// An environment variable.
  case environment(variable: String)
  /// The default value, because no other source has a value.
  case builtIn
}

/// The name of a setting in the portal.
///
/// Portal: `org.freedesktop.portal.Settings.ReadAll`.
package struct SettingKey: Hashable, Sendable {
  package let namespace: String
  package let key: String

  package init(_ namespace: String, _ key: String) {
    self.namespace = namespace
    self.key = key
  }
}

extension SettingKey {
  static let colorScheme = SettingKey(appearance, "color-scheme")
  static let contrast = SettingKey(appearance, "contrast")
  static let reducedMotion = SettingKey(appearance, "reduced-motion")
  static let accentColor = SettingKey(appearance, "accent-color")

  static let gnomeColorScheme = SettingKey(gnomeInterface, "color-scheme")
  static let gnomeTheme = SettingKey(gnomeInterface, "gtk-theme")
  static let gnomeAnimations = SettingKey(gnomeInterface, "enable-animations")
  static let gnomeTextScaling = SettingKey(gnomeInterface, "text-scaling-factor")
  static let gnomeAccentColor = SettingKey(gnomeInterface, "accent-color")
  static let gnomeCursorTheme = SettingKey(gnomeInterface, "cursor-theme")
  static let gnomeCursorSize = SettingKey(gnomeInterface, "cursor-size")
  static let gnomeHighContrast = SettingKey("org.gnome.desktop.a11y.interface", "high-contrast")
  static let gnomeButtonLayout = SettingKey(gnomeWindows, "button-layout")
  static let gnomeDoubleClick = SettingKey(gnomeWindows, "action-double-click-titlebar")

  /// All keys that ``DesktopSettings`` reads.
  static let all = [
    colorScheme, contrast, reducedMotion, accentColor, gnomeColorScheme, gnomeTheme, gnomeAnimations,
    gnomeTextScaling, gnomeAccentColor, gnomeCursorTheme, gnomeCursorSize, gnomeHighContrast,
    gnomeButtonLayout, gnomeDoubleClick,
  ]

  private static let appearance = "org.freedesktop.appearance"
  private static let gnomeInterface = "org.gnome.desktop.interface"
  private static let gnomeWindows = "org.gnome.desktop.wm.preferences"
}
