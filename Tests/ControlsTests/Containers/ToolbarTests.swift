import Controls
import Geometry
import Testing
import ViewFixtures
import Views

@Suite("Toolbars")
@MainActor
struct ToolbarTests {
  private let commands = ["a", "b", "c", "d", "e"].map { Command($0, title: $0.uppercased(), icon: .plus) }

  private func makeToolbar(_ stage: ControlStage) -> ToolbarView {
    let toolbar = stage.add(ToolbarView(Array(commands[0..<3]), trailing: Array(commands[3...])), x: 0, y: 0)
    for command in commands { stage.card.handle(command) {} }
    return toolbar
  }

  /// A width, the buttons that have a place, and the commands in the menu.
  struct Narrow: Sendable {
    let width: Double
    let buttons, menu: [String]
  }

  /// The names of the visible buttons from left to right.
  private func shown(_ toolbar: ToolbarView) -> [String] {
    toolbar.subviews.compactMap { $0 as? Button }.filter { !$0.isHidden }.sorted {
      $0.frame.minX < $1.frame.minX
    }
    .map { $0.semantics.label.flatMap { $0.isEmpty ? nil : $0 } ?? "more" }
  }

  @Test("With enough width, all buttons are shown, the trailing ones at the end")
  func wide() {
    let stage = ControlStage()
    let toolbar = makeToolbar(stage)
    toolbar.size = Size(width: 400, height: 34)
    stage.settle()
    #expect(shown(toolbar) == ["A", "B", "C", "D", "E"] && toolbar.overflow.isEmpty)
    let last = toolbar.subviews.filter { !$0.isHidden }.map(\.frame.maxX).max()
    #expect(last == 400)
    stage.card.layoutDirection = .rightToLeft
    stage.settle()
    #expect(shown(toolbar) == ["E", "D", "C", "B", "A"])
  }

  @Test(
    "Without enough width, the last leading commands go to the menu, then the first trailing ones; no buttons overlap",
    arguments: [
      Narrow(width: 200, buttons: ["A", "B", "C", "D", "E"], menu: []),
      Narrow(width: 190, buttons: ["A", "more", "D", "E"], menu: ["B", "C"]),
      Narrow(width: 120, buttons: ["more", "D", "E"], menu: ["A", "B", "C"]),
      Narrow(width: 60, buttons: ["more"], menu: ["A", "B", "C", "D", "E"]),
      Narrow(width: 0, buttons: ["more"], menu: ["A", "B", "C", "D", "E"]),
    ])
  func narrow(example: Narrow) {
    let stage = ControlStage()
    let toolbar = makeToolbar(stage)
    toolbar.size = Size(width: example.width, height: 34)
    stage.settle()
    #expect(shown(toolbar) == example.buttons && toolbar.overflow.map(\.title) == example.menu)
    let frames = toolbar.subviews.filter { !$0.isHidden }.map(\.frame).sorted { $0.minX < $1.minX }
    for (left, right) in zip(frames, frames.dropFirst()) { #expect(left.maxX <= right.minX) }
    toolbar.size.width = 400
    stage.settle()
    #expect(shown(toolbar).count == 5 && toolbar.overflow.isEmpty)
  }

  @Test("With further items, the menu is the last button at every width, also from right to left")
  func menu() {
    let stage = ControlStage()
    let toolbar = makeToolbar(stage)
    toolbar.menu = { [MenuItem("About")] }
    for (width, buttons) in [
      (400, ["A", "B", "C", "D", "E", "more"]), (240, ["A", "B", "C", "D", "E", "more"]),
      (200, ["A", "B", "D", "E", "more"]), (60, ["more"]),
    ] as [(Double, [String])] {
      toolbar.size = Size(width: width, height: 34)
      stage.settle()
      #expect(shown(toolbar) == buttons, "\(width)")
    }
    #expect(toolbar.sizeThatFits(Size(width: 1000, height: 34)).width > 200)
    toolbar.size = Size(width: 400, height: 34)
    stage.card.layoutDirection = .rightToLeft
    stage.settle()
    #expect(shown(toolbar) == ["more", "E", "D", "C", "B", "A"])
    toolbar.menu = nil
    stage.settle()
    #expect(shown(toolbar) == ["E", "D", "C", "B", "A"])
  }

  @Test(
    "A press on a toolbar leaves the focus where it is, so that the command is performed there; Tab reaches the button",
    arguments: Way.all)
  func keepsFocus(way: Way) {
    let stage = ControlStage(way.plane)
    let toolbar = stage.add(ToolbarView([commands[0]]), x: 0, y: 0)
    let field = stage.add(TextField("text"), x: 0, y: 100)
    var count = 0
    field.handle(commands[0]) { count += 1 }
    field.becomeFocused()
    stage.settle()
    let button = toolbar.subviews[0]
    stage.tap(button, as: way.kind)
    #expect(count == 1 && field.isFocused)
    stage.key(.tab)
    #expect(button.isFocused)
  }

  @Test("With a target, the buttons perform the commands at the target, also without the focus")
  func target() {
    let stage = ControlStage()
    let toolbar = stage.add(ToolbarView([commands[0]]), x: 0, y: 0)
    let page = stage.add(View(size: Size(width: 50, height: 50)), x: 0, y: 100)
    var count = 0
    page.handle(commands[0]) { count += 1 }
    stage.settle()
    #expect(!toolbar.subviews[0].isEnabled)
    toolbar.target = page
    stage.settle()
    stage.tap(toolbar.subviews[0])
    #expect(count == 1)
  }

  @Test("A toolbar without commands, and changed commands")
  func changes() {
    let stage = ControlStage()
    let toolbar = stage.add(ToolbarView([]))
    #expect(shown(toolbar).isEmpty && toolbar.size.width == 0)
    toolbar.trailing = Array(commands[0..<2])
    toolbar.sizeToFit()
    stage.settle()
    #expect(shown(toolbar) == ["A", "B"])
    toolbar.showsTitles = true
    toolbar.sizeToFit()
    stage.settle()
    #expect(shown(toolbar) == ["A", "B"] && toolbar.subviews.count == 3)
  }

  @Test("A toolbar button that gets the focus by Tab stays enabled and performs the command of the field")
  func tabKeepsCommand() {
    let stage = ControlStage()
    let toolbar = stage.add(ToolbarView([commands[0]]), x: 0, y: 0)
    let field = stage.add(TextField("text"), x: 0, y: 100)
    var count = 0
    field.handle(commands[0]) { count += 1 }
    field.becomeFocused()
    stage.settle()
    stage.key(.tab)
    for _ in 0..<3 { stage.settle() }
    let button = toolbar.subviews[0]
    #expect(button.isFocused && button.isEnabled)
    #expect(stage.key(.return) && count == 1)
    stage.key(.tab)
    #expect(field.isFocused)
    field.isHidden = true
    stage.settle()
    #expect(!button.isEnabled)
  }
}
