import Controls
import Drawing
import Geometry
import TestSupport
import Testing
import ViewFixtures
import Views

@Suite("Buttons")
@MainActor
struct ButtonTests {
  @Test("A tap on a button calls its action once", arguments: Way.all)
  func tap(way: Way) {
    let stage = ControlStage(way.plane)
    var clicks = 0
    let button = stage.add(Button("Add") { clicks += 1 })
    stage.tap(button, as: way.kind)
    #expect(clicks == 1)
    stage.tap(stage.card, 10, 10, as: way.kind)
    #expect(clicks == 1)
    stage.advance(0.2)
    #expect(!button.isHighlighted)
    #expect(stage.timerCount == 0)
  }

  @Test(
    "In a view that can be dragged, a pressed button highlights after 150 ms, and not before", .proves("C18"),
    arguments: Way.all)
  func delayedHighlight(way: Way) {
    let stage = ControlStage(way.plane)
    let list = stage.add(DraggableView(size: Size(width: 300, height: 200)), x: 0, y: 0)
    let button = Button("Add")
    list.addSubview(button)
    stage.press(button, 10, 10, as: way.kind)
    stage.advance(0.14)
    #expect(!button.isHighlighted)
    stage.advance(0.02)
    #expect(button.isHighlighted)
    stage.lift(button, 10, 10)
    stage.advance(0.2)
    #expect(!button.isHighlighted)
  }

  @Test(
    "Outside of views that can be dragged, a pressed button highlights immediately", .proves("C18"),
    arguments: Way.all
  )
  func immediateHighlight(way: Way) {
    let stage = ControlStage(way.plane)
    let button = stage.add(Button("Add"))
    stage.press(button, 10, 10, as: way.kind)
    #expect(button.isHighlighted)
  }

  @Test("After a short tap, a button stays highlighted for flashDuration", .proves("C18"))
  func flash() {
    let stage = ControlStage()
    let list = stage.add(DraggableView(size: Size(width: 300, height: 200)), x: 0, y: 0)
    let button = Button("Add")
    list.addSubview(button)
    stage.tap(button)
    #expect(button.isHighlighted)
    stage.advance(Button.flashDuration + 0.01)
    #expect(!button.isHighlighted)
  }

  @Test(
    "Dragging from a button moves the superview and does not trigger the button", arguments: Way.all
  )
  func dragOverButton(way: Way) {
    let stage = ControlStage(way.plane)
    var clicks = 0
    let list = stage.add(DraggableView(size: Size(width: 300, height: 200)), x: 0, y: 0)
    let button = Button("Add") { clicks += 1 }
    list.addSubview(button)
    stage.drag(button, from: Point(x: 10, y: 10), to: Point(x: 40, y: 12), as: way.kind)
    #expect(!button.isHighlighted)
    #expect(list.isDragged)
    stage.drop()
    #expect(clicks == 0)
  }

  @Test(
    "A press triggers a button only if it is released on the button, even if it has left the button in between",
    arguments: Way.all)
  func leavingAndReturning(way: Way) {
    let stage = ControlStage(way.plane)
    var clicks = 0
    let button = stage.add(Button("Add") { clicks += 1 })
    stage.press(button, 10, 10, as: way.kind)
    stage.move(button, 10, 150)
    #expect(!button.isHighlighted)
    stage.lift(button, 10, 150)
    #expect(clicks == 0)
    stage.press(button, 10, 10, as: way.kind)
    stage.move(button, 10, 150)
    stage.move(button, 12, 12)
    #expect(button.isHighlighted)
    stage.lift(button, 12, 12)
    #expect(clicks == 1)
  }

  @Test("A finger that presses within 44 × 44 points triggers a button of 34 × 34 points")
  func touchTarget() {
    let stage = ControlStage()
    var clicks = 0
    let button = stage.add(Button(icon: .plus) { clicks += 1 })
    #expect(button.size == Size(width: 34, height: 34))
    stage.tap(button, -4, 38)
    #expect(clicks == 1)
    stage.tap(button, -6, 17)
    #expect(clicks == 1)
  }

  @Test("Space and Return trigger the focused button; holding a key triggers the button only once")
  func keys() {
    let stage = ControlStage()
    var clicks = 0
    let button = stage.add(Button("Add") { clicks += 1 })
    #expect(!stage.key(.space))
    #expect(button.becomeFocused())
    #expect(stage.key(.space) && stage.key(.return) && stage.key(.keypadEnter))
    #expect(stage.key(.space, isRepeat: true))
    #expect(clicks == 3)
    #expect(!stage.key(.return, [.control]))
    #expect(!stage.key(.left))
    #expect(clicks == 3)
  }

