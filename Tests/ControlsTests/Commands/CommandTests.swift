import Controls
import Geometry
import TestSupport
import Testing
import ViewFixtures
@_spi(Subclassing) import Views

@Suite("Commands", .serialized)
@MainActor
struct CommandTests {
  private let copy = Command("edit.copy", title: "Copy", icon: .star, shortcuts: [Shortcut("c", .control)])

  /// A stage that collects the reported mistakes.
  private func makeStage(_ plane: ControlStage.Plane = .flat) -> (ControlStage, Problems) {
    CommandMistakes.areReported = true
    let (stage, problems) = (ControlStage(plane), Problems())
    stage.tree.onProblem = { problems.all.append($0) }
    return (stage, problems)
  }

  private final class Problems { var all: [String] = [] }

  // MARK: The chain

  @Test("The innermost view around the focus that handles a command performs it, by key and by call")
  func innermost() {
    let (stage, problems) = makeStage()
    var log: [String] = []
    let inner = stage.add(View(size: Size(width: 200, height: 100)))
    let (first, second) = (ProbeButton(size: Size(width: 50, height: 40)), ProbeButton())
    inner.addSubview(first)
    stage.card.addSubview(second)
    stage.card.handle(copy) { log.append("card") }
    inner.handle(copy) { log.append("inner") }
    first.becomeFocused()
    #expect(stage.key("c", .control) && stage.card.perform(copy))
    second.becomeFocused()
    #expect(stage.key("c", .control) && second.perform(copy))
    #expect(log == ["inner", "inner", "card", "card"])
    // A view that is not around the focus asks the views around itself first.
    #expect(first.perform(copy))
    #expect(log.last == "inner" && problems.all.isEmpty)
  }

  @Test("A key reaches the commands of a view only if neither the view nor an inner view has used it")
  func keysFirst() {
    let (stage, _) = makeStage()
    var count = 0
    let field = stage.add(TextField("text"))
    stage.card.handle(Command("star", title: "Star", shortcuts: [Shortcut("s"), Shortcut(.f1)])) {
      count += 1
    }
    field.becomeFocused()
    stage.key("s", text: "s")
    #expect(count == 0 && field.text == "texts")
    #expect(stage.key(.f1) && count == 1)
    #expect(!stage.tree.handle(.keyReleased(KeyPress(.f1, phase: .released))) && count == 1)
  }

  @Test("A held shortcut performs a command once, or repeatedly if the command says so")
  func repeats() {
    let (stage, _) = makeStage()
    var (once, often) = (0, 0)
    stage.card.handle(Command("once", title: "", shortcuts: [Shortcut("o")])) { once += 1 }
    stage.card.handle(Command("often", title: "", shortcuts: [Shortcut("f")], isRepeating: true)) {
      often += 1
    }
    stage.add(ProbeButton()).becomeFocused()
    for isRepeat in [false, true, true] {
      #expect(stage.key("o", isRepeat: isRepeat) && stage.key("f", isRepeat: isRepeat))
    }
    #expect(once == 1 && often == 3)
  }

  @Test("A disabled command is not performed, and its key goes to the next command or view")
  func disabled() {
    let (stage, problems) = makeStage()
    var log: [String] = []
    var isOpen = true
    let inner = stage.add(ProbeButton())
    inner.handle(copy, isEnabled: { false }, action: { log.append("inner") })
    stage.card.handle(
      Command("close", title: "Close", shortcuts: [Shortcut(.escape)]), isEnabled: { isOpen },
      action: { log.append("close") })
    stage.card.handle(Command("quit", title: "Quit", shortcuts: [Shortcut(.escape)])) { log.append("quit") }
    stage.card.handle(Command("other", title: "", shortcuts: [Shortcut("c", .control)])) {
      log.append("other")
    }
    inner.becomeFocused()
    #expect(stage.key("c", .control) && !inner.perform(copy))
    #expect(inner.state(of: copy) == CommandState(isEnabled: false))
    isOpen = false
    #expect(stage.key(.escape))
    #expect(log == ["other", "quit"] && problems.all.isEmpty)
  }

  @Test(
    "Of two enabled commands of a view with the same shortcut, the key performs the first; the mistake is reported"
  )
  func sameShortcut() {
    let (stage, problems) = makeStage()
    var log: [String] = []
    for name in ["first", "second"] {
      stage.card.handle(Command(name, title: name, shortcuts: [Shortcut(.f1)])) { log.append(name) }
    }
    stage.add(ProbeButton()).becomeFocused()
    stage.key(.f1)
    #expect(log == ["first"])
    #expect(problems.all.count == 1)
    #expect(problems.all.first?.contains("“first” and “second”") == true, "\(problems.all)")
  }

