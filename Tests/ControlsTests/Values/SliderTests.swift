import Controls
import Drawing
import Geometry
import TestSupport
import Testing
import ViewFixtures
import Views

@Suite("Sliders and steppers")
@MainActor
struct SliderTests {
  @Test(
    "Dragging along a slider sets its value and does not scroll its superview", arguments: Way.all)
  func drag(way: Way) {
    let stage = ControlStage(way.plane)
    let list = stage.add(DraggableView(size: Size(width: 300, height: 200)), x: 0, y: 0)
    var heard: [Double] = []
    let slider = Slider(value: 0, in: 0...140) { heard.append($0) }
    list.addSubview(slider)
    stage.drag(slider, from: Point(x: 15, y: 17), to: Point(x: 80, y: 20), as: way.kind)
    #expect(abs(slider.value - 70) < 0.01)
    stage.drop()
    #expect(abs(slider.value - 70) < 0.01)
    #expect(heard.count > 5 && heard == heard.sorted())
    #expect(!list.isDragged && !slider.isHighlighted)
  }

  @Test(
    "The knob of a slider and its shadow lie within the view at both ends", arguments: Axis.allCases,
    [0.0, 1])
  func shadow(axis: Axis, value: Double) throws {
    for direction in [LayoutDirection.leftToRight, .rightToLeft] {
      let slider = Slider(value: value, axis: axis)
      slider.layoutDirection = direction
      let painted = try ViewPainting.paint(slider, scale: 2)
      let (width, height) = (painted.image.width, painted.image.height)
      for x in 0..<width { #expect(painted[x, 0] == .clear && painted[x, height - 1] == .clear) }
      for y in 0..<height { #expect(painted[0, y] == .clear && painted[width - 1, y] == .clear) }
    }
  }

  @Test("Dragging across a slider scrolls its superview", arguments: Way.all)
  func dragAcross(way: Way) {
    let stage = ControlStage(way.plane)
    let list = stage.add(DraggableView(size: Size(width: 300, height: 200)), x: 0, y: 0)
    let slider = Slider(value: 0.5)
    list.addSubview(slider)
    stage.drag(slider, from: Point(x: 80, y: 17), to: Point(x: 84, y: 60), as: way.kind)
    #expect(list.isDragged && slider.value == 0.5)
  }

  @Test("A tap on a slider moves the knob to the tapped position", arguments: Way.all)
  func tap(way: Way) {
    let stage = ControlStage(way.plane)
    let slider = stage.add(Slider(in: 0...10, step: 1))
    stage.tap(slider, 150, 17, as: way.kind)
    #expect(slider.value == 10)
    stage.tap(slider, 53, 17, as: way.kind)
    #expect(slider.value == 3)
  }

  @Test(
    "The largest value of a slider is at the left in right-to-left layout, and at the top if the slider is vertical"
  )
  func directions() {
    let stage = ControlStage()
    let slider = stage.add(Slider())
    slider.layoutDirection = .rightToLeft
    stage.tap(slider, 10, 17)
    #expect(slider.value == 1)
    stage.key(.right)
    #expect(abs(slider.value - 0.99) < 1e-9)
    let vertical = stage.add(Slider(axis: .vertical), x: 10, y: 20)
    #expect(vertical.size == Size(width: 34, height: 160))
    stage.tap(vertical, 17, 47.5)
    #expect(abs(vertical.value - 0.75) < 1e-9)
    stage.drag(vertical, from: Point(x: 17, y: 47.5), to: Point(x: 17, y: 150))
    stage.drop()
    #expect(vertical.value == 0)
  }

  @Test("Keys and the wheel change the value of a slider by steps, within its range")
  func keysAndWheel() {
    let stage = ControlStage()
    var heard: [Double] = []
    let slider = stage.add(Slider(value: 5, in: 0...10, step: 1) { heard.append($0) })
    slider.becomeFocused()
    for key in [Key.right, .up, .left, .down, .end, .end, .home, .pageUp] {
      #expect(stage.key(key))
    }
    #expect(heard == [6, 7, 6, 5, 10, 0, 1])
    #expect(stage.turnWheel(slider, by: Point(x: 0, y: -2)))
    #expect(slider.value == 3)
    stage.turnWheel(slider, by: Point(x: 0, y: .infinity))
    #expect(slider.value == 3)
  }

  @Test("Eight turns of the wheel by an eighth of a notch change the value by one step, like one whole notch")
  func partsOfNotches() {
    let stage = ControlStage()
    let slider = stage.add(Slider(value: 5, in: 0...10, step: 1))
    for _ in 0..<8 { stage.turnWheel(slider, by: Point(x: 0, y: -0.125)) }
    #expect(slider.value == 6)
    let stepper = stage.add(Stepper(value: 5, in: 0...10), y: 200)
    for count in 1...16 {
      stage.turnWheel(stepper, by: Point(x: 0, y: -0.125))
      #expect(stepper.value == 5 + Double(count / 8))
    }
    for _ in 0..<8 { stage.turnWheel(stepper, by: Point(x: 0, y: 0.125)) }
    #expect(stepper.value == 6)
  }

  @Test("If isContinuous is false, a slider reports its value only at the end of a drag")
  func notContinuous() {
    let stage = ControlStage()
    var heard: [Double] = []
    let slider = stage.add(Slider(in: 0...140) { heard.append($0) })
    slider.isContinuous = false
    stage.drag(slider, from: Point(x: 10, y: 17), to: Point(x: 150, y: 17))
    #expect(slider.value == 140 && heard == [])
    stage.drop()
    #expect(heard == [140])
  }

  @Test("Canceling a drag of a slider restores the value from before the drag")
  func canceled() {
    let stage = ControlStage()
    let slider = stage.add(Slider(value: 0.25))
    stage.drag(slider, from: Point(x: 45, y: 17), to: Point(x: 150, y: 17))
    #expect(slider.value > 0.9)
    stage.cancel()
    #expect(slider.value == 0.25 && !slider.isHighlighted)
  }

  @Test(
    "Sliders and steppers clamp any number to their range",
    arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
  func extremes(number: Double) {
    let slider = Slider(value: number, in: -1...1, step: 0.5)
    #expect((-1...1).contains(slider.value))
    slider.range = -(.greatestFiniteMagnitude) ... .greatestFiniteMagnitude
    slider.value = number
    #expect(slider.value.isFinite)
    let stepper = Stepper(value: number, in: 0...5, step: number)
    #expect((0...5).contains(stepper.value))
  }

  @Test(
    "A stepper changes its number at each tap, and repeatedly while it is held, up to the end of its range",
    arguments: Way.all)
  func stepper(way: Way) {
    let stage = ControlStage(way.plane)
    var heard: [Double] = []
    let stepper = stage.add(Stepper(value: 0, in: 0...6) { heard.append($0) })
    stage.tap(stepper, 60, 17, as: way.kind)
    stage.tap(stepper, 60, 17, as: way.kind)
    stage.tap(stepper, 20, 17, as: way.kind)
    #expect(heard == [1, 2, 1])
    stage.press(stepper, 60, 17, as: way.kind)
    stage.advance(3)
    stage.lift(stepper, 60, 17)
    #expect(heard == [1, 2, 1, 2, 3, 4, 5, 6])
    stepper.layoutDirection = .rightToLeft
    stage.settle()
    stage.tap(stepper, 60, 17, as: way.kind)
    #expect(stepper.value == 5)
  }

  @Test("If wraps is true, a step beyond the end of a stepper's range continues at the other end")
  func stepperKeys() {
    let stage = ControlStage()
    let stepper = stage.add(Stepper(value: 2, in: 0...3))
    stepper.becomeFocused()
    stage.key(.up)
    stage.key(.up)
    #expect(stepper.value == 3)
    stepper.wraps = true
    stage.key(.up)
    #expect(stepper.value == 0)
    stage.key(.end)
    #expect(stepper.value == 3)
    stage.key(.home)
    #expect(stepper.value == 0)
  }
}
