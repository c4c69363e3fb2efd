import Controls
import Geometry
import Testing
import ViewFixtures
import Views

@Suite("Split views")
@MainActor
struct SplitTests {
  private func make(width: Double, _ plane: ControlStage.Plane = .flat) -> (ControlStage, SplitView) {
    let stage = ControlStage(plane, size: Size(width: 800, height: 300))
    let split = SplitView(panel: ProbeButton(), content: ProbeButton())
    split.size = Size(width: width, height: 300)
    stage.add(split, x: 0, y: 0)
    return (stage, split)
  }

  /// The frame of a view in the split view.
  private func frame(_ view: View, in split: SplitView) -> Rect {
    view.homography(to: split)?.boundingBox(of: view.bounds) ?? .zero
  }

  @Test("In a wide view, the panel is beside the content, at the side where lines of text begin")
  func wide() {
    let (stage, split) = make(width: 700)
    #expect(!split.isNarrow && split.isPanelShown)
    #expect(frame(split.panel, in: split) == Rect(x: 0, y: 0, width: 240, height: 300))
    #expect(frame(split.content, in: split) == Rect(x: 240, y: 0, width: 460, height: 300))
    stage.card.layoutDirection = .rightToLeft
    stage.settle()
    #expect(frame(split.panel, in: split).minX == 460 && frame(split.content, in: split).minX == 0)
    split.perform(SplitView.togglePanel)
    stage.advance(1)
    #expect(!split.isPanelShown && frame(split.content, in: split).size.width == 700)
    #expect(!stage.tree.isAnimating)
  }

  @Test(
    "The panel is wider for large text: beside the content up to half of the width, as a sheet up to 44 points from the side"
  )
  func textScale() {
    let (stage, split) = make(width: 700)
    var theme = Theme.light
    for (textScale, width, expected) in [(1.25, 700.0, 300.0), (2, 700, 350), (2, 620, 310), (0.5, 700, 240)]
    {
      theme.textScale = textScale
      stage.card.theme = theme
      split.size.width = width
      stage.settle()
      #expect(!split.isNarrow && frame(split.panel, in: split).size.width == expected)
      #expect(frame(split.content, in: split).size.width == width - expected)
    }
    theme.textScale = 2
    stage.card.theme = theme
    split.size.width = 500
    stage.settle()
    split.setPanel(shown: true, animated: false)
    stage.settle()
    #expect(split.isNarrow && frame(split.panel, in: split).size.width == 456)
  }

  @Test(
    "In a narrow view, the panel is a sheet; a press beside it, Escape and a drag close it",
    arguments: Way.all)
  func sheet(way: Way) {
    let (stage, split) = make(width: 400, way.plane)
    #expect(split.isNarrow && !split.isPanelShown)
    #expect(frame(split.content, in: split).size.width == 400)
    split.content.becomeFocused()
    func open() {
      split.setPanel(shown: true)
      stage.advance(1)
      #expect(split.isPanelShown && split.panel.isFocused)
      #expect(frame(split.panel, in: split).minX.rounded() == 0)
    }
    open()
    stage.tap(split, 100, 150, as: way.kind)
    #expect(split.isPanelShown, "a press on the sheet")
    stage.tap(split, 390, 150, as: way.kind)
    stage.advance(1)
    #expect(!split.isPanelShown && split.content.isFocused)
    open()
    #expect(stage.key(.escape) && !split.isPanelShown)
    stage.advance(1)
    open()
    stage.drag(split, from: Point(x: 200, y: 150), to: Point(x: 20, y: 152), as: way.kind)
    stage.drop()
    stage.advance(1)
    #expect(!split.isPanelShown && split.content.isFocused && !stage.tree.isAnimating)
  }

  @Test(
    "A trailing panel is at the other side, and its sheet closes by a drag to that side", arguments: Way.all)
  func trailing(way: Way) {
    let (stage, split) = make(width: 700, way.plane)
    split.panelEdge = .trailing
    stage.settle()
    #expect(
      frame(split.panel, in: split).minX.rounded() == 460
        && frame(split.content, in: split).minX.rounded() == 0)
    stage.card.layoutDirection = .rightToLeft
    stage.settle()
    #expect(
      frame(split.panel, in: split).minX.rounded() == 0
        && frame(split.content, in: split).minX.rounded() == 240)
    stage.card.layoutDirection = .leftToRight
    split.size.width = 400
    stage.settle()
    split.setPanel(shown: true)
    stage.advance(1)
    #expect(frame(split.panel, in: split).minX.rounded() == 160)
    stage.drag(split, from: Point(x: 200, y: 150), to: Point(x: 380, y: 152), as: way.kind)
    stage.drop()
    stage.advance(1)
    #expect(!split.isPanelShown && !stage.tree.isAnimating)
  }

  @Test("A panel that was closed before the view became narrow stays closed when it becomes wide")
  func remembers() {
    let (stage, split) = make(width: 700)
    split.setPanel(shown: false, animated: false)
    for width in [300.0, 700] {
      split.size.width = width
      stage.settle()
      #expect(!split.isPanelShown)
    }
    split.size.width = 300
    stage.settle()
    split.setPanel(shown: true, animated: false)
    split.size.width = 700
    stage.settle()
    #expect(split.isPanelShown)
  }

  @Test("Behind an open sheet, the content receives no presses and no focus")
  func modal() {
    let (stage, split) = make(width: 400)
    split.setPanel(shown: true, animated: false)
    stage.settle()
    #expect(!split.content.becomeFocused())
    for _ in 0..<3 {
      stage.key(.tab)
      #expect(!split.content.isFocused)
    }
    split.setPanel(shown: false, animated: false)
    #expect(split.content.becomeFocused())
  }

  @Test("A panel becomes a sheet and a panel again when the width changes, also with invalid sizes")
  func resize() {
    let (stage, split) = make(width: 700)
    var changes = 0
    split.onChange = { changes += 1 }
    split.size.width = 300
    stage.settle()
    #expect(split.isNarrow && !split.isPanelShown && changes == 1)
    split.setPanel(shown: true)
    stage.advance(0.05)
    split.size.width = 700
    stage.advance(1)
    #expect(!split.isNarrow && split.isPanelShown && frame(split.content, in: split).minX == 240)
    for width in [Double.nan, -5, .infinity, 1e9] {
      split.panelWidth = width
      split.size.width = 300
      split.setPanel(shown: true)
      stage.advance(0.1)
      split.size.width = 0
      stage.advance(1)
      split.size.width = 700
      stage.advance(1)
    }
    #expect(!stage.tree.isAnimating)
    split.panelWidth = 240
    stage.settle()
    #expect(frame(split.content, in: split) == Rect(x: 240, y: 0, width: 460, height: 300))
  }
}
