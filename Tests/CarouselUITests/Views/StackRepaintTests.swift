import CarouselUI
import HeadlessCompositor
import Testing

/// Partial repaints of views whose sides are not at whole pixels.
@MainActor
struct StackRepaintTests {
  private func picture(_ height: Double, _ scale: Double, _ theme: Theme, _ kind: Int, isChanged: Bool) throws
    -> Capture
  {
    let rig = try WindowRig(width: 320, height: 240, scale: scale, makesLevelsInFrames: false)
    rig.ui.theme = theme
    let label = LabelView(isChanged ? "old" : "new", size: Size(width: 100, height: 20), background: .teal)
    label.preferredSize = Size(width: 100, height: height)
    let control: View =
      switch kind {
      case 0: Toggle()
      case 1: TextField("text")
      case 2: Button("Button")
      default: SegmentedControl(["A", "B"], selectedIndex: 0)
      }
    rig.ui.contentView = StackView(.vertical, alignment: .leading, [label, control])
    #expect(rig.runUntilSettled())
    if isChanged {
      label.text = "new"
      #expect(rig.runUntilSettled())
    }
    return rig.compositor.capture()
  }

  @Test(
    "After a change of a label that ends between two pixels, the window looks like a new one",
    arguments: [1, 1.25, 1.5], 0..<4)
  func label(scale: Double, kind: Int) throws {
    for theme in [Theme.light, .highContrastDark] {
      for height in [20.25, 20.4, 20.5, 20.75] {
        let changed = try picture(height, scale, theme, kind, isChanged: true)
        let fresh = try picture(height, scale, theme, kind, isChanged: false)
        for place in changed.pixels.indices where changed.pixels[place] != fresh.pixels[place] {
          let (x, y) = (place % changed.width, place / changed.width)
          Issue.record(
            "\(kind) \(height) \(scale): (\(x), \(y)): \(String(changed.pixels[place], radix: 16)) instead of \(String(fresh.pixels[place], radix: 16))"
          )
          break
        }
      }
    }
  }
}
