import Controls
import Drawing
import Geometry
import Testing
import ViewFixtures
import Views

/// The number beside the buttons of a stepper.
@MainActor
struct StepperValueTests {
  @Test(
    "A stepper that shows its number is wider, repaints the number after a step, and keeps its buttons beside it"
  )
  func shown() throws {
    let stage = ControlStage()
    let stepper = Stepper(value: 9, in: 0...100)
    let plain = stepper.sizeThatFits(Size(width: 500, height: 500)).width
    stepper.showsValue = true
    stepper.sizeToFit()
    stage.add(stepper)
    #expect(stepper.size.width >= plain + 20 && stepper.size.height == 34)
    let before = try ViewPainting.paint(stepper, scale: 1)
    stage.tap(stepper, stepper.size.width - 15, 17)
    #expect(stepper.value == 10)
    let after = try ViewPainting.paint(stepper, scale: 1)
    func ink(_ pixels: PaintedSurface) -> Int { pixels.count(x: 4..<28, y: 6..<28) { $0.alpha > 120 } }
    #expect(ink(before) > 5 && ink(after) > ink(before))
    stage.tap(stepper, stepper.size.width - 50, 17)
    #expect(stepper.value == 9)
    // In right-to-left layout, the number is at the right, and the plus button at the left.
    stepper.layoutDirection = .rightToLeft
    stage.settle()
    stage.tap(stepper, 15, 17)
    #expect(stepper.value == 10)
  }

  @Test(
    "The number has as many decimal places as the step",
    arguments: [(1.0, 7.0, "7"), (0.25, -0.5, "−0.50"), (0.1, 2.3, "2.3"), (10, 30, "30")])
  func places(step: Double, value: Double, text: String) {
    let stepper = Stepper(value: value, in: -10...100, step: step)
    #expect(stepper.valueText == text)
    stepper.formatValue = { "\($0) m" }
    #expect(stepper.valueText.hasSuffix(" m"))
  }
}
