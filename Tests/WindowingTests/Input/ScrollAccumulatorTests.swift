import Testing
import Wayland
import Windowing

struct AxisGroupingTests {
  private func scroll(_ events: [WlPointer.Event]) -> Scroll? {
    var accumulator = ScrollAccumulator()
    for event in events { accumulator.add(event) }
    return accumulator.take()
  }

  @Test("Discrete steps and 120ths of a step are both converted to notches")
  func steps() {
    let vertical = WlPointer.Axis.verticalScroll
    let old = scroll([
      .axisSource(axisSource: .wheel), .axisDiscrete(axis: vertical, discrete: -1),
      .axis(time: 5, axis: vertical, value: -15),
    ])
    #expect(old == Scroll(source: .wheel, vertical: .init(distance: -15, notches: -1)))
    let new = scroll([
      .axisSource(axisSource: .wheel), .axisValue120(axis: vertical, value120: 30),
      .axis(time: 5, axis: vertical, value: 3.75),
    ])
    #expect(new == Scroll(source: .wheel, vertical: .init(distance: 3.75, notches: 0.25)))
  }

  @Test(
    "The events of both axes in a frame are combined into one scroll, and a stop applies only to its axis")
  func bothAxes() {
    let result = scroll([
      .axisSource(axisSource: .finger), .axis(time: 7, axis: .horizontalScroll, value: 4),
      .axisStop(time: 7, axis: .verticalScroll),
    ])
    #expect(
      result
        == Scroll(source: .finger, horizontal: .init(distance: 4), vertical: .init(isStop: true)))
  }

  @Test("A scroll without a source and without steps is treated as a wheel's scroll")
  func bare() {
    let result = scroll([.axis(time: 1, axis: .verticalScroll, value: 10)])
    #expect(result == Scroll(source: .wheel, vertical: .init(distance: 10, notches: 1)))
  }

  @Test("take() resets the accumulator, and returns nil for a frame without scroll events")
  func emptyFrame() {
    var accumulator = ScrollAccumulator()
    accumulator.add(.axis(time: 1, axis: .verticalScroll, value: 10))
    #expect(accumulator.take() != nil)
    #expect(accumulator.take() == nil)
  }
}
