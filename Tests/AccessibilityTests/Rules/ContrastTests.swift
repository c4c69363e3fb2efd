import Controls
import Drawing
import Geometry
import Testing
import ViewFixtures
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
  }

  /// The contrast of two colors of pixels.
  private func contrast(_ a: Pixel, _ b: Pixel) -> Double {
    func color(_ pixel: Pixel) -> Color {
      Color(red: Double(pixel.red) / 255, green: Double(pixel.green) / 255, blue: Double(pixel.blue) / 255)
    }
    return color(a).contrast(with: color(b))
  }

  @Test(
    "The knob of a switch and of a slider has a contrast of 3:1 with the surface around it",
    arguments: palettes)
  @MainActor
  func knobs(_ palette: Palette) throws {
    for control in [Toggle(isOn: true), Toggle(), Slider(value: 0.5)] {
      let stage = ControlStage(size: Size(width: 300, height: 60))
      var theme = Theme.light
      theme.colors = palette.colors
      stage.card.theme = theme
      stage.card.backgroundColor = palette.colors.window
      control.size = Size(width: control is Slider ? 200 : 46, height: 26)
      stage.add(control, x: 20, y: 20)
      let scale = 4
      let image = try stage.picture(scale: Double(scale))
      let row = (20 + 13) * scale
      // The middle of the knob, and the points along the row on both sides of its edge.
      let middle = control is Slider ? 120 : (control as? Toggle)?.isOn == true ? 53 : 33
      for way in [-1, 1] {
        let pixels = (0..<14 * scale).map { image.pixel(middle * scale + way * $0, row) }
        let knob = pixels[0]
        let surface = pixels[pixels.count - 1]
        // Either the knob itself differs from the surface, or an outline between them differs from both.
        let best = pixels.map { min(contrast($0, knob), contrast($0, surface)) }.max() ?? 0
        #expect(max(contrast(knob, surface), best) >= 3, "\(type(of: control)), \(way), \(best)")
      }
    }
  }
}
