/// The theme and the size of cursors whose images the program sends. A compositor with cursor shapes uses its own.
///
/// Wayland: `wl_cursor_theme_load`.
package struct CursorStyle: Hashable, Sendable {
  /// The name of the theme; nil for the default theme.
  package let theme: String?
  /// The width and the height, in points.
  package let size: Int

  private static let sizes = 8...256

  /// Uses the variables XCURSOR_THEME and XCURSOR_SIZE, or else the settings of the desktop. Compositors set the variables for their
  /// programs; without GNOME, the settings may be no more than GNOME's defaults.
  ///
  /// - Parameters:
  ///   - theme: The theme in the settings of the desktop; nil if there is none.
  ///   - size: The size in the settings of the desktop; nil if there is none.
  ///   - environment: Returns the value of an environment variable; nil if it is not set.
  package init(theme: String? = nil, size: Int? = nil, environment: (String) -> String?) {
    // A theme is a folder, whose name has no slash.
    self.theme = [environment("XCURSOR_THEME"), theme].compactMap(\.self).first {
      !$0.isEmpty && !$0.contains("/")
    }
    let chosen = [environment("XCURSOR_SIZE").flatMap { Int($0) }, size].compactMap(\.self).first { $0 > 0 }
    self.size = min(max(chosen ?? 24, Self.sizes.lowerBound), Self.sizes.upperBound)
  }
}
