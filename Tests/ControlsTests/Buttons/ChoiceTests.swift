import Controls
import Geometry
import TestSupport
import Testing
import ViewFixtures
import Views

@Suite("Switches, boxes and choices")
@MainActor
struct ChoiceTests {
  @Test("A tap changes a switch, and its knob moves to the other side", arguments: Way.all)
  func toggle(way: Way) throws {
    let stage = ControlStage(way.plane)
    var heard: [Bool] = []
    let toggle = stage.add(Toggle { heard.append($0) })
    func knobIsRight() throws -> Bool {
      let pixels = try ViewPainting.paint(toggle, scale: 1)
      return pixels[33, 13] == .white
    }
    #expect(try !knobIsRight())
    stage.tap(toggle, as: way.kind)
    #expect(toggle.isOn && heard == [true])
    stage.advance(0.3)
    #expect(try knobIsRight())
    #expect(!stage.tree.isAnimating)
    stage.tap(toggle, as: way.kind)
    #expect(!toggle.isOn && heard == [true, false])
  }

  @Test(
    "After a drag of the knob, a switch is on or off according to the knob's position at the release",
    arguments: Way.all)
  func toggleDrag(way: Way) {
    let stage = ControlStage(way.plane)
    let list = stage.add(DraggableView(size: Size(width: 300, height: 200)), x: 0, y: 0)
    var heard: [Bool] = []
    let toggle = Toggle { heard.append($0) }
    list.addSubview(toggle)
    stage.drag(toggle, from: Point(x: 12, y: 13), to: Point(x: 18, y: 13), as: way.kind)
    stage.drop()
    #expect(!toggle.isOn && heard == [])
    stage.drag(toggle, from: Point(x: 12, y: 13), to: Point(x: 30, y: 13), as: way.kind)
    stage.drop()
    #expect(toggle.isOn && heard == [true])
    #expect(!list.isDragged)
    toggle.layoutDirection = .rightToLeft
    stage.drag(toggle, from: Point(x: 12, y: 13), to: Point(x: 34, y: 13), as: way.kind)
    stage.drop()
    #expect(!toggle.isOn && heard == [true, false])
  }

  @Test("Dragging vertically from a switch scrolls the superview")
  func toggleAcross() {
    let stage = ControlStage()
    let list = stage.add(DraggableView(size: Size(width: 300, height: 200)), x: 0, y: 0)
    let toggle = Toggle()
    list.addSubview(toggle)
    stage.drag(toggle, from: Point(x: 12, y: 13), to: Point(x: 14, y: 60))
    stage.drop()
    #expect(list.isDragged && !toggle.isOn)
  }

  @Test("With reduced motion, the knob of a switch jumps")
  func reducedMotion() {
    let stage = ControlStage()
    let toggle = stage.add(Toggle())
    stage.card.theme = .light
    stage.card.theme?.isMotionReduced = true
    stage.tap(toggle)
    #expect(toggle.isOn && !stage.tree.isAnimating)
  }

  @Test("Setting a value in code does not call the closures")
  func settingIsSilent() {
    var heard = 0
    let toggle = Toggle { _ in heard += 1 }
    let box = CheckBox("Wrap") { _ in heard += 1 }
    let segments = SegmentedControl(["A", "B"]) { _ in heard += 1 }
    let slider = Slider { _ in heard += 1 }
    toggle.isOn = true
    box.mark = .mixed
    segments.selectedIndex = 1
    slider.value = 0.5
    #expect(heard == 0)
  }

  @Test(
    "A tap on a check box or its title toggles the box; a tap on a mixed box checks the box",
    arguments: Way.all)
  func checkBox(way: Way) {
    let stage = ControlStage(way.plane)
    var heard: [Bool] = []
    let box = stage.add(CheckBox("Wrap around") { heard.append($0) })
    stage.tap(box, box.size.width - 3, 10, as: way.kind)
    stage.tap(box, 10, 10, as: way.kind)
    box.mark = .mixed
    stage.tap(box, 10, 10, as: way.kind)
    #expect(heard == [true, false, true])
    box.becomeFocused()
    stage.key(.space)
    #expect(!box.isOn)
  }