  @Test("A command without a handler is not performed, and the mistake is reported")
  func withoutHandler() {
    let (stage, problems) = makeStage()
    let view = stage.add(ProbeButton())
    view.becomeFocused()
    #expect(!view.perform(copy) && view.state(of: copy) == nil && !stage.key("c", .control))
    #expect(problems.all == ["No view handles the command “edit.copy”, which ProbeButton performs."])
    #expect(!View().perform(copy), "outside of a window")
  }

  @Test("A view handles a command until it stops, and a second handler replaces the first")
  func stops() {
    let (stage, _) = makeStage()
    var log: [String] = []
    stage.card.handle(copy) { log.append("old") }
    stage.card.handle(
      copy, isChecked: { true },
      action: { [weak card = stage.card, copy] in
        log.append("new")
        card?.stopHandling(copy)
      })
    #expect(stage.card.state(of: copy) == CommandState(isEnabled: true, isChecked: true))
    #expect(stage.card.perform(copy) && !stage.card.perform(copy))
    #expect(log == ["new"])
    View().stopHandling(copy)
  }

  @Test("The available commands are those of the views around the focus, the innermost first, each once")
  func available() {
    let (stage, _) = makeStage()
    let inner = stage.add(ProbeButton())
    stage.card.handle(Command("quit", title: "Quit")) {}
    stage.card.handle(copy) {}
    inner.handle(Command("edit.copy", title: "Copy the text")) {}
    #expect(inner.availableCommands.map(\.title) == ["Copy the text", "Quit"])
    #expect(stage.card.availableCommands.map(\.title) == ["Quit", "Copy"])
    inner.becomeFocused()
    #expect(stage.card.availableCommands.map(\.title) == ["Copy the text", "Quit"])
  }

  // MARK: Buttons

  @Test(
    "A button performs its command with each device, and follows its state in the next frame",
    arguments: Way.all)
  func button(way: Way) {
    let (stage, problems) = makeStage(way.plane)
    var (count, isEnabled, isOn) = (0, true, false)
    stage.card.handle(
      copy, isEnabled: { isEnabled }, isChecked: { isOn },
      action: {
        count += 1
        isOn.toggle()
      })
    let button = stage.add(Button(copy, showsTitle: false))
    #expect(button.isEnabled && button.semantics.label == "Copy" && button.semantics.states == .checkable)
    stage.tap(button, as: way.kind)
    stage.settle()
    #expect(count == 1 && button.semantics.states == [.checkable, .checked])
    isEnabled = false
    stage.settle()
    #expect(!button.isEnabled)
    stage.tap(button, as: way.kind)
    #expect(count == 1 && stage.key(.space) == false)
    isEnabled = true
    stage.settle()
    #expect(button.isEnabled && problems.all.isEmpty)
  }

  @Test("Performing a command requests a frame, in which other buttons of the command change")
  func requestsFrame() {
    let (stage, _) = makeStage()
    var isOn = false
    stage.card.handle(copy, isChecked: { isOn }, action: { isOn = true })
    let button = stage.add(Button(copy))
    stage.add(ProbeButton(), x: 10, y: 10).becomeFocused()
    stage.settle()
    var requests = 0
    stage.tree.onNeedsFrame = { requests += 1 }
    stage.key("c", .control)
    #expect(requests > 0)
    stage.settle()
    #expect(button.semantics.states.contains(.checked))
  }

