import CarouselUI
import HeadlessCompositor
import Testing

/// Alerts in front of the content of a window.
@MainActor
struct AlertTests {
  private func present(_ rig: PopupRig) -> (alert: AlertView, answers: () -> [String]) {
    final class Answers { var all: [String] = [] }
    let answers = Answers()
    let alert = AlertView(
      "Delete the picture?", message: "It cannot be restored.",
      responses: [.init("close", title: "Cancel"), .init("delete", title: "Delete", style: .destructive)],
      defaultResponse: "delete"
    ) { answers.all.append($0) }
    rig.ui.present(alert)
    rig.rig.runUntilSettled()
    return (alert, { answers.all })
  }

  @Test("An alert is centered and dims the content; Return chooses the default response")
  func answersWithReturn() throws {
    let rig = try PopupRig()
    let (alert, answers) = present(rig)
    #expect(alert.isInWindow)
    let center = try #require(
      alert.convert(Point(x: alert.size.width / 2, y: alert.size.height / 2), to: nil))
    #expect(abs(center.x - 200) <= 1 && abs(center.y - 120) <= 1)
    rig.rig.compositor.run(frames: 2)
    #expect(rig.rig.compositor.capture()[110, 75] != 0xffff_ffff)
    rig.tap(.enter)
    #expect(answers() == ["delete"] && !alert.isInWindow)
  }

  @Test("Escape chooses the close response, and the focus returns to the previously focused view")
  func answersWithEscape() throws {
    let rig = try PopupRig()
    let field = TextField("name")
    field.frame = Rect(x: 150, y: 16, width: 120, height: 34)
    rig.ui.contentView.addSubview(field)
    field.becomeFocused()
    let (_, answers) = present(rig)
    #expect(!field.isFocused)
    rig.tap(.tab)
    rig.tap(.tab)
    rig.tap(.tab)
    #expect(!field.isFocused, "Tab stays in the alert")
    rig.seat.keyboard.type("x")
    rig.rig.runUntilSettled()
    #expect(field.text == "name")
    rig.tap(.escape)
    #expect(answers() == ["close"])
    #expect(field.isFocused)
  }

  @Test(
    "While an alert is open, presses, drags, wheel scrolls and keys do not reach the content",
    arguments: Hand.allCases)
  func isModal(hand: Hand) throws {
    let rig = try PopupRig()
    var clicks = 0
    let control = Button("Card") { clicks += 1 }
    control.frame = Rect(x: 20, y: 190, width: 100, height: 40)
    rig.ui.contentView.addSubview(control)
    let (alert, answers) = present(rig)
    func tap(_ point: (x: Double, y: Double)) {
      rig.rig.tap(hand, at: point)
      rig.rig.runUntilSettled()
    }
    tap(rig.at(40, 210))
    rig.tap(.right)
    rig.rig.drag(hand, from: rig.at(380, 220), by: (-200, 0))
    if hand == .pointer { rig.seat.pointer.scroll(notches: 2) }
    rig.rig.runUntilSettled()
    #expect(clicks == 0 && rig.rig.carousel.currentItemIndex == 0)
    let button = try #require(alert.subviews.first)
    let place = try #require(button.convert(Point(x: 10, y: 10), to: nil))
    tap(rig.at(place.x, place.y))
    #expect(answers() == ["close"])
    tap(rig.at(40, 210))
    #expect(clicks == 1)
  }

  @Test("While an alert is open, a covered view cannot take the focus, and afterwards it can")
  func keepsFocus() throws {
    let rig = try PopupRig()
    let field = TextField("name")
    field.frame = Rect(x: 150, y: 16, width: 120, height: 34)
    rig.ui.contentView.addSubview(field)
    let (_, answers) = present(rig)
    #expect(!field.becomeFocused())
    rig.seat.keyboard.type("x")
    rig.tap(.escape)
    #expect(field.text == "name" && answers() == ["close"])
    #expect(field.becomeFocused())
  }

  @Test("Under an alert without buttons, the content receives no keys", arguments: [true, false])
  func noButtons(isFieldFocused: Bool) throws {
    let rig = try PopupRig()
    let field = TextField("name")
    field.frame = Rect(x: 150, y: 16, width: 120, height: 34)
    rig.ui.contentView.addSubview(field)
    if isFieldFocused { field.becomeFocused() } else { rig.ui.carouselView.resignFocus() }
    rig.ui.present(AlertView("Please wait.", responses: []))
    rig.rig.runUntilSettled()
    rig.seat.keyboard.type("x")
    rig.tap(.right)
    #expect(field.text == "name" && rig.rig.carousel.currentItemIndex == 0)
  }

  @Test("Closing the second of two alerts returns the keys to the first")
  func twoAlerts() throws {
    let rig = try PopupRig()
    let (_, first) = present(rig)
    let (_, second) = present(rig)
    rig.tap(.escape)
    #expect(first() == [] && second() == ["close"])
    #expect(!rig.ui.carouselView.becomeFocused(), "the first alert still covers the content")
    rig.tap(.enter)
    #expect(first() == ["delete"])
  }

  @Test("An alert cancels the contacts of the content", arguments: [true, false])
  func cancelsContacts(isField: Bool) throws {
    let rig = try PopupRig()
    var clicks = 0
    let field = TextField("name")
    let button = Button("Card") { clicks += 1 }
    let control: View = isField ? field : button
    control.frame = Rect(x: 20, y: 190, width: 100, height: 40)
    rig.ui.contentView.addSubview(control)
    rig.rig.runUntilSettled()
    let (x, y) = rig.at(40, 210)
    rig.seat.touch.down(at: (x, y), id: 3)
    rig.rig.compositor.run(frames: 2)
    let (_, answers) = present(rig)
    for step in 1...5 {
      rig.seat.touch.move(to: (x + 8 * Double(step), y), id: 3)
      rig.rig.compositor.run(frames: 1)
    }
    rig.seat.touch.up(id: 3)
    rig.rig.runUntilSettled()
    rig.seat.keyboard.type("x")
    #expect(clicks == 0 && field.text == "name")
    rig.tap(.escape)
    #expect(answers() == ["close"])
  }
}
