import Controls
import Drawing
import Geometry
import TestSupport
import Testing
import ViewFixtures
import Views

@Suite("Text fields")
@MainActor
struct TextFieldTests {
  let stage = ControlStage()

  private func make(_ text: String = "", on stage: ControlStage? = nil) -> TextField {
    let field = (stage ?? self.stage).add(TextField(text))
    field.clipboard = LocalClipboard()
    field.becomeFocused()
    return field
  }

  private func type(_ text: String) {
    for character in text { stage.key(.init(character.unicodeScalars.first ?? " "), text: String(character)) }
  }

  /// The horizontal position of the cursor before a character.
  private func x(_ position: Int, in field: TextField) -> Double {
    let old = field.selection
    field.selection = position..<position
    defer { field.selection = old }
    return field.textInputState.cursorBounds.minX + 0.5
  }

  @Test("Typed text is inserted at the cursor, and each change is reported")
  func typing() {
    let field = make("ac")
    var heard: [String] = []
    field.onChange = { heard.append($0) }
    #expect(stage.key(.left))
    type("b")
    #expect(field.text == "abc" && heard == ["abc"])
    stage.key(.end)
    type(" é")
    #expect(heard.last == "abc é")
    stage.key(.backspace)
    stage.key(.home)
    stage.key(.delete)
    #expect(field.text == "bc ")
    #expect(!stage.key(.escape))
    stage.key(.tab, text: "\t")
    #expect(!stage.key(Key("q"), text: "q", [.alt]))
    #expect(field.text == "bc ")
  }

  @Test(
    "Backspace and Delete remove one visible character, even if it consists of several code points",
    arguments: ["👨‍👩‍👧‍👦", "e\u{301}", "🇩🇪", "कि", "각", "a"])
  func graphemes(character: String) {
    let field = make("x" + character)
    stage.key(.backspace)
    #expect(field.text == "x")
    field.text = character + "x"
    stage.key(.home)
    stage.key(.right)
    stage.key(.delete)
    #expect(field.text == character)
    stage.key(.left)
    #expect(field.selection == 0..<0)
  }

  @Test("In Hebrew text, the left arrow key moves the cursor to the left")
  func rightToLeft() {
    let field = make("שלום")
    stage.key(.home)
    let start = x(0, in: field)
    stage.key(.left)
    #expect(field.selection == 1..<1)
    #expect(x(1, in: field) < start)
    stage.key(.right)
    #expect(field.selection == 0..<0)
    stage.key(.left, [.control])
    #expect(field.selection == 4..<4)
    // The text is aligned to the right side of the field.
    #expect(start > field.size.width / 2)
  }

  @Test(
    "In text that mixes directions, the right arrow key moves the cursor through all positions from left to right"
  )
  func bothDirections() {
    let field = make("abc שלום xyz")
    stage.key(.home)
    var places = [field.textInputState.cursorBounds.minX]
    for _ in 0..<12 {
      stage.key(.right)
      places.append(field.textInputState.cursorBounds.minX)
    }
    #expect(places == places.sorted())
    #expect(field.selection == 12..<12)
  }

  @Test("With Control held, the arrow keys move the cursor by words, and Backspace and Delete remove words")
  func words() {
    let field = make("one two-three, four")
    stage.key(.left, [.control])
    #expect(field.selection == 15..<15)
    stage.key(.backspace, [.control])
    #expect(field.text == "one two-four")
    stage.key(.home)
    stage.key(.right, [.control])
    #expect(field.selection == 3..<3)
    stage.key(.delete, [.control])
    #expect(field.text == "one-four")
    stage.key(.right, [.control, .shift])
    #expect(field.selectedText == "-four")
  }

  @Test(
    "Shift with an arrow key extends the selection; an arrow key alone moves the cursor to an end of the selection"
  )
  func selecting() {
    let field = make("abcdef")
    for _ in 0..<3 { stage.key(.left, [.shift]) }
    #expect(field.selectedText == "def")
    stage.key(.left)
    #expect(field.selection == 3..<3)
    stage.key(.right, [.shift])
    stage.key(.right)
    #expect(field.selection == 4..<4)
    stage.key(.home, [.shift])
    type("X")
    #expect(field.text == "Xef")
    stage.key(.init("a"), [.control])
    #expect(field.selectedText == "Xef")
  }

  @Test("Control-X, Control-C and Control-V use the clipboard in any keyboard layout")
  func clipboard() {
    let field = make("hello")
    func shortcut(_ letter: Unicode.Scalar) {
      let cyrillic = Key(rawValue: 0x6C1)
      stage.tree.handle(
        .keyPressed(KeyPress(cyrillic, latinSymbol: .init(letter), text: "", modifiers: [.control])))
    }
    shortcut("a")
    shortcut("c")
    stage.key(.end)
    shortcut("v")
    #expect(field.text == "hellohello")
    shortcut("a")
    shortcut("x")
    #expect(field.text == "")
    shortcut("v")
    #expect(field.text == "hellohello")
    field.clipboard.write("a\nb\r\nc\u{7}\0d")
    shortcut("v")
    #expect(field.text == "hellohelloa b cd")
  }

