import CarouselUI
import HeadlessCompositor
import Testing

/// Copying and pasting in the text fields of a window.
@MainActor
struct ClipboardFieldTests {
  private let c = HeadlessCompositor.Key(code: 46)
  private let v = HeadlessCompositor.Key(code: 47)
  private let x = HeadlessCompositor.Key(code: 45)
  private let a = HeadlessCompositor.Key(code: 30)

  @Test("Ctrl+C in a field offers the selected text to other programs")
  func copies() throws {
    let rig = try FieldRig()
    rig.field.becomeFocused()
    rig.press(a, with: .control)
    rig.press(c, with: .control)
    #expect(rig.seat.clipboard.types.contains("text/plain"))
    let read = rig.seat.clipboard.read("text/plain;charset=utf-8")
    rig.transfer { read.isEnded }
    #expect(read.text == "over the rainbow")
    rig.press(x, with: .control)
    #expect(rig.field.text.isEmpty)
    #expect(rig.rig.compositor.protocolErrors.isEmpty)
  }

  @Test(
    "Ctrl+V in a field inserts the text that another program copied; a clipboard without text changes nothing"
  )
  func pastes() throws {
    let rig = try FieldRig()
    rig.field.becomeFocused()
    rig.press(a, with: .control)
    rig.seat.clipboard.set([("image/png", [1, 2, 3])])
    rig.rig.compositor.settle()
    rig.press(v, with: .control)
    #expect(rig.field.text == "over the rainbow")
    rig.seat.clipboard.set([("text/plain", Array("née\nZoë".utf8))])
    rig.rig.compositor.settle()
    rig.press(v, with: .control)
    rig.transfer { rig.field.text != "over the rainbow" }
    #expect(rig.field.text == "née Zoë")
  }

  @Test("Text copied in a field of a card can be pasted into a field above the carousel")
  func copiesBetweenFields() throws {
    let rig = try FieldRig()
    rig.cardFields[0].becomeFocused()
    rig.press(a, with: .control)
    rig.press(c, with: .control)
    rig.field.becomeFocused()
    rig.press(a, with: .control)
    rig.press(v, with: .control)
    rig.transfer { rig.field.text == "card 0" }
    #expect(rig.field.text == "card 0")
  }

  @Test(
    "Dragging over text sets the primary selection; a middle click pastes the primary selection at the pointer"
  )
  func pastesWithTheMiddleButton() throws {
    let rig = try FieldRig()
    rig.rig.drag(from: (24, 27), by: (400, 0))
    rig.rig.compositor.settle()
    #expect(rig.field.selectedText == "over the rainbow")
    let read = rig.seat.primarySelection.read("text/plain")
    rig.transfer { read.isEnded }
    #expect(read.text == "over the rainbow")
    rig.seat.primarySelection.set([("UTF8_STRING", Array("somewhere ".utf8))])
    rig.rig.compositor.settle()
    rig.seat.pointer.move(to: (24, 27))
    rig.seat.pointer.click(at: (24, 27), .middle)
    rig.rig.compositor.settle()
    rig.transfer { rig.field.text != "over the rainbow" }
    #expect(rig.field.text == "somewhere over the rainbow")
    #expect(rig.field.isFocused)
  }

  @Test("Selecting text with keys sets the primary selection, except in a password field")
  func selectsWithKeys() throws {
    let rig = try FieldRig()
    rig.field.becomeFocused()
    rig.press(.home, with: .shift)
    let read = rig.seat.primarySelection.read("text/plain")
    rig.transfer { read.isEnded }
    #expect(read.text == "over the rainbow")
    rig.seat.primarySelection.clear()
    rig.field.isSecure = true
    rig.press(a, with: .control)
    rig.press(c, with: .control)
    #expect(rig.seat.primarySelection.types.isEmpty)
    #expect(rig.seat.clipboard.types.isEmpty)
  }
}
