import Controls
import Drawing
import Geometry
import Testing
import ViewFixtures
import Views

@MainActor
@Suite("LabelView")
struct LabelViewTests {
  private let size = Size(width: 120, height: 80)

  @Test("The text is centered in the label")
  func middle() throws {
    let view = LabelView("H", size: size, background: .black)
    let painted = try ViewPainting.paint(view, scale: 2)
    #expect(painted.image.isOpaque)
    let isInk: (Pixel) -> Bool = { $0.red > 128 }
    let all = painted.count(where: isInk)
    #expect(all > 50)
    #expect(painted.count(x: 100..<140, y: 55..<105, where: isInk) == all)
  }

  @Test(
    "Without a style, text has the color and the text scale of the theme; on a card, text is black or white")
  func themed() {
    let label = LabelView("H", size: size)
    #expect(label.style.color == ThemeColors.light.foreground && label.style.size == 20)
    let version = label.contentVersion
    label.theme = .dark
    #expect(label.style.color == .white && label.contentVersion > version)
    label.theme?.textScale = 1.5
    #expect(abs(label.style.size - 30) < 0.01)
    label.background = .white
    #expect(label.style.color.luma < 0.1)
    label.style = TextStyle(size: 11, color: .red)
    label.theme = .light
    #expect(label.style == TextStyle(size: 11, color: .red))
  }

  @Test("A long text is truncated to keep the padding on all sides")
  func cut() throws {
    let view = LabelView(
      String(repeating: "many words ", count: 40), size: size, style: TextStyle(size: 14, color: .white),
      background: .black)
    view.padding = 10
    let painted = try ViewPainting.paint(view, scale: 1)
    let isInk: (Pixel) -> Bool = { $0.red > 100 }
    let all = painted.count(where: isInk)
    #expect(all > 200)
    #expect(painted.count(x: 9..<111, y: 9..<71, where: isInk) == all)
  }

  @Test("A label without a background draws only its text")
  func textAlone() throws {
    let painted = try ViewPainting.paint(LabelView("H", size: size), scale: 1)
    #expect(painted[0, 0] == .clear)
    #expect(painted.count { $0.alpha > 0 } > 10)
  }

  @Test("If the padding is larger than the label, the label draws only its background")
  func narrow() throws {
    let view = LabelView("H", size: size, background: .black)
    view.padding = 60
    #expect(try ViewPainting.paint(view, scale: 1).count { $0.red > 0 } == 0)
  }

  @Test("Each property repaints the label when it changes")
  func properties() {
    let view = LabelView("a", size: size)
    view.text = "b"
    view.style.size = 30
    view.background = .red
    view.cornerRadius = 4
    view.padding = 2
    #expect(view.contentVersion == 5)
    view.padding = 2
    #expect(view.contentVersion == 5)
  }
}
