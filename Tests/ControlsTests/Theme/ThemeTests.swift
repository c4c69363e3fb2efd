import Controls
import Drawing
import Geometry
import Testing
import ViewFixtures
import Views

@Suite("Themes")
@MainActor
struct ThemeTests {
  @Test("A view without a theme of its own has the theme of the nearest superview with a theme")
  func inheritance() {
    let (root, card, button) = (View(), View(), Button("Add"))
    root.addSubview(card)
    card.addSubview(button)
    #expect(button.effectiveTheme == .light)
    root.theme = .dark
    #expect(button.effectiveTheme == .dark)
    card.theme = .highContrastLight
    #expect(button.effectiveTheme == .highContrastLight)
    card.theme = nil
    #expect(button.effectiveTheme == .dark)
  }

  @Test("A change of the theme repaints controls, but not views that do not use the theme")
  func repaints() {
    let stage = ControlStage()
    let button = stage.add(Button("Add"))
    let plain = stage.add(PaintedView(size: Size(width: 10, height: 10)) { _ in })
    let (old, oldPlain) = (button.contentVersion, plain.contentVersion)
    stage.card.theme = .dark
    #expect(button.contentVersion > old)
    #expect(plain.contentVersion == oldPlain)
    let same = button.contentVersion
    stage.card.theme = .dark
    #expect(button.contentVersion == same)
  }

  @Test("Moving a control to a superview repaints the control only if the superview has another theme")
  func movesUnderTheme() {
    let stage = ControlStage()
    let button = stage.add(Button("Add"))
    button.removeFromSuperview()
    let version = button.contentVersion
    stage.add(button)
    #expect(button.contentVersion == version)
    button.removeFromSuperview()
    stage.card.theme = .dark
    stage.add(button)
    #expect(button.contentVersion > version)
  }

  @Test("A button is 34 points high at text scale 1, and higher at a larger text scale")
  func textScale() {
    let button = Button("Add")
    #expect(button.fittingSize(in: .zero).height == 34)
    let width = button.fittingSize(in: .zero).width
    var theme = Theme.light
    theme.textScale = 2
    button.theme = theme
    #expect(button.fittingSize(in: .zero).height > 50)
    #expect(button.fittingSize(in: .zero).width > width * 1.3)
    theme.textScale = .nan
    button.theme = theme
    #expect(button.fittingSize(in: .zero).height == 34)
    theme.textScale = 1e9
    button.theme = theme
    #expect(button.fittingSize(in: .zero).height < 200)
  }

  @Test("Suggested buttons have the accent color")
  func accent() throws {
    let button = Button("", style: .suggested)
    var theme = Theme.dark
    theme.accentColor = Color(hex: 0xFF0000)
    button.theme = theme
    #expect(try ViewPainting.paint(button, scale: 1)[17, 5] == Pixel(blue: 0, green: 0, red: 255, alpha: 255))
  }

  @Test("Text is black on light colors and white on dark colors")
  func textOnColor() {
    #expect(ThemeColors.light.foreground(on: .yellow).luma < 0.1)
    #expect(ThemeColors.light.foreground(on: .blue) == .white)
  }
}
