import Controls
import Drawing
import Geometry
import Testing
import ViewFixtures
import Views

@Suite("Themed labels")
@MainActor
struct ThemedLabelTests {
  private func surface(_ label: ThemedLabel) throws -> PaintedSurface {
    try ViewPainting.paint(label, scale: 1)
  }

  @Test("A label has the size of its text; if the label gets less width, the text is wrapped")
  func size() {
    let label = ThemedLabel("several words in a row")
    let one = label.size
    let lines = label.fittingSize(in: Size(width: one.width / 2, height: .infinity))
    #expect(lines.width <= one.width / 2 && lines.height > one.height * 1.5)
    label.maxLines = 1
    #expect(label.fittingSize(in: Size(width: one.width / 2, height: .infinity)).height == one.height)
    var large = Theme.light
    large.textScale = 2
    label.theme = large
    #expect(label.fittingSize(in: Size(width: Double.infinity, height: .infinity)).width > one.width * 1.8)
  }

  @Test("A label has the text color of its theme; a secondary label has a paler color")
  func color() throws {
    let label = ThemedLabel("MMMM")
    func darkest() throws -> UInt8 {
      let painted = try surface(label)
      return (0..<painted.image.height).flatMap { y in (0..<painted.image.width).map { painted[$0, y].alpha }
      }.max() ?? 0
    }
    let plain = try darkest()
    label.isSecondary = true
    #expect(try darkest() < plain)
    label.theme = .dark
    #expect(try surface(label).count { $0.red > 100 } > 0)
  }

  @Test(
    "A label is aligned by the layout direction, not by the script of its text",
    arguments: [("abc", false), ("abc", true), ("שלום", false), ("שלום", true)])
  func alignment(text: String, isMirrored: Bool) throws {
    let label = ThemedLabel(text)
    let width = label.size.width
    label.size.width = 300
    label.layoutDirection = isMirrored ? .rightToLeft : .leftToRight
    let painted = try surface(label)
    let (left, right) = (0..<Int(width) + 1, (299 - Int(width))..<300)
    #expect(painted.count(x: isMirrored ? right : left) { $0.alpha > 0 } > 20)
    #expect(painted.count(x: isMirrored ? left : right) { $0.alpha > 0 } == 0)
    label.alignment = .end
    let other = try surface(label)
    #expect(other.count(x: isMirrored ? left : right) { $0.alpha > 0 } > 20)
  }
}