  @Test("A disabled button ignores presses and keys, and is drawn paler", arguments: Way.all)
  func disabled(way: Way) throws {
    let stage = ControlStage(way.plane)
    var clicks = 0
    let button = stage.add(Button("", style: .suggested) { clicks += 1 })
    let bright = try ViewPainting.paint(button, scale: 1)[17, 17]
    button.becomeFocused()
    stage.press(button, 10, 10, as: way.kind)
    button.isEnabled = false
    #expect(!button.isHighlighted)
    #expect(!button.isFocused)
    stage.lift(button, 10, 10)
    stage.tap(button, as: way.kind)
    #expect(clicks == 0)
    let pale = try ViewPainting.paint(button, scale: 1)[17, 17]
    #expect(bright.alpha == 255 && (127...129).contains(pale.alpha))
  }

  @Test("A held repeating button triggers when it highlights, 0.4 s later, and then every 0.08 s")
  func repeating() {
    let stage = ControlStage()
    var clicks = 0
    let button = stage.add(Button(icon: .plus) { clicks += 1 })
    button.isRepeating = true
    stage.press(button, 10, 10)
    #expect(clicks == 1)
    stage.advance(0.39)
    #expect(clicks == 1)
    stage.advance(0.02)
    #expect(clicks == 2)
    stage.advance(0.16)
    #expect(clicks == 4)
    stage.move(button, 10, 200)
    stage.advance(1)
    #expect(clicks == 4)
    stage.lift(button, 10, 200)
    #expect(stage.timerCount == 0)
    stage.tap(button)
    #expect(clicks == 5)
  }

  @Test(
    "The icon of a button is to the left of the title, or to the right if the layout direction is right to left"
  )
  func iconSide() throws {
    let button = Button("m", icon: .plus, style: .flat)
    button.layoutDirection = .leftToRight
    func centerOfIcon() throws -> Double {
      // In the rows above the letter, only the icon has painted pixels.
      let pixels = try ViewPainting.paint(button, scale: 2)
      let row = 24
      let inked = (0..<pixels.image.width).filter { pixels[$0, row].alpha > 60 }
      return Double(inked.reduce(0, +)) / Double(max(inked.count, 1)) / 2
    }
    let left = try centerOfIcon()
    button.layoutDirection = .rightToLeft
    let right = try centerOfIcon()
    #expect(left < button.size.width / 2)
    #expect(abs(button.size.width - right - left) < 1)
  }

  @Test("A second finger on a pressed button has no effect")
  func secondFinger() {
    let stage = ControlStage()
    var clicks = 0
    let button = stage.add(Button("Add") { clicks += 1 })
    stage.press(button, 10, 10, id: 1)
    stage.press(button, 12, 12, id: 2)
    stage.lift(button, 12, 12, id: 2)
    #expect(clicks == 0 && button.isHighlighted)
    stage.lift(button, 10, 10, id: 1)
    #expect(clicks == 1)
  }

  @Test("A click with the right mouse button does not trigger a button")
  func secondaryButton() {
    let stage = ControlStage()
    var clicks = 0
    let button = stage.add(Button("Add") { clicks += 1 })
    stage.tap(button, as: .pointer(.secondary))
    #expect(clicks == 0)
  }

  @Test("If the action of a button removes the button, the button's timers stop")
  func removedByAction() {
    let stage = ControlStage()
    let button = stage.add(Button("Add"))
    button.onClick = { [unowned button] in button.removeFromSuperview() }
    stage.tap(button)
    #expect(stage.timerCount == 0 && !button.isHighlighted)
  }
}

/// A view that claims a contact after it has moved by 8 points, as a carousel does.
final class DraggableView: View {
  private(set) var isDragged = false

  override func contactBegan(_ contact: Contact) -> ContactResponse { .tracking }
  override func contactMoved(_ contact: Contact) -> ContactResponse {
    guard !isDragged, contact.translation(in: self).distance(to: .zero) >= 8 else { return .tracking }
    isDragged = true
    return .claimed
  }
  override func contactEnded(_ contact: Contact) -> ContactResponse { .ignored }
}