  @Test(
    "Tab visits one radio button of a group: the focused one, the selected one, or the first, in each focus scope"
  )
  func radioTabStops() {
    let stage = ControlStage()
    let group = RadioGroup()
    let buttons = (0..<3).map { stage.add(RadioButton("\($0)", in: group), x: 20, y: Double($0) * 40) }
    let next = stage.add(Button("Next"), x: 20, y: 130)
    let scope = ProbeView("scope", Rect(x: 200, y: 130, width: 150, height: 100), log: EventLog())
    scope.isLiveScope = true
    stage.card.addSubview(scope)
    let other = RadioButton("other", in: group)
    scope.addSubview(other)
    stage.settle()
    func tab(_ modifiers: KeyModifiers = []) -> View? {
      stage.key(.tab, modifiers)
      return stage.tree.focus.focusedView
    }
    #expect(tab() === buttons[0] && tab() === next && tab() === buttons[0])
    stage.key(.down)
    stage.key(.down)
    #expect(group.selection === buttons[2] && buttons[2].isFocused)
    #expect(tab() === next && tab() === buttons[2])
    // The program selects another button: the focused one is still the only stop.
    group.selection = buttons[0]
    #expect(tab(.shift) === next && tab(.shift) === buttons[0])
    // The arrow keys do not leave the scope.
    stage.key(.up)
    #expect(group.selection === buttons[2])
    #expect(other.becomeFocused() && tab() === other)
  }

  @Test("In a group, one radio button is selected, and the arrow keys move the selection", arguments: Way.all)
  func radioButtons(way: Way) {
    let stage = ControlStage(way.plane)
    let group = RadioGroup()
    var heard: [String] = []
    group.onSelect = { heard.append($0.title) }
    let buttons = ["A", "B", "C"].enumerated().map { index, title in
      stage.add(RadioButton(title, in: group), x: 50, y: Double(index) * 50)
    }
    stage.tap(buttons[1], as: way.kind)
    stage.tap(buttons[1], as: way.kind)
    #expect(heard == ["B"])
    #expect(buttons.map(\.isSelected) == [false, true, false])
    stage.key(.down)
    stage.key(.down)
    #expect(heard == ["B", "C", "A"])
    #expect(buttons[0].isFocused)
    buttons[1].isEnabled = false
    stage.key(.right)
    #expect(group.selection === buttons[2])
    stage.key(.up)
    #expect(group.selection === buttons[0])
    buttons[1].isEnabled = true
    stage.key(.right)
    #expect(group.selection === buttons[1])
    stage.key(.up)
    #expect(group.selection === buttons[0])
    stage.card.layoutDirection = .rightToLeft
    stage.key(.left)
    #expect(group.selection === buttons[1])
    stage.key(.right)
    #expect(group.selection === buttons[0])
  }

  @Test(
    "A tap selects a segment; the first segment is at the left, or in right-to-left layout at the right",
    arguments: Way.all)
  func segments(way: Way) {
    let stage = ControlStage(way.plane)
    var heard: [Int] = []
    let control = stage.add(SegmentedControl(["Day", "Week", "Month"]) { heard.append($0) })
    stage.tap(control, control.size.width - 10, 17, as: way.kind)
    #expect(control.selectedIndex == 2)
    control.layoutDirection = .rightToLeft
    stage.tap(control, control.size.width - 10, 17, as: way.kind)
    #expect(heard == [2, 0])
    stage.key(.left)
    stage.key(.end)
    stage.key(.end)
    #expect(heard == [2, 0, 1, 2])
    control.segments = ["Day"]
    #expect(control.selectedIndex == nil)
    control.selectedIndex = 7
    #expect(control.selectedIndex == nil)
  }
}
