import Controls
import Geometry
import Testing
import ViewFixtures
import Views

@Suite("The list of keys")
@MainActor
struct KeyHelpTests {
  private func makeHelp() -> (ControlStage, KeyHelpView) {
    let stage = ControlStage(size: Size(width: 500, height: 400))
    let help = KeyHelpView([
      Command("copy", title: "Copy the photo", shortcuts: [Shortcut("c", .control)]),
      Command("hidden", title: "Without a key"),
      Command("full", title: "Full screen", shortcuts: [Shortcut("f"), Shortcut(.f11)]),
    ])
    help.size = Size(width: 440, height: 300)
    return (stage, stage.add(help, x: 0, y: 0))
  }

  /// The names of the rows.
  private func rows(_ help: KeyHelpView) -> [String] {
    help.accessibilityTree().all.filter { $0.role == .listItem }.map(\.name)
  }

  @Test("The list has the title and all shortcuts of each command that has a shortcut")
  func lists() {
    let (_, help) = makeHelp()
    #expect(help.found.map(\.id) == ["copy", "full"])
    let names = rows(help)
    #expect(names.count == 2)
    #expect(names.first?.contains("Copy the photo") == true && names.first?.contains("Ctrl+C") == true)
    #expect(names.last?.contains("F, F11") == true, "\(names)")
  }

  @Test("Typed words filter the list by title and shortcut, in any case; without a match a text says so")
  func search() {
    let (stage, help) = makeHelp()
    help.field.becomeFocused()
    for character in ["F", "1", "1"] { stage.key(Key(Unicode.Scalar(character)!), text: character) }
    stage.settle()
    #expect(help.query == "F11" && help.found.map(\.id) == ["full"] && rows(help).count == 1)
    help.query = "photo ctrl"
    #expect(help.found.map(\.id) == ["copy"])
    help.query = "without"
    #expect(help.found.map(\.id) == ["hidden"])
    help.query = "zzz"
    stage.settle()
    #expect(help.found.isEmpty && rows(help).isEmpty)
    #expect((try? help.accessibilityTree().find(.label, "No such command")) != nil)
    help.query = ""
    #expect(help.found.count == 2)
  }

  @Test("The Page keys scroll the list while the field has the focus, and do not reach the views around it")
  func pages() {
    let (stage, help) = makeHelp()
    help.commands = (0..<100).map { Command("\($0)", title: "Command \($0)", shortcuts: [Shortcut("x")]) }
    help.field.becomeFocused()
    stage.settle()
    var count = 0
    let page = Command("page", title: "Page", shortcuts: [Shortcut(.pageUp), Shortcut(.pageDown)])
    stage.card.handle(page) { count += 1 }
    #expect(stage.key(.pageDown))
    stage.advance(2)
    let list = help.subviews.compactMap { $0 as? ListView }.first
    #expect((list?.contentOffset.y ?? 0) > 0 && help.field.isFocused)
    for _ in 0..<3 { stage.key(.pageUp) }
    #expect(count == 0)
  }

  @Test("The arrow keys scroll the list, or move the mark of a search; Return chooses the marked command")
  func chooses() {
    let (stage, help) = makeHelp()
    help.commands = (0..<100).map { Command("\($0)", title: "Command \($0)", shortcuts: [Shortcut("x")]) }
    var chosen: [String] = []
    help.onChoose = { chosen.append($0.id) }
    help.field.becomeFocused()
    stage.settle()
    let list = help.subviews.compactMap { $0 as? ListView }.first
    stage.key(.down)
    stage.advance(1)
    #expect((list?.contentOffset.y ?? 0) > 0 && list?.selectedIndex == nil)
    stage.key(.return)
    #expect(chosen == [])
    stage.key(Key("4"), text: "4")
    #expect(list?.selectedIndex == 0 && help.found.first?.id == "4")
    stage.key(.return)
    for _ in 0..<2 { stage.key(.down) }
    stage.key(.up)
    stage.key(.return)
    #expect(chosen == ["4", "14"] && help.field.isFocused)
    for _ in 0..<100 { stage.key(.down) }
    stage.key(.return)
    #expect(chosen.last == "94")
    help.query = "zzz"
    stage.key(.return)
    #expect(chosen.count == 3)
  }

  @Test("The commands of a section are below its title, and a section without a match is not listed")
  func sections() {
    let (stage, help) = makeHelp()
    help.sections = [
      KeyHelpView.Section([Command("a", title: "Open", shortcuts: [Shortcut("o")])], title: "Files"),
      KeyHelpView.Section([Command("b", title: "Without a key")], title: "Nothing"),
      KeyHelpView.Section(
        ["Zoom", "Open again"].map { Command($0, title: $0, shortcuts: [Shortcut("z")]) }, title: "Photo"),
    ]
    func titles() -> [String] {
      stage.settle()
      return help.accessibilityTree().all.filter { $0.role == .heading }.map(\.name)
    }
    #expect(help.found.map(\.id) == ["a", "Zoom", "Open again"] && titles() == ["Files", "Photo"])
    #expect(rows(help).count == 3 && help.commands.count == 4)
    help.query = "zoom"
    #expect(help.found.map(\.id) == ["Zoom"] && titles() == ["Photo"] && rows(help).count == 1)
    help.query = ""
    let whole = help.fittingSize(in: Size(width: 1000, height: 1000)).height
    help.commands = help.found
    #expect(titles() == [] && help.fittingSize(in: Size(width: 1000, height: 1000)).height < whole)
  }

  @Test("The list has the same size during a search, and none for no commands")
  func size() {
    let (_, help) = makeHelp()
    let limit = Size(width: 1000, height: 1000)
    let size = help.fittingSize(in: limit)
    help.query = "copy"
    #expect(help.fittingSize(in: limit) == size)
    help.commands = []
    #expect(help.found.isEmpty && help.fittingSize(in: limit).height < size.height)
    help.commands = (0..<100_000).map {
      Command("\($0)", title: "Command \($0)", shortcuts: [Shortcut("x")])
    }
    #expect(help.fittingSize(in: limit).height == 1000)
  }
}
