public import Drawing

/// The colors of controls.
///
/// libadwaita: the named colors of its style sheet.
public struct ThemeColors: Hashable, Sendable {
  /// The background of a window.
  public var window: Color
  /// The background of lists and fields.
  public var view: Color
  /// The background of popovers, menus and alerts.
  public var popover: Color
  /// The color of text and icons. Surfaces of controls use the same color with a low opacity.
  public var foreground: Color
  /// The color of selected controls and suggested buttons.
  public var accent: Color
  /// The color of buttons that delete something.
  public var destructive: Color
  /// The color of the knobs of sliders and switches.
  public var knob: Color
  /// The color of the selected segment of a segmented control.
  public var raised: Color
  /// Whether controls have outlines and no pale colors.
  public var isHighContrast = false

  /// Creates a set of colors.
  public init(
    window: Color, view: Color, popover: Color, foreground: Color, accent: Color, destructive: Color,
    knob: Color, raised: Color, isHighContrast: Bool = false
  ) {
    (self.window, self.view, self.popover, self.foreground) = (window, view, popover, foreground)
    (self.accent, self.destructive, self.knob, self.raised) = (accent, destructive, knob, raised)
    self.isHighContrast = isHighContrast
  }

  /// Dark text on light surfaces.
  public static let light = ThemeColors(
    window: Color(hex: 0xFAFAFB), view: .white, popover: .white,
    foreground: Color(hex: 0x000006, alpha: 0.8), accent: Color(hex: 0x1C71D8),
    destructive: Color(hex: 0xE01B24), knob: .white, raised: .white)
  /// Light text on dark surfaces.
  public static let dark = ThemeColors(
    window: Color(hex: 0x222226), view: Color(hex: 0x1D1D20), popover: Color(hex: 0x36363A),
    foreground: .white, accent: Color(hex: 0x1C71D8), destructive: Color(hex: 0xC01C28),
    knob: Color(hex: 0xD2D2D2), raised: Color(white: 1, alpha: 0.2))
  /// Black on white, with outlines.
  public static let highContrastLight = ThemeColors(
    window: .white, view: .white, popover: .white, foreground: .black, accent: Color(hex: 0x1A5FB4),
    destructive: Color(hex: 0xA51D2D), knob: .white, raised: .white, isHighContrast: true)
  /// White on black, with outlines.
  public static let highContrastDark = ThemeColors(
    window: .black, view: .black, popover: Color(hex: 0x1A1A1A), foreground: .white,
    accent: Color(hex: 0x62A0EA), destructive: Color(hex: 0xED333B), knob: .white,
    raised: Color(white: 1, alpha: 0.3), isHighContrast: true)

  /// Returns a color for text and icons on `background`, which is opaque: white, or black on light colors.
  ///
  /// The contrast is at least 4.5. With high contrast it is at least 7 if black or white reaches that.
  public func foreground(on background: Color) -> Color {
    let least = isHighContrast ? 7 : 4.5  // WCAG 2, levels AAA and AA
    let softBlack = Color(white: 0, alpha: isHighContrast ? 1 : 0.8)
    func contrast(_ text: Color) -> Double {
      background.contrast(with: background.mixed(with: text.withAlpha(background.alpha), amount: text.alpha))
    }
    let texts: [Color] = [.white, softBlack, .black]
    return texts.first { contrast($0) >= least } ?? texts.max { contrast($0) < contrast($1) } ?? .white
  }

  /// Returns the foreground color with a lower opacity, for surfaces of controls.
  ///
  /// - Parameter strength: The factor of the opacity, in `0...1`.
  public func shade(_ strength: Double) -> Color {
    foreground.withAlpha(foreground.alpha * min(max(strength, 0), 1))
  }

  /// The color of text and icons of a menu item that deletes something.
  public var destructiveText: Color {
    foreground.luma > 0.5 ? Color(hex: 0xFF938C) : Color(hex: 0xC30000)
  }
  /// The color of explanations and of the placeholders of text fields.
  public var secondary: Color { shade(isHighContrast ? 0.9 : 0.7) }
  /// The color of separators.
  public var border: Color { shade(isHighContrast ? 0.5 : 0.15) }
}
