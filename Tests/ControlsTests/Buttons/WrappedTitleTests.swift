import Controls
import Drawing
import Geometry
import Testing
import ViewFixtures
@_spi(Subclassing) import Views

@Suite("Titles in narrow controls")
@MainActor
struct WrappedTitleTests {
  private static let title = "Delete the selected pictures"
  private let room = Size(width: Double.infinity, height: .infinity)

  @Test("A title that is too wide is broken between words, and the control is higher", arguments: 0..<4)
  func wraps(kind: Int) {
    let control: Control =
      switch kind {
      case 0: Button(Self.title)
      case 1: Button(Self.title, icon: .trash)
      case 2: CheckBox(Self.title)
      default: RadioButton(Self.title, in: RadioGroup())
      }
    let one = control.sizeThatFits(room)
    let narrow = control.sizeThatFits(Size(width: one.width * 0.6, height: .infinity))
    #expect(narrow.width <= one.width * 0.6 && narrow.height > one.height + 10)
    // The control asks for the width of the longest word.
    let narrowest = control.sizeThatFits(Size(width: 1, height: .infinity))
    #expect(narrowest.width > 60 && narrowest.width < narrow.width && narrowest.height > narrow.height)
    #expect(control.sizeThatFits(.zero) == one && control.sizeThatFits(one) == one)
  }

  @Test("Narrow buttons in a row are as high as their titles need, and no title is truncated")
  func row() {
    let stage = ControlStage()
    let buttons = [Button(Self.title), Button("Keep")]
    let row = StackView(spacing: 8, alignment: .center, buttons)
    let column = stage.add(StackView(.vertical, [row]), x: 0, y: 0)
    column.size = Size(width: 220, height: 200)
    stage.settle()
    #expect(buttons[0].size.height > 45 && row.size.height == buttons[0].size.height)
    for button in buttons { #expect(button.automaticTooltip == nil) }
    buttons[0].frame.size.height = 34
    #expect(buttons[0].automaticTooltip == Self.title)
  }

  @Test("A title in a script without spaces is broken between its characters")
  func japanese() {
    let button = Button("写真を全部削除する")
    let one = button.sizeThatFits(room)
    let narrow = button.sizeThatFits(Size(width: one.width * 0.6, height: .infinity))
    #expect(narrow.width <= one.width * 0.6 && narrow.height > one.height + 10)
  }

  @Test("A title in two lines is painted in both")
  func painted() throws {
    let button = Button(Self.title)
    button.size = button.sizeThatFits(Size(width: 150, height: .infinity))
    let (pixels, middle) = (try ViewPainting.paint(button, scale: 1), Int(button.size.height / 2))
    for rows in [4..<middle - 4, middle + 4..<Int(button.size.height) - 4] {
      #expect(pixels.count(y: rows) { $0.alpha > 150 } > 20)
    }
  }

  @Test(
    "Segments without room for a row are in a column; taps, arrow keys and their areas follow",
    arguments: Way.all)
  func column(way: Way) throws {
    let stage = ControlStage(way.plane)
    var heard: [Int] = []
    let control = SegmentedControl(["Everything", "Photographs", "Drawings"]) { heard.append($0) }
    let one = control.sizeThatFits(room)
    let close = control.sizeThatFits(Size(width: one.width - 10, height: .infinity))
    #expect(
      close == Size(width: one.width - 10, height: one.height), "a row with less space beside the titles")
    let narrow = control.sizeThatFits(Size(width: one.width * 0.6, height: .infinity))
    #expect(narrow.height == 3 * one.height && narrow.width < one.width / 2)
    control.size = narrow
    stage.add(control)
    control.layoutDirection = .rightToLeft
    stage.tap(control, 20, narrow.height - 10, as: way.kind)
    stage.tap(control, narrow.width - 20, narrow.height / 2, as: way.kind)
    #expect(heard == [2, 1])
    for key in [Key.up, .up, .down, .left] { stage.key(key) }
    #expect(heard == [2, 1, 0, 1, 2])
    guard case .parts(let parts) = control.semantics.children, case .rect(let last)? = parts.last?.area else {
      Issue.record("no parts")
      return
    }
    #expect(last == Rect(x: 0, y: narrow.height * 2 / 3, width: narrow.width, height: narrow.height / 3))
    // Without the height of a column, the titles are truncated in a row.
    control.size = Size(width: narrow.width, height: one.height)
    stage.settle()
    stage.tap(control, 4, 10, as: way.kind)
    stage.key(.up)
    #expect(heard.count == 5, "the last segment is selected already")
  }
}
