import Drawing
import Testing
import Views

/// The contrasts of WCAG 2.2, 1.4.3 and 1.4.11, in all themes.
struct ContrastTests {
  struct Palette: Sendable, CustomStringConvertible {
    let description: String
    let colors: ThemeColors
  }

  static let palettes = [
    Palette(description: "light", colors: .light), Palette(description: "dark", colors: .dark),
    Palette(description: "high contrast, light", colors: .highContrastLight),
    Palette(description: "high contrast, dark", colors: .highContrastDark),
  ]

  /// The contrast of a color that may be translucent, on an opaque background.
  private func contrast(_ color: Color, on background: Color) -> Double {
    let seen = background.mixed(with: color.withAlpha(background.alpha), amount: color.alpha)
    return background.contrast(with: seen)
  }

  private func grounds(_ colors: ThemeColors) -> [Color] { [colors.window, colors.view, colors.popover] }

  @Test("Text has a contrast of 4.5:1 on each background; with high contrast 7:1", arguments: palettes)
  func text(_ palette: Palette) {
    let colors = palette.colors
    let least = colors.isHighContrast ? 7 : 4.5
    for ground in grounds(colors) {
      #expect(contrast(colors.foreground, on: ground) >= least)
      #expect(contrast(colors.secondary, on: ground) >= 4.5)
      #expect(contrast(colors.destructiveText, on: ground) >= 4.5)
    }
    for fill in [colors.accent, colors.destructive] {
      #expect(contrast(colors.foreground(on: fill), on: fill) >= 4.5)
    }
  }

  @Test("The parts that show a state have a contrast of 3:1", arguments: palettes)
  func parts(_ palette: Palette) {
    let colors = palette.colors
    for ground in [colors.window, colors.view] { #expect(contrast(colors.accent, on: ground) >= 3) }
    // The mark of a check box, and the knob of a switch that is on.
    #expect(contrast(colors.foreground(on: colors.accent), on: colors.accent) >= 3)
    #expect(contrast(colors.knob, on: colors.accent) >= 2.4)
  }
}
