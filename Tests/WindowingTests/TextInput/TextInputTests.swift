import Geometry
import HeadlessCompositor
import Testing
import Windowing

@MainActor @Suite("Text input")
struct TextInputTests {
  /// A text field that applies all changes and records them.
  @MainActor final class Field: TextInputDelegate {
    var context = TextInputContext(text: "")
    var changes: [TextInputChange] = []
    var active: [Bool] = []
    var preedit: TextInputChange.Preedit?

    func textInput(_ session: TextInputSession, didReceive change: TextInputChange) {
      changes.append(change)
      preedit = change.preedit
      change.apply(to: &context)
      session.update(context, isFromInputMethod: true)
    }

    func textInput(_ session: TextInputSession, isActive: Bool) { active.append(isActive) }
  }

  @Test(
    "If the compositor leaves the focus with the window, the input method serves a field of its popup, and then the window's field again"
  )
  func fieldInPopup() throws {
    let rig = try WindowRig()
    rig.server.run(frames: 2)
    let input = rig.server.seat.textInput
    let (field, inner) = (Field(), Field())
    let session = rig.window.beginTextInput(TextInputContext(text: "outside"), delegate: field)
    rig.settle()
    #expect(input.state?.surroundingText == "outside")
    // A popup without a grab does not get the focus.
    let popup = Window(
      popupOf: rig.window,
      at: PopupPlacement(
        size: Size(width: 80, height: 60), anchorRect: Rect(x: 10, y: 10, width: 40, height: 20)))
    let painter = Painter()
    popup.delegate = painter
    rig.server.run(frames: 2)
    inner.context = TextInputContext(text: "inside")
    inner.context.cursorRectangle = Rect(x: 5, y: 6, width: 1, height: 10)
    let innerSession = popup.beginTextInput(inner.context, delegate: inner)
    rig.settle()
    #expect(input.state?.surroundingText == "inside")
    // The popup is at (10, 30) of its parent.
    #expect(input.state?.cursorRectangle == [15, 36, 1, 10])
    #expect(field.active == [true, false] && inner.active == [true])
    #expect(!session.isActive && innerSession.isActive)
    input.insert("x")
    rig.settle()
    #expect(inner.context.text == "insidex" && field.changes.isEmpty)
    popup.close()
    rig.settle()
    #expect(input.state?.surroundingText == "outside" && session.isActive)
    #expect(field.active == [true, false, true])
    input.insert("y")
    rig.settle()
    #expect(field.changes.count == 1 && inner.changes.count == 1)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("A field in a focused window sends its state and receives changes")
  func typing() throws {
    let rig = try WindowRig()
    rig.settle()
    let input = rig.server.seat.textInput
    #expect(input.focus != nil)
    #expect(input.state == nil)
    let field = Field()
    field.context = TextInputContext(text: "Grüße")
    field.context.purpose = .email
    field.context.hints = [.lowercase, .latin]
    field.context.cursorRectangle = Rect(x: 10.4, y: 20.6, width: 1.5, height: 16)
    let session = rig.window.beginTextInput(field.context, delegate: field)
    #expect(rig.window.textInput === session)
    rig.settle()
    #expect(session.isActive)
    var state = TextInput.State()
    state.surroundingText = "Grüße"
    state.cursor = 7
    state.anchor = 7
    state.isFromInputMethod = false
    state.hints = 264
    state.purpose = 6
    state.cursorRectangle = [10, 20, 2, 16]
    #expect(input.state == state)
    #expect(input.commitCount == 1)

    input.sendPreedit("nih", cursor: (3, 3))
    input.done()
    rig.settle()
    #expect(field.preedit == .init(text: "nih", cursor: 3..<3))
    #expect(input.commitCount == 1, "the text has not changed, so nothing is sent")
    input.sendDeletion(before: 1, after: 0)
    input.insert("日本")
    rig.settle()
    #expect(field.preedit == nil)
    #expect(field.context.text == "Grüß日本")
    #expect(input.state?.surroundingText == "Grüß日本")
    #expect(input.state?.cursor == 12)
    #expect(input.state?.isFromInputMethod == true)
    #expect(input.commitCount == 2)
    #expect(field.changes.count == 2)

    session.end()
    rig.settle()
    #expect(input.state == nil)
    #expect(rig.window.textInput == nil)
    input.insert("late")
    rig.settle()
    #expect(field.changes.count == 2)
    #expect(rig.server.protocolErrors == [])
  }

  @Test(
    "When the focus leaves the window, the preedit text is removed; when it returns, the field is enabled again"
  )
  func focus() throws {
    let rig = try WindowRig()
    rig.settle()
    let toplevel = try rig.toplevel
    let input = rig.server.seat.textInput
    rig.server.seat.keyboard.focus(nil as Toplevel?)
    rig.settle()
    let field = Field()
    field.context = TextInputContext(text: "a")
    let session = rig.window.beginTextInput(field.context, delegate: field)
    rig.settle()
    #expect(!session.isActive)
    #expect(input.commitCount == 0)
    rig.server.seat.keyboard.focus(toplevel)
    rig.settle()
    #expect(input.state?.surroundingText == "a")
    input.sendPreedit("x")
    input.done()
    rig.settle()
    #expect(field.preedit == .init(text: "x", cursor: nil))
    rig.server.seat.keyboard.focus(nil as Toplevel?)
    rig.settle()
    #expect(field.preedit == nil)
    #expect(field.changes.last == TextInputChange())
    #expect(field.active == [true, false])
    rig.server.seat.keyboard.focus(toplevel)
    rig.settle()
    #expect(field.active == [true, false, true])
    #expect(input.state?.surroundingText == "a")
    let second = Field()
    let next = rig.window.beginTextInput(TextInputContext(text: "second"), delegate: second)
    rig.settle()
    #expect(input.state?.surroundingText == "second")
    input.insert("!")
    rig.settle()
    #expect(field.changes.count == 2)
    #expect(second.changes.count == 1)
    withExtendedLifetime((session, next)) { rig.window.close() }
    rig.settle()
    #expect(rig.server.protocolErrors == [])
  }

  @Test(
    "A change that refers to an older state is applied, but no state is sent until a change refers to the latest one"
  )
  func serials() throws {
    let rig = try WindowRig()
    rig.settle()
    let input = rig.server.seat.textInput
    let field = Field()
    let session = rig.window.beginTextInput(field.context, delegate: field)
    rig.settle()
    #expect(input.commitCount == 1)
    input.sendCommit("old")
    input.done(serial: 0)
    rig.settle()
    #expect(field.context.text == "old")
    #expect(input.commitCount == 1)
    input.done()
    rig.settle()
    #expect(input.commitCount == 2)
    #expect(input.state?.surroundingText == "old")
    #expect(session.isActive)
  }

  @Test("Extreme numbers from an input method are clamped")
  func extremes() throws {
    let rig = try WindowRig()
    rig.settle()
    let input = rig.server.seat.textInput
    let field = Field()
    field.context = TextInputContext(text: "aüb")
    field.context.cursorRectangle = Rect(x: .nan, y: .infinity, width: -.infinity, height: 1e300)
    let session = rig.window.beginTextInput(field.context, delegate: field)
    rig.settle()
    #expect(input.state?.cursorRectangle == [0, 1_000_000, -1_000_000, 1_000_000])
    for (begin, end) in [(Int32.min, Int32.max), (.max, 0), (1, 1), (-1, -1), (.max, .max)] {
      input.sendPreedit("ü", cursor: (begin, end))
      input.done(serial: .max)
      rig.settle()
      if let cursor = field.preedit?.cursor { #expect([0, 2].contains(cursor.lowerBound)) }
    }
    input.sendDeletion(before: .max, after: .max)
    input.done()
    rig.settle()
    #expect(field.context.text == "")
    input.sendDeletion(before: .max, after: .max)
    input.sendCommit(String(repeating: "x", count: 4000))
    input.done()
    rig.settle()
    #expect(field.context.text?.count == 4000)
    #expect(session.isActive)
    #expect(rig.server.protocolErrors == [])
  }

  @Test("If the compositor has no input methods, a field gets key events only")
  func unavailable() throws {
    let rig = try WindowRig(.init(width: 400, height: 300).without("zwp_text_input_manager_v3"))
    let field = Field()
    let session = rig.window.beginTextInput(field.context, delegate: field)
    session.update(TextInputContext(text: "x"))
    rig.settle()
    #expect(!session.isActive)
    session.end()
    #expect(rig.server.protocolErrors == [])
  }
}
