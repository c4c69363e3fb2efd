import CarouselUI
import HeadlessCompositor
import Testing

/// Fingers and pens on text fields in a window.
@MainActor
struct FieldTouchTests {
  enum Device: CaseIterable, Sendable { case touch, pen }

  private let rig: FieldRig
  private let pen: HeadlessCompositor.TabletTool

  init() throws {
    rig = try FieldRig()
    pen = rig.seat.addTool()
    rig.rig.runUntilSettled()
  }

  private func center(of view: View) throws -> (x: Double, y: Double) {
    let point = try #require(view.convert(view.bounds.center, to: nil))
    return (point.x, point.y)
  }

  /// Drags a contact in one step per frame. With no distance, it is a tap.
  private func drag(_ device: Device, from start: (x: Double, y: Double), by move: (x: Double, y: Double)) {
    if device == .touch {
      rig.seat.touch.down(at: start, id: 3)
    } else {
      pen.move(to: start)
      pen.down()
    }
    for step in 1...12 {
      rig.rig.compositor.run(frames: 1)
      let part = Double(step) / 12
      let point = (start.x + move.x * part, start.y + move.y * part)
      if device == .touch { rig.seat.touch.move(to: point, id: 3) } else { pen.move(to: point) }
    }
    rig.rig.compositor.run(frames: 15)
    if device == .touch { rig.seat.touch.up(id: 3) } else { pen.up() }
    rig.rig.runUntilSettled()
  }

  @Test(
    "A drag that begins on an unfocused field in an item scrolls the carousel; a tap focuses the field; a drag on the focused field selects text",
    arguments: Device.allCases)
  func inCarousel(device: Device) throws {
    let field = rig.cardFields[0]
    let start = try center(of: field)
    drag(device, from: start, by: (-60, 0))
    #expect(rig.rig.carousel.scrollOffset > 0.1 && !field.isFocused && field.selectedText.isEmpty)
    rig.rig.carousel.scrollOffset = 0
    rig.rig.runUntilSettled()
    drag(device, from: start, by: (0, 0))
    #expect(field.isFocused && rig.rig.carousel.scrollOffset == 0)
    drag(device, from: (start.x - 80, start.y), by: (100, 0))
    #expect(!field.selectedText.isEmpty && rig.rig.carousel.scrollOffset == 0)
  }

  @Test(
    "A drag that begins on an unfocused field in a scroll view scrolls it, along each axis, and the focus stays",
    arguments: Device.allCases, [Axis.horizontal, .vertical])
  func inScrollView(device: Device, axis: Axis) throws {
    let inner = TextField("inside")
    inner.frame = Rect(x: 120, y: 120, width: 220, height: 34)
    let content = ContainerView(size: Size(width: 1500, height: 1500))
    content.addSubview(inner)
    let scroll = ScrollView(content, axes: [axis], size: Size(width: 400, height: 260))
    scroll.content?.preferredSize = Size(width: 1500, height: 1500)
    rig.rig.add(scroll, at: Point(x: 100, y: 60))
    rig.rig.runUntilSettled()
    drag(device, from: try center(of: rig.field), by: (0, 0))
    try #require(rig.field.isFocused)
    drag(device, from: try center(of: inner), by: axis == .horizontal ? (-80, 0) : (0, -80))
    #expect(axis.along(scroll.contentOffset) > 50)
    #expect(rig.field.isFocused && inner.selectedText.isEmpty)
    drag(device, from: try center(of: inner), by: (0, 0))
    #expect(inner.isFocused)
  }

  @Test("A press does not move the focus; text input begins when the finger, pen or button is lifted")
  func pressBeginsNoTextInput() throws {
    let start = try center(of: rig.field)
    for device in 0..<3 {
      #expect(!rig.field.isFocused && rig.input.state == nil)
      switch device {
      case 0: rig.seat.touch.down(at: start, id: 3)
      case 1:
        pen.move(to: start)
        pen.down()
      default:
        rig.seat.pointer.move(to: start)
        rig.seat.pointer.press()
      }
      rig.rig.compositor.run(frames: 20)
      #expect(!rig.field.isFocused && rig.input.state == nil)
      switch device {
      case 0: rig.seat.touch.up(id: 3)
      case 1: pen.up()
      default: rig.seat.pointer.release()
      }
      rig.rig.runUntilSettled()
      #expect(rig.field.isFocused && rig.input.state?.surroundingText == "over the rainbow")
      rig.field.resignFocus()
      rig.rig.runUntilSettled()
    }
  }