  @Test("Control-Z undoes edits, and Control-Shift-Z redoes them; a typed word is one edit")
  func undo() {
    let field = make("")
    type("one")
    stage.key(.backspace)
    stage.key(.init("z"), [.control])
    #expect(field.text == "one")
    stage.key(.init("z"), [.control])
    #expect(field.text == "")
    stage.key(.init("Z"), [.control, .shift])
    stage.key(.init("z"), [.control, .shift])
    #expect(field.text == "on")
  }

  @Test(
    "A tap places the cursor, a double tap selects a word, and a triple tap selects everything",
    arguments: Way.all)
  func taps(way: Way) {
    let stage = ControlStage(way.plane)
    let field = stage.add(TextField("one two three"))
    let place = TextLayout("one t", style: field.effectiveTheme.textStyle()).size.width + 9
    stage.tap(field, place, 17, as: way.kind)
    #expect(field.isFocused && field.selection == 5..<5)
    stage.advance(0.05)
    stage.tap(field, place, 17, as: way.kind)
    #expect(field.selectedText == "two")
    stage.advance(0.05)
    stage.tap(field, place, 17, as: way.kind)
    #expect(field.selectedText == "one two three")
  }

  @Test(
    "Dragging selects text: always with the pointer, but with a finger only while the field has the focus",
    arguments: Way.all)
  func dragSelects(way: Way) {
    let stage = ControlStage(way.plane)
    let list = stage.add(DraggableView(size: Size(width: 300, height: 200)), x: 0, y: 0)
    let field = TextField("one two three")
    list.addSubview(field)
    stage.settle()
    let start = TextLayout("one ", style: field.effectiveTheme.textStyle()).size.width + 9
    let end = TextLayout("one two", style: field.effectiveTheme.textStyle()).size.width + 9
    if way.kind == .touch {
      stage.drag(field, from: Point(x: start, y: 17), to: Point(x: end, y: 17), as: way.kind)
      stage.drop()
      #expect(list.isDragged && field.selectedText == "")
      field.becomeFocused()
    }
    stage.advance(1)
    stage.drag(field, from: Point(x: start, y: 17), to: Point(x: end, y: 17), as: way.kind)
    #expect(field.selectedText == "two")
    stage.drop()
    stage.key(.backspace)
    #expect(field.text == "one  three")
  }

  @Test(
    "A double tap on any part of a letter selects the word; a double tap between words selects the spaces")
  func wordAtPoint() {
    let field = make("one     two")
    let style = field.effectiveTheme.textStyle()
    func doubleTap(after text: String, _ distance: Double) -> Range<Int> {
      let place = TextLayout(text, style: style).size.width + 9 + distance
      stage.advance(1)
      for _ in 0..<2 {
        stage.tap(field, place, 17)
        stage.advance(0.05)
      }
      return field.selection
    }
    #expect(doubleTap(after: "o", -1) == 0..<3)
    #expect(doubleTap(after: "one", -1) == 0..<3)
    #expect(doubleTap(after: "one  ", 1) == 3..<8)
    #expect(doubleTap(after: "one     ", 1) == 8..<11)
    #expect(doubleTap(after: "one     two", 20) == 8..<11)
  }

  @Test("If the text is longer than its field, the text scrolls so that the cursor stays visible")
  func scrolls() {
    let field = make(String(repeating: "wide ", count: 100))
    func isInside() -> Bool {
      (0...field.size.width).contains(field.textInputState.cursorBounds.minX)
    }
    #expect(isInside() && field.textInputState.cursorBounds.minX > 150)
    stage.key(.home)
    #expect(isInside() && field.textInputState.cursorBounds.minX < 12)
    for _ in 0..<30 { stage.key(.right) }
    #expect(isInside())
  }

  @Test(
    "Composed text is displayed, but becomes part of the text only at a commit, a key press or the loss of the focus"
  )
  func composition() throws {
    let field = make("ab")
    var heard: [String] = []
    field.onChange = { heard.append($0) }
    stage.key(.left)
    let plain = field.textInputState.cursorBounds.minX
    field.applyTextInput(TextInputEdit(composition: "にほ"))
    #expect(field.text == "ab" && heard == [])
    #expect(field.textInputState.cursorBounds.minX > plain + 10)
    field.applyTextInput(TextInputEdit(committed: "日本"))
    #expect(field.text == "a日本b" && heard == ["a日本b"])
    #expect(field.textInputState.cursor == 7 && field.textInputState.anchor == 7)
    field.applyTextInput(TextInputEdit(deletedBefore: 3, deletedAfter: 1))
    #expect(field.text == "a日")
    field.applyTextInput(TextInputEdit(composition: "x"))
    stage.key(.left)
    #expect(field.text == "a日x")
    field.applyTextInput(
      TextInputEdit(deletedBefore: .max, deletedAfter: .min, composition: "y", compositionCursor: .max))
    field.resignFocus()
    #expect(field.text == "yx")
  }

