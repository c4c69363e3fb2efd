import Controls
import Testing
import ViewFixtures
import Views

@Suite("Shortcuts")
@MainActor
struct ShortcutTests {
  /// Whether a key press performs a command with a shortcut.
  private func performs(_ shortcut: Shortcut, _ key: KeyPress) -> Bool {
    let stage = ControlStage()
    var count = 0
    stage.card.handle(Command("test", title: "Test", shortcuts: [shortcut])) { count += 1 }
    let view = stage.add(ProbeButton())
    view.becomeFocused()
    let isUsed = stage.tree.handle(.keyPressed(key))
    #expect(isUsed == (count == 1))
    return count == 1
  }

  @Test("A shortcut needs exactly its modifiers; locks and the case of the letter do not matter")
  func modifiers() {
    let copy = Shortcut("c", .control)
    #expect(performs(copy, KeyPress("c", modifiers: .control)))
    #expect(performs(copy, KeyPress("C", modifiers: [.control, .capsLock, .numLock])))
    #expect(performs(Shortcut("C", .control), KeyPress("c", modifiers: .control)))
    for other: KeyModifiers in [[], .alt, [.control, .shift], [.control, .alt], [.control, .logo]] {
      #expect(!performs(copy, KeyPress("c", modifiers: other)), "\(other)")
    }
    #expect(performs(Shortcut("c", [.control, .shift]), KeyPress("C", modifiers: [.control, .shift])))
    #expect(!performs(Shortcut(.f11), KeyPress(.f11, modifiers: .shift)))
  }

  @Test("A shortcut that allows Shift is the same with and without Shift, but not with other modifiers")
  func allowsShift() {
    for modifiers: KeyModifiers in [[], .shift, [.shift, .capsLock]] {
      #expect(performs(Shortcut("q", allowsShift: true), KeyPress("Q", text: "Q", modifiers: modifiers)))
      #expect(performs(Shortcut(.f11, allowsShift: true), KeyPress(.f11, modifiers: modifiers)))
    }
    #expect(!performs(Shortcut("q", allowsShift: true), KeyPress("q", modifiers: .control)))
    #expect(Shortcut("q", allowsShift: true).description == "Q")
  }

  @Test("A character that is no letter is typed with or without Shift, as the layout of the user needs")
  func characters() {
    for modifiers: KeyModifiers in [[], .shift] {
      #expect(performs(Shortcut("?"), KeyPress("?", text: "?", modifiers: modifiers)))
      #expect(performs(Shortcut("1"), KeyPress("1", text: "1", modifiers: modifiers)))
    }
    #expect(!performs(Shortcut("?", .control), KeyPress("?", text: "?", modifiers: .shift)))
    #expect(!performs(Shortcut("+", [.control, .shift]), KeyPress("+", modifiers: .control)))
  }

  @Test("The keys of the number pad are those of the main keyboard")
  func keypad() {
    let keypadFive = Key(rawValue: 0xFFB5)
    #expect(performs(Shortcut("5"), KeyPress(keypadFive, text: "5")))
    #expect(performs(Shortcut(.return), KeyPress(.keypadEnter)))
    #expect(performs(Shortcut(.pageUp), KeyPress(.keypadPageUp)))
  }

  @Test("In a layout without Latin letters, a shortcut is the key at the position of its letter")
  func position() {
    let cyrillic = KeyPress("с", latinSymbol: "c", modifiers: .control)
    #expect(performs(Shortcut("c", .control), cyrillic))
    #expect(performs(Shortcut("q"), KeyPress("й", latinSymbol: "q", text: "й")))
    #expect(!performs(Shortcut("q"), KeyPress("ö", text: "ö")))
  }

  @Test("A shortcut for a character of the layout precedes one for the position of the same key")
  func symbolFirst() {
    let stage = ControlStage()
    var log: [String] = []
    for (name, key) in [("latin", Key("q")), ("cyrillic", Key("й"))] {
      stage.card.handle(Command(name, title: name, shortcuts: [Shortcut(key)])) { log.append(name) }
    }
    stage.add(ProbeButton()).becomeFocused()
    stage.tree.handle(.keyPressed(KeyPress("й", latinSymbol: "q", text: "й")))
    #expect(log == ["cyrillic"])
  }

  @Test("The text of a shortcut has the names of its modifiers and of its key")
  func text() {
    #expect(Shortcut("c", .control).description == "Ctrl+C")
    #expect(Shortcut("s", [.shift, .control, .alt, .logo]).description == "Ctrl+Alt+Shift+Super+S")
    #expect(Shortcut(.f11).description == "F11" && Shortcut(.pageUp).description == "Page Up")
    #expect(Shortcut("ö").description == "Ö" && Shortcut(.space).description == "Space")
    #expect(Shortcut(Key(rawValue: 0x1234_5678)).description == "?")
    #expect(
      Command("help", title: "Help", shortcuts: [Shortcut("?"), Shortcut(.f1)]).shortcutText == "?, F1")
  }
}

/// A control that uses no key.
final class ProbeButton: Control {
  override func keyPressed(_ key: KeyPress) -> Bool { false }
}