  @Test("A drag of the pointer that scrolls, and a release outside of the view, do not move the focus")
  func pointerDrag() throws {
    let button = Button("Add")
    button.frame = Rect(x: 120, y: 120, width: 100, height: 34)
    let content = ContainerView(size: Size(width: 400, height: 1500))
    content.addSubview(button)
    let scroll = ScrollView(content, size: Size(width: 400, height: 260))
    scroll.content?.preferredSize = Size(width: 400, height: 1500)
    rig.rig.add(scroll, at: Point(x: 100, y: 60))
    rig.field.becomeFocused()
    rig.rig.runUntilSettled()
    let start = try center(of: button)
    rig.rig.drag(from: start, by: (0, -80))
    rig.rig.runUntilSettled()
    #expect(scroll.contentOffset.y > 50 && rig.field.isFocused)
    let field = try center(of: rig.field)
    rig.field.resignFocus()
    rig.seat.pointer.move(to: field)
    rig.seat.pointer.press()
    rig.rig.compositor.run(frames: 2)
    rig.seat.pointer.move(to: (field.x, field.y + 100))
    rig.rig.compositor.run(frames: 2)
    rig.seat.pointer.release()
    rig.rig.runUntilSettled()
    #expect(!rig.field.isFocused)
  }

  @Test("A long press, a canceled touch, and a touch that stops a motion do not move the focus")
  func otherTouches() throws {
    let field = rig.cardFields[0]
    field.contextMenu = { _ in [MenuItem("Paste")] }
    let start = try center(of: field)
    rig.seat.touch.down(at: start, id: 3)
    rig.rig.compositor.run(frames: 2)
    rig.seat.touch.cancel()
    rig.rig.runUntilSettled()
    #expect(!field.isFocused)
    rig.seat.touch.down(at: start, id: 3)
    rig.rig.compositor.settle()
    rig.rig.wait(0.6)
    rig.seat.touch.up(id: 3)
    rig.rig.runUntilSettled()
    #expect(!field.isFocused && rig.rig.compositor.popups.count == 1)
    rig.seat.keyboard.tap(.escape)
    rig.rig.runUntilSettled()
    rig.rig.carousel.scrollOffset = 1
    rig.rig.runUntilSettled()
    rig.rig.carousel.scrollToItem(at: 0, duration: 1)
    rig.rig.compositor.run(frames: 58)
    rig.seat.touch.down(at: start, id: 3)
    rig.rig.compositor.run(frames: 2)
    rig.seat.touch.up(id: 3)
    rig.rig.runUntilSettled()
    #expect(!field.isFocused)
  }

  @Test("A finger that moves away shortly before a long press opens no context menu")
  func lateMove() throws {
    let field = rig.cardFields[0]
    field.contextMenu = { _ in [MenuItem("Paste")] }
    let start = try center(of: field)
    rig.seat.touch.down(at: start, id: 3)
    rig.rig.compositor.settle()
    rig.rig.wait(0.495)
    for step in 1...3 { rig.seat.touch.move(to: (start.x, start.y + Double(step) * 20), id: 3) }
    rig.rig.compositor.settle()
    rig.rig.wait(0.03)
    rig.rig.compositor.run(frames: 2)
    #expect(rig.rig.compositor.popups.isEmpty)
    rig.seat.touch.up(id: 3)
    rig.rig.runUntilSettled()
  }

  @Test("A slider that is dragged gets the focus, also if the finger leaves it")
  func draggedSlider() throws {
    let slider = Controls.Slider(value: 0, in: 0...100)
    rig.rig.add(slider, at: Point(x: 300, y: 10))
    rig.rig.runUntilSettled()
    let start = try center(of: slider)
    drag(.touch, from: start, by: (60, 40))
    #expect(slider.value > 60 && slider.isFocused)
  }
}