  @Test("Backspace and Delete first make the composed text a part of the text, then remove one character")
  func deleteAfterComposition() {
    let field = make("abc")
    stage.key(.left)
    field.applyTextInput(TextInputEdit(composition: "xyz"))
    stage.key(.backspace)
    #expect(field.text == "abxyc")
    field.selection = 0..<0
    field.applyTextInput(TextInputEdit(composition: "12"))
    stage.key(.delete)
    #expect(field.text == "12bxyc")
  }

  @Test(
    "onTextInputStateChange is called after changes of the text or the cursor, except changes by the input method"
  )
  func inputState() {
    let field = make("ab")
    var count = 0
    field.onTextInputStateChange = { count += 1 }
    field.applyTextInput(TextInputEdit(committed: "c"))
    #expect(count == 0)
    stage.key(.left)
    #expect(count == 1)
    #expect(field.textInputState.text == "abc" && field.textInputState.cursor == 2)
  }

  @Test(
    "A secure field copies nothing, sends no text to the input method, and treats its text as a single word")
  func secure() {
    let field = make("secret word")
    field.isSecure = true
    field.selectAll()
    field.copy()
    field.cut()
    #expect(field.text == "secret word" && field.textInputState.text == "")
    stage.key(.home)
    stage.key(.right, [.control])
    #expect(field.selection == 11..<11)
    field.paste()
    #expect(field.text == "secret word")
  }

  @Test("Return submits the text; without onSubmit, the superview receives the key")
  func submit() {
    let field = make("query")
    #expect(!stage.key(.return))
    var heard: [String] = []
    field.onSubmit = { heard.append($0) }
    #expect(stage.key(.return) && heard == ["query"])
  }

  @Test(
    "The cursor blinks without repainting the text, and stops blinking after 16 changes of its visibility")
  func blinking() {
    let field = make("abc")
    stage.settle()
    let version = field.contentVersion
    let cursor = field.subviews[0]
    #expect(cursor.alpha == 1)
    stage.advance(0.7)
    #expect(cursor.alpha == 0)
    stage.advance(0.6)
    #expect(cursor.alpha == 1)
    stage.advance(20)
    #expect(cursor.alpha == 1 && stage.timerCount == 0)
    #expect(field.contentVersion == version)
    field.resignFocus()
    #expect(cursor.alpha == 0)
  }

  @Test("Text is cut off at maximumLength, and a disabled field cannot be edited")
  func limits() {
    let field = make("abcdef")
    field.maximumLength = 4
    #expect(field.text == "abcd")
    type("e")
    #expect(field.text == "abcd")
    field.selection = 1..<3
    field.insertText("123456")
    #expect(field.text == "a12d")
    field.maximumLength = -1
    #expect(field.text == "")
    field.maximumLength = 10
    field.isEnabled = false
    #expect(!stage.key(.init("a"), text: "a"))
    field.selection = -5..<99
    #expect(field.selection == 0..<0)
  }

  @Test("After any sequence of edits, the cursor and the selection are inside the text", arguments: 0..<40)
  func randomEdits(seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let field = make("")
    let pieces = ["a", "é", "\u{301}", "👍🏽", "\u{200D}", "🇩", "🇪", "של", "ال", " ", "日", "\n", "कि"]
    let keys: [Key] = [
      .left, .right, .home, .end, .backspace, .delete, .init("z"), .init("x"), .init("v"),
    ]
    for _ in 0..<60 {
      switch random.whole(0...3) {
      case 0, 1: field.insertText(random.choice(pieces))
      case 2:
        let modifiers: [KeyModifiers] = [[], [.shift], [.control], [.control, .shift]]
        stage.key(random.choice(keys), random.choice(modifiers))
      default:
        field.applyTextInput(
          TextInputEdit(
            deletedBefore: random.whole(0...4), deletedAfter: random.whole(0...4),
            committed: random.choice(pieces), composition: random.choice(pieces),
            compositionCursor: random.whole(-1...9)))
      }
      let state = field.textInputState
      #expect(state.cursor <= state.text.utf8.count && state.anchor <= state.text.utf8.count)
      #expect(field.selection.upperBound <= field.text.count)
    }
    _ = try ViewPainting.paint(field, scale: 1)
  }
}
