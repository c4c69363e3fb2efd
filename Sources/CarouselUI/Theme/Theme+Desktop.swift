package import Desktop
internal import Drawing
package import Views

extension Theme {
  /// Creates the theme that matches the settings of the desktop.
  ///
  /// - Parameters:
  ///   - settings: The settings of the desktop.
  ///   - isDarkByDefault: Whether the theme is dark if the user prefers neither dark nor light windows.
  package init(_ settings: DesktopSettings, isDarkByDefault: Bool) {
    let isDark =
      switch settings.colorScheme.value {
      case .dark: true
      case .light: false
      case .noPreference: isDarkByDefault
      }
    switch (isDark, settings.contrast.value) {
    case (true, .normal): self = .dark
    case (false, .normal): self = .light
    case (true, .high): self = .highContrastDark
    case (false, .high): self = .highContrastLight
    }
    if let accent = settings.accentColor.value {
      accentColor = Color(red: accent.red, green: accent.green, blue: accent.blue)
    }
    textScale = settings.textScale.value
    isMotionReduced = settings.reducesMotion.value
  }
}