  @Test("The tooltip of a button with a command has the title and the first shortcut")
  func tooltip() {
    #expect(Button(copy, showsTitle: false).automaticTooltip == "Copy (Ctrl+C)")
    #expect(Button(copy).automaticTooltip == "Copy (Ctrl+C)")
    #expect(Button(Command("quit", title: "Quit")).automaticTooltip == nil)
    #expect(
      Button(Command("quit", title: "Quit", icon: .close), showsTitle: false).automaticTooltip == "Quit")
  }

  @Test("A button whose command no view of the window handles is disabled, and the mistake is reported once")
  func missingButton() {
    let (stage, problems) = makeStage()
    let button = stage.add(Button(copy))
    for _ in 0..<3 { stage.settle() }
    #expect(!button.isEnabled)
    #expect(
      problems.all == ["No view handles the command “edit.copy” of the button “Copy”, so it is disabled."])
    stage.card.handle(copy) {}
    stage.settle()
    #expect(button.isEnabled)
    // A command that another view of the window handles, such as a field without the focus, is no mistake.
    let other = Command("edit.paste", title: "Paste")
    stage.add(View()).handle(other) {}
    let paste = stage.add(Button(other), x: 0, y: 0)
    #expect(!paste.isEnabled && problems.all.count == 1)
  }

  @Test("A button that leaves the window or loses its command does not ask for its state any more")
  func leaves() {
    let (stage, _) = makeStage()
    var questions = 0
    stage.card.handle(
      copy,
      isEnabled: {
        questions += 1
        return true
      }, action: {})
    let button = stage.add(Button(copy))
    button.removeFromSuperview()
    questions = 0
    stage.settle()
    #expect(questions == 0)
    stage.add(button)
    #expect(questions > 0)
    button.command = nil
    questions = 0
    stage.settle()
    #expect(questions == 0 && button.isEnabled)
  }

  // MARK: Menus

  @Test(
    "An item of a menu has the title, the icon, the shortcut and the state of its command, also in a submenu")
  func menu() {
    let (stage, problems) = makeStage()
    var count = 0
    let off = Command("view.off", title: "Off")
    stage.card.handle(copy, isChecked: { true }, action: { count += 1 })
    stage.card.handle(off, isEnabled: { false }, isChecked: { false }, action: {})
    let menu = MenuView([MenuItem(copy), MenuItem("More", submenu: [MenuItem(off)]), MenuItem("Plain")])
    #expect(menu.items[0].title == "Copy" && menu.items[0].icon != nil && menu.items[0].shortcut == "Ctrl+C")
    menu.updateCommands(of: stage.card)
    #expect(menu.items[0].isEnabled && menu.items[0].mark == .on)
    let inner = menu.items[1].submenu[0]
    #expect(!inner.isEnabled && inner.mark == .off && menu.items[2].isEnabled)
    menu.items[0].action?()
    #expect(count == 1 && problems.all.isEmpty)
    stage.card.stopHandling(copy)
    menu.items[0].action?()  // the handler has gone while the menu was open
    #expect(count == 1 && problems.all.count == 1)
  }

  @Test(
    "A command without a handler is disabled in a menu, and a command that is twice in a menu is shown once")
  func menuMistakes() {
    let (stage, problems) = makeStage()
    let missing = Command("missing", title: "Missing")
    stage.card.handle(copy) {}
    let menu = MenuView([MenuItem(copy), MenuItem(missing), MenuItem(copy)])
    menu.updateCommands(of: stage.card)
    #expect(menu.items.map(\.title) == ["Copy", "Missing"])
    #expect(menu.items.map(\.isEnabled) == [true, false])
    #expect(problems.all.count == 2, "\(problems.all)")
    #expect(problems.all.contains { $0.contains("“missing”") && $0.contains("disabled") })
    #expect(problems.all.contains { $0.contains("“edit.copy” twice") })
  }

  @Test("A call passes over a disabled handler to an enabled one of an outer view, like the key")
  func passesOverDisabled() {
    let (stage, _) = makeStage()
    var log: [String] = []
    let inner = stage.add(ProbeButton())
    inner.handle(copy, isEnabled: { false }, action: { log.append("inner") })
    stage.card.handle(copy) { log.append("card") }
    inner.becomeFocused()
    #expect(stage.key("c", .control) && inner.state(of: copy)?.isEnabled == true && inner.perform(copy))
    #expect(log == ["card", "card"])
  }

  @Test("A menu that opens again has the present states of its commands")
  func menuTwice() {
    let (stage, _) = makeStage()
    var (isEnabled, isOn): (Bool, Bool?) = (false, true)
    stage.card.handle(copy, isEnabled: { isEnabled }, isChecked: { isOn ?? false }, action: {})
    var never = MenuItem(Command("never", title: "Never"))
    never.isEnabled = false
    stage.card.handle(Command("never", title: "Never")) {}
    let menu = MenuView([MenuItem(copy), never])
    menu.updateCommands(of: stage.card)
    #expect(!menu.items[0].isEnabled && menu.items[0].mark == .on)
    (isEnabled, isOn) = (true, false)
    menu.updateCommands(of: stage.card)
    #expect(menu.items[0].isEnabled && menu.items[0].mark == .off && !menu.items[1].isEnabled)
    stage.card.handle(copy) {}
    menu.updateCommands(of: stage.card)
    #expect(menu.items[0].mark == .none)
    menu.items = [MenuItem("Plain")]
    menu.updateCommands(of: stage.card)
    #expect(menu.items.map(\.title) == ["Plain"])
  }
}
