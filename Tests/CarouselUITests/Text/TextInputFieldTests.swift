import CarouselUI
import HeadlessCompositor
import Testing

/// Text fields that are edited with an input method.
@MainActor
struct TextInputFieldTests {
  @Test("While a field has the focus, it sends its text and its cursor to the input method")
  func connects() throws {
    let rig = try FieldRig()
    #expect(rig.input.state == nil)
    rig.field.becomeFocused()
    rig.rig.runUntilSettled()
    var state = try #require(rig.input.state)
    #expect(state.surroundingText == "over the rainbow")
    #expect(state.cursor == 16 && state.anchor == 16)
    rig.seat.keyboard.tap(.left)
    rig.rig.compositor.settle()
    state = try #require(rig.input.state)
    #expect(state.cursor == 15 && !state.isFromInputMethod)
    rig.field.resignFocus()
    rig.rig.compositor.settle()
    #expect(rig.input.state == nil)
    #expect(rig.rig.compositor.protocolErrors.isEmpty)
  }

  @Test("The input method composes, commits and deletes text at the cursor")
  func edits() throws {
    let rig = try FieldRig()
    rig.field.becomeFocused()
    rig.rig.runUntilSettled()
    rig.input.sendPreedit("にほ", cursor: (6, 6))
    rig.input.done()
    rig.rig.runUntilSettled()
    #expect(rig.field.text == "over the rainbow")
    #expect(rig.input.state?.surroundingText == "over the rainbow")
    rig.input.sendDeletion(before: 4, after: 0)
    rig.input.insert("日本")
    rig.rig.runUntilSettled()
    #expect(rig.field.text == "over the rai日本")
    let state = try #require(rig.input.state)
    #expect(state.surroundingText == "over the rai日本")
    #expect(state.cursor == 18 && state.isFromInputMethod)
    rig.input.sendPreedit("x", cursor: (1, 1))
    rig.input.done()
    rig.rig.compositor.settle()
    // Another key makes the composed text a part of the field's text.
    rig.seat.keyboard.tap(.home)
    rig.rig.compositor.settle()
    #expect(rig.field.text == "over the rai日本x")
    #expect(rig.input.state?.cursor == 0)
  }

  @Test(
    "In a tilted card, the input method gets the cursor's rectangle on the screen, also after a scroll")
  func placesSuggestions() throws {
    let rig = try FieldRig()
    rig.cardFields[0].becomeFocused()
    for offset in [0.0, 0.35] {
      rig.rig.carousel.scrollOffset = offset
      rig.rig.runUntilSettled()
      let cursor = rig.cardFields[0].textInputState.cursorBounds
      let seen = try rig.place(of: cursor, in: rig.cardFields[0])
      let sent = try #require(rig.input.state?.cursorRectangle)
      #expect(abs(Double(sent[0]) - seen.minX) <= 1 && abs(Double(sent[1]) - seen.minY) <= 1)
      #expect(abs(Double(sent[3]) - seen.size.height) <= 2)
    }
  }

  @Test("If the compositor leaves the focus with the window, the input method edits a field in a popover")
  func popover() throws {
    let rig = try FieldRig()
    rig.field.becomeFocused()
    rig.rig.runUntilSettled()
    let inner = TextField("inside")
    // A popover that is opened without a press has no grab, so the focus stays with the window.
    let popup = try #require(rig.rig.ui.present(PopoverView(inner), of: rig.field))
    rig.rig.runUntilSettled()
    #expect(rig.rig.compositor.popups.first?.isGrabbing == false)
    #expect(inner.isFocused && rig.input.state?.surroundingText == "inside")
    rig.input.insert("x")
    rig.rig.runUntilSettled()
    #expect(inner.text == "insidex" && rig.field.text == "over the rainbow")
    popup.close()
    rig.rig.runUntilSettled()
    #expect(rig.input.state?.surroundingText == "over the rainbow")
    #expect(rig.rig.compositor.protocolErrors.isEmpty)
  }

  @Test("A field states its purpose to the input method, also when the purpose changes")
  func purpose() throws {
    let rig = try FieldRig()
    rig.field.inputPurpose = .digits
    rig.field.becomeFocused()
    rig.rig.runUntilSettled()
    // The numbers of zwp_text_input_v3.content_purpose.
    let numbers: [(TextInputPurpose, UInt32)] = [
      (.digits, 2), (.number, 3), (.phone, 4), (.url, 5), (.email, 6), (.name, 7), (.password, 8), (.pin, 9),
      (.normal, 0),
    ]
    #expect(Set(numbers.map(\.0)) == Set(TextInputPurpose.allCases))
    for (purpose, number) in numbers {
      rig.field.inputPurpose = purpose
      rig.rig.compositor.settle()
      let state = try #require(rig.input.state)
      #expect(state.purpose == number)
      #expect((state.hints == 128) == (purpose == .password || purpose == .pin))
    }
    rig.field.inputPurpose = .pin
    rig.field.isSecure = true
    rig.rig.compositor.settle()
    #expect(rig.input.state?.purpose == 9 && rig.input.state?.hints == 192)
  }

  @Test("The input method does not receive the text of a secure field, and is asked not to learn the text")
  func password() throws {
    let rig = try FieldRig()
    rig.field.isSecure = true
    rig.field.becomeFocused()
    rig.rig.runUntilSettled()
    let state = try #require(rig.input.state)
    #expect(state.surroundingText == nil)
    #expect(state.purpose == 8 && state.hints == 192)
    rig.input.insert("secret")
    rig.rig.compositor.settle()
    #expect(rig.field.text == "over the rainbowsecret")
  }
}
